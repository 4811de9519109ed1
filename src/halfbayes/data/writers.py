"""Tables to files: CSV, TSV, JSON lines and Parquet, by the suffix of the name.

``-`` is standard output, as CSV. A suffix of compression may follow (``.csv.gz``). Files are
UTF-8 and written whole or not at all. Text that begins with = + - @, a tab or a line end is a
formula to some programs (CWE-1236); *safe* CSV puts ' in front of it and all cells in quotes.
Numbers stay as they are.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from pathlib import Path, PurePath
from typing import Any, Final

from halfbayes.data.cells import looks_like_number, text_of, value_of
from halfbayes.data.compression import compressed, without_suffix
from halfbayes.data.parquet import parquet_bytes
from halfbayes.data.sheets import BadRow
from halfbayes.data.whole_file import whole_file
from halfbayes.errors import InvalidInputError

STANDARD_OUTPUT: Final = "-"
TABLES: Final = ".csv, .tsv, .jsonl or .parquet"
FORMULA: Final = tuple("=+-@\t\r\n＝＋－＠")
Columns = Mapping[str, Sequence[Any]]


def check_target(target: str, *sources: str, names: str = TABLES) -> None:
    """Refuse a name that no table can be written to, before any work is done.

    ``names``: the endings to tell of; the caller may write one more by itself.
    """
    if target == STANDARD_OUTPUT:
        return
    format_of(target, names=names)
    check_folder(target, *sources)


def check_folder(target: str, *sources: str) -> None:
    """Refuse a file whose folder is not there, and one that is read: one of ``sources``."""
    path = Path(target)
    if path.is_dir():
        raise InvalidInputError(f"cannot write {target}: it is a folder; name a file in it")
    if not path.resolve().parent.is_dir():
        raise InvalidInputError(
            f"cannot write {target}: there is no folder {path.parent}; make it first"
        )
    lost = next((source for source in sources if _is_read(path, source)), None)
    if lost is not None:
        where = "standard input" if lost == STANDARD_OUTPUT else lost
        raise InvalidInputError(
            f"cannot write {target}: it is read as {where}, and would be lost; name another "
            "file with -o"
        )


def _is_read(path: Path, source: str) -> bool:
    """Whether a file is that source, or a part of the table in that folder."""
    if not path.is_file():
        return False  # nothing is lost in a device or a pipe
    with suppress(OSError):  # a source that is not there is told when it is read
        if source == STANDARD_OUTPUT:  # as a source, standard input
            return os.path.samestat(path.stat(), os.fstat(sys.stdin.fileno()))
        place = Path(source)
        if place.is_dir():  # whatever is in it, but for what is hidden
            within = place.resolve() in path.resolve().parents
            return within and not path.name.startswith((".", "_"))
        return path.samefile(place)
    return False


def write_table(
    columns: Columns, target: str, *, safe_csv: bool = False, arrow_table: Any = None
) -> None:
    """Write ``columns`` to ``target``; those of ``arrow_table`` keep their types in Parquet."""
    kind = ".csv" if target == STANDARD_OUTPUT else format_of(target)
    if kind == ".parquet":
        data = parquet_bytes(columns, arrow_table)
    elif kind == ".jsonl":
        data = json_lines_bytes(columns)
    else:
        data = delimited_bytes(columns, "\t" if kind == ".tsv" else ",", safe=safe_csv)
    write_bytes(data, target)


def write_bytes(data: bytes, target: str) -> None:
    """Write ``data`` to a file or to standard output."""
    if target == STANDARD_OUTPUT:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with whole_file(target) as file:
            file.write(compressed(data, target))
    except OSError as error:
        raise InvalidInputError(
            f"cannot write {target}: {error.strerror or error}; choose another place"
        ) from error


def write_bad_rows(rows: Sequence[BadRow], target: str | os.PathLike[str]) -> None:
    """Write rows that were set aside, as JSON lines: file, number, reason and text."""
    columns: Columns = {
        "file": [row.origin.name for row in rows],
        "unit": [row.origin.unit for row in rows],
        "number": [row.number for row in rows],
        "reason": [row.reason for row in rows],
        "text": [row.text for row in rows],
    }
    write_bytes(json_lines_bytes(columns), str(target))


def delimited_bytes(columns: Columns, delimiter: str, *, safe: bool = False) -> bytes:
    r"""CSV or TSV.

    >>> delimited_bytes({"text": ["=1+1", "-2.5"]}, ",", safe=True)
    b'"text"\n"\'=1+1"\n"-2.5"\n'
    """
    # Not by Python's csv module: some versions leave carriage returns without quotes.
    written: Callable[[Any], str] = safe_text if safe else text_of
    special = (delimiter, '"', "\r", "\n")

    def cell_text(cell: Any) -> str:
        text = written(cell)
        # A row of one empty cell would be a blank line, which is no row.
        if safe or any(mark in text for mark in special) or (not text and len(columns) == 1):
            return '"' + text.replace('"', '""') + '"'
        return text

    rows = [list(columns), *zip(*columns.values(), strict=True)]
    lines = [delimiter.join(map(cell_text, row)) for row in rows]
    return "\n".join([*lines, ""]).encode("utf-8")


def safe_text(cell: Any) -> str:
    """The cell as text that no program takes for a formula.

    >>> safe_text("@SUM(A1)"), safe_text("-12"), safe_text("plain")
    ("'@SUM(A1)", '-12', 'plain')
    """
    text = text_of(cell)
    if text.startswith(FORMULA) and not looks_like_number(text):
        return f"'{text}"
    return text


def json_lines_bytes(columns: Columns) -> bytes:
    r"""One JSON object a line; a number that is infinite or none at all is null.

    >>> json_lines_bytes({"text": ["é"], "n": [2]})
    b'{"text": "\xc3\xa9", "n": 2}\n'
    """
    names = list(columns)
    lines = [
        _json_line(dict(zip(names, row, strict=True)))
        for row in zip(*columns.values(), strict=True)
    ]
    return b"".join(lines)


def _json_line(row: dict[str, Any]) -> bytes:
    plain = {name: _json_cell(cell) for name, cell in row.items()}
    try:
        line = json.dumps(plain, ensure_ascii=False, default=text_of, allow_nan=False)
    except ValueError:
        said = json.dumps(plain, default=text_of)
        plain = json.loads(said, parse_constant=lambda _: None)
        line = json.dumps(plain, ensure_ascii=False)
    try:
        return f"{line}\n".encode()
    except UnicodeEncodeError:
        # Half a character: only an escape can say it.
        return f"{json.dumps(plain, default=text_of)}\n".encode("ascii")


def _json_cell(cell: Any) -> Any:
    if isinstance(cell, dict | list):
        return cell
    value = value_of(cell)
    is_rounded = isinstance(cell, Decimal) and isinstance(value, float)
    # The digits of a fraction that a float does not give back are written as text.
    return text_of(cell) if is_rounded and Decimal(repr(value)) != cell else value


FORMATS: Final[Mapping[str, str]] = {
    ".csv": ".csv",
    ".tsv": ".tsv",
    ".tab": ".tsv",
    ".jsonl": ".jsonl",
    ".ndjson": ".jsonl",
    ".parquet": ".parquet",
    ".pq": ".parquet",
}


def format_of(target: str, *, names: str = TABLES) -> str:
    """The suffix that tells the format of a file to be written, or an error."""
    if Path(target).exists() and not (Path(target).is_file() or Path(target).is_dir()):
        return ".csv"  # a device or a pipe, whose name says nothing
    suffix = PurePath(without_suffix(target)).suffix.lower()
    if suffix not in FORMATS:
        raise InvalidInputError(
            f"the format of {target} is not known; name it {names}, and "
            ".gz, .bz2, .xz or .zst after that to compress it"
        )
    return FORMATS[suffix]


__all__ = [
    "STANDARD_OUTPUT",
    "TABLES",
    "check_folder",
    "check_target",
    "delimited_bytes",
    "format_of",
    "json_lines_bytes",
    "safe_text",
    "write_bad_rows",
    "write_bytes",
    "write_table",
]
