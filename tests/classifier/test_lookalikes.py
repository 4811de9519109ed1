import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import halfbayes
from halfbayes.classifier.lookalikes import AlikeClassesWarning, alike_classes, warn_of_alike

TEXTS = ["cheap pills", "meeting at noon", "cheap watches", "notes of the meeting"]


@given(st.lists(st.sampled_from(["a", "A", " a", "b", "b c", "B  C", ""]), unique=True))
def test_names_are_told_once_each_and_only_with_another(names):
    found = alike_classes(names)
    told = [name for group in found for name in group]
    assert len(told) == len(set(told))
    assert all(len(group) > 1 for group in found)
    assert set(told) <= set(names)
    for name in names:
        same = {
            n
            for n in names
            if " ".join(n.split()).casefold() == " ".join(name.split()).casefold()
        }
        assert len(same) == 1 or tuple(sorted(same)) in found
    assert found == alike_classes(names[::-1])


def test_a_model_of_classes_that_are_alike_warns_and_learns_them_as_they_are():
    with pytest.warns(AlikeClassesWarning, match="'work' and 'work '.*write them alike"):
        model = halfbayes.DocumentClassifier().fit(TEXTS, ["spam", "work ", "spam", "work"])
    assert model.classes_.tolist() == ["spam", "work", "work "]


def test_other_classes_are_no_news():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_alike(np.array(["bug", "question"]).tolist())
        warn_of_alike([1, 2, True])


def test_of_many_the_first_are_named():
    with pytest.warns(AlikeClassesWarning, match=r"'A' and 'a' \(and 1 more such\)"):
        warn_of_alike(["b", "a", "B", "A"])
