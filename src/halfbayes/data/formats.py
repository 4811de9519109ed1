"""One file to a sheet: its format is told by its first bytes, its name, and then by its text.

Parquet    begins with PAR1
mail       .mbox, .eml; without a suffix, text that begins with "From "
JSON lines .jsonl, .ndjson, .json; otherwise text that begins with {
delimited  all else (CSV, TSV and their kin)
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import Final

from halfbayes.data.compression import decompressed, without_suffix
from halfbayes.data.delimited import read_delimited
from halfbayes.data.encodings import decoded
from halfbayes.data.json_lines import read_json_lines
from halfbayes.data.mail import read_mbox, read_message
from halfbayes.data.parquet import read_parquet
from halfbayes.data.sheets import Sheet
from halfbayes.errors import InvalidInputError

JSON_LINES: Final = frozenset({".jsonl", ".ndjson", ".json"})
PARQUET: Final = frozenset({".parquet", ".pq"})
TABLES: Final = frozenset({".csv", ".tsv", ".tab", *JSON_LINES, *PARQUET})
MAILS: Final = frozenset({".mbox", ".eml"})
ARCHIVE: Final = b"PK\x03\x04"
MODEL: Final = b"arrays/"
"""How the name of the first member of a model begins, after 30 bytes of the archive."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a user says of how a table is written; None is found out."""

    encoding: str | None = None
    delimiter: str | None = None


FOUND_OUT: Final = Dialect()


def read_bytes(data: bytes, name: str, dialect: Dialect = FOUND_OUT) -> Sheet:
    """The table in the content of a file."""
    plain = decompressed(data, name)
    if not plain.strip():
        raise InvalidInputError(f"{name} is empty; {_expected(name)}")
    read = BINARY.get(kind_of(plain, name))
    if read is not None:
        return read(plain, name)
    text, notes = decoded(plain, name, dialect.encoding)
    if is_json(text, name):
        sheet = read_json_lines(text, name)
    else:
        sheet = read_delimited(text, name, dialect.delimiter)
    return replace(sheet, notes=(*notes, *sheet.notes))


def _expected(name: str) -> str:
    """What a file of this name must hold."""
    suffix = suffix_of(name)
    if suffix in PARQUET:
        return "a Parquet file has bytes even without rows: write or fetch it again"
    if suffix in MAILS:
        return "it must hold a mail"
    if suffix in JSON_LINES:
        return "it must have a document in each line, as a JSON object"
    return "it must name its columns in the first line, and have a document in each of the next"


def kind_of(data: bytes, name: str) -> str:
    """parquet, mbox, message or text."""
    suffix = suffix_of(name)
    if data.startswith(b"PAR1") or suffix in PARQUET:
        return "parquet"
    if data.startswith(ARCHIVE) and (suffix == ".hb" or data[30:].startswith(MODEL)):
        raise InvalidInputError(
            f"{name} is a model, and a table is expected there; name the table, and the model "
            "before it if the command takes one"
        )
    if data.startswith(ARCHIVE):
        raise InvalidInputError(
            f"{name} is a zip archive or a spreadsheet, not a table; save a spreadsheet as CSV"
        )
    if suffix == ".eml":
        return "message"
    if _is_page(data):
        raise InvalidInputError(
            f"{name} is a web page, not a table; fetch the table itself, or save it as CSV"
        )
    return "mbox" if suffix == ".mbox" or data.startswith(b"From ") else "text"


def begins_as_archive(source: str) -> bool:
    """Whether a file begins as zip archives do, which models are; a pipe is not looked into."""
    try:
        if not Path(source).is_file():
            return False
        with Path(source).open("rb") as file:
            return file.read(len(ARCHIVE)) == ARCHIVE
    except OSError:
        return False


def _is_page(data: bytes) -> bool:
    beginning = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return beginning.startswith((b"<!doctype", b"<html", b"<?xml"))


def suffix_of(name: str) -> str:
    """The suffix that tells the format, in small letters.

    >>> suffix_of("mails.CSV.gz")
    '.csv'
    """
    return PurePath(without_suffix(name)).suffix.lower()


def is_json(text: str, name: str) -> bool:
    """Whether text, of which the beginning is enough, is JSON lines and no delimited table."""
    suffix = suffix_of(name)
    if suffix in JSON_LINES:
        return True
    return suffix not in TABLES and text.lstrip()[:2] in {'{"', "{ ", "[{", "{}", "[\n"}


BINARY: Final[Mapping[str, Callable[[bytes, str], Sheet]]] = {
    "parquet": read_parquet,
    "mbox": read_mbox,
    "message": read_message,
}

__all__ = [
    "FOUND_OUT",
    "MAILS",
    "TABLES",
    "Dialect",
    "begins_as_archive",
    "is_json",
    "kind_of",
    "read_bytes",
    "suffix_of",
]
