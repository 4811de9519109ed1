"""Features that documents have through their words: pieces and topics."""

from collections import Counter
from importlib.resources import files
from math import log

import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.text.analyzers import amounts_of_words, stems
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.thesaurus import FUNCTION_WORDS
from halfbayes.text.word_features import logarithmic

FIELDS = {
    "title": ["Cats and dogs", None, "The dog's dinner", "cats"],
    "body": ["two cats ran", "a goalie ran home", "two dogs ran home to a goal", ""],
}
NEW = {"title": ["Catlike puck", "", None], "body": [None, "dinner, dinner at home", ""]}
KINDS = ("pieces", "topics")
TOPICS = files("halfbayes.text") / "topics.txt"


def plain(text):
    return (text or "").lower().replace("'", " ").replace(",", " ").split()


def words_of(fields):
    return [
        stems([word for text in row for word in plain(text)], "english")
        for row in zip(*fields.values(), strict=True)
    ]


def features_of(word, kind):
    """Written anew: runs of 3 to 5 characters, or lines of the thesaurus with the stem."""
    if kind == "pieces":
        padded = f" {word} "
        runs = [padded[i : i + n] for n in (3, 4, 5) for i in range(len(padded) - n + 1)]
        return Counter(runs)
    if word in stems([*FUNCTION_WORDS], "english"):
        return {}
    about = [
        line.split(":")[0].split()[0]
        for line in TOPICS.read_text("ascii").splitlines()
        if not line.startswith("#") and word in stems(line.replace(":", " ").split(), "english")
    ]
    return {topic: len(about) ** -0.5 for topic in about}


def by_the_formula(text, kind, fields):
    """Rows of sums over distinct words of (1 + log count) m idf, of unit length."""
    idf = dict(zip(text.names(kind), text.idf(kind, None), strict=True))
    rows = []
    for words in words_of(fields):
        tf = dict.fromkeys(idf, 0.0)
        for word, count in Counter(words).items():
            for name, much in features_of(word, kind).items():
                if name in tf:
                    tf[name] += (1.0 + log(count)) * much
        row = np.array([tf[name] * idf[name] for name in idf])
        rows.append(row / (np.linalg.norm(row) or 1.0))
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
    documents, by_word = text.word_features[kind].factors(words, logarithmic(counts))
    assert_allclose((documents @ by_word).toarray(), seen[kind].toarray(), rtol=1e-12)


def test_a_word_that_is_there_twice_counts_by_its_logarithm():
    assert amounts_of_words(["a", "b", "a"], {"a": {"x": 1.0}, "b": {"x": 2.0}}.get) == {
        "x": 1.0 + log(2.0) + 2.0
    }
