"""HybridClassifier: scikit-learn's contract, the paper's equations, regions, explanations."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import expit, softmax
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

import halfbayes
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.multinomial import Multinomial
from halfbayes.errors import InvalidInputError, InvalidParameterError, NotLinearError
from halfbayes.models.hybrid import HybridClassifier
from halfbayes.text.weighting import TermWeighter


class Unweighted(HybridClassifier):
    """Without weights of documents.

    A document of weight two is left out whole; of two copies one stays. Where the weights of
    the views come from leave-one-out, scikit-learn's equivalence of the two cannot hold.
    """

    def fit(self, X, y):
        return super().fit(X, y)


@parametrize_with_checks(
    [
        Unweighted(),
        HybridClassifier(weights="training"),
        HybridClassifier(weights=[1.0], discriminant=False, weighting=None),
        Unweighted(event="bernoulli", normalisation="sqrt", tied=False, discriminant=False),
    ],
    expected_failed_checks=lambda _: {
        "check_decision_proba_consistency": "its documents have negative counts"
    },
)
@pytest.mark.filterwarnings("ignore:SCIPY_ARRAY_API")
def test_it_keeps_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


def test_the_order_of_decisions_is_that_of_probabilities():
    subject, body, y = corpus(seed=2)
    model = HybridClassifier().fit([subject, body], y)
    decision, proba = (
        model.decision_function([subject, body]),
        model.predict_proba([subject, body]),
    )
    assert_allclose(expit(decision), proba[:, 1], rtol=1e-9)
    subject, body, y = corpus(n_classes=3)
    model = HybridClassifier().fit([subject, body], y)
    assert_allclose(
        np.exp(model.decision_function([subject, body])), model.predict_proba([subject, body])
    )


def corpus(n=40, n_classes=2, seed=0, terms=7):
    """Subjects and bodies over one vocabulary, not separable."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, n - n_classes)])
    rate = rng.gamma(2.0, 1.0, size=(n_classes, terms))
    rate /= rate.sum(axis=1, keepdims=True)
    lengths = rng.integers(1, 4, n), rng.integers(5, 15, n)
    subject, body = (
        np.array(
            [
                rng.multinomial(m, 0.4 * rate[k] + 0.6 / terms)
                for m, k in zip(length, y, strict=True)
            ]
        )
        for length in lengths
    )
    return subject.astype(float), body.astype(float), y


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


def test_regions_are_columns_however_they_are_named():
    subject, body, y = corpus(seed=6)
    X = np.hstack([subject, body])
    expected = HybridClassifier().fit([subject, body], y).predict_proba([subject, body])
    for regions in (
        [slice(0, 7), slice(7, 14)],
        [(0, 7), (7, 14)],
        [list(range(7)), np.arange(7, 14)],
        {"subject": slice(7), "body": slice(7, None)},
    ):
        model = HybridClassifier(regions=regions).fit(sparse.csr_array(X), y)
        assert_allclose(model.predict_proba(X), expected, rtol=1e-9)
    assert list(model.region_weights_) == ["subject", "body", "discriminant"]
    named = HybridClassifier(regions=["subject", "body"]).fit([subject, body], y)
    assert list(named.region_weights_) == ["subject", "body", "discriminant"]


def test_an_empty_region_adds_nothing_and_an_empty_document_gets_the_prior():
    subject, body, y = corpus(n_classes=3, seed=7)
    subject[::3] = 0.0
    model = HybridClassifier(offsets="prior").fit([subject, body], y)
    nothing = np.zeros((1, 7))
    counts = np.bincount(y) + 1.0
    assert_allclose(
        model.predict_proba([nothing, nothing])[0], counts / counts.sum(), rtol=1e-7
    )
    offsets, weights = model.linear_weights()
    half = model.logits([nothing, body[:1]])
    read = model.weighted_regions([nothing, body[:1]])["region 1"]
    assert_allclose(half, offsets + weights["region 1"].scores(read), rtol=1e-9)


def test_contributions_add_up_to_the_logits():
    subject, body, y = corpus(n_classes=3, seed=8)
    model = HybridClassifier(event=["multinomial", "complement"]).fit([subject, body], y)
    offsets, weights = model.linear_weights()
    features = model.weighted_regions([subject, body])
    total = offsets + sum(weights[name].scores(features[name]) for name in features)
    assert_allclose(total, model.logits([subject, body]), rtol=1e-9)
    assert set(model.discriminant_weights_) == set(features)
    assert HybridClassifier(discriminant=False).fit(body, y).discriminant_weights_ == {}
    with pytest.raises(NotLinearError):
        HybridClassifier(normalisation="length").fit(body, y).linear_weights()


@pytest.mark.parametrize(
    ("discriminant", "event", "dial"), [(False, "complement", 0.0), (True, None, 1.0)]
)
def test_the_ends_of_the_dial(discriminant, event, dial):
    _, body, y = corpus(seed=9)
    model = HybridClassifier(discriminant=discriminant, event=event).fit(body, y)
    assert model.dial_ == dial
    assert model.describe().startswith(f"{100 * dial:.0f} % discriminative; weights: ")


def test_leave_one_out_probabilities_are_near_those_of_fits_without_the_document():
    _, body, y = corpus(n=60, n_classes=3, seed=10)
    model = HybridClassifier(weighting=None, event="multinomial").fit(body, y)
    refitted = np.empty_like(model.leave_one_out_proba_)
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        refitted[i] = clone(model).fit(body[others], y[others]).predict_proba(body[[i]])[0]
    # Held fixed: the prior, the mean document and the expected weights; one Newton step.
    assert np.abs(model.leave_one_out_proba_ - refitted).max() < 0.05
    assert np.abs(model.leave_one_out_proba_ - refitted).mean() < 0.01
    assert np.abs(model.predict_proba(body) - refitted).mean() > 0.02


