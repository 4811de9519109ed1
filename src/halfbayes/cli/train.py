"""``halfbayes train``: a table with labels to a model file."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    label_option,
    reading_options,
    report_options,
    role_options,
    size_options,
    table_argument,
    teaching_options,
)


@click.command("train")
@table_argument
@label_option
@role_options
@teaching_options
@click.option(
    "--documents",
    is_flag=True,
    help="Keep the documents in the model, for a full report, and for learning more later, in "
    "Python.",
)
@click.option(
    "-o", "--output", default="model.hb", show_default=True, metavar="FILE", help="The model."
)
@size_options
@click.option(
    "--spark",
    metavar="MASTER",
    help="Let Apache Spark read TABLE, any path it knows (Parquet, CSV, TSV or JSON lines), "
    "and count: local[*], spark://HOST:PORT, yarn, k8s://...",
)
@reading_options
@report_options
def command(**options: Any) -> None:
    """Learn from the documents and labels of TABLE, and save a model.

    TABLE is a CSV, TSV, JSON lines or Parquet file, compressed or not; a folder of such files;
    a folder with a folder of texts or mails for each class; an mbox file; or - for standard
    input. Without named columns their roles are guessed, and told on standard error. Labels are
    read as text. Rows without one are left out and counted on standard error; with
    --unlabelled TABLE they are learnt from, too.

    Example: halfbayes train mails.csv --label topic --text subject --text body -o mails.hb
    """
    # Imported here: numpy and scikit-learn would make --help slow.
    import_module("halfbayes.cli.learning").train(options)


__all__ = ["command"]
