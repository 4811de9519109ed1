import pytest
from cli.tables import call


def test_standard_output_gets_the_table_and_nothing_else(model):
    result = call("export", model, "-o", "-")
    assert result.stdout.startswith("region,feature,column,name,centre,scale,low,high,weight:")
    assert result.stdout.splitlines()[-1].startswith("categories,")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "-", "--json"], "name a file -o"),
        (["-o", "weights.xlsx"], "name it .json, .csv"),
    ],
)
def test_what_cannot_be_written_is_said_in_a_sentence(model, arguments, words):
    result = call("export", model, *arguments)
    assert result.exit_code == 2
    assert words in result.stderr
