"""Memory that is freed stays with the process, where every portion needs as much again.

glibc gives large arrays back to the system as they are freed, and the system clears every page
before it hands it out again: a tenth of the CPU of learning from files. Told so, glibc keeps
what is freed, up to ``KEPT``, for the next portion; the peaks that were measured are the same.
It is a switch of the whole process: of one that learns from files, or is a worker of Spark.
Other C libraries have none and are left as they are.
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
    """Keep what is freed from now on; whether the C library can."""
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    # First the one that may be refused: setting either ends glibc's own adjusting of both.
    return bool(mallopt(M_MMAP_THRESHOLD, OWN_PAGES)) and bool(mallopt(M_TRIM_THRESHOLD, KEPT))


__all__ = ["keep_freed_memory"]
