"""The ``halfbayes`` command: its list of commands, and how an error ends.

A command is a module of this package with a ``click`` command named ``command``: its options
and its help, while what it does is imported when it runs, so that no ``--help`` has to wait for
numpy. The root knows only the names and one sentence each.

Exit codes: 0, done; 2, what was asked for cannot be done as it was put, with one sentence on
standard error that says why (``--debug`` shows the traceback too); 1, anything else.
"""

import traceback
from collections.abc import Mapping
from importlib import import_module

import click

import halfbayes
from halfbayes.errors import HalfbayesError

COMMANDS: Mapping[str, str] = {
    "bench": "Measure halfbayes side by side with others.",
    "demo": "Learn the chapters of Python's own library reference, and show how well.",
}
"""Name of each command, which is also its module, and what it does in a sentence."""


class AskedError(click.ClickException):
    """What was asked for cannot be done as it was put."""

    exit_code = 2


class LateGroup(click.Group):
    """Commands that are imported when they are called, and errors that end in one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command by name."""
        return sorted({*COMMANDS, *super().list_commands(ctx)})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or none."""
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(f"halfbayes.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except HalfbayesError as error:
            if ctx.params["debug"]:
                traceback.print_exc()
            raise AskedError(str(error)) from error


@click.group(cls=LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(halfbayes.__version__, message="halfbayes %(version)s")
@click.option("--debug", is_flag=True, help="Show where an error came from.")
def main(*, debug: bool) -> None:
    """Sort documents into classes from few labels, and say how far to trust each answer."""


__all__ = ["COMMANDS", "AskedError", "LateGroup", "main"]
