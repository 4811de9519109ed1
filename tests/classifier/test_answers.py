from dataclasses import replace

import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes.classifier.answers import ACCEPT, PORTION, Answering, beside, reasons
from halfbayes.classifier.document import DocumentClassifier, load
from halfbayes.classifier.table import as_table
from halfbayes.errors import NoTrainingDataError


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    rows, labels = invented(90)
    return DocumentClassifier(text=["title", "body"]).fit(rows, labels)


@pytest.fixture(scope="module")
def columns():
    table = as_table(invented(30, seed=1)[0])
    return {name: list(table.columns[name]) for name in ("title", "body")}


def test_answers_are_those_of_the_model(model, columns):
    answering = Answering(model, model.promise(accuracy=0.8), explain=True)
    added = answering.answers(columns, 30)
    proba = model.predict_proba(columns)
    assert added["predicted"] == model.predict(columns).tolist()
    np.testing.assert_allclose(added["probability"], proba.max(axis=1), atol=1e-6)
    decided = model.decide(columns, accuracy=0.8)
    assert [d == ACCEPT for d in added["decision"]] == [d is not None for d in decided]
    np.testing.assert_allclose(
        added["novelty"], 1.0 - model.novelty(columns).p_value, atol=1e-6
    )
    assert added["explanation"] == [str(told) for told in model.explain(columns)]


def test_portions_do_not_change_answers_and_each_is_told(model, columns):
    n_rows = PORTION + 30
    many = {name: (cells * (n_rows // 30 + 1))[:n_rows] for name, cells in columns.items()}
    told = []
    whole = Answering(model, model.promise()).answers(many, n_rows, told=told.append)
    alone = Answering(model, model.promise()).answers(columns, 30)
    assert whole["predicted"][:30] == alone["predicted"]
    assert len(whole["decision"]) == n_rows
    assert sum(told) == n_rows


def test_an_empty_table_has_the_columns_too(model):
    added = Answering(model, model.promise()).answers({"title": [], "body": []}, 0)
    assert added == {"predicted": [], "probability": [], "decision": [], "novelty": []}


def test_a_loaded_model_gives_the_same_answers(model, columns, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = load(tmp_path / "m.hb")
    for asked in ({}, {"novelty": 0.02}):
        found = Answering(loaded, loaded.promise(**asked)).answers(columns, 30)
        assert found == Answering(model, model.promise(**asked)).answers(columns, 30)


def test_where_nothing_tells_what_is_typical_there_is_no_novelty(model, columns, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = load(tmp_path / "m.hb")
    loaded._learnt = replace(loaded._learnt, typicality=None)
    assert "novelty" not in Answering(loaded, loaded.promise()).answers(columns, 30)
    rule = model.promise(novelty=0.02)
    with pytest.raises(NoTrainingDataError):
        Answering(loaded, rule).answers(columns, 30)


def test_no_column_that_was_there_is_lost():
    given = {"predicted": [1], "predicted_2": [2]}
    together, notes = beside(given, {"predicted": [3], "probability": [4]})
    assert together == {
        "predicted": [1],
        "predicted_2": [2],
        "predicted_3": [3],
        "probability": [4],
    }
    assert notes == ["the table has a column 'predicted' already; the new one is 'predicted_3'"]


def test_a_reason_names_as_many_words_as_asked(model, columns):
    told = reasons(model, columns, 2)
    assert len(told) == 30
    plain = told[0].as_dict()
    assert plain["predicted"] == model.predict(columns)[0]
    assert len(plain["supporting"]) <= 2
    assert str(told[0]).startswith(f"{plain['predicted']} (")
    for reason in told:
        plain = reason.as_dict()
        assert sum(plain["in_all"].values()) == pytest.approx(plain["log_odds"])
        assert f"{plain['in_all']['whatever_it_says']:+.2f} whatever it says" in str(reason)


def test_a_reason_tells_which_of_several_fields_says_it(columns):
    rows, labels = invented(60)
    several = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    [reason] = reasons(several, {"title": [None], "body": ["the goal"]}, 2)
    assert "who says it: body " in str(reason)
    assert "title" not in str(reason)
    one = DocumentClassifier(text="body").fit(rows, labels)
    assert not any("who says it" in str(reason) for reason in reasons(one, columns, 2))
