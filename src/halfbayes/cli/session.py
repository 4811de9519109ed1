"""One call of a command: reads tables as its options say, and talks to whoever called it."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click
from tqdm import tqdm

from halfbayes.data.formats import TABLES, begins_as_archive, suffix_of
from halfbayes.data.readers import Dialect, bad_rows_file, read_table
from halfbayes.data.sheets import BadRow, Sheet, n_rows_in_words, refuse_bad
from halfbayes.data.visible import visible_line
from halfbayes.data.writers import STANDARD_OUTPUT, write_bad_rows
from halfbayes.errors import InvalidInputError

MOST_TOLD: Final = 5
"""Bad rows that are told one by one."""

READ: Final = ("model", "table", "new", "unlabelled", "class_words")
"""Arguments and options that name what a command reads."""


@dataclass(frozen=True, slots=True)
class Session:
    """What the options say of reading and reporting."""

    quiet: bool
    as_json: bool
    skip_bad: bool
    dialect: Dialect

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> "Session":
        """The session of a command called with ``options``."""
        return cls(
            quiet=bool(options.get("quiet")),
            as_json=bool(options.get("as_json")),
            skip_bad=options.get("bad_rows") == "skip",
            dialect=Dialect(options.get("encoding"), options.get("delimiter")),
        )

    def note(self, text: str) -> None:
        """Tell something on standard error, unless it is to be quiet."""
        if not self.quiet:
            click.echo(f"Note: {visible_line(text)}", err=True)

    def report(self, lines: Iterable[str], plain: Any) -> None:
        """Report on standard output: in words, or as JSON if asked."""
        if self.as_json:
            click.echo(json.dumps(plain, indent=2))
            return
        for line in lines:
            click.echo(visible_line(line))

    def refuse_both(self, output: str) -> None:
        """Stop where a report as JSON and a table would both go to standard output."""
        if self.as_json and output == STANDARD_OUTPUT:
            message = (
                "--json reports on standard output, where the table would go; name a file -o"
            )
            raise InvalidInputError(message)

    def read(self, source: str) -> Sheet:
        """The table ``source``; broken rows stop here, unless they are to be skipped."""
        sheet = read_table(source, self.dialect)
        for note in sheet.notes:
            self.note(note)
        self.refuse_bad(sheet)
        return sheet

    def settle(self, sheet: Sheet, source: str) -> int:
        """Set aside the rows that cannot be used, or stop because of them; how many."""
        self.refuse_bad(sheet)
        if sheet.bad:
            self.set_aside(sheet.bad, source)
        return len(sheet.bad)

    def set_aside(self, rows: Sequence[BadRow], source: str) -> None:
        """Write rows that cannot be used into a file of their own, and say so."""
        target = bad_rows_file(source)
        write_bad_rows(rows, target)
        for bad in rows[:MOST_TOLD]:
            self.note(str(bad))
        self.note(f"{n_rows_in_words(len(rows))} set aside in {target}, with the reasons")

    def bar(self, total: int, unit: str) -> "tqdm[Any]":
        """A progress bar on standard error, if that is a terminal."""
        # None: tqdm looks for itself whether it is one.
        disable = True if self.quiet else None
        return tqdm(total=total, unit=unit, disable=disable, file=sys.stderr, leave=False)

    def doing(self, what: str) -> "tqdm[Any]":
        """Words on standard error for as long as something is done, if that is a terminal."""
        disable = True if self.quiet else None
        words = f"{what} ..."
        return tqdm(
            desc=words, bar_format="{desc}", disable=disable, file=sys.stderr, leave=False
        )

    def refuse_bad(self, sheet: Sheet) -> None:
        """Stop because of rows that cannot be used, unless they are to be skipped."""
        if not self.skip_bad:
            refuse_bad(sheet.bad)


def check_model(source: str, usage: str) -> None:
    """Refuse a file named as a table is where a model is expected; ``usage`` has the order."""
    if suffix_of(source) in TABLES and not begins_as_archive(source):
        order = "the model comes first" if "TABLE" in usage else "name a model"
        raise InvalidInputError(
            f"{source} is a table by its name, and a model is expected there; {order}: "
            f"halfbayes {usage}"
        )


def sources(options: Mapping[str, Any]) -> list[str]:
    """What a command called with ``options`` reads, and must not write to."""
    return [str(options[name]) for name in READ if options.get(name)]


__all__ = ["Session", "check_model", "sources"]
