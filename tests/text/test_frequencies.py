import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.text.frequencies import WordFrequencies

words = st.sampled_from(["ape", "apes", "bee", "cow", "émeu", "\ud800x", "dog"])
texts = st.lists(words, max_size=5).map(" ".join)
documents = st.lists(st.tuples(texts, texts), min_size=1, max_size=12)


def frequencies(rows):
    fields = {"title": [a for a, _ in rows], "body": [b for _, b in rows]}
    return WordFrequencies.of(fields, "english", 1)


def told(found):
    return dict(zip(found.vocabulary.terms, found.documents.T.tolist(), strict=True))


@given(documents, st.integers(0, 12))
def test_cutting_the_corpus_does_not_change_the_sum(rows, cut):
    whole = frequencies(rows)
    cut = min(cut, len(rows))
    parts = [frequencies(part) for part in (rows[:cut], rows[cut:]) if part]
    assert told(WordFrequencies.sum_of(parts)) == told(whole)
    assert told(WordFrequencies.sum_of(parts[::-1])) == told(whole)


@given(documents, st.integers(1, 4))
def test_parts_are_the_whole_taken_apart(rows, n_parts):
    whole = frequencies(rows)
    parts = [whole.part(number, n_parts) for number in range(n_parts)]
    assert sum(len(part.vocabulary) for part in parts) == len(whole.vocabulary)
    assert told(WordFrequencies.sum_of(parts)) == told(whole)


@given(documents, st.integers(1, 6))
def test_the_words_of_most_documents_are_kept_and_never_those_of_one(rows, most):
    whole = told(frequencies(rows))
    kept = told(frequencies(rows).kept(most))
    several = {word: counts for word, counts in whole.items() if counts[0] > 1}
    wanted = sorted(several, key=lambda word: (-several[word][0], word))[:most]
    assert kept == {word: several[word] for word in sorted(wanted)}


def test_one_field_is_the_whole_document():
    found = WordFrequencies.of({"body": ["a b", "a"]}, None)
    assert found.documents.tolist() == [[2, 1]]
    assert found.n_bytes > 0
    assert np.shares_memory(WordFrequencies.sum_of([found]).documents, found.documents)
