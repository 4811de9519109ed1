import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from halfbayes.cli.bench import BENCHMARKS, command
from halfbayes.cli.root import main
from halfbayes.core.minimise import SOLVERS


def test_the_list_names_every_benchmark_and_each_has_help():
    listed = CliRunner().invoke(main, ["bench", "--list"])
    assert listed.exit_code == 0
    assert [line.split()[0] for line in listed.stdout.splitlines()] == sorted(BENCHMARKS)
    assert set(BENCHMARKS) == set(command.commands)
    for name in BENCHMARKS:
        assert name in CliRunner().invoke(main, ["bench", name, "--help"]).stdout


def test_without_a_benchmark_the_help_is_shown():
    result = CliRunner().invoke(main, ["bench"])
    assert result.exit_code == 0
    assert "fewlabel" in result.stdout


def test_few_labels_from_a_folder_to_rows(tmp_path):
    path = tmp_path / "text" / "sms_spam.parquet"
    path.parent.mkdir()
    labels, texts = ["ham", "spam"] * 20, ["see you at home", "win a free prize"] * 20
    pq.write_table(pa.table({"label": labels, "text": texts}), path)
    arguments = ["bench", "fewlabel", "--data", str(tmp_path), "--draws", "1", "--budgets", "3"]
    arguments += ["--corpora", "sms", "--methods", "complement-nb,halfbayes"]
    output = tmp_path / "rows.jsonl"
    result = CliRunner().invoke(main, [*arguments, "-o", str(output)])
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert {row["method"] for row in rows} == {"complement-nb", "halfbayes"}
    assert all(row["error"] == 0.0 for row in rows)


def test_an_unknown_corpus_ends_with_exit_code_2_and_one_sentence(tmp_path):
    arguments = ["bench", "fewlabel", "--data", str(tmp_path), "--corpora", "reuters"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "no corpus 'reuters'" in result.stderr


@pytest.mark.parametrize("as_json", [True, False])
def test_solvers_are_shown_side_by_side(as_json):
    arguments = ["bench", "solvers", "--quick", *(["--json"] if as_json else [])]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0
    assert all(solver in result.stdout for solver in SOLVERS)
