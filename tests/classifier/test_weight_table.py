from dataclasses import replace

import numpy as np
import pytest
from classifier.by_hand import predicted
from classifier.corpus import invented
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.size import STANDARD
from halfbayes.classifier.weight_table import weight_table

NUMBERS = ["amount", "attachments", "amount_due"]
ALL = {"text": ["title", "body"], "numeric": NUMBERS, "categorical": ["channel"]}
NAMES = ("title", "body", *NUMBERS, "channel")
ODD = [
    {},
    {
        "title": "Straße ΣΑΣ",
        "body": "東京 goals e\u0301te\u0301",
        "amount": 1e300,
        "channel": "x",
    },
    {"body": "striker's goalkeeping goal goal"},
    {"amount": 0.25},
    {"attachments": 0.0, "amount_due": 3.5},
    {"attachments": 7.0, "amount_due": 10.0},
    {"channel": "web"},
]


def gappy(n_documents, *, seed=0):
    rows, labels = invented(n_documents, seed=seed)
    rng = np.random.default_rng(seed)
    for row in rows:  # two numbers are mostly one value
        row["attachments"] = float(rng.poisson(0.2))
        row["amount_due"] = 3.5 if rng.random() < 0.8 else rng.normal()
        for name in (*NUMBERS, "channel"):
            if rng.random() < 0.2:
                row[name] = None
    return rows, labels


@pytest.mark.parametrize(
    "columns",
    [
        ALL,
        {"text": "body"},
        {"text": "body", "language": None},
        {"numeric": ["amount"]},
        {"numeric": ["attachments"]},
        {"categorical": ["channel"]},
    ],
    ids=str,
)
def test_by_hand_the_weights_give_the_same_probabilities(columns):
    model = DocumentClassifier(**columns).fit(*gappy(45))
    new = [*gappy(6, seed=3)[0], *ODD]
    by_hand = predicted(weight_table(model._learnt).as_dict(), new)
    full = [{name: row.get(name) for name in NAMES} for row in new]
    assert_allclose(by_hand, model.predict_proba(full), atol=1e-9)


def test_a_counted_model_has_weights_too():
    rows, labels = gappy(45)
    model = DocumentClassifier(**ALL).sized(replace(STANDARD, documents=10)).fit(rows, labels)
    table = weight_table(model._learnt)
    assert {region.kind for region in table.regions} == {
        "words",
        "field",
        "numbers",
        "categories",
    }
    assert_allclose(
        predicted(table.as_dict(), rows[:5]), model.predict_proba(rows[:5]), atol=1e-9
    )


def test_class_shares_that_were_adapted_are_in_the_offsets():
    rows, labels = gappy(45)
    model = DocumentClassifier(text="body").fit(rows, labels)
    adapted = model.adapt(
        [row for row, label in zip(rows, labels, strict=True) if label == "law"]
    )
    by_hand = predicted(weight_table(adapted._learnt).as_dict(), rows[:5])
    assert_allclose(by_hand, adapted.predict_proba(rows[:5]), atol=1e-9)


def test_the_table_has_a_row_for_every_number():
    model = DocumentClassifier(**ALL).fit(*gappy(30))
    table = weight_table(model._learnt)
    columns = table.as_columns()
    n_features = sum(len(region.weights) for region in table.regions)
    n_stems = sum(len(topics) for region in table.regions for topics in region.stems.values())
    n_others = len(table.regions) + len(table.factors) + 1
    assert n_stems > 10_000
    assert len(columns["feature"]) == n_features + n_others + n_stems
    assert [name for name in columns if name.startswith("weight:")] == [
        "weight:food",
        "weight:law",
        "weight:sport",
    ]
    assert table.shares.sum() == pytest.approx(1.0)