def test_numbers_and_categories_are_regions_too_and_may_be_missing():
    _, body, y = corpus(n=50, seed=11)
    rng = np.random.default_rng(0)
    numbers = rng.normal(size=(50, 2)) + 2.0 * y[:, None]
    numbers[::7] = np.nan
    codes = np.where(rng.random(50) < 0.8, y, 2.0)[:, None]
    codes[::5] = np.nan
    X = [body, numbers, codes]
    model = HybridClassifier(event=["complement", Gaussian("shared"), "categorical"]).fit(X, y)
    assert model.score(X, y) > HybridClassifier().fit(body, y).score(body, y)
    assert list(model.region_weights_) == ["region 0", "region 1", "region 2", "discriminant"]
    missing = [body, np.full_like(numbers, np.nan), np.full_like(codes, np.nan)]
    assert np.isfinite(model.predict_proba(missing)).all()


@pytest.mark.parametrize("weighting", ["smooth", "ltc", "nnn", None, TermWeighter(tf="binary")])
def test_weightings_by_name_letters_and_object(weighting):
    _, body, y = corpus(seed=12)
    model = HybridClassifier(weighting=weighting).fit(body, y)
    read = model.weighted_regions(body)["document"].toarray()
    expected = {
        "smooth": TermWeighter(idf="smooth"),
        "ltc": TermWeighter(),
        "nnn": TermWeighter(tf="count", idf="none", norm="none"),
        None: TermWeighter(tf="count", idf="none", norm="none"),
    }.get(weighting if isinstance(weighting, str | None) else "", weighting)
    assert_allclose(read, clone(expected).fit_transform(body), rtol=1e-12)


def test_the_scale_of_counts_without_weighting_does_not_matter_to_the_discriminant():
    _, body, y = corpus(seed=13)
    one = HybridClassifier(weighting=None, event=None).fit(body, y)
    other = HybridClassifier(weighting=None, event=None).fit(100.0 * body, y)
    assert_allclose(one.predict_proba(body), other.predict_proba(100.0 * body), rtol=1e-6)


def test_documents_of_weight_zero_are_not_there():
    subject, body, y = corpus(n_classes=3, seed=14)
    weights = np.where(np.arange(len(y)) % 5 == 4, 0.0, 1.0)
    kept = weights > 0.0
    there = HybridClassifier().fit([subject, body], y, sample_weight=weights)
    absent = HybridClassifier().fit([subject[kept], body[kept]], y[kept])
    X = [subject, body]
    assert_allclose(there.predict_proba(X), absent.predict_proba(X), rtol=1e-6)


def test_it_is_exported_and_survives_pickling():
    subject, body, y = corpus(seed=15)
    for model in (halfbayes.HybridClassifier(), halfbayes.HybridClassifier.raina2003()):
        model.fit([subject, body], y)
        again = pickle.loads(pickle.dumps(model))
        assert_allclose(
            again.predict_proba([subject, body]), model.predict_proba([subject, body])
        )
        assert_allclose(again.leave_one_out_proba_, model.leave_one_out_proba_)


@pytest.mark.parametrize("n", [1, 2])
def test_one_document_and_one_class_are_no_exception(n):
    model = HybridClassifier().fit(np.eye(n), np.arange(n))
    assert_allclose(model.predict_proba(np.eye(n)).sum(axis=1), 1.0)
    assert_allclose(model.leave_one_out_proba_.sum(axis=1), 1.0)
    assert_allclose(HybridClassifier().fit(np.zeros((2, 3)), [0, 1]).dial_, 0.0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"event": "poisson"}, "event must be one of"),
        ({"event": ["complement"] * 3}, "3 models for 2 regions"),
        ({"normalisation": "log"}, "normalisation must be"),
        ({"weights": "cross-validated"}, "weights must be one of"),
        ({"weights": [1.0, 2.0]}, "2 numbers for 3 views"),
        ({"offsets": "none"}, "offsets must be one of"),
        ({"weighting": "xyz"}, "SMART"),
        ({"weighting": 3}, "weighting must be"),
        ({"shared": True}, "event='multinomial'"),
        ({"regions": ["subject"]}, "2 matrices"),
        ({"event": None, "discriminant": False}, "nothing to weigh"),
        ({"class_smoothing": -1.0}, "class_smoothing"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    subject, body, y = corpus()
    with pytest.raises(InvalidParameterError, match=message):
        HybridClassifier(**parameters).fit([subject, body], y)


def test_wrong_documents_are_named():
    subject, body, y = corpus()
    with pytest.raises(InvalidInputError, match="one row per document"):
        HybridClassifier().fit([subject, body[:-1]], y)
    model = HybridClassifier().fit([subject, body], y)
    with pytest.raises(InvalidInputError, match="fitted with"):
        model.predict([subject[:, :-1], np.hstack([body, subject[:, :1]])])
    with pytest.raises(InvalidParameterError, match="one vocabulary"):
        HybridClassifier.raina2003().fit([subject, body[:, :-1]], y)
    with pytest.raises(InvalidInputError, match="smoothing"):
        HybridClassifier(event=Multinomial(1.0, "ml")).fit(np.eye(len(y)), y)
    numbers = HybridClassifier(event=["complement", "gaussian"]).fit([subject, body], y)
    with pytest.raises(InvalidInputError, match="NaN in a region of words"):
        numbers.predict([np.full_like(subject, np.nan), body])
