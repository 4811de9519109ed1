"""Compressed bytes and back: gzip, bzip2, xz, and zstd with the extra ``files``.

What is compressed is told by its first bytes, whatever it is called; what is to be compressed
by the suffix of its name. The same content gives the same bytes.
"""

import bz2
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import IO, Any, Final

from halfbayes.data.extra import arrow_module
from halfbayes.errors import InvalidInputError


def decompressed(data: bytes, name: str) -> bytes:
    """``data`` without its compression, if it has one.

    >>> decompressed(gzip.compress(b"label,text"), "a.csv.gz")
    b'label,text'
    """
    unpack = next((unpack for magic, unpack in MAGIC.items() if data.startswith(magic)), None)
    if unpack is None:
        return data
    try:
        return unpack(data)
    except DAMAGES as error:
        raise InvalidInputError(
            f"{name} is compressed, and damaged or cut short ({error}); fetch it again"
        ) from error


def opened(path: str) -> IO[bytes]:
    """A file to read without its compression, if it has one, as far as one goes."""
    with Path(path).open("rb") as file:
        start = file.read(LONGEST_MAGIC)
    unpack = next(
        (unpack for magic, unpack in OPENERS.items() if start.startswith(magic)), open
    )
    found: IO[bytes] = unpack(path, "rb")
    return found


def compressed(data: bytes, name: str) -> bytes:
    """``data`` compressed as the suffix of ``name`` says, or as it is."""
    pack = PACKERS.get(PurePath(name).suffix.lower())
    return data if pack is None else pack(data)


def without_suffix(name: str) -> str:
    """The name less a suffix of compression.

    >>> without_suffix("mails.csv.gz"), without_suffix("mails.csv")
    ('mails.csv', 'mails.csv')
    """
    path = PurePath(name)
    return str(path.with_suffix("")) if path.suffix.lower() in PACKERS else name


def _gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _from_zstd(data: bytes) -> bytes:
    arrow: Any = arrow_module("pyarrow", "zstd")
    with arrow.CompressedInputStream(arrow.BufferReader(data), "zstd") as stream:
        unpacked: bytes = stream.read()
    return unpacked


def _zstd_opened(path: str, _mode: str) -> io.BufferedReader:
    arrow: Any = arrow_module("pyarrow", "zstd")
    return io.BufferedReader(arrow.CompressedInputStream(arrow.OSFile(path), "zstd"))


def _to_zstd(data: bytes) -> bytes:
    packed: bytes = arrow_module("pyarrow", "zstd").compress(data, codec="zstd", asbytes=True)
    return packed


MAGIC: Final[Mapping[bytes, Callable[[bytes], bytes]]] = {
    b"\x1f\x8b": gzip.decompress,
    b"BZh": bz2.decompress,
    b"\xfd7zXZ\x00": lzma.decompress,
    b"\x28\xb5\x2f\xfd": _from_zstd,
}
LONGEST_MAGIC: Final = max(map(len, MAGIC))
OPENERS: Final[Mapping[bytes, Callable[[str, str], Any]]] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\x00": lzma.open,
    b"\x28\xb5\x2f\xfd": _zstd_opened,
}
PACKERS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    ".gz": _gzipped,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": _to_zstd,
}

DAMAGES: Final = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
"""What reading compressed bytes raises where they are damaged or cut short."""

__all__ = ["DAMAGES", "compressed", "decompressed", "opened", "without_suffix"]
