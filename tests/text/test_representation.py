import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.text import representation
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


def test_pieces_know_words_nobody_has_seen():
    text = TextRepresentation()
    text.fit_transform(FIELDS)
    new = parts_of(text.transform({"title": ["catlike"], "body": [None]}))
    assert new["words", None].nnz == 0
    assert new["pieces", None].nnz > 0


def test_pieces_of_documents_are_the_product_of_their_factors():
    text = TextRepresentation()
    seen = parts_of(text.fit_transform(FIELDS))
    documents, pieces = text.pieces.factors(*text.open_words(FIELDS))
    assert_allclose((documents @ pieces).toarray(), seen["pieces", None].toarray(), rtol=1e-12)


def test_too_many_pieces_are_left_out(monkeypatch):
    def kinds() -> set[str]:
        return {part.kind for part in TextRepresentation().fit_transform(FIELDS)}

    monkeypatch.setattr(representation, "MOST_PIECES", 10)
    assert "pieces" in kinds()  # these are short documents
    monkeypatch.setattr(representation, "SHORT", 1)
    assert "pieces" not in kinds()
    monkeypatch.setattr(representation, "SHORT", 400)
    monkeypatch.setattr(representation, "MOST_SHORT_PIECES", 10)
    assert "pieces" not in kinds()


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
