"""``halfbayes demo``: learn the docstrings of this Python by chapter, without any download."""

from importlib import import_module

import click


@click.command("demo")
def command() -> None:
    """Learn the chapters of Python's own library reference, and show how well.

    Every Python carries some thousands of docstrings. A naive Bayes classifier learns to tell
    the chapter of the library reference from the words of a docstring. It is judged twice: on
    the documents it learnt from, each by the model without that document (leave-one-out), and
    on whole modules it has never seen.
    """
    # Imported here: numpy and scikit-learn would make --help slow.
    for line in import_module("halfbayes.cli.lesson").lesson():
        click.echo(line)


__all__ = ["command"]
