"""Write the command-line reference from the commands' own help.

python tools/command_reference.py            write docs/reference/commands.md
python tools/command_reference.py --check    fail if that file is not what would be written
"""

import sys
from pathlib import Path

import click

from halfbayes.cli.root import COMMANDS, main

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "commands.md"
INTRODUCTION = """\
# Commands

Exit codes: 0, done; 2, what was asked for cannot be done as it was put, and one sentence on
standard error says why (`--debug` before the command shows the traceback as well); 1, anything
else.
"""


def help_text(*names: str) -> str:
    """What ``halfbayes NAMES --help`` prints, 80 columns wide."""
    context = click.Context(
        main, info_name="halfbayes", terminal_width=80, max_content_width=80
    )
    command: click.Command = main
    for name in names:
        found = main.get_command(context, name)
        if found is None:
            raise SystemExit(f"expected a command; halfbayes has no {name}")
        command, context = found, click.Context(found, info_name=name, parent=context)
    return command.get_help(context)


def page() -> str:
    """The whole page."""
    sections = [f"## halfbayes\n\n```text\n{help_text()}\n```\n"]
    sections += [
        f"## halfbayes {name}\n\n```text\n{help_text(name)}\n```\n" for name in sorted(COMMANDS)
    ]
    return "\n".join([INTRODUCTION, *sections])


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page(), "utf-8")
    elif PAGE.read_text("utf-8") != page():
        raise SystemExit(f"{PAGE.name} is not current; run python tools/command_reference.py")
