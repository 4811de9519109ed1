import warnings

import pytest

from halfbayes import DocumentClassifier
from halfbayes.classifier.odd_classes import (
    ManyClassesWarning,
    are_crowded,
    like_missing,
    warned,
)

TEXTS = [f"word{i} and word{i % 3} of a short text" for i in range(24)]


@pytest.mark.parametrize("labels", [list(range(24)), [f"c{max(i, 10)}" for i in range(24)]])
@pytest.mark.parametrize("learn", ["fit", "partial_fit"])
def test_nearly_a_class_for_each_document_is_warned_of_where_fit_is_called(labels, learn):
    told = f"24 documents have {len(set(labels))} classes, fewer than two documents for each"
    with pytest.warns(ManyClassesWarning, match=told) as seen:
        getattr(DocumentClassifier(text="text"), learn)(TEXTS, labels)
    assert [warning.filename for warning in seen] == [__file__]


def test_two_documents_for_each_class_and_a_few_labels_are_enough():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        model = DocumentClassifier().fit(TEXTS, [i // 2 for i in range(24)])
        model.plan(100)  # learns halves, of a document for each class
        DocumentClassifier().fit(TEXTS[:19], list(range(19)))
        warned(DocumentClassifier()).fit(TEXTS, list(range(24)))
    assert not are_crowded(12, 24)
    assert are_crowded(13, 24)


def test_names_that_programs_write_for_nothing_are_known():
    names = ["n/a", "NA", "nan", " NULL ", "-", "None", "nothing", "--", 0, None]
    assert like_missing(names) == ["n/a", "NA", "nan", " NULL ", "-", "None"]
