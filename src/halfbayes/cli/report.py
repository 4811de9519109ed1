"""``halfbayes report``: what a model can do, as one page for people."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import (
    label_option,
    promise_options,
    reading_options,
    report_options,
    role_options,
    teaching_options,
)


@click.command("report")
@click.argument("model", metavar="MODEL|TABLE")
@click.argument("new", metavar="[NEW]", required=False)
@click.option(
    "-o",
    "--output",
    default="report.html",
    show_default=True,
    metavar="OUT",
    help="The page to write, a .html file.",
)
@click.option(
    "--excerpts",
    type=click.IntRange(0),
    default=6,
    show_default=True,
    metavar="N",
    help="Documents to show of each kind; with 0 the page holds no document.",
)
@promise_options
@label_option
@role_options
@teaching_options
@reading_options
@report_options
def command(**options: Any) -> None:
    """Write a page that says what the model in MODEL can do, or one that learns from TABLE.

    One HTML file that opens without a network: how many documents can be labelled automatically
    and how far to trust that, what more labels would bring, which classes are taken for which,
    why, and which labels to check. With NEW, a table without labels, it also says how many of
    those documents go where. A model trained without --documents gives a shorter page.

    The page shows the beginnings of some documents: --excerpts 0 leaves them out.

    Example: halfbayes report mails.hb new.csv --accuracy 0.9 -o mails.html
    """
    import_module("halfbayes.cli.reporting").report(options)


__all__ = ["command"]
