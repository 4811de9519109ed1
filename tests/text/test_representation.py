import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.text.representation import TextRepresentation

FIELDS = {
    "title": ["Cats and dogs", None, "The dog's dinner", "cats"],
    "body": ["two cats ran", "a dog ran home", "two dogs ran home", ""],
}


def parts_of(seen):
    return {(part.kind, part.field): part.X for part in seen}


def test_every_row_has_unit_length_or_is_empty():
    for part in TextRepresentation().fit_transform(FIELDS):
        lengths = np.sqrt(part.X.multiply(part.X).sum(axis=1))
        assert_allclose(lengths[lengths > 0], 1.0, rtol=1e-12)


def test_training_documents_look_the_same_when_they_come_again():
    text = TextRepresentation()
    seen, again = parts_of(text.fit_transform(FIELDS)), parts_of(text.transform(FIELDS))
    assert seen.keys() == again.keys()
    for key, X in seen.items():
        assert_allclose(X.toarray(), again[key].toarray(), rtol=1e-12)


def test_words_of_the_whole_are_those_of_its_fields():
    text = TextRepresentation()
    seen = parts_of(text.fit_transform(FIELDS))
    whole = seen["words", None].toarray() > 0
    fields = (seen["field", "title"].toarray() > 0) | (seen["field", "body"].toarray() > 0)
    assert (whole == fields).all()
    assert len(text.names("words")) == whole.shape[1]


def test_a_pair_needs_two_documents():
    text = TextRepresentation()
    text.fit_transform(FIELDS)
    assert text.names("pairs") == ["dog ran", "ran home"]


def test_no_pair_crosses_from_one_field_to_the_next():
    text = TextRepresentation()
    text.fit_transform({"title": ["cat", "cat"], "body": ["ran off", "ran off"]})
    assert text.names("pairs") == ["ran off"]


def test_a_shout_is_seen_and_a_whisper():
    text = TextRepresentation()
    text.fit_transform(FIELDS)
    new = parts_of(text.transform({"title": ["CATS!!"], "body": ["dogs"]}))
    seen = {text.names("writing")[j] for j in new["writing", None].indices}
    assert seen == {"words in CAPITALS", "repeated “!!”", "words in lower case"}


def test_the_keys_are_those_of_the_parts():
    for fields in (FIELDS, {"body": FIELDS["body"]}):
        text = TextRepresentation()
        parts = text.fit_transform(fields)
        assert text.keys == [(part.kind, part.field) for part in parts]


@pytest.mark.parametrize("language", [None, "english", "german"])
def test_documents_without_any_word_are_empty_rows(language):
    text = TextRepresentation(language=language)
    text.fit_transform({"body": ["one two", "three"]})
    for part in text.transform({"body": ["", None]}):
        assert part.X.nnz == 0


def test_words_of_names_are_kept_and_no_idf_counts_them():
    names = ["dogs", "wild horses"]
    plain, text = TextRepresentation(), TextRepresentation()
    seen = parts_of(plain.fit_transform(FIELDS))
    with_names = parts_of(text.fit_transform(FIELDS, names))
    assert set(text.names("words")) == {*plain.names("words"), "wild", "hors"}
    for kind in ("words", "pieces"):
        of_plain = dict(zip(plain.names(kind), plain.idf(kind, None), strict=True))
        of_text = dict(zip(text.names(kind), text.idf(kind, None), strict=True))
        assert of_plain.items() <= of_text.items()
        n = seen[kind, None].nnz
        assert_allclose(seen[kind, None].data, with_names[kind, None].data[:n], rtol=1e-12)
        assert with_names[kind, None].shape[0] == 6
    assert with_names["writing", None].shape[0] == 4


def test_names_are_seen_as_documents_that_have_the_first_field():
    names = ["dogs", "wild horses", ""]
    text = TextRepresentation()
    found = parts_of(text.fit_transform(FIELDS, names))
    again = parts_of(text.transform({"title": names, "body": [None] * 3}))
    for key in found.keys() - {("writing", None)}:
        assert_allclose(found[key].toarray()[4:], again[key].toarray(), rtol=1e-12)
    words, told = text.names("words"), found["words", None].toarray()[4:]
    assert told[:, words.index("dog")].tolist() == [1.0, 0.0, 0.0]
    assert_allclose(told[1, [words.index("wild"), words.index("hors")]], 0.5**0.5)
    assert not found["field", "body"].toarray()[4:].any()
