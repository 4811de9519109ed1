"""``halfbayes label-errors``: labels that are probably wrong."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    Share,
    label_option,
    reading_options,
    report_options,
    role_options,
    safe_csv_option,
    table_argument,
    teaching_options,
)


@click.command("label-errors")
@table_argument
@label_option
@role_options
@teaching_options
@click.option(
    "--level",
    type=Share(),
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="List labels with less probability than this.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Also write those rows to a .csv, .tsv, .jsonl or .parquet file.",
)
@safe_csv_option
@reading_options
@report_options
def command(**options: Any) -> None:
    """List the rows of TABLE whose labels are probably wrong, the worst first.

    A model learns from TABLE, and each row is judged by the model without it: a label that has
    little probability then is worth a second look.

    Example: halfbayes label-errors mails.csv --label topic -o look-again.csv
    """
    import_module("halfbayes.cli.checking").label_errors(options)


__all__ = ["command"]
