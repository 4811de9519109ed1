from pathlib import Path

import pytest
from click.testing import CliRunner

from halfbayes.cli.root import COMMANDS, main

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "commands.md"


@pytest.mark.parametrize("arguments", [[], *([name] for name in COMMANDS)], ids=" ".join)
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_the_page_has_what_the_program_prints(arguments, option):
    width = {"terminal_width": 80, "max_content_width": 80}
    shown = CliRunner().invoke(main, [*arguments, option], prog_name="halfbayes", **width)
    assert shown.exit_code == 0
    assert f"```text\n{shown.output}```\n" in PAGE.read_text("utf-8")
