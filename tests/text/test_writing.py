"""How documents are written: the kernel sees what its twin sees, whatever the encoding."""

import unicodedata
from collections import Counter

import numpy as np
import pyarrow as pa
import pytest
from documents_strategy import PIECES
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.text import writing
from halfbayes.text.writing import (
    FEATURES,
    FOLDED,
    MARKS,
    TOLD,
    Writing,
    features_of,
    writing_counts,
)

LONG = "Ab1!é“東"  # runs and marks that reach over blocks of 64 bytes, with other characters
SPACES = ["\x85", "\xa0", "\u3000"]
pieces = st.sampled_from([*PIECES, *MARKS, *FOLDED, *SPACES, "!!", "...", "ABC"])
stretches = st.builds(str.__mul__, st.sampled_from(LONG), st.integers(1, 70))
documents = st.one_of(
    st.lists(pieces, max_size=12).map("".join),
    st.lists(pieces, max_size=12).map(" ".join),
    st.text(max_size=30),
    st.lists(stretches, max_size=6).map("".join),
)


def by_twin(texts):
    seen = [Counter(features_of(text or "")) for text in texts]
    return np.array([[counts[name] for name in FEATURES] for counts in seen])


@settings(max_examples=300, deadline=None)
@given(st.lists(documents | st.none(), min_size=1, max_size=6), st.integers(1, 3))
def test_the_kernel_counts_what_the_twin_says(texts, threads):
    found = writing_counts({"text": texts}, threads).toarray()
    assert_array_equal(found, by_twin(texts))


@settings(max_examples=50, deadline=None)
@given(st.lists(documents, min_size=1, max_size=4))
def test_fields_are_added(texts):
    whole = by_twin(texts) + by_twin(texts[::-1])
    found = writing_counts({"title": texts, "body": texts[::-1]}, 1)
    assert_array_equal(found.toarray(), whole)
    assert found.has_canonical_format
    assert np.all(found.data > 0)


@settings(max_examples=50, deadline=None)
@given(st.lists(documents, min_size=1, max_size=4))
def test_without_the_kernel_the_same(texts):
    with_kernel = writing_counts({"a": texts, "b": texts}, 1).toarray()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "kernel", None)
        assert_array_equal(writing_counts({"a": texts, "b": texts}, 1).toarray(), with_kernel)


@settings(max_examples=50, deadline=None)
@given(st.lists(documents | st.none(), min_size=1, max_size=6))
def test_a_column_of_arrow_is_read_alike(texts):
    texts = [text and text.encode("utf-8", "replace").decode() for text in texts]
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        found = writing.kernel.writing(
            writing.source(pa.array(texts, kind)), writing.character_table, 1, 1
        )
        assert_array_equal(found.reshape(len(texts), -1), by_twin(texts))


@given(documents)
def test_it_does_not_matter_whether_accents_are_composed(text):
    composed = unicodedata.normalize("NFC", text)
    latin = "".join(c for c in composed if ord(c) < 0x250)  # beyond, letters fall apart
    assert Counter(features_of(latin)) == Counter(
        features_of(unicodedata.normalize("NFD", latin))
    )


@pytest.mark.parametrize("text", ["", " \t\n\u3000\xa0", "\x00\x07\x7f\x85", "\u0301", None])
def test_spaces_and_control_characters_are_nothing(text):
    assert writing_counts({"text": [text]}, 1).nnz == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("shout S Shout SHOUT shOut", FEATURES[63:68]),
        ("1 12 123 1234 12345 123456", FEATURES[68:74]),
        ("1234567", (FEATURES[73],)),
        ("a1 1a A1_", (FEATURES[74],) * 3),
        ("!", ("single “!”",)),
        ("!!", ("repeated “!!”",)),
        ("!!!! !", ("repeated “!!”", "single “!”")),
        ("!?!", ("single “!”", "single “?”", "single “!”")),
        ("！“x”…", ("single “!”", 'single “"”', FEATURES[63], 'single “"”', "single “.”")),
        ("£€", ("emoji and other signs",) * 2),
        ("_", (FEATURES[63],)),
    ],
)
def test_what_a_text_is_told_as(text, told):
    assert Counter(features_of(text)) == Counter(told)


def test_every_feature_has_a_name_of_its_own():
    assert len(set(FEATURES)) == len(FEATURES)
    everything = " ".join([*MARKS, *(2 * mark for mark in MARKS), "£ a A Ab AB aB a1"])
    numbers = " ".join("1" * n for n in range(1, 7))
    assert set(features_of(f"{everything} {numbers}")) == set(FEATURES)


def test_what_is_told_is_how_far_a_document_is_from_what_is_usual():
    texts = ["all quiet here", "still quiet, too", "LOUD!!", "", None]
    learnt, X = Writing.learnt({"text": texts}, 1)
    told = learnt.from_usual(X).toarray().reshape(len(texts), 3, -1)
    present = (np.diff(X.indptr) > 0)[:, None]
    assert_allclose(told.sum(axis=1), (X.toarray() - learnt.mean) * present, atol=1e-15)
    assert (np.count_nonzero(told, axis=1) <= 1).all()  # more, less or none, and only one
    loud = {TOLD[j] for j in np.flatnonzero(told[2].ravel())}
    assert {"words in CAPITALS", "repeated “!!”", "no words in lower case"} <= loud
    assert not told[3:].any()
