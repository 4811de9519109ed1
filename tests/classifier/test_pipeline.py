import pickle
from dataclasses import replace

import numpy as np
import pytest
from classifier.corpus import invented
from classifier.test_weight_table import ALL, NAMES, ODD, gappy
from numpy.testing import assert_allclose
from sklearn.utils.validation import check_is_fitted

from halfbayes import DocumentClassifier
from halfbayes.classifier.number_columns import Numbers
from halfbayes.classifier.pipeline import (
    amounts_of,
    as_pipeline,
    categories_of,
    numbers_of,
    texts_of,
    with_presence,
)
from halfbayes.classifier.size import STANDARD
from halfbayes.text.analyzers import PieceAnalyzer, StemAnalyzer
from halfbayes.text.tokens import TokenOptions

NEW = [{name: row.get(name) for name in NAMES} for row in [*gappy(20, seed=4)[0], *ODD]]


@pytest.mark.parametrize(
    "columns",
    [
        ALL,
        {"text": "body"},
        {"text": "title", "language": None},
        {"numeric": "amount"},
        {"numeric": "attachments"},
        {},
    ],
    ids=str,
)
@pytest.mark.parametrize("n_classes", [2, 3])
def test_the_pipeline_predicts_as_the_model_does(columns, n_classes):
    rows, labels = gappy(60)
    numbers = [min(("food", "law", "sport").index(label), n_classes - 1) for label in labels]
    model = DocumentClassifier(**columns).fit(rows, numbers)
    pipeline = as_pipeline(model._learnt)
    check_is_fitted(pipeline)
    assert_allclose(pipeline.predict_proba(NEW), model.predict_proba(NEW), atol=1e-9)
    assert np.array_equal(pipeline.predict(NEW), model.predict(NEW))


def test_the_pipeline_of_a_counted_model_predicts_as_it_does():
    rows, labels = gappy(45)
    model = DocumentClassifier(**ALL).sized(replace(STANDARD, documents=10)).fit(rows, labels)
    pipeline = as_pipeline(model._learnt)
    assert_allclose(pipeline.predict_proba(NEW), model.predict_proba(NEW), atol=1e-9)


def test_it_takes_plain_texts_and_survives_pickling():
    rows, labels = invented(45)
    texts = [row["body"] for row in rows]
    model = DocumentClassifier().fit(texts, labels)
    pipeline = pickle.loads(pickle.dumps(as_pipeline(model._learnt)))
    assert_allclose(pipeline.predict_proba(texts), model.predict_proba(texts), atol=1e-9)


def test_a_category_that_no_training_document_has_and_a_column_without_any_say_nothing():
    rows, labels = gappy(45)
    rows = [{**row, "nothing": None} for row in rows]
    model = DocumentClassifier(categorical=["channel", "nothing"]).fit(rows, labels)
    new = [{"channel": "pigeon", "nothing": "x"}, {"channel": "web", "nothing": None}]
    pipeline = as_pipeline(model._learnt)
    assert_allclose(pipeline.predict_proba(new), model.predict_proba(new), atol=1e-9)


def test_columns_are_read_as_the_model_reads_them():
    table = [{"a": "x", "n": 2.0}, {"a": None, "n": None}]
    assert texts_of(table, columns=["a", "n"]) == [("x", "2.0"), (None, None)]
    assert categories_of(table, columns=["n"]).tolist() == [["2"], [None]]
    numbers = Numbers(np.array([2.0]), np.ones(1), np.array([[1.5], [3.0]]))
    places = {"centre": np.array([0.0, 1.0]), "scale": np.array([1.0, 0.5])}
    scaled = numbers_of(table, columns=["n"], numbers=numbers, **places)
    tail = np.log1p((1.0 / 0.5) ** 2)
    assert_allclose(scaled, [[0.0, 0.0, tail, 1.0], [0.0, 0.0, 0.0, 0.0]])
    further = [{"n": 5.0}, {"n": 3.0}]
    beyond = numbers_of(further, columns=["n"], numbers=numbers, **places)
    assert beyond[0, 0] == beyond[1, 0]
    assert beyond[0, 1] > beyond[1, 1]


def test_presence_looks_at_the_features_it_is_told_to():
    X = np.array([[0.0, 1.0], [2.0, 0.0]])
    assert with_presence(X).toarray()[:, 2].tolist() == [1.0, 1.0]
    assert with_presence(X, width=1).toarray()[:, 2].tolist() == [0.0, 1.0]


def test_pieces_come_as_amounts():
    analyzer = PieceAnalyzer(
        StemAnalyzer(TokenOptions(), None),
        TokenOptions(analyzer="char_wb", ngram_range=(4, 4)),
    )
    assert amounts_of([["ant"], [None]], analyzer=analyzer) == [{" ant": 1.0, "ant ": 1.0}, {}]
