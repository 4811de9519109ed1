"""Write the command-line reference from the commands' own help.

python tools/command_reference.py            write docs/reference/commands.md
python tools/command_reference.py --check    fail if that file is not what would be written
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from halfbayes.cli.root import EXIT_CODES, main

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "commands.md"
INTRODUCTION = """\
# Commands

Reports go to standard output, with `--json` for programs; notes, progress and errors go to
standard error, with `--quiet` only errors. Every error is one sentence that says what to do;
`--debug`, before or after the command, shows the traceback as well.

A table is a CSV, TSV, JSON lines or Parquet file, compressed with gzip, bzip2, xz or zstd or
not at all; a folder of such files, which have the same columns; a folder with a folder of texts
or mails for each class; an mbox file or a single mail; or `-`, standard input. A folder of
tables that has a folder with more tables in it is refused. Format, encoding and delimiter are
found out; a note says so where it is a guess. A row that cannot be used stops the command, or
is set aside with its line and the reason in `TABLE.bad` (`stdin.bad` for standard input), as
JSON lines. Parquet and zstd need `pip install 'halfbayes[files]'`.

Files are written whole or not at all: Ctrl-C, a full disk or an error leaves what was there
before; what a command reads it does not write over. `--safe-csv` puts ' before text that a
spreadsheet would run as a formula.

| exit code | meaning |
| --- | --- |
{exit_codes}
"""


def sections(command: click.Command, context: click.Context) -> Iterator[str]:
    """What ``--help`` prints of the command and of those under it, 80 columns wide."""
    yield f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is None:
                raise SystemExit(f"expected a command; {context.command_path} has no {name}")
            yield from sections(found, click.Context(found, info_name=name, parent=context))


def page() -> str:
    """The whole page."""
    # The settings of the program too: a page without them would not have its -h.
    context = click.Context(
        main,
        info_name="halfbayes",
        terminal_width=80,
        max_content_width=80,
        **main.context_settings,
    )
    codes = "\n".join(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items())
    introduction = INTRODUCTION.format(exit_codes=codes)
    return "\n".join([introduction, *sections(main, context)])


if __name__ == "__main__":
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page(), "utf-8")
    elif PAGE.read_text("utf-8") != page():
        raise SystemExit(f"{PAGE.name} is not current; run python tools/command_reference.py")
