"""Views seen from halfway between the classes: what that changes, and what it must not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.centre import class_centre, seen_from_centres
from halfbayes.core.complement import Complement
from halfbayes.core.expectation import SemiSupervised, Teaching
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.known import Known
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.shared_words import SharedWords
from halfbayes.core.view import Documents
from halfbayes.core.views import Discriminant, EventView

WORDS = EventView(0, Complement(), centred=1.0)
BOTH = Discriminant((0, 1), (1.0, 3.0), centred=0.5)


def invented(n, *, seed, n_classes=3, n_terms=20, empty=0):
    """Documents of two regions, classes in turn; the first ``empty`` have no first region."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % n_classes
    regions = []
    for _ in range(2):
        X = rng.random((n, n_terms)) * (rng.random((n, n_terms)) < 0.3)
        X[np.arange(n), y] += 0.7
        regions.append(X / np.linalg.norm(X, axis=1, keepdims=True))
    regions[0][:empty] = 0.0
    return Documents([sparse.csr_array(X) for X in regions], y, n_classes)


def random_scores(seed, n_views, documents):
    shape = (n_views, len(documents.y), documents.n_classes)
    return np.random.default_rng(seed).normal(size=shape)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_added_to_all_scores_makes_the_less_difference_the_more_there_are(seed):
    added, differences = np.array([3.0, -1.0, -2.0]), []
    for n in (6, 60, 600):
        documents = invented(n, seed=seed)
        scores = random_scores(seed, 1, documents)
        one, other = (
            seen_from_centres([WORDS], found, documents)[0]
            for found in (scores, scores + added)
        )
        differences.append(np.abs(balanced(other - one)).max())
    assert differences == sorted(differences, reverse=True)
    # Without it the centre is chance alone, sqrt(V) large, of which about half is taken away.
    assert differences[-1] < np.sqrt(3 / 600)


def balanced(scores):
    return scores - scores.mean(axis=-1, keepdims=True)


@pytest.mark.parametrize("sizes", [(4, 4, 4), (1, 5, 3), (2, 0, 7)])
def test_means_without_a_document_are_those_of_the_others(sizes):
    rng, y = np.random.default_rng(sum(sizes)), np.repeat(np.arange(3), sizes)
    scores, weights = rng.normal(size=(len(y), 3)), rng.random(len(y)) + 0.5
    of_others = class_centre(scores, y, weights).of_others
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        means = [
            np.average(scores[others & (y == k)], axis=0, weights=weights[others & (y == k)])
            for k in range(3)
            if (others & (y == k)).any()
        ]
        assert_allclose(of_others[i], balanced(np.mean(means, axis=0)), atol=1e-12)


def test_the_less_even_the_classes_are_the_less_is_taken_away():
    shares = []
    for sizes in [(5, 5, 5), (3, 5, 7), (1, 7, 7), (1, 1, 13)]:
        y = np.repeat(np.arange(3), sizes)
        scores = np.tile([2.0, 0.0, -2.0], (15, 1))  # the same for all: nothing is by chance
        shares.append(class_centre(scores, y, np.ones(15)).share)
        assert shares[-1] == pytest.approx(3 / sum(1 / size for size in sizes) / 5)
    assert shares[0] == pytest.approx(1.0)
    assert shares == sorted(shares, reverse=True)


def test_what_chance_makes_of_the_centre_is_found_from_the_documents():
    """Half of its square is chance where V says so: V is the variance of m over many draws."""
    rng, y = np.random.default_rng(0), np.repeat(np.arange(3), [4, 6, 8])
    sd, bias = np.array([1.0, 2.0, 0.5]), np.array([0.5, 0.0, -0.5])
    squares, found = [], []
    for _ in range(4000):
        centre = class_centre(bias + sd * rng.normal(size=(18, 3)), y, np.ones(18))
        squares.append(np.sum((centre.mean - bias) ** 2))
        even = 3 / (1 / 4 + 1 / 6 + 1 / 8) / 6
        M = centre.mean @ centre.mean
        found.append(M * (even / centre.share - 1.0))  # V
    assert np.mean(found) == pytest.approx(np.mean(squares), rel=0.05)


def test_of_one_document_a_class_nothing_is_taken_away():
    rng = np.random.default_rng(1)
    centre = class_centre(rng.normal(size=(3, 3)), np.arange(3), np.ones(3))
    assert centre.share == 0.0
    assert class_centre(np.zeros((0, 3)), np.zeros(0, dtype=int), np.zeros(0)).share == 0.0


def test_a_document_of_weight_two_counts_as_two():
    rng, y = np.random.default_rng(0), np.array([0, 0, 1, 1])
    scores = rng.normal(size=(4, 2))
    once = class_centre(scores, y, np.array([2.0, 1.0, 1.0, 1.0]))
    twice = class_centre(np.vstack([scores, scores[:1]]), np.append(y, 0), np.ones(5))
    assert_allclose(once.mean, twice.mean)
    assert once.share == pytest.approx(twice.share)


def test_what_a_document_does_not_have_is_not_moved():
    documents = invented(12, seed=1, empty=4)
    scores = random_scores(1, 2, documents)
    seen, _ = seen_from_centres([WORDS, BOTH], scores, documents)
    assert_allclose(seen[0, :4], scores[0, :4])
    assert not np.allclose(seen[0, 4:], scores[0, 4:])
    learnt = fitted_hybrid([WORDS, BOTH], documents, SmallFit(offsets=False)).views
    plain = [view.learnt(documents) for view in (WORDS, BOTH)]
    moved = [
        known.scores(documents.regions) - before.scores(documents.regions)
        for known, before in zip(learnt, plain, strict=True)
    ]
    assert_allclose(moved[0][:4], 0.0)
    assert_allclose(moved[0][4:], np.tile(-learnt[0].centre, (8, 1)))
    assert_allclose(moved[1][:4], 0.0, atol=1e-12)
    assert_allclose(moved[1][4:], np.tile(-learnt[1].centre, (8, 1)), atol=1e-12)


