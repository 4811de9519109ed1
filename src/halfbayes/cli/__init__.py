"""The command line: one module a command, imported only when that command is called."""


def main() -> None:
    """Run the command line."""
