"""The ``halfbayes`` command: its list of commands, and how an error ends.

A command is a module of this package with a ``click`` command named ``command``: its options
and its help, while what it does is imported when it runs, so that no ``--help`` has to wait for
numpy. The root knows only the names and one sentence each.

Every error is one sentence on standard error that says what to do, and every warning a note;
``--debug``, before or after the command, shows the traceback too. ``EXIT_CODES`` is the list of
exit codes.
"""

import errno
import io
import sys
import traceback
import warnings
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

import halfbayes
from halfbayes.data.visible import visible_line
from halfbayes.errors import HalfbayesError

COMMANDS: Mapping[str, str] = {
    "bench": "Measure halfbayes side by side with others.",
    "demo": "Learn the chapters of Python's own library reference, and show how well.",
    "evaluate": "Say how good a model is.",
    "explain": "Say why documents get their classes.",
    "export": "Write the weights of a model for other programs.",
    "inspect": "Say what is in a model file.",
    "label-errors": "List labels that are probably wrong.",
    "plan": "Say how many documents a person must still read.",
    "predict": "Answer for every document of a table.",
    "report": "Write a page that says what a model can do.",
    "reproduce": "Make the tables and figures of the papers again, beside their numbers.",
    "train": "Learn from a table with labels, and save a model.",
}
"""Name of each command, which is also its module (_ for -), and what it does in a sentence."""


EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "an error of halfbayes itself, or of the machine it runs on",
    2: "what was asked for cannot be done as it was put: options, tables, models",
    130: "interrupted with Ctrl-C",
}
"""Exit codes, and what each means."""


class AskedError(click.ClickException):
    """What was asked for cannot be done as it was put."""

    exit_code = 2


class OwnError(click.ClickException):
    """Nothing the user did."""

    exit_code = 1


class StoppedError(click.ClickException):
    """The user stopped the program."""

    exit_code = 130


class LateGroup(click.Group):
    """Commands that are imported when they are called, and errors that end in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command by name."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or none."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(
            f"halfbayes.cli.{cmd_name.replace('-', '_')}"
        ).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a terminal may lack letters
                stream.reconfigure(errors="backslashreplace")
        try:
            with warnings.catch_warnings():
                warnings.showwarning = _Notes()
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, OSError) and error.errno == errno.EPIPE:
                raise  # whoever read the output has seen enough
            if ctx.params["debug"]:
                traceback.print_exc()
            raise _ending(error) from error

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The exit codes."""
        super().format_epilog(ctx, formatter)
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), text) for code, text in EXIT_CODES.items()])


class _Notes:
    """Warnings of the library as the notes they are on the command line, each once."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    def __call__(self, message: Warning | str, *_place: Any, **_more: Any) -> None:
        """Tell it, unless the command is to be quiet."""
        context, text = click.get_current_context(silent=True), str(message)
        quiet = context is not None and context.params.get("quiet")
        if not quiet and text not in self.told:
            click.echo(f"Note: {visible_line(text)}", err=True)
        self.told.add(text)


def _ending(error: BaseException) -> click.ClickException:
    """The one sentence in which an error ends."""
    if isinstance(error, HalfbayesError):
        return AskedError(visible_line(str(error)))
    if isinstance(error, KeyboardInterrupt):
        told = visible_line(str(error)) or "files are as they were before"
        return StoppedError(f"interrupted; {told}")
    if isinstance(error, MemoryError):
        return OwnError("there is not enough memory; pass fewer or shorter documents at a time")
    if isinstance(error, OSError):
        return OwnError(visible_line(f"{error}; check the disk and its permissions"))
    return OwnError(
        visible_line(
            f"{type(error).__name__}: {error}; this is a mistake of halfbayes itself: run it "
        )
        + "again with --debug and report what it shows"
    )


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(halfbayes.__version__, message="halfbayes %(version)s")
@click.option("--debug", is_flag=True, help="Show where an error came from.")
def main(*, debug: bool) -> None:
    """Sort documents into classes from few labels, and say how far to trust each answer."""


__all__ = [
    "COMMANDS",
    "EXIT_CODES",
    "AskedError",
    "LateGroup",
    "OwnError",
    "StoppedError",
    "main",
]
