"""Bytes to text: the encoding that was named, or the first of these that fits.

1. a byte order mark says UTF-8, UTF-16 or UTF-32;
2. UTF-16 without a mark: nearly every second byte is zero, and hardly any of the others;
3. UTF-8;
4. Windows-1252, and Latin-1 where even that has no letter for a byte. These fit anything, so a
   note says that they were guessed.
"""

import codecs
from contextlib import suppress
from typing import Final, NamedTuple

from halfbayes.errors import InvalidInputError

MARK: Final = "\ufeff"
"""What a byte order mark is as text."""

MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
LOOKED_AT: Final = 4096
"""Bytes from which UTF-16 without a mark is told."""

MANY: Final = 0.5
FEW: Final = 0.05


class Decoded(NamedTuple):
    """Text, and what a person should know of how it was decoded."""

    text: str
    notes: tuple[str, ...] = ()


def decoded(data: bytes, name: str, encoding: str | None = None) -> Decoded:
    r"""The text in ``data``, which came from ``name``.

    >>> decoded("naïve".encode("utf-16"), "a.csv")
    Decoded(text='naïve', notes=())
    >>> decoded(b"na\xefve", "a.csv").notes
    ('a.csv is not UTF-8 (line 1); it is read as windows-1252',)
    """
    if encoding is not None:
        return Decoded(_named(data, name, encoding))
    for mark, marked in MARKS:
        if data.startswith(mark):
            return Decoded(_named(data[len(mark) :], name, marked))
    guessed = _utf16_without_mark(data)
    if guessed is not None:
        return Decoded(_named(data, name, guessed))
    try:
        return Decoded(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    return _guessed(data, f"{name} is not UTF-8 (line {line}); it is read as")


def check_encoding(name: str) -> None:
    """Refuse the name of what is no encoding of text."""
    try:
        with suppress(UnicodeError):
            b"a".decode(name)
    except LookupError:
        raise InvalidInputError(
            f"{name!r} is no encoding that Python knows; try utf-8, utf-16 or latin-1"
        ) from None


def _named(data: bytes, name: str, encoding: str) -> str:
    check_encoding(encoding)
    try:
        # A mark that the named encoding leaves in place is no part of the first column's name.
        return data.decode(encoding).removeprefix(MARK)
    except UnicodeError as error:
        raise InvalidInputError(
            f"{name} is not {encoding} throughout ({error}); "
            "name its encoding with --encoding, for instance latin-1"
        ) from None


def _utf16_without_mark(data: bytes) -> str | None:
    head = data[: min(LOOKED_AT, len(data) // 2 * 2)]
    half = len(head) / 2
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > MANY * half and even < FEW * half:
        return "utf-16-le"
    if even > MANY * half and odd < FEW * half:
        return "utf-16-be"
    return None


def _guessed(data: bytes, note: str) -> Decoded:
    try:
        return Decoded(data.decode("windows-1252"), (f"{note} windows-1252",))
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), (f"{note} latin-1",))


__all__ = ["MARK", "MARKS", "Decoded", "check_encoding", "decoded"]
