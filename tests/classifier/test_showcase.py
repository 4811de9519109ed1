import re

import numpy as np
import pytest
from classifier.corpus import WORDS, invented

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.gathering import Gathering, class_names
from halfbayes.classifier.showcase import class_words, document_excerpt
from halfbayes.classifier.spoken import spoken
from halfbayes.report.page import Page
from halfbayes.text.writing import FEATURES

ROWS, LABELS = invented(60)


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    return DocumentClassifier(threads=1).fit(ROWS, LABELS)


@pytest.fixture(scope="module")
def found(model):
    return Gathering(model, Asked(), 6).findings(None)


def number(shown):
    """The place in the table that a document is called by."""
    return int(shown.place.removeprefix("document "))


def test_words_of_a_class_are_its_own(model):
    learnt = model.learnt_
    texts = [row["body"] for row in ROWS]
    told = class_words(learnt, range(3), spoken(texts, "english"))
    for name, words in zip(class_names(learnt), told, strict=True):
        assert set(words[:4]) <= set(WORDS[name])


def test_examples_are_of_three_kinds_and_said_as_they_were_judged(model, found):
    kinds = [example.kind for example in found.examples]
    assert kinds == sorted(kinds, key=["Sure, and right", "Unsure", "Sure, and wrong"].index)
    for example in found.examples:
        assert example.label == LABELS[number(example)]
        right = example.given == example.label
        assert right or example.kind != "Sure, and right"
        assert not right or example.kind != "Sure, and wrong"
        proba = model.leave_one_out_proba_[number(example)]
        assert example.probability == proba.max()
        assert example.given == model.classes_[proba.argmax()]
        text = "".join(piece.text for _, pieces in example.fields for piece in pieces)
        assert ROWS[number(example)]["body"] in text


def test_places_are_those_of_the_table(found):
    for odd in found.novelty.oddities:
        assert odd.label == LABELS[number(odd)]
        assert ROWS[number(odd)]["body"].split()[0] in odd.excerpt
    for suspect in found.suspicions.listed:
        assert suspect.label == LABELS[number(suspect)]
        assert ROWS[number(suspect)]["body"].split()[0] in suspect.excerpt


def test_a_model_file_does_not_know_the_places(model, tmp_path):
    model.save(tmp_path / "m.hb", documents=True)
    loaded = Gathering(load(tmp_path / "m.hb"), Asked(), 6).findings(None)
    assert {odd.place for odd in loaded.novelty.oddities} == {None}
    assert {example.place for example in loaded.examples} == {None}
    page = Page().html(loaded)
    assert "row&nbsp;" not in page


def test_marks_that_cannot_be_seen_are_not_shown_as_words():
    texts = ["\u26a0\ufe0f add a way", "\u26a0\ufe0f want a way", "it fails", "error, it fails"]
    learnt = DocumentClassifier().fit(texts, ["feature", "feature", "bug", "bug"]).learnt_
    told = class_words(learnt, range(2), spoken(texts, "english"))
    assert "way" in told[1]
    assert all(word.isalnum() or word in FEATURES for words in told for word in words)


def test_a_document_without_text_is_shown_by_its_values():
    rows = [{"amount": float(i), "kind": "ab"[i % 2]} for i in range(12)]
    model = DocumentClassifier(numeric="amount", categorical="kind").fit(rows, ["x", "y"] * 6)
    learnt = model.learnt_
    told = document_excerpt(learnt, learnt.training.table, 0)
    assert re.fullmatch(r"amount = \d+ · kind = [ab]", told)  # a whole number has no point
    assert class_words(learnt, [0], spoken([], None)) == [()]
    assert Gathering(model, Asked(), 3).findings(None).examples


def test_how_a_class_is_written_points_to_it_where_it_tells():
    loud = [f"WE MEET {i} TIMES AT NOON!!" for i in range(12)]
    quiet = [f"we meet {i} times at noon" for i in range(12)]
    model = DocumentClassifier(threads=1).fit(loud + quiet, ["loud"] * 12 + ["quiet"] * 12)
    shouted, whispered = class_words(model.learnt_, range(2), spoken(loud + quiet, "english"))
    assert {"words in CAPITALS", "repeated “!!”"} <= set(shouted)
    assert "words in lower case" in whispered


def test_only_what_is_sure_is_called_sure():
    """Halfway from chance to certain or further: 3 of 4 where there are two classes."""
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice(["a1", "b2", "c3", "d4", "e5"], 3)) for _ in range(40)]
    model = DocumentClassifier(threads=1).fit(texts, ["x", "y"] * 20)
    told = Gathering(model, Asked(), 9).findings(None).examples
    assert {example.kind for example in told} >= {"Unsure"}
    for example in told:
        assert (example.probability >= 0.75) == example.kind.startswith("Sure")
