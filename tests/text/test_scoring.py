"""Scores straight from the text are those of the matrices."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.errors import InvalidInputError
from halfbayes.text import pieces, scoring
from halfbayes.text.columns import source
from halfbayes.text.counting import how_to_read
from halfbayes.text.fields import one_column
from halfbayes.text.pieces import Pieces
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.scoring import PartWeights, TextScorer
from halfbayes.text.vocabulary import Vocabulary

N_CLASSES = 3
WORDS = [
    "cat",
    "cats",
    "dog",
    "dogs",
    "running",
    "run",
    "a",
    "naïve",
    "Straße",
    "東京",
    "banana",  # has a piece twice
    "преступление",  # has pieces of more than eight bytes
    "x" * 40,
]

texts = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join) | st.none()
new_texts = texts | st.text("abcdogsun 東éпре", max_size=20)


def columns(values, size):
    return st.lists(values, min_size=size, max_size=size)


def random_weights(text, parts, rng, n_classes=N_CLASSES):
    weights = {}
    for part in parts:
        key, shape = (part.kind, part.field), (part.X.shape[1], n_classes)
        said = [(1.0, rng.normal(size=shape), rng.normal(size=n_classes))]
        weights[key] = PartWeights.total(text.idf(*key), n_classes, said)
    return weights


def scores_of_matrices(text, weights, fields):
    parts = text.transform(fields)
    return sum(weights[part.kind, part.field].scores(part.X) for part in parts)


def scores_by_kernel(scorer, fields, stems):
    """As the scorer asks for them, whatever the fields and whoever knows the stems."""
    return scorer.scorer.scores(
        source(one_column(fields)),
        *how_to_read(scorer.options)[1:],
        n_fields=len(fields),
        stems=stems,
        english=True,
        threads=scorer.text.threads,
    )


@pytest.mark.parametrize("names", [("body",), ("title", "body")])
@pytest.mark.parametrize("language", ["english", "german", None])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_scores_are_those_of_the_matrices(names, language, data):
    size, new_size = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 5))
    fields = {name: ["cat", *data.draw(columns(texts, size))] for name in names}
    new = {name: data.draw(columns(new_texts, new_size)) for name in names}
    text = TextRepresentation(language=language, threads=1)
    weights = random_weights(text, text.fit_transform(fields), np.random.default_rng(size))
    for documents in (fields, new):
        direct = TextScorer(text, weights).scores(documents)
        assert direct.shape == (len(documents[names[0]]), N_CLASSES)
        assert_allclose(direct, scores_of_matrices(text, weights, documents), atol=1e-11)


@pytest.mark.parametrize("names", [("body",), ("title", "body")])
def test_topics_of_new_words_count_where_pieces_are_left_out(names, monkeypatch):
    monkeypatch.setattr(pieces, "MOST_SHORT_PIECES", 0)
    text = TextRepresentation(threads=1)
    fields = {name: ["cats ran", "a dog", "the banana"] for name in names}
    rng = np.random.default_rng(8)
    weights = random_weights(text, text.fit_transform(fields), rng)
    assert [*text.word_features] == ["topics"]
    new = {name: ["kitten", "puppies and fruit", "xyzzy", "cat cat banana"] for name in names}
    direct = TextScorer(text, weights).scores(new)
    assert_allclose(direct, scores_of_matrices(text, weights, new), atol=1e-11)
    seen = {part.kind: np.diff(part.X.indptr) > 0 for part in text.transform(new)}
    assert seen["words"].tolist() == [False, False, False, True]
    assert seen["topics"].tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("starts", "topics"),
    [([0, 1], [0]), ([0, 2, 1], [0]), ([0, 1, 2], [0, 7]), ([1, 1, 1], [0])],
)
def test_topics_that_are_not_there_are_refused(starts, topics):
    text = TextRepresentation(threads=1)
    weights = random_weights(
        text, text.fit_transform({"body": ["a cat"]}), np.random.default_rng(9)
    )
    scorer, stems = TextScorer(text, weights).scorer, Vocabulary.of_terms(["cat", "dog"])
    numbers = np.array(starts, dtype=np.uint32), np.array(topics, dtype=np.uint32)
    records = PartWeights.total(np.ones(2), N_CLASSES, []).records
    with pytest.raises(ValueError, match=r"expected (where the topics of|topics below)"):
        scorer.set_topics(stems.table, *numbers, records, np.zeros(N_CLASSES))


def test_scores_do_not_depend_on_threads_or_on_the_other_documents():
    rng = np.random.default_rng(0)
    documents = [" ".join(rng.choice(WORDS, size=30)) for _ in range(300)]
    text = TextRepresentation(threads=1)
    weights = random_weights(text, text.fit_transform({"body": documents[:50]}), rng)
    scorer = TextScorer(text, weights)
    at_once = scorer.scores({"body": documents})
    text.threads = 3
    assert np.array_equal(scorer.scores({"body": documents}), at_once)
    one_by_one = np.vstack([scorer.scores({"body": [document]}) for document in documents])
    assert_allclose(one_by_one, at_once, rtol=1e-12)


@pytest.mark.parametrize("n_classes", [2, *range(4, 38, 3), 63, 64, 65])
def test_any_number_of_classes(n_classes):
    rng = np.random.default_rng(7)
    documents = [" ".join(rng.choice([*WORDS, f"w{i % 9}"], size=12)) for i in range(40)]
    text = TextRepresentation(threads=1)
    parts = text.fit_transform({"body": documents[:20]})
    weights = random_weights(text, parts, rng, n_classes)
    new = {"body": [*documents, "unseen", ""]}
    direct = TextScorer(text, weights).scores(new)
    assert_allclose(direct, scores_of_matrices(text, weights, new), atol=1e-11)
    side_by_side = {
        key: PartWeights(np.ascontiguousarray(part.records), part.base)
        for key, part in weights.items()
    }
    assert np.array_equal(TextScorer(text, side_by_side).scores(new), direct)


@pytest.mark.parametrize("n_classes", [2, 4, 7, 8, 20])
def test_a_record_starts_with_a_line_of_the_cache_where_it_would_reach_over_one_more(n_classes):
    records = PartWeights.total(np.ones(5), n_classes, []).records
    bytes_of_lines = 8 * scoring.LINE
    starts = (records.ctypes.data + np.arange(5) * records.strides[0]) % bytes_of_lines
    size = 8 * (n_classes + 1)
    reached = -(-(starts + size) // bytes_of_lines)
    assert np.all(reached == -(-size // bytes_of_lines))


def test_records_whose_numbers_lie_apart_are_refused():
    text = TextRepresentation(threads=1)
    parts = text.fit_transform({"body": ["cat dog", "dog"]})
    weights = random_weights(text, parts, np.random.default_rng(0))
    part = weights["words", None]
    weights["words", None] = PartWeights(np.asfortranarray(part.records), part.base)
    if scoring.kernel is not None:
        with pytest.raises(ValueError, match="beside one another"):
            TextScorer(text, weights)


def test_no_documents_have_no_scores():
    text = TextRepresentation(threads=1)
    weights = random_weights(
        text, text.fit_transform({"body": ["cat dog"]}), np.random.default_rng(0)
    )
    assert TextScorer(text, weights).scores({"body": []}).shape == (0, N_CLASSES)


def test_words_used_often_count_by_their_logarithm():
    text = TextRepresentation(threads=1)
    weights = random_weights(
        text, text.fit_transform({"body": ["cat dog", "dog"]}), np.random.default_rng(2)
    )
    new = {"body": ["cat " * 1000 + "dog", "dog " * 5]}
    direct = TextScorer(text, weights).scores(new)
    assert_allclose(direct, scores_of_matrices(text, weights, new), rtol=1e-11)


def test_without_the_kernel_the_matrices_are_scored(monkeypatch):
    text = TextRepresentation(threads=1)
    fields = {"title": ["cat", "dog"], "body": ["a cat ran", "dogs run"]}
    weights = random_weights(text, text.fit_transform(fields), np.random.default_rng(1))
    direct = TextScorer(text, weights).scores(fields)
    monkeypatch.setattr(scoring, "kernel", None)
    slow = TextScorer(text, weights)
    assert slow.scorer is None
    assert_allclose(slow.scores(fields), direct, rtol=1e-11)


@pytest.mark.parametrize("language", ["english", "german"])
def test_what_was_read_before_makes_no_difference(language):
    rng = np.random.default_rng(3)
    documents = [" ".join(rng.choice([*WORDS, "unseen", "naïveté"], size=9)) for _ in range(90)]
    text = TextRepresentation(language=language, threads=1)
    weights = random_weights(text, text.fit_transform({"body": documents[:20]}), rng)
    used, expected = TextScorer(text, weights), TextScorer(text, weights)
    fresh = [f"unseen{i} {words}" for i, words in enumerate(documents)]
    for threads in (1, 3, 2):
        text.threads = threads
        used.scores({"body": fresh})
        again = used.scores({"body": documents + fresh})
        assert np.array_equal(again, expected.scores({"body": documents + fresh}))


@pytest.mark.parametrize("names", [("body",), ("title", "body")])
def test_long_texts_are_scored_some_at_a_time(names):
    rng = np.random.default_rng(4)
    words = [*WORDS, *(f"word{i}" for i in range(200))]
    documents = [" ".join(rng.choice(words, size=4000)) for _ in range(25)]
    text = TextRepresentation(threads=2)
    fields = dict.fromkeys(names, documents[:3])
    weights = random_weights(text, text.fit_transform(fields), rng)
    new = dict.fromkeys(names, documents)
    direct = TextScorer(text, weights).scores(new)
    assert_allclose(direct, scores_of_matrices(text, weights, new), atol=1e-11)


@pytest.mark.parametrize("threads", [1, 3])
def test_several_threads_of_python_may_ask_one_scorer(threads):
    rng = np.random.default_rng(5)
    words = [[*WORDS, f"w{i}", f"naïveté{i}"] for i in range(400)]  # Python is asked for stems
    documents = [" ".join(rng.choice(some, size=20)) for some in words]
    text = TextRepresentation(threads=1)
    weights = random_weights(text, text.fit_transform({"body": documents[:40]}), rng)
    expected = TextScorer(text, weights).scores({"body": documents})
    text.threads = threads
    scorer = TextScorer(text, weights)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: scorer.scores({"body": documents}), range(24)))
    assert all(np.array_equal(scores, expected) for scores in found)


@pytest.mark.skipif(scoring.kernel is None, reason="is about the kernel")
@pytest.mark.parametrize("threads", [1, 3])
def test_an_error_while_python_is_asked_reaches_the_caller(threads):
    documents = [f"naïveté{i} and some more words" for i in range(2000)]
    text = TextRepresentation(threads=threads)
    fields = {"body": documents[:20]}
    weights = random_weights(text, text.fit_transform(fields), np.random.default_rng(0))
    scorer = TextScorer(text, weights)

    def interrupted(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scores_by_kernel(scorer, {"body": documents}, interrupted)
    assert_allclose(
        scorer.scores(fields), scores_of_matrices(text, weights, fields), atol=1e-11
    )


def test_other_fields_than_were_learnt_are_refused():
    text = TextRepresentation(threads=1)
    fields = {"title": ["cat", "dog"], "body": ["a cat ran", "dogs run"]}
    weights = random_weights(text, text.fit_transform(fields), np.random.default_rng(1))
    scorer = TextScorer(text, weights)
    with pytest.raises(InvalidInputError, match=r"fields \['title', 'body'\].*got \['title'\]"):
        scorer.scores({"title": ["cat"]})
    if scorer.scorer is not None:
        with pytest.raises(ValueError, match="weights for words and for each field"):
            scores_by_kernel(scorer, {"title": ["cat"]}, scorer._stems)


def test_pieces_that_no_word_has_say_nothing():
    """Of a vocabulary that somebody else wrote: with zeros, empty, or long without end."""
    text = TextRepresentation(threads=1)
    weights = random_weights(
        text, text.fit_transform({"body": ["cat dog", "dog"]}), np.random.default_rng(6)
    )
    expected = TextScorer(text, weights).scores({"body": ["cat", "dogs cat"]})
    known = text.pieces.names
    strange = ["", "\0", "cat\0", " ca\0\0", "z" * 70_000, "東京東京東京"]
    more = len(strange)
    idf = np.append(text.idf("pieces", None), np.ones(more))
    text.pieces = Pieces.assembled(Vocabulary.of_terms([*known, *strange]), idf)
    said = np.vstack([weights["pieces", None].records, np.full((more, 1 + N_CLASSES), 1e9)])
    weights["pieces", None] = PartWeights(said, weights["pieces", None].base)
    scored = TextScorer(text, weights).scores({"body": ["cat", "dogs cat"]})
    assert np.array_equal(scored, expected)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="asks Linux for its memory")
def test_what_is_kept_of_words_does_not_grow_for_ever():
    text = TextRepresentation(language=None, threads=1)
    weights = random_weights(
        text, text.fit_transform({"body": ["cat dog", "dog"]}), np.random.default_rng(0)
    )
    scorer, taken = TextScorer(text, weights), []
    for call in range(30):
        words = [f"{call}x{i}".ljust(950, "z") for i in range(8000)]  # 8 MB of long ones
        scorer.scores({"body": [" ".join(words)]})
        taken.append(int(Path("/proc/self/statm").read_text().split()[1]) * 4096)
    assert max(taken[15:]) - taken[1] < 160 << 20
