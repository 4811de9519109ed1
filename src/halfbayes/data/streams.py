"""Tables too large for memory: the files of one table, some rows at a time.

The same formats, compressions and rules as ``data.readers``, but for mails and folders of
texts, which are not read in portions. A table on standard input is written to a temporary file
first, because it is read more than once. Encodings are told by a mark or named; otherwise it is
UTF-8.
"""

import io
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from halfbayes.data.compression import DAMAGES, opened
from halfbayes.data.encodings import MARK, MARKS, check_encoding
from halfbayes.data.folders import table_files
from halfbayes.data.formats import (
    FOUND_OUT,
    MAILS,
    Dialect,
    is_json,
    kind_of,
    suffix_of,
)
from halfbayes.data.identity import Content, Identity, content_of, identity_of
from halfbayes.data.parquet import parquet_portions
from halfbayes.data.portions import delimited_portions, json_portions
from halfbayes.data.readers import STANDARD_INPUT, standard_input
from halfbayes.data.sheets import Sheet
from halfbayes.engines.pace import START, Position
from halfbayes.errors import InvalidInputError

ROWS: Final = 20_000
"""Of a portion."""

LONGEST_START: Final = 4096


@dataclass(frozen=True, slots=True)
class TableFiles:
    """The files of one table, and how they are written."""

    paths: tuple[Path, ...]
    dialect: Dialect = FOUND_OUT
    rows: int = ROWS

    @property
    def n_bytes(self) -> int:
        """How large the files are, as they are."""
        return sum(path.stat().st_size for path in self.paths)

    @property
    def identities(self) -> list[Identity]:
        """Which files they are: others where one was replaced, even by one of its size."""
        return [identity_of(path) for path in self.paths]

    @property
    def contents(self) -> list[Content]:
        """What the files hold: something else where one was written to."""
        return [content_of(path) for path in self.paths]

    def portions(self, start: Position = START) -> Iterator[tuple[Sheet, Position]]:
        """Portions from ``start`` on, each with the place of the next one."""
        first, done = start
        for number in range(first, len(self.paths)):
            skipped = done if number == first else 0
            for place, sheet in enumerate(self._sheets(self.paths[number])):
                if place >= skipped:
                    yield sheet, (number, place + 1)

    def _sheets(self, path: Path) -> Iterator[Sheet]:
        name = path.name
        try:
            with opened(str(path)) as file:
                start = file.read(LONGEST_START)
            if kind_of(start, name) == "parquet":
                yield from parquet_portions(str(path), self.rows)
                return
            with opened(str(path)) as file:
                yield from self._text_sheets(file, start, name)
        except InvalidInputError:
            raise
        except UnicodeDecodeError as error:
            raise InvalidInputError(
                f"{name} is not {error.encoding} ({error.reason}); name its --encoding"
            ) from error
        except DAMAGES as error:
            raise InvalidInputError(
                f"cannot read {name}: {getattr(error, 'strerror', None) or error}; check its "
                "permissions, or fetch it again"
            ) from error

    def _text_sheets(self, file: IO[bytes], start: bytes, name: str) -> Iterator[Sheet]:
        mark, encoding = b"", self.dialect.encoding
        if encoding is None:
            told = (found for found in MARKS if start.startswith(found[0]))
            mark, encoding = next(told, (b"", "utf-8"))
        file.read(len(mark))
        first = start[len(mark) :].decode(encoding, "replace").removeprefix(MARK)
        as_json = is_json(first, name)
        # Only a line feed ends a line of JSON; elsewhere all ends do, and are kept.
        with io.TextIOWrapper(file, encoding, newline="\n" if as_json else "") as text:
            lines = _unmarked(text)
            if as_json:
                yield from json_portions(lines, name, self.rows)
            else:
                yield from delimited_portions(lines, name, self.rows, self.dialect.delimiter)


def streamed(source: str, dialect: Dialect = FOUND_OUT, rows: int = ROWS) -> TableFiles | None:
    """The files of the table ``source``, if it can be read in portions."""
    if dialect.encoding is not None:
        check_encoding(dialect.encoding)
    path = Path(source)
    if path.is_dir():
        tables = table_files(path)
        return TableFiles(tuple(tables), dialect, rows) if tables else None
    if not path.is_file() or _is_mail(path):
        return None
    return TableFiles((path,), dialect, rows)


@contextmanager
def spooled(source: str) -> Iterator[str]:
    """The name of the table, after standard input is in a file that is gone in the end."""
    if source != STANDARD_INPUT:
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="halfbayes-") as folder:
        path = Path(folder) / "standard input"
        with path.open("wb") as file:
            shutil.copyfileobj(standard_input(), file)
        yield str(path)


def _is_mail(path: Path) -> bool:
    """Whether a file holds mails; where it cannot be read, that is told when it is."""
    if suffix_of(path.name) in MAILS:
        return True
    with suppress(*DAMAGES, InvalidInputError), opened(str(path)) as file:
        return kind_of(file.read(LONGEST_START), path.name) == "mbox"
    return False


def _unmarked(lines: Iterator[str]) -> Iterator[str]:
    """The lines without a mark that a named encoding leaves at the beginning."""
    yield next(lines, "").removeprefix(MARK)
    yield from lines


__all__ = ["ROWS", "TableFiles", "spooled", "streamed"]
