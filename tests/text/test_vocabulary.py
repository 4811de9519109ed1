"""Packed terms come back; statistics of chunks add up."""

import pickle

import numpy as np
from documents_strategy import documents
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.text import native_kernel, vocabulary
from halfbayes.text.vocabulary import TermStatistics, Vocabulary, sorted_union

term_lists = st.lists(documents, max_size=8, unique=True)


@given(term_lists)
def test_terms_come_back_as_they_were(terms):
    packed = Vocabulary.of_terms(terms)
    assert packed.terms == terms == list(packed)
    assert len(packed) == len(terms)
    assert dict(packed) == {term: column for column, term in enumerate(terms)} == packed.columns


@given(term_lists)
def test_a_pickle_holds_the_terms_and_nothing_else(terms):
    packed = Vocabulary.of_terms(terms)
    assert len(packed.table) == len(packed.columns) == len(terms)  # caches are filled
    copy = pickle.loads(pickle.dumps(packed))
    assert copy == packed
    assert set(vars(copy)) == {"packed", "offsets"}


@given(term_lists, st.randoms(use_true_random=False))
def test_kept_terms_are_those_of_the_mask(terms, choice):
    mask = np.array([choice.random() < 0.5 for _ in terms], dtype=bool)
    kept = Vocabulary.of_terms(terms).kept(mask)
    assert kept.terms == [term for term, keep in zip(terms, mask, strict=True) if keep]


@given(st.lists(term_lists, max_size=4))
def test_union_is_sorted_and_places_lead_there(lists):
    parts = [Vocabulary.of_terms(terms) for terms in lists]
    union, places = sorted_union(parts)
    assert union.terms == sorted({term for terms in lists for term in terms})
    for terms, place in zip(lists, places, strict=False):
        assert [union.terms[column] for column in place] == terms


@given(st.lists(term_lists, min_size=1, max_size=3))
def test_union_without_kernel_is_the_same(lists):
    parts = [Vocabulary.of_terms(terms) for terms in lists]
    native, places = sorted_union(parts)
    vocabulary.kernel = None
    try:
        plain, plain_places = sorted_union([Vocabulary.of_terms(terms) for terms in lists])
        assert plain.terms == native.terms
    finally:
        vocabulary.kernel = native_kernel.kernel
    assert plain == native
    assert [p.tolist() for p in plain_places] == [p.tolist() for p in places]


def statistics(rows: list[list[int]], terms: list[str]) -> TermStatistics:
    X = np.array(rows, dtype=np.int64).reshape(len(rows), len(terms))
    used = X.any(axis=0)
    packed = Vocabulary.of_terms([t for t, u in zip(terms, used, strict=True) if u])
    return TermStatistics(packed, (X > 0).sum(axis=0)[used], X.sum(axis=0)[used], len(rows))


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), max_size=6), st.integers(0, 6)
)
def test_statistics_of_two_parts_add_up_to_those_of_the_whole(rows, cut):
    terms = ["ant", "bee", "é", "東"]
    whole = statistics(rows, terms)
    assert statistics(rows[:cut], terms) + statistics(rows[cut:], terms) == whole
    assert statistics(rows[cut:], terms) + statistics(rows[:cut], terms) == whole


def test_equality_looks_at_the_terms():
    ab, ba = Vocabulary.of_terms(["a", "b"]), Vocabulary.of_terms(["b", "a"])
    assert ab != ba
    assert ab == {"a": 0, "b": 1}
    assert repr(ab) == "<Vocabulary of 2 terms, first ['a', 'b']>"
