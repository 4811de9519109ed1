"""``halfbayes export``: the weights of a model for other programs."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import model_argument, report_options, safe_csv_option


@click.command("export")
@model_argument
@click.option(
    "-o",
    "--output",
    default="weights.csv",
    show_default=True,
    metavar="FILE",
    help="A .json, .csv, .tsv, .jsonl or .parquet file, compressed if .gz, .bz2, .xz or .zst "
    "follows; - is CSV on standard output.",
)
@safe_csv_option
@report_options
def command(**options: Any) -> None:
    """Write every weight of MODEL, of each class, to a table or a JSON file.

    One row a word, pair, piece, topic, number or category, with its weight for each class, and
    rows for the offsets of the classes, the temperatures that are averaged over, and the topics
    that words have: with them predictions can be worked out by hand. The guide to exporting
    says how. The words are those of the documents it learnt from.

    Example: halfbayes export mails.hb -o weights.csv
    """
    import_module("halfbayes.cli.exporting").export(options)


__all__ = ["command"]
