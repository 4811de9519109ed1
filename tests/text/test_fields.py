import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.text.columns import texts
from halfbayes.text.counting import counted
from halfbayes.text.fields import (
    by_field,
    dealt_out,
    learnt_counts,
    one_column,
    term_counter,
    total,
    with_a_space,
)
from halfbayes.text.native_kernel import kernel
from halfbayes.text.options import token_options
from halfbayes.text.reference import ReferenceCounts

FIELDS = {"title": ["cats", None, "dog"], "body": ["a cat", "dogs run", ""]}


def test_fields_are_counted_as_if_each_were_counted_by_itself():
    counter = term_counter("english", 1, (1, 1))
    counts = by_field(counter.fit_transform(one_column(FIELDS)), 2)
    assert len(counts) == 2
    for column, X in zip(FIELDS.values(), counts, strict=True):
        np.testing.assert_array_equal(X.toarray(), counter.transform(column).toarray())


def test_the_document_is_the_sum_of_its_fields():
    counter = term_counter("english", 1, (1, 1))
    counts = by_field(counter.fit_transform(one_column(FIELDS)), 2)
    joined = [f"{a or ''} {b or ''}" for a, b in zip(*FIELDS.values(), strict=True)]
    np.testing.assert_array_equal(total(counts).toarray(), counter.transform(joined).toarray())


TEXTS = st.lists(
    st.lists(st.sampled_from(["new", "york", "a", "walks", "walked", "東京"]), max_size=6).map(
        " ".join
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.booleans(), st.sampled_from([None, "english"]), st.integers(1, 3))
def test_pairs_of_too_few_documents_are_dropped(corpus, two_fields, language, least):
    fields = {"one": corpus}
    if two_fields:
        fields["two"] = corpus[::-1]
    counter, plain = (term_counter(language, 1, (1, 2)) for _ in range(2))
    found = learnt_counts(counter, fields, least)
    counts = by_field(plain.fit_transform(one_column(fields)), len(fields))
    documents = (total(counts).toarray() > 0).sum(axis=0)
    kept = ~with_a_space(plain.vocabulary_) | (documents >= least)
    assert counter.vocabulary_ == plain.vocabulary_.kept(kept)
    for X, expected in zip(found, counts, strict=True):
        np.testing.assert_array_equal(X.toarray(), expected.toarray()[:, kept])


def test_the_twin_drops_the_same_pairs(monkeypatch):
    fields = {"one": ["new york", "york", "new york new"], "two": ["a", "york new", ""]}
    counter, twin = (term_counter("english", 1, (1, 2)) for _ in range(2))
    found = learnt_counts(counter, fields, 2)
    monkeypatch.setattr("halfbayes.text.fields.counted", reference)
    expected = learnt_counts(twin, fields, 2)
    assert counter.vocabulary_ == twin.vocabulary_
    for X, Y in zip(found, expected, strict=True):
        np.testing.assert_array_equal(X.toarray(), Y.toarray())


def reference(documents, options, *, threads):
    del threads
    return ReferenceCounts(texts(documents), options, None)


@pytest.mark.skipif(kernel is None, reason="there is no kernel to misuse")
def test_the_kernel_is_told_of_rare_pairs_in_time():
    counts = counted(["a b", "b", "c"], token_options(term_counter(None, 1, (1, 2))))
    for n_fields in (0, 2):
        with pytest.raises(ValueError, match="each field"):
            counts.drop_rare_pairs(2, n_fields)
    counts.sorted_terms()
    with pytest.raises(ValueError, match="before the terms are listed"):
        counts.drop_rare_pairs(2, 1)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.integers(1, 3))
def test_what_is_dealt_out_adds_up_to_what_it_was_dealt_out_from(corpus, n_fields):
    fields = {str(place): corpus[place:] + corpus[:place] for place in range(n_fields)}
    counter = term_counter(None, 1, (1, 2))
    counts = by_field(counter.fit_transform(one_column(fields)), n_fields)
    whole = total(counts).copy()
    whole.data = 1.0 + np.log(whole.data) / 3.0
    parts = dealt_out(whole, counts)
    assert len(parts) == n_fields
    np.testing.assert_allclose(sum(part.toarray() for part in parts), whole.toarray())
    for part, own in zip(parts, counts, strict=True):
        np.testing.assert_array_equal(part.toarray() > 0.0, own.toarray() > 0.0)
