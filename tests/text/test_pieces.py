"""Pieces of words: what is known of words that nobody has seen."""

from halfbayes.text import pieces
from halfbayes.text.representation import TextRepresentation

FIELDS = {
    "title": ["Cats and dogs", None, "The dog's dinner", "cats"],
    "body": ["two cats ran", "a dog ran home", "two dogs ran home", ""],
}


def parts_of(seen):
    return {(part.kind, part.field): part.X for part in seen}


def test_pieces_know_words_nobody_has_seen():
    text = TextRepresentation()
    text.fit_transform(FIELDS)
    new = parts_of(text.transform({"title": ["catlike"], "body": [None]}))
    assert new["words", None].nnz == 0
    assert new["pieces", None].nnz > 0


def test_too_many_pieces_are_left_out(monkeypatch):
    def kinds() -> set[str]:
        return {part.kind for part in TextRepresentation().fit_transform(FIELDS)}

    monkeypatch.setattr(pieces, "MOST_PIECES", 10)
    assert "pieces" in kinds()  # these are short documents
    monkeypatch.setattr(pieces, "SHORT", 1)
    assert "pieces" not in kinds()
    monkeypatch.setattr(pieces, "SHORT", 400)
    monkeypatch.setattr(pieces, "MOST_SHORT_PIECES", 10)
    assert "pieces" not in kinds()
