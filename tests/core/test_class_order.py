import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.core.class_order import rank_within_class

CLASSES = st.lists(st.integers(0, 4), max_size=30)


@given(CLASSES)
def test_a_rank_counts_the_documents_of_the_class_before(classes):
    y = np.array(classes, dtype=np.intp)
    assert rank_within_class(y).tolist() == [
        classes[:i].count(k) for i, k in enumerate(classes)
    ]


@given(CLASSES, st.integers(0, 4))
def test_documents_of_other_classes_change_no_rank(classes, gone):
    y = np.array(classes, dtype=np.intp)
    rest = y != gone
    assert rank_within_class(y)[rest].tolist() == rank_within_class(y[rest]).tolist()
