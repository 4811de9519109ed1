"""``halfbayes bench``: measurements side by side with other programs."""

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

BENCHMARKS: Mapping[str, str] = {
    "fewlabel": "Test error, log loss, coverage and CPU time from few labels, on many corpora.",
    "solvers": "Iterations, cost of each and CPU time of the solvers of logistic regression.",
}


@click.group("bench", invoke_without_command=True)
@click.option("--list", "listing", is_flag=True, help="Name every benchmark, and stop.")
@click.pass_context
def command(context: click.Context, *, listing: bool) -> None:
    """Measure halfbayes side by side with others."""
    if listing:
        for name, sentence in BENCHMARKS.items():
            click.echo(f"{name:<10}{sentence}")
        context.exit()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


class Words(click.ParamType[tuple[str, ...], str]):
    """Words with commas between them."""

    name = "words"

    def convert(self, value: Any, *_: Any) -> tuple[str, ...]:
        """The words."""
        return value if isinstance(value, tuple) else tuple(filter(None, value.split(",")))


@command.command("fewlabel")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of the corpora; otherwise that of HALFBAYES_DATA.",
)
@click.option("--draws", default=5, show_default=True, help="How many draws of each corpus.")
@click.option(
    "--budgets",
    type=Words(),
    default="3,10,30,100,all",
    show_default=True,
    help="Labels per class, with commas between; all: the whole pool, 10,000 at most.",
)
@click.option("--corpora", type=Words(), help="Corpora by name; otherwise all.")
@click.option("--methods", type=Words(), help="Methods by name; otherwise all installed.")
@click.option(
    "--quick", is_flag=True, help="A minute: one draw, two budgets, a few corpora and methods."
)
@click.option("--again", is_flag=True, help="Measure anew what the file has.")
@click.option("--processes", default=1, show_default=True, help="How many at the same time.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="fewlabel.jsonl",
    show_default=True,
    help="File of JSON lines; rows it has are kept.",
)
@click.option(
    "--page",
    type=click.Path(path_type=Path),
    help="Measure nothing: write the tables of the file as Markdown, and its picture.",
)
def fewlabel(**options: Any) -> None:
    """Compare classifiers that learn from few labels.

    Every method learns from the same documents and is tested on the same others. A row is
    written for each corpus, budget, draw and method; a run that was interrupted goes on where
    it stopped.
    """
    # Imported here: numpy and scikit-learn would make --help slow.
    module = import_module("halfbayes.experiments.fewlabel.command")
    for line in module.answer(options):
        click.echo(line)


@command.command("solvers")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of the corpora: adds two newsgroups. Otherwise that of HALFBAYES_DATA.",
)
@click.option("--quick", is_flag=True, help="A few seconds: small synthetic problems only.")
@click.option("--json", "as_json", is_flag=True, help="JSON lines instead of tables.")
def solvers(*, data: Path | None, quick: bool, as_json: bool) -> None:
    """Compare the solvers of logistic regression: they end at the same weights.

    All start at zero, see the same objective and stop at the same gradient. A pass is one walk
    over the documents; above best is the value reached less the lowest any of them reached.
    """
    module = import_module("halfbayes.experiments.solvers")
    problems = module.small_problems() if quick else module.all_problems(data)
    for line in module.lines(problems, as_json=as_json):
        click.echo(line)


__all__ = ["BENCHMARKS", "Words", "command", "fewlabel", "solvers"]
