"""``halfbayes predict``: a table with answers from a model."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    Share,
    model_argument,
    portions_option,
    promise_options,
    reading_options,
    report_options,
    safe_csv_option,
    table_argument,
)


@click.command("predict")
@model_argument
@table_argument
@promise_options
@click.option(
    "--novelty",
    type=Share(),
    metavar="SHARE",
    help="Also send unusual documents to review: those than which at most this share of the "
    "training documents is less typical, however sure the model is. The column novelty counts "
    "the other way round, near 1 where a document is unlike any: 0.05 sends to review what has "
    "0.95 or more there. 0.01 is a good start.",
)
@click.option(
    "--per-class",
    is_flag=True,
    help="Promise the accuracy inside every predicted class, and not only for all together.",
)
@click.option("--explain", is_flag=True, help="Add a column that says why.")
@click.option(
    "-o",
    "--output",
    default="-",
    metavar="OUT",
    help="A .csv, .tsv, .jsonl or .parquet file, compressed if .gz, .bz2, .xz or .zst follows; "
    "otherwise CSV on standard output.",
)
@safe_csv_option
@portions_option
@reading_options
@report_options
def command(**options: Any) -> None:
    """Answer for every document of TABLE by MODEL.

    All columns of TABLE are kept, and these added: predicted, the most probable class;
    probability, how probable it is; decision, accept or review, so that the accepted answers
    are right as often as --accuracy says; and novelty, the share of the training documents
    that are more typical (near 1: unlike anything seen). TABLE is what train takes, without
    labels. The file is written whole or not at all.

    Example: halfbayes predict mails.hb new.csv -o answers.csv
    """
    import_module("halfbayes.cli.answering").predict(options)


__all__ = ["command"]
