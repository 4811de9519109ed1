"""Terms are kept by scikit-learn's rules, and by occurrences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.text.pruning import document_limit, kept_terms
from halfbayes.text.vocabulary import TermStatistics, Vocabulary


def statistics(
    documents: list[int], occurrences: list[int], n_documents: int
) -> TermStatistics:
    terms = Vocabulary.of_terms([f"t{i}" for i in range(len(documents))])
    return TermStatistics(terms, np.array(documents), np.array(occurrences), n_documents)


@given(
    st.lists(st.integers(1, 10), min_size=1, max_size=8), st.integers(1, 10), st.integers(1, 10)
)
def test_limits_are_inclusive(documents, least, most):
    least, most = min(least, most), max(least, most)
    expected = [least <= df <= most for df in documents]
    given_statistics = statistics(documents, documents, 10)
    if not any(expected):
        with pytest.raises(InvalidInputError, match="none of the"):
            kept_terms(given_statistics, min_df=least, max_df=most)
        return
    assert kept_terms(given_statistics, min_df=least, max_df=most).tolist() == expected
    shares = kept_terms(given_statistics, min_df=least / 10, max_df=most / 10)
    assert shares.tolist() == [least / 10 * 10 <= df <= most / 10 * 10 for df in documents]


def test_occurrences_count_all_documents():
    mask = kept_terms(statistics([1, 1, 2], [1, 2, 2], 2), min_count=2)
    assert mask.tolist() == [False, True, True]


def test_no_terms_at_all_are_no_mistake():
    assert kept_terms(statistics([], [], 3), min_df=2).tolist() == []


def test_limits_that_exclude_each_other_are_refused():
    with pytest.raises(InvalidParameterError, match=r"at least 5 documents .* at most 1 of 10"):
        kept_terms(statistics([3], [3], 10), min_df=5, max_df=0.1)


@pytest.mark.parametrize("limit", [-1, 1.5, -0.1, "2", True, float("nan")])
def test_a_limit_is_a_number_or_a_share(limit):
    with pytest.raises(InvalidParameterError, match="min_df must be an int of 0 or more"):
        document_limit("min_df", limit, 10)
    assert document_limit("max_df", 1, 10) == 1
    assert document_limit("max_df", 1.0, 10) == 10
