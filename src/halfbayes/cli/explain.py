"""``halfbayes explain``: why documents get their classes."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    model_argument,
    reading_options,
    report_options,
    table_argument,
)


@click.command("explain")
@model_argument
@table_argument
@click.option(
    "--first",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many rows of the table.",
)
@click.option(
    "--line",
    "lines",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Only the row that begins on this line of the file. Repeatable.",
)
@click.option(
    "--row",
    "rows",
    type=click.IntRange(1),
    multiple=True,
    metavar="N",
    help="Only this row of the table, the first being 1; rows set aside do not count. "
    "Repeatable.",
)
@click.option(
    "--words",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    metavar="N",
    help="How many words for the class and how many against it.",
)
@reading_options
@report_options
def command(**options: Any) -> None:
    """Say what speaks for and against the class that MODEL gives each document of TABLE.

    The log odds of the class against the runner-up are a sum over words, numbers and
    categories; the largest parts are shown. JSON has words by their stems (charg for charged).

    Example: halfbayes explain mails.hb new.csv --row 17
    """
    import_module("halfbayes.cli.answering").explain(options)


__all__ = ["command"]
