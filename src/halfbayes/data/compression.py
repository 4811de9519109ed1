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
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath
from typing import IO, Any, BinaryIO, Final, cast

from halfbayes.data.extra import arrow_module
from halfbayes.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class Packing:
    """How bytes are compressed: all at once, and on their way to a file."""

    whole: Callable[[bytes], bytes]
    onto: Callable[[BinaryIO], Any]


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
    packing = _packing(name)
    return data if packing is None else packing.whole(data)


def compressing(file: BinaryIO, name: str) -> AbstractContextManager[Any]:
    """``file``, to write to as the suffix of ``name`` says; it stays open."""
    packing = _packing(name)
    return nullcontext(file) if packing is None else packing.onto(file)


def without_suffix(name: str) -> str:
    """The name less a suffix of compression.

    >>> without_suffix("mails.csv.gz"), without_suffix("mails.csv")
    ('mails.csv', 'mails.csv')
    """
    return name if _packing(name) is None else str(PurePath(name).with_suffix(""))


def _packing(name: str) -> Packing | None:
    return PACKINGS.get(PurePath(name).suffix.lower())


def _from_zstd(data: bytes) -> bytes:
    arrow: Any = arrow_module("pyarrow", "zstd")
    with arrow.CompressedInputStream(arrow.BufferReader(data), "zstd") as stream:
        unpacked: bytes = stream.read()
    return unpacked


def _zstd_opened(path: str, _mode: str) -> io.BufferedReader:
    arrow: Any = arrow_module("pyarrow", "zstd")
    return io.BufferedReader(arrow.CompressedInputStream(arrow.OSFile(path), "zstd"))


def _zstd() -> Callable[[bytes], bytes]:
    return partial(arrow_module("pyarrow", "zstd").compress, codec="zstd", asbytes=True)


def _to_zstd(data: bytes) -> bytes:
    return _zstd()(data)


class _Frames:
    """Zstandard: each portion is a frame by itself, which any reader takes one by one."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._pack = file, _zstd()

    def write(self, data: bytes) -> None:
        """Write a frame."""
        self._file.write(self._pack(data))

    def __enter__(self) -> "_Frames":
        return self

    def __exit__(self, *_: object) -> None:
        pass


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
PACKINGS: Final[Mapping[str, Packing]] = {
    # Without the time of day: the same content gives the same bytes.
    ".gz": Packing(
        lambda data: gzip.compress(data, mtime=0),
        lambda file: gzip.GzipFile("", "wb", fileobj=file, mtime=0),
    ),
    ".bz2": Packing(bz2.compress, lambda file: bz2.BZ2File(file, "wb")),
    ".xz": Packing(
        lzma.compress,
        lambda file: lzma.open(cast("Any", file), "wb"),  # noqa: SIM115 (who opens it closes it)
    ),
    ".zst": Packing(_to_zstd, _Frames),
}

DAMAGES: Final = (OSError, EOFError, ValueError, zlib.error, lzma.LZMAError)
"""What reading compressed bytes raises where they are damaged or cut short."""

__all__ = [
    "DAMAGES",
    "PACKINGS",
    "Packing",
    "compressed",
    "compressing",
    "decompressed",
    "opened",
    "without_suffix",
]
