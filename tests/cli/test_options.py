import click
import pytest
from click.testing import CliRunner

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.cli.options import Share, memory_size
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


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("90", "90 is no number between 0 and 1; write 0.9 for 90 %."),
        ("99.5 %", "; write 0.995 for 99.5 %."),
        ("1", "; write a share such as 0.9."),
        ("0", "; write a share such as 0.9."),
        ("many", "many is no number between 0 and 1; write a share such as 0.9."),
    ],
)
def test_a_share_in_percent_is_told_how_to_be_written(written, told):
    with pytest.raises(click.BadParameter) as error:
        Share().convert(written, None, None)
    assert told in error.value.message
    assert Share().convert("0.9", None, None) == 0.9


@pytest.mark.parametrize("written", ["0", "0GB", "0.1", "much", "-1GB"])
def test_a_size_that_leaves_no_room_is_none(written):
    with pytest.raises(click.BadParameter, match="such as 2GB or 500MB"):
        memory_size(written)
