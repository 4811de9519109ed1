from dataclasses import replace

import numpy as np
import pytest
from classifier.corpus import invented
from classifier.streams import Stream

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.size import SizeRule


def test_what_was_learnt_is_replaced_as_a_whole_and_never_changed():
    rows, labels = invented(30)
    model = DocumentClassifier(text=["body"]).fit(rows, labels)
    first = model._learnt
    kept = first.hybrid.weights.theta.copy()
    model.partial_fit(*invented(6, seed=9))
    assert model._learnt is not first
    assert (first.hybrid.weights.theta == kept).all()


@pytest.mark.parametrize(
    ("kind", "learns", "parted"),
    [
        ("plain", True, True),
        ("with unlabelled documents", True, False),
        ("without its documents", False, False),
        ("counted", False, False),
        ("adapted", False, False),
    ],
)
def test_what_can_be_learnt_again_from_parts(kind, learns, parted, tmp_path):
    model, (texts, labels) = DocumentClassifier(threads=1), Stream(0).draw(60)
    if kind == "counted":
        model = model.sized(SizeRule(documents=40, checked=30))
    others = Stream(1).draw(20)[0] if kind.startswith("with un") else None
    learnt = model.fit(texts, labels, unlabelled=others).learnt_
    if kind == "without its documents":
        model.save(tmp_path / "model.hb")
        learnt = load(tmp_path / "model.hb").learnt_
    if kind == "adapted":
        learnt = replace(learnt, shares=np.full(6, 1 / 6))
    assert (learnt.still_learns, learnt.can_be_parted) == (learns, parted)
