import pytest
from click.testing import CliRunner

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.cli.root import COMMANDS, main

ON_TABLES = ["train", "predict", "evaluate", "explain", "label-errors", "plan"]


def options(name: str) -> set[str]:
    command = main.get_command(None, name)
    return {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("name", ON_TABLES)
def test_every_command_on_tables_reads_and_reports_alike(name):
    expected = {"--bad-rows", "--encoding", "--delimiter", "--json", "--quiet", "--debug"}
    assert expected <= options(name)


@pytest.mark.parametrize("place", ["before", "after"])
def test_debug_may_stand_before_or_after_the_command(place):
    arguments = ["inspect", "no-such-model.hb"]
    with_debug = ["--debug", *arguments] if place == "before" else [*arguments, "--debug"]
    result = CliRunner().invoke(main, with_debug)
    assert result.exit_code == 2
    assert "Traceback" in result.stderr


def test_defaults_are_those_of_the_estimator():
    """Written twice: no --help waits for numpy."""
    given = main.get_command(None, "train").make_context("train", ["table.csv"]).params
    for name, default in DocumentClassifier().get_params().items():
        assert (given[name] or None) == default


def test_no_language_is_none():
    command = main.get_command(None, "train")
    context = command.make_context("train", ["table.csv", "--language", "none"])
    assert context.params["language"] is None


def test_every_command_on_tables_is_listed():
    assert set(ON_TABLES) <= set(COMMANDS)
