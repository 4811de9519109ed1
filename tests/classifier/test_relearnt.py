import numpy as np
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.relearnt import errors_so_far
from halfbayes.core.learning_curve import SizeError


def errors(n_documents):
    rows, labels = invented(n_documents)
    model = DocumentClassifier(text=["title", "body"], threads=1).fit(rows, labels)
    found = model.learnt_
    proba = np.exp(found.hybrid.leave_one_out_log_proba)
    return errors_so_far(model, found.training, CheckedDocuments(proba, found.y))


def test_parts_are_an_eighth_a_quarter_and_a_half_and_the_whole_comes_last():
    told = errors(96)
    assert [part.labels for part in told] == [12, 24, 48, 96]
    assert all(part.documents == part.labels for part in told)
    assert all(0 <= part.wrong <= part.documents for part in told)
    assert told == errors(96)


def test_too_few_documents_have_no_parts():
    (whole,) = errors(9)
    assert isinstance(whole, SizeError)
    assert whole.labels == 9


def test_a_part_of_one_group_is_passed_over():
    rows, labels = invented(96)
    rows = [{**row, "thread": "last" if i == 95 else "t"} for i, row in enumerate(rows)]
    model = DocumentClassifier(text=["body"], groups="thread", threads=1).fit(rows, labels)
    found = model.learnt_
    proba = np.exp(found.hybrid.leave_one_out_log_proba)
    told = errors_so_far(model, found.training, CheckedDocuments(proba, found.y))
    assert told[-1].labels == 96
    assert len(told) < 4  # of nested parts, those with the last document
