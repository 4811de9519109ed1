"""Memory that is freed stays with the process, where every portion needs as much again.

glibc gives large arrays back to the system as they are freed, and the system clears every page
before it hands it out again: a tenth of the CPU of learning from files. Told so, glibc keeps
what is freed, up to ``KEPT``, for the next portion; nothing else changes, the peak neither.
Other C libraries have no such switch and are left as they are.
"""

import ctypes
from typing import Final

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""The parameters of mallopt (malloc.h of glibc)."""

KEPT: Final = 1 << 30
OWN_PAGES: Final = 32 << 20
"""Arrays from this size on still come from the system, and go back to it: the most that glibc
allows."""


def keep_freed_memory() -> bool:
    """Keep what is freed from now on; whether the C library can.

    >>> keep_freed_memory() in {True, False}
    True
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    # The order matters: setting either ends glibc's own adjusting of both.
    told = [mallopt(M_MMAP_THRESHOLD, OWN_PAGES), mallopt(M_TRIM_THRESHOLD, KEPT)]
    return all(told)


__all__ = ["keep_freed_memory"]
