"""``halfbayes inspect``: what is in a model file."""

from importlib import import_module
from typing import Any

import click

from halfbayes.cli.options import model_argument, report_options


@click.command("inspect")
@model_argument
@click.option("--vocabulary", is_flag=True, help="Every term the model knows, one a line.")
@report_options
def command(**options: Any) -> None:
    """Say what is in MODEL: documents, classes, columns, weights, and how good it is.

    A model file holds words of the documents it learnt from. --vocabulary, also with --json,
    prints them all, so that nothing leaves with it unseen.

    Example: halfbayes inspect mails.hb --json
    """
    import_module("halfbayes.cli.learning").inspect(options)


__all__ = ["command"]
