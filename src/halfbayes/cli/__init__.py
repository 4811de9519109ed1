"""The command line: one module a command, imported only when that command is called."""

from halfbayes.cli.root import main

__all__ = ["main"]
