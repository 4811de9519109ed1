"""``halfbayes plan``: how many documents a person must still read."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    model_argument,
    promise_options,
    reading_options,
    report_options,
)


@click.command("plan")
@model_argument
@click.argument("table", metavar="[TABLE]", required=False)
@click.option(
    "--number",
    type=click.IntRange(1, 10**15),
    metavar="N",
    help="How many documents there are, in place of TABLE.",
)
@promise_options
@reading_options
@report_options
def command(**options: Any) -> None:
    """Say how many documents of TABLE a person must still read, and when to stop labelling.

    So many that the others can be answered by the model with --accuracy. A model trained with
    --documents also reckons with what it will learn from more labels; TABLE is not labelled.
    Only the number of its documents counts: the plan is reckoned from the checked ones, and
    another table may differ. Use predict to learn what is answered of this one today.

    Example: halfbayes plan mails.hb new.csv --accuracy 0.9
    """
    import_module("halfbayes.cli.checking").plan(options)


__all__ = ["command"]
