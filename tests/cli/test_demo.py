from click.testing import CliRunner

from halfbayes.cli.demonstrating import demonstration
from halfbayes.cli.root import main


def test_the_demo_prints_the_lesson_and_writes_the_report(tmp_path):
    page = tmp_path / "demo.html"
    result = CliRunner().invoke(main, ["demo", "-o", str(page)], catch_exceptions=False)
    assert result.exit_code == 0
    written = page.read_bytes()
    assert result.stdout.splitlines() == list(demonstration(str(page)))
    assert page.read_bytes() == written
    assert str(page) in result.stdout.splitlines()[-1]
