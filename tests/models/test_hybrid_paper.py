"""HybridClassifier: the equations of Raina et al. 2003, written out."""

import numpy as np
import pytest
from models.hybrid_corpus import corpus
from numpy.testing import assert_allclose
from scipy.special import expit, softmax
from sklearn.linear_model import LogisticRegression

from halfbayes.models.hybrid import HybridClassifier


def word_probabilities(subject, body, y, n_classes):
    """Eq. 3, word by word: (classes, terms)."""
    n_terms = subject.shape[1]
    P = np.empty((n_classes, n_terms))
    for k in range(n_classes):
        words, total = np.ones(n_terms), float(n_terms)
        for i in range(len(y)):
            if y[i] == k:
                words += subject[i] + body[i]
                total += (subject[i] + body[i]).sum()
        P[k] = words / total
    return P


def region_scores(x, P, normalised):
    """n_r^-1 log P(x^r|k), straight from eq. 6: (classes,)."""
    scores = np.array(
        [sum(x[w] * np.log(P[k, w]) for w in range(len(x))) for k in range(len(P))]
    )
    return scores / x.sum() if normalised and x.sum() else scores


def literal_scores(subject, body, y, n_classes, normalised):
    """Leave-one-out scores by fitting again without each document: (documents, 2, classes)."""
    scores = np.empty((len(y), 2, n_classes))
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        P = word_probabilities(subject[others], body[others], y[others], n_classes)
        scores[i] = [region_scores(x, P, normalised) for x in (subject[i], body[i])]
    return scores


@pytest.mark.parametrize("normalised", [True, False])
def test_with_two_classes_it_is_the_model_of_the_paper(normalised):
    subject, body, y = corpus()
    left_out = literal_scores(subject, body, y, 2, normalised)
    b = left_out[:, :, 1] - left_out[:, :, 0]
    theta = LogisticRegression(C=1e8, tol=1e-12, max_iter=10_000).fit(b, y)  # eq. 11
    P = word_probabilities(subject, body, y, 2)
    new_subject, new_body, _ = corpus(seed=1, n=10)
    new = np.array(
        [
            [region_scores(x, P, normalised) for x in pair]
            for pair in zip(new_subject, new_body, strict=True)
        ]
    )
    expected = expit(  # eq. 9
        theta.intercept_ + (new[:, :, 1] - new[:, :, 0]) @ theta.coef_[0]
    )
    model = HybridClassifier.raina2003(normalised=normalised).fit([subject, body], y)
    # Both are at the optimum of a convex problem but for penalties of 1e-6 and 1e-8.
    assert_allclose(model.predict_proba([new_subject, new_body])[:, 1], expected, atol=1e-4)
    assert_allclose(list(model.region_weights_.values()), theta.coef_[0], rtol=1e-3)


def test_with_the_offset_of_the_prior_it_is_equation_8():
    subject, body, y = corpus(seed=3)
    P = word_probabilities(subject, body, y, 2)
    b = np.array(
        [
            [np.diff(region_scores(x, P, normalised=True))[0] for x in pair]
            for pair in zip(subject, body, strict=True)
        ]
    )
    a = np.log((y == 1).mean() / (y == 0).mean())
    given = [1.5, 4.0]
    model = HybridClassifier.raina2003(weights=given).set_params(offsets="prior")
    proba = model.fit([subject, body], y).predict_proba([subject, body])
    assert_allclose(proba[:, 1], expit(a + b @ given), rtol=1e-9)


def test_the_training_fit_is_equation_10():
    subject, body, y = corpus(seed=4)
    P = word_probabilities(subject, body, y, 2)
    b = np.array(
        [
            [np.diff(region_scores(x, P, normalised=True))[0] for x in pair]
            for pair in zip(subject, body, strict=True)
        ]
    )
    theta = LogisticRegression(C=1e8, tol=1e-12, max_iter=10_000).fit(b, y)
    model = HybridClassifier.raina2003(weights="training").fit([subject, body], y)
    proba = model.predict_proba([subject, body])[:, 1]
    assert_allclose(proba, theta.predict_proba(b)[:, 1], atol=1e-4)


def test_with_three_classes_it_is_the_softmax_of_the_same_scores():
    subject, body, y = corpus(n=60, n_classes=3, seed=5)
    model = HybridClassifier.raina2003().fit([subject, body], y)
    theta = np.array(list(model.region_weights_.values()))
    P = word_probabilities(subject, body, y, 3)
    scores = np.array(
        [
            [region_scores(x, P, normalised=True) for x in pair]
            for pair in zip(subject, body, strict=True)
        ]
    )
    z = model.offsets_ + np.einsum("r,irk->ik", theta, scores)
    assert_allclose(model.predict_proba([subject, body]), softmax(z, axis=1), rtol=1e-9)
    # theta and the offsets make the left-out classes most likely: the gradient is zero.
    left_out = literal_scores(subject, body, y, 3, normalised=True)
    p = softmax(model.offsets_ + np.einsum("r,irk->ik", theta, left_out), axis=1)
    residual = p - np.eye(3)[y]
    assert_allclose(np.einsum("irk,ik->r", left_out, residual), 0.0, atol=1e-3)
    assert_allclose(residual.sum(axis=0), 0.0, atol=1e-3)
