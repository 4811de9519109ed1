import numpy as np
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.plan import Learning, learning_so_far, reading_plan
from halfbayes.classifier.relearnt import errors_so_far
from halfbayes.classifier.size import SizeRule
from halfbayes.core.learning_curve import STEEPEST
from halfbayes.errors import InvalidParameterError


@pytest.fixture(scope="module")
def model():
    return halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(120))


def test_the_plan_of_a_table_is_that_of_its_size(model):
    texts = Stream(1).draw(300)[0]
    plan = model.plan(texts, accuracy=0.9, confidence=0.9)
    assert plan == model.plan(300, accuracy=0.9, confidence=0.9)
    reading = plan.reading
    assert reading.n_documents == 300
    assert 0 <= reading.low <= reading.read <= reading.high <= 300
    assert "Of 300 documents a person must read about" in plan.statement
    assert "reckoned from the checked documents, and others may differ" in plan.statement


def test_a_model_that_still_learns_has_an_exponent_above_zero(model):
    assert 0.0 < model.plan(100, accuracy=0.9).learning <= 0.7


def exponents(model):
    learnt = model.learnt_
    checked = CheckedDocuments(model.leave_one_out_proba_, learnt.y[learnt.as_given])
    return learning_so_far(model, learnt, checked).exponents


def test_of_few_documents_every_exponent_is_possible():
    """Too few to learn from parts of them: the interval is as wide as that leaves it."""
    found = exponents(halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(14)))
    assert min(found) < 0.1
    assert max(found) > 0.6
    assert np.mean(found) == pytest.approx(STEEPEST / 2, abs=0.1)


def test_how_much_a_model_learns_is_not_taken_for_known(model):
    """Where parts say that it learns nothing, or much, that is no certainty."""
    found = exponents(model)
    assert np.std(found) > 0.1
    assert model.plan(100, accuracy=0.9).learning == pytest.approx(np.mean(found))


def test_of_parts_without_the_unlabelled_documents_nothing_is_learnt():
    texts, labels = Stream(0).draw(60)
    few = halfbayes.DocumentClassifier(threads=1).fit(
        texts, labels, unlabelled=Stream(1).draw(60)[0]
    )
    assert np.mean(exponents(few)) == pytest.approx(STEEPEST / 2, abs=0.1)


def test_a_plan_says_how_far_it_looks():
    """50 documents and ten million to read: no plan for all of them."""
    few = halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(50))
    plan = few.plan(10**7, accuracy=0.9)
    reading = plan.reading
    assert reading.low < reading.read < reading.high
    assert reading.labels <= 450
    assert (
        "of them first, and plan again. Still more labels may pay, but the 50 at hand do"
        in (plan.statement)
    )
    assert "what more than 10 times as many would bring" in plan.statement


def test_where_all_must_be_read_it_says_what_that_rests_on():
    """Right as often as not, whatever the confidence."""
    rng = np.random.default_rng(0)
    sure = rng.uniform(0.5, 1.0, 200)
    checked = CheckedDocuments(np.column_stack([sure, 1.0 - sure]), rng.integers(0, 2, 200))
    told = [
        reading_plan(checked, n, Asked(), learning=learning).statement
        for n, learning in (
            (300, Learning(200)),
            (300, Learning(200, [0.01], learns=True)),
            (10**6, Learning(200, [0.01], learns=True)),
        )
    ]
    assert "all 300 documents: the model is not expected to answer any with 95 %" in told[0]
    assert "even a model that has learnt from them is not" in told[1]
    assert "even a model that has learnt from 10 times the labels at hand is not" in told[2]
    assert told[2].endswith("more than 10 times as many would bring.")


def test_the_plan_of_a_model_as_it_is_says_so():
    sure = np.linspace(1.0, 0.9, 200)
    checked = CheckedDocuments(np.column_stack([sure, 1.0 - sure]), np.zeros(200, dtype=int))
    told = [
        reading_plan(checked, 500, Asked(), learning=learning).statement
        for learning in (Learning(200), Learning(200, [0.2], learns=True))
    ]
    assert "95 % accuracy by the model as it is: no further label pays" in told[0]
    assert "95 % accuracy: no further label pays" in told[1]


def test_a_plan_is_for_a_document_or_more():
    checked = CheckedDocuments(np.array([[1.0, 0.0]]), np.array([0]))
    with pytest.raises(InvalidParameterError, match="one document"):
        reading_plan(checked, 0, Asked(), learning=Learning(1))


def test_that_more_labels_teach_nothing_is_no_number():
    """Exponents that happen to be zero are of a model that learns, by so much."""
    checked = CheckedDocuments(np.array([[0.9, 0.1]] * 100), np.zeros(100, dtype=int))
    learns = Learning(100, [0.0], learns=True)
    assert "as it is" not in reading_plan(checked, 500, Asked(), learning=learns).statement


def test_the_labels_at_hand_are_all_that_were_learnt():
    """A sample of 60 is checked; of 30 million documents no more than ten times 600 count."""
    counted = halfbayes.DocumentClassifier(threads=1).sized(SizeRule(documents=100, checked=60))
    plan = counted.fit(*Stream(0).draw(600)).plan(3 * 10**7, accuracy=0.9)
    assert (plan.n_labels, plan.learns, plan.learning) == (600, False, 0.0)
    assert 9 * 60 < plan.reading.labels <= 9 * 600
    assert "by the model as it is" in plan.statement
    assert "at hand" not in plan.statement


def test_the_labels_at_hand_of_an_adapted_model_are_those_it_learnt():
    stream = Stream(0)
    even = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(300))
    adapted = even.adapt(stream.draw(600, [0.8, 0.1, 0.1, 0.0, 0.0, 0.0])[0])
    assert adapted.learnt_.shares is not None
    plan = adapted.plan(10**7, accuracy=0.8)
    assert (plan.n_labels, plan.learns) == (300, False)
    assert plan.reading.labels <= 9 * 300
    assert "at hand" not in plan.statement


def test_a_plan_of_one_document_a_group_misses_nothing():
    """To leave out groups of one is to leave out each document: parts of them are learnt."""
    texts, labels = Stream(0).draw(120)
    table = {"text": texts, "group": [f"g{place}" for place in range(120)]}
    alone = halfbayes.DocumentClassifier(text="text", groups="group", threads=1)
    plan = alone.fit(table, labels).plan(300, accuracy=0.9)
    assert (plan.learns, plan.n_labels) == (True, 120)
    checked = CheckedDocuments(
        np.exp(alone.learnt_.hybrid.leave_one_out_log_proba), alone.learnt_.y
    )
    parts = errors_so_far(alone, alone.learnt_, checked)
    assert [part.labels for part in parts] == [15, 30, 60, 120]
    # Groups are part of the digests, which order the documents: the draws are other ones.
    free = halfbayes.DocumentClassifier(text="text", threads=1).fit(table, labels)
    same = free.plan(300, accuracy=0.9).reading
    assert plan.reading.low <= same.read <= plan.reading.high
