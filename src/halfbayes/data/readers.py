"""Tables from wherever they are: a file, a folder, or standard input (``-``)."""

import sys
from io import BufferedReader
from pathlib import Path
from typing import Any, Final, cast

from halfbayes.data.folders import file_bytes, read_folder
from halfbayes.data.formats import FOUND_OUT, Dialect, read_bytes
from halfbayes.data.sheets import Sheet
from halfbayes.errors import InvalidInputError

STANDARD_INPUT: Final = "-"
PORTION: Final = 1 << 20


def read_table(source: str, dialect: Dialect = FOUND_OUT) -> Sheet:
    """The table named ``source``."""
    if source == STANDARD_INPUT:
        # In portions: Python looks for Ctrl-C between them, and would miss it within one read.
        stream = standard_input()
        data = b"".join(iter(lambda: stream.read1(PORTION), b""))
        return read_bytes(data, "standard input", dialect)
    path = Path(source)
    if path.is_dir():
        return read_folder(path, dialect)
    return read_bytes(file_bytes(path), path.name, dialect)


def standard_input() -> BufferedReader:
    """The bytes of standard input."""
    stream: Any = sys.stdin  # None where it was closed before the program began
    if stream is None:
        message = "standard input is closed; name a file, or send a table into the command"
        raise InvalidInputError(message)
    return cast("BufferedReader", stream.buffer)


def bad_rows_file(source: str) -> str:
    """Where rows of ``source`` that were set aside go.

    >>> bad_rows_file("mails.csv"), bad_rows_file("parts/"), bad_rows_file("-")
    ('mails.csv.bad', 'parts.bad', 'stdin.bad')
    """
    return "stdin.bad" if source == STANDARD_INPUT else f"{Path(source)}.bad"


__all__ = ["STANDARD_INPUT", "Dialect", "bad_rows_file", "read_table", "standard_input"]
