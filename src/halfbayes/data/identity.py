"""What tells a file from another of the same name: to go on with it only if it is the same.

A copy can have the size of the file before it and its time of modification, too (``cp -p``,
``rsync -t``). It has another inode or time of change, which no program can set (on Windows: of
creation), and other content; of that a digest is taken of the beginning, the end and some
blocks between, 192 KB in all, so that it costs next to nothing even where a file is very large.
The number of the device is left out: it can be another one after a restart, with the same file.
"""

import hashlib
from pathlib import Path
from typing import Final, NamedTuple

EDGE: Final = 64 << 10
"""Bytes of the beginning and of the end that are looked at."""

BLOCK: Final = 4 << 10
BLOCKS: Final = 16
"""Bytes of each block between them, and how many there are, at equal distances."""

DIGEST: Final = 16
"""Bytes: no two contents have the same by chance."""


class Content(NamedTuple):
    """What a file holds, as far as can be told without reading all of it."""

    n_bytes: int
    modified: int  # ns
    digest: str


class Identity(NamedTuple):
    """Which file it is, and what it holds."""

    path: str
    inode: int
    changed: int  # ns
    content: Content


def content_of(path: Path) -> Content:
    """What a file holds now."""
    found = path.stat()
    return Content(found.st_size, found.st_mtime_ns, _digest(path, found.st_size))


def identity_of(path: Path) -> Identity:
    """Which file it is now."""
    found = path.stat()
    return Identity(str(path.resolve()), found.st_ino, found.st_ctime_ns, content_of(path))


def _digest(path: Path, n_bytes: int) -> str:
    digest = hashlib.blake2b(digest_size=DIGEST)
    with path.open("rb") as file:
        for start, length in _looked_at(n_bytes):
            file.seek(start)
            digest.update(file.read(length))
    return digest.hexdigest()


def _looked_at(n_bytes: int) -> list[tuple[int, int]]:
    """Where blocks begin, and how long they are; all of a file that is short.

    >>> _looked_at(1000), len(_looked_at(1 << 30))
    ([(0, 1000)], 18)
    """
    between = n_bytes - 2 * EDGE
    if between <= BLOCK * BLOCKS:
        return [(0, n_bytes)]
    step = between // BLOCKS
    blocks = [(EDGE + number * step, BLOCK) for number in range(BLOCKS)]
    return [(0, EDGE), *blocks, (n_bytes - EDGE, EDGE)]


__all__ = ["Content", "Identity", "content_of", "identity_of"]
