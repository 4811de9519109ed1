from click.testing import CliRunner

from halfbayes.cli.lesson import lesson
from halfbayes.cli.root import main


def test_the_demo_prints_the_lesson():
    result = CliRunner().invoke(main, ["demo"], catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == list(lesson())
