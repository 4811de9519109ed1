import json

import pytest
from cli.tables import call

from halfbayes import load


def test_the_plan_is_that_of_the_model(model, table):
    result = call("plan", model, table, "--accuracy", "0.9")
    assert result.exit_code == 0
    assert result.stdout.strip() == load(model).plan(60, accuracy=0.9).statement
    plain = json.loads(
        call("plan", model, "--number", "60", "--accuracy", "0.9", "--json").stdout
    )
    assert plain["reading"]["n_documents"] == 60


@pytest.mark.parametrize("arguments", [[], ["{table}", "--number", "5"]])
def test_a_table_or_a_number_and_not_both(model, table, arguments):
    result = call("plan", model, *(argument.format(table=table) for argument in arguments))
    assert result.exit_code == 2
    assert "or their --number, and not both" in result.stderr


def test_a_model_without_documents_plans_as_if_it_learnt_no_more(table, tmp_path):
    call("train", table, "--label", "topic", "-o", tmp_path / "m.hb", "-q")
    result = call("plan", tmp_path / "m.hb", "--number", "100", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["learning"] == 0.0


def test_what_a_plan_without_documents_leaves_out_is_told(model, table, tmp_path):
    assert "does not hold its documents" not in call("plan", model, "--number", "100").stderr
    call("train", table, "--label", "topic", "-o", tmp_path / "m.hb", "-q")
    result = call("plan", tmp_path / "m.hb", "--number", "100")
    assert "m.hb does not hold its documents" in result.stderr
