"""``halfbayes demo``: learn the docstrings of this Python by chapter, without any download."""

from importlib import import_module

import click


@click.command("demo")
@click.option(
    "-o",
    "--output",
    default="report.html",
    show_default=True,
    metavar="OUT",
    help="The report to write.",
)
def command(output: str) -> None:
    """Learn the chapters of Python's own library reference from 300 labels.

    Every Python carries some thousands of docstrings. Naive Bayes, logistic regression, the
    hybrid of Raina et al. 2003 and halfbayes learn to tell the chapter of the library reference
    from the name and the text of a docstring, and are judged on modules none of them has seen.
    A report of the last is written to OUT.
    """
    # Imported here: numpy and scikit-learn would make --help slow.
    for line in import_module("halfbayes.cli.demonstrating").demonstration(output):
        click.echo(line)


__all__ = ["command"]
