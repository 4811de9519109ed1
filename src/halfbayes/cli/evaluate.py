"""``halfbayes evaluate``: how good a model is."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    label_option,
    reading_options,
    report_options,
    role_options,
    teaching_options,
)


@click.command("evaluate")
@click.argument("model", metavar="MODEL|TABLE")
@click.argument("test", metavar="[TEST]", required=False)
@click.option(
    "--folds",
    type=click.IntRange(2),
    metavar="K",
    help="Judge by K folds: needs a table, or a model trained with --documents.",
)
@label_option
@role_options
@teaching_options
@reading_options
@report_options
def command(**options: Any) -> None:
    """Say how good the model in MODEL is, or one that learns from TABLE.

    By default each training document is judged by the model without it (leave-one-out), which
    needs no other documents and no time. With TEST, a table of other documents with labels, it
    is judged on those, with --folds by learning K times without a part of the documents. The
    labels of TEST need no --label where one column alone holds classes of the model, not
    counting what predict added.

    Example: halfbayes evaluate mails.hb others.csv
    """
    import_module("halfbayes.cli.learning").evaluate(options)


__all__ = ["command"]