def test_views_that_do_not_ask_are_left_alone():
    documents = invented(12, seed=2)
    scores = random_scores(2, 2, documents)
    seen, centres = seen_from_centres([replace(WORDS, centred=0.0), BOTH], scores, documents)
    assert np.array_equal(seen[0], scores[0])
    assert not centres[0].any()
    assert centres[1].any()


@pytest.mark.parametrize(
    "view",
    [WORDS, BOTH, SharedWords(0, (0, 1), centred=1.0)],
    ids=["words", "discriminant", "shared words"],
)
def test_linear_weights_say_what_a_centred_view_says(view):
    documents = invented(15, seed=3, empty=3)
    known = view.learnt(documents).seen_from(np.array([1.0, -2.0, 1.0]))
    by_region = [
        weights.scores(documents.regions[region])
        for region, weights in known.linear_weights().items()
    ]
    assert_allclose(sum(by_region), known.scores(documents.regions), atol=1e-12)


def probability_of_the_wide_class(seed, *, centred):
    """On average over as many documents of a wide class as of a narrow one."""
    rng, n = np.random.default_rng(seed), 8
    narrow = rng.multinomial(12, np.r_[np.full(10, 0.07), np.full(30, 0.01)], size=300)
    wide = rng.multinomial(12, np.r_[np.full(10, 0.01), np.full(30, 0.03)], size=300)
    X, y = sparse.csr_array(np.vstack([narrow, wide]).astype(float)), np.repeat([0, 1], 300)
    chosen = np.r_[0:n, 300 : 300 + n]
    view = EventView(0, Multinomial(), exponent=1.0, centred=centred)
    fitted = fitted_hybrid([view], Documents([X[chosen]], y[chosen], 2), SmallFit())
    return np.exp(fitted.log_proba([X]))[:, 1].mean()


def test_a_wide_class_is_no_longer_passed_over():
    """Its word model is flat, and says less of any document."""
    without, seen = (
        np.mean([probability_of_the_wide_class(seed, centred=c) for seed in range(10)])
        for c in (0.0, 1.0)
    )
    assert without < seen < 0.55
    assert abs(seen - 0.5) < abs(without - 0.5)


scores_and_classes = st.integers(2, 4).flatmap(
    lambda K: st.integers(1, 12).flatmap(
        lambda n: st.tuples(
            arrays(np.float64, (n, K), elements=st.floats(-10, 10, width=32)),
            arrays(np.intp, n, elements=st.integers(0, K - 1)),
            arrays(np.float64, n, elements=st.sampled_from([0.0, 0.5, 1.0, 2.0])),
        )
    )
)


@given(scores_and_classes, st.randoms(use_true_random=False))
def test_the_order_of_documents_makes_no_difference(case, random):
    order = list(range(len(case[1])))
    random.shuffle(order)
    one, other = class_centre(*case), class_centre(*(part[order] for part in case))
    assert_allclose(other.mean, one.mean, atol=1e-12)
    assert_allclose(other.of_others, one.of_others[order], atol=1e-12)
    assert other.share == pytest.approx(one.share, abs=1e-9)


@given(scores_and_classes, st.floats(-5, 5))
@example((np.zeros((1, 3)), np.array([0]), np.array([2.0])), 1.5584648345312941)
@example((np.array([[1.0, -1.0], [-1.0, 1.0]]), np.array([0, 1]), np.full(2, 2.0)), 0.1)
def test_what_is_the_same_for_all_classes_of_a_document_makes_no_difference(case, more):
    scores, y, weights = case
    one, other = class_centre(*case), class_centre(scores + more, y, weights)
    assert_allclose(other.mean, one.mean, atol=1e-12)
    assert_allclose(other.of_others, one.of_others, atol=1e-12)
    # What is taken away: of scores that are themselves rounding the share may be anything.
    assert_allclose(other.share * other.mean, one.share * one.mean, atol=1e-6)
    assert_allclose(other.share * other.of_others, one.share * one.of_others, atol=1e-6)


@given(scores_and_classes)
def test_documents_without_weight_are_seen_from_the_centre_of_all(case):
    centre, weights = class_centre(*case), case[2]
    nothing = weights == 0.0
    assert_allclose(
        centre.of_others[nothing], np.tile(centre.mean, (nothing.sum(), 1)), atol=1e-12
    )


def test_a_document_that_only_has_words_of_its_own_is_not_moved():
    documents = invented(12, seed=8)
    known = Known(np.where(np.arange(12) == 3, 0.0, 1.0))
    scores = random_scores(8, 1, documents)
    scores[0, 3] = 0.0  # nothing is said of it
    seen, _ = seen_from_centres([WORDS], scores, replace(documents, known=[known, None]))
    assert not seen[0, 3].any()
    rest = documents.rows(np.delete(np.arange(12), 3))
    alone, _ = seen_from_centres([WORDS], np.delete(scores, 3, axis=1), rest)
    assert_allclose(np.delete(seen, 3, axis=1), alone)


def test_em_sees_unlabelled_documents_from_the_same_centre():
    labelled = invented(12, seed=6, empty=2)
    # The same documents, so that the mean document is the same, of next to no weight.
    model = SemiSupervised([WORDS, BOTH], labelled, labelled.regions, SmallFit())
    everything = np.arange(12)
    once = model.expected(everything, Teaching(weight=1e-10, steps=1))
    thrice = model.expected(everything, Teaching(weight=1e-10, steps=3))
    assert_allclose(thrice, once, atol=1e-6)
