import json

from cli.tables import call


def test_what_is_in_a_model_is_told_in_words(model):
    told = call("inspect", model).stdout
    assert "60 documents of 3 classes were learnt." in told
    assert "The training documents are in the file." in told


def test_json_has_sizes_or_every_term(model):
    sizes = json.loads(call("inspect", model, "--json").stdout)["vocabulary"]
    terms = json.loads(call("inspect", model, "--json", "--vocabulary").stdout)["vocabulary"]
    assert sizes == {kind: len(found) for kind, found in terms.items()}
    listed = call("inspect", model, "--vocabulary").stdout.splitlines()
    assert len(listed) == sum(sizes.values())


def test_a_file_that_is_no_model_is_one_sentence(table):
    result = call("inspect", table)
    assert result.exit_code == 2
    assert "a model is expected there; name a model: halfbayes inspect MODEL" in result.stderr
