import json
import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from classifier.corpus import invented
from cli.tables import call

from halfbayes.classifier.regions import RegionWeight
from halfbayes.classifier.roles import Roles
from halfbayes.cli.guesses import tell_say


def table(n):
    rows, labels = invented(n)
    return pd.DataFrame(rows)[["title", "body"]].assign(label=labels)


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_a_guess_and_a_column_that_tells_the_label_are_told(tmp_path, size):
    frame = table(60)
    stars = frame["label"].map({"sport": 1, "law": 2, "food": 5})
    frame.assign(stars=stars).to_csv(tmp_path / "a.csv", index=False)
    result = call("train", tmp_path / "a.csv", *size, "-o", tmp_path / "m.hb")
    assert "Note: columns were guessed (text: " in result.stderr
    assert result.stderr.count("alone tells") == 1
    assert "column 'stars' alone tells 100 % of the labels" in result.stderr


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_guessed_numbers_with_most_of_the_say_are_told(tmp_path, size):
    frame = table(60)
    level = frame["label"].map({"sport": 10.25, "law": 400.5, "food": 900.75})
    frame = frame.assign(minutes=level + np.random.default_rng(0).normal(0.0, 2.0, 60))
    frame.to_csv(tmp_path / "a.csv", index=False)
    arguments = ("train", tmp_path / "a.csv", *size, "-o", tmp_path / "m.hb")
    told = call(*arguments).stderr
    assert "column 'minutes' alone tells 100 % of the labels" in told
    words = r"Note: the numbers minutes .*have \d\d % of the say; if they are record numbers"
    assert re.search(words, told)
    named = call(*arguments, "--text", "body", "--numeric", "minutes").stderr
    assert "of the say" not in named
    frame[["minutes", "label"]].to_csv(tmp_path / "a.csv", index=False)
    assert "of the say" not in call(*arguments).stderr  # there is nothing else to read
    frame[["body", "label"]].to_csv(tmp_path / "a.csv", index=False)
    assert "of the say" not in call(*arguments).stderr


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_corrected_answers_are_labels_and_the_other_answers_no_evidence(tmp_path, size):
    frame = table(60).rename(columns={"label": "predicted"})
    sure = [i / 60 for i in range(60)]
    frame = frame.assign(probability=sure, decision=["accept", "review"] * 30, novelty=sure)
    frame.to_csv(tmp_path / "a.csv", index=False)
    arguments = ("train", tmp_path / "a.csv", *size, "--label", "predicted", "--json")
    result = call(*arguments, "-o", tmp_path / "m.hb", "-q")
    roles = json.loads(result.stdout)["roles"]
    assert roles["ignored"] == ["probability", "decision", "novelty"]
    assert "body" in roles["text"]


@pytest.mark.parametrize(
    ("numbers", "categories", "told"),
    [
        (0.08, 0.85, "the categories channel, repo have 85 % of the say"),
        (0.30, 0.63, "the numbers amount and the categories channel, repo have 93 % of"),
        (0.20, 0.20, None),
    ],
)
def test_the_say_that_is_told_is_that_of_what_is_named(numbers, categories, told):
    """Where one of them says next to nothing it is not named, and not added up."""
    roles = Roles(("body",), ("amount",), ("channel", "repo"))
    regions = [RegionWeight("numbers", numbers), RegionWeight("categories", categories)]
    rest = RegionWeight("words", 1.0 - numbers - categories)
    model = SimpleNamespace(
        text=None,
        numeric=None,
        categorical=None,
        roles_=roles,
        region_weights_=(*regions, rest),
    )
    notes = []
    tell_say(SimpleNamespace(note=notes.append), model)
    assert len(notes) == (told is not None)
    assert told is None or notes[0].startswith(told)
