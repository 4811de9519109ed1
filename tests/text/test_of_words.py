"""Features that documents have through their words: pieces and topics."""

from collections import Counter
from math import log

import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.text.analyzers import amounts_of_words, stems
from halfbayes.text.of_words import logarithmic
from halfbayes.text.representation import TextRepresentation

FIELDS = {
    "title": ["Cats and dogs", None, "The dog's dinner", "cats"],
    "body": ["two cats ran", "a goalie ran home", "two dogs ran home to a goal", ""],
}
NEW = {"title": ["Catlike puck", "", None], "body": [None, "dinner, dinner at home", ""]}
KINDS = ("pieces", "topics")


def plain(text):
    return (text or "").lower().replace("'", " ").replace(",", " ").split()


def words_of(fields):
    return [
        stems([word for text in row for word in plain(text)], "english")
        for row in zip(*fields.values(), strict=True)
    ]


def by_the_formula(text, kind, fields):
    """Rows of sums over distinct words of (1 + log count) m idf, of unit length."""
    features = text.of_words[kind]
    place = {name: number for number, name in enumerate(features.names)}
    within = {}
    for row in words_of(fields):
        for word in set(row):
            [[*much]] = features.within(type(text.words).of_terms([word])).toarray()
            within[word] = {name: much[at] for name, at in place.items() if much[at]}
    rows = []
    for row in words_of(fields):
        told = np.zeros(len(place))
        for name, much in amounts_of_words(row, within.get).items():
            told[place[name]] = much * features.weighter.idf_[place[name]]
        rows.append(told / (np.linalg.norm(told) or 1.0))
    return np.array(rows)


@pytest.mark.parametrize("kind", KINDS)
def test_documents_have_what_their_words_have(kind):
    text = TextRepresentation()
    learnt = {part.kind: part.X for part in text.fit_transform(FIELDS)}
    assert_allclose(learnt[kind].toarray(), by_the_formula(text, kind, FIELDS), rtol=1e-12)
    new = {part.kind: part.X for part in text.transform(NEW)}
    assert new[kind].nnz > 0
    assert_allclose(new[kind].toarray(), by_the_formula(text, kind, NEW), rtol=1e-12)


@pytest.mark.parametrize("kind", KINDS)
def test_features_of_documents_are_the_product_of_their_factors(kind):
    text = TextRepresentation()
    seen = {part.kind: part.X for part in text.fit_transform(FIELDS)}
    words, counts = text.open_words(FIELDS)
    documents, by_word = text.of_words[kind].factors(words, logarithmic(counts))
    assert_allclose((documents @ by_word).toarray(), seen[kind].toarray(), rtol=1e-12)


def test_a_word_that_is_there_twice_counts_by_its_logarithm():
    assert amounts_of_words(["a", "b", "a"], {"a": {"x": 1.0}, "b": {"x": 2.0}}.get) == {
        "x": 1.0 + log(2.0) + 2.0
    }
    assert Counter(words_of(NEW)[1])["dinner"] == 2
