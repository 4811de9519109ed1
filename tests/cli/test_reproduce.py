import json

from click.testing import CliRunner

from halfbayes.cli.root import main


def test_the_list_names_the_reproductions_of_every_paper():
    result = CliRunner().invoke(main, ["reproduce", "--list"])
    assert result.exit_code == 0
    assert "raina2003/theorem1" in result.stdout


def test_a_quick_run_writes_tables_and_figure_and_says_the_verdicts(tmp_path):
    arguments = ["reproduce", "rennie2001/figure3-1", "--quick", "-o", str(tmp_path), "--json"]
    result = CliRunner().invoke(main, [*arguments, "--processes", "1"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["verdicts"]["reproduced"] > 0
    suffixes = {path.suffix for path in tmp_path.iterdir()}
    assert suffixes == {".jsonl", ".csv", ".md", ".svg", ".png"}


def test_an_unknown_name_ends_with_exit_code_2_and_one_sentence():
    result = CliRunner().invoke(main, ["reproduce", "raina2003/figure9"])
    assert result.exit_code == 2
    assert "there is no reproduction 'raina2003/figure9'" in result.stderr
