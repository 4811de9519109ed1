import numpy as np
from classifier.corpus import invented
from classifier.streams import Stream

from halfbayes import DocumentClassifier
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.relearnt import PARTS, errors_so_far, stratified
from halfbayes.core.learning_curve import SizeError

FIELDS = {"text": ["title", "body"], "threads": 1}


def errors_of(model):
    found = model.learnt_
    proba = np.exp(found.hybrid.leave_one_out_log_proba)
    return errors_so_far(model, found, CheckedDocuments(proba, found.y))


def errors(n_documents):
    return errors_of(DocumentClassifier(**FIELDS).fit(*invented(n_documents)))


def overlapping(n_documents):
    """Documents of which a good part is answered wrongly."""
    texts, labels = Stream(0, overlap=0.9).draw(n_documents)
    return DocumentClassifier(threads=1).fit(texts, labels)


def test_parts_are_an_eighth_a_quarter_and_a_half_and_the_whole_comes_last():
    told = errors(96)
    assert [part.labels for part in told] == [12, 24, 48, 96]
    assert all(part.documents == part.labels for part in told)
    assert told == errors(96)


def test_the_errors_of_a_part_are_those_of_a_fit_on_its_documents():
    model = overlapping(160)
    training = model.learnt_.training
    table, labels = training.table, training.labels
    order, wrong = stratified(labels), []
    for part in (*PARTS, 1):
        here = np.sort(order[: 160 // part])
        alone = DocumentClassifier(threads=1).fit(
            table.rows(here.tolist()).columns, labels[here]
        )
        guessed = alone.classes_[alone.leave_one_out_proba_.argmax(axis=1)]
        wrong.append(int(np.sum(guessed != labels[here])))
    assert min(wrong) > 0
    assert [part.wrong for part in errors_of(model)] == wrong


def test_every_beginning_of_the_order_has_the_classes_in_proportion():
    labels = np.array(["a"] * 60 + ["b"] * 30 + ["c"] * 10)
    order = stratified(labels)
    assert sorted(order.tolist()) == list(range(100))
    for n in (10, 20, 50):
        found = [int(np.sum(labels[order[:n]] == name)) for name in "abc"]
        np.testing.assert_allclose(found, n * np.array([0.6, 0.3, 0.1]), atol=1.0)


def test_a_model_that_parts_would_not_be_like_has_the_whole_alone(monkeypatch):
    """And nothing is fitted to be thrown away."""
    texts, labels = Stream(0).draw(60)
    few = DocumentClassifier(threads=1).fit(texts, labels, unlabelled=Stream(1).draw(40)[0])
    monkeypatch.setattr(DocumentClassifier, "fit", None)
    (whole,) = errors_of(few)
    assert whole.labels == whole.documents == 60
    assert few.plan(100).learning > 0.0


def test_too_few_documents_have_no_parts():
    (whole,) = errors(9)
    assert isinstance(whole, SizeError)
    assert whole.labels == 9


def test_a_part_of_one_group_is_passed_over():
    rows, labels = invented(96)
    rows = [{**row, "thread": "last" if i == 95 else "t"} for i, row in enumerate(rows)]
    model = DocumentClassifier(text=["body"], groups="thread", threads=1).fit(rows, labels)
    told = errors_of(model)
    assert told[-1].labels == 96
    assert len(told) < 4  # of nested parts, those with the last document
