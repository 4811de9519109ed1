"""``halfbayes reproduce``: the tables and figures of the papers, made again."""

from importlib import import_module
from pathlib import Path
from typing import Any

import click


@click.command("reproduce")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--list", "listing", is_flag=True, help="Name every reproduction, and stop.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of the corpora; otherwise that of HALFBAYES_DATA.",
)
@click.option("--quick", is_flag=True, help="Fewer draws: all together in a few minutes.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="reproductions",
    show_default=True,
    help="Folder of the tables and figures; what it has of an interrupted run is kept.",
)
@click.option("--processes", default=2, show_default=True, help="How many at the same time.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of text.")
def command(**options: Any) -> None:
    """Make a table or figure of a paper again, beside the paper's own numbers.

    NAME is one of --list, or all. For each, the folder gets the table as Markdown and CSV, the
    figure as SVG and PNG, and what they were made from. Every number that the paper printed,
    and every claim it makes, gets one of four verdicts: reproduced, close, differs, not
    comparable, with the reason.
    """
    # Imported here: numpy and scikit-learn would make --help slow.
    module = import_module("halfbayes.experiments.command")
    if options["listing"]:
        lines = module.listed(as_json=options["as_json"])
    else:
        lines = module.answer(options)
    for line in lines:
        click.echo(line)


__all__ = ["command"]
