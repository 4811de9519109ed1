"""HybridClassifier: scikit-learn's contract, regions, explanations, what it refuses."""

import pickle

import numpy as np
import pytest
from models.hybrid_corpus import corpus
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import expit
from sklearn.base import clone
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
        ({"weights": [np.nan, 2.0, 1.0]}, "weights must be a number of at least 0; got nan"),
        ({"weights": [1.0, np.inf, 1.0]}, "weights must be a number of at least 0; got inf"),
        ({"weights": [1.0, 2.0, -1.0]}, "weights must be a number of at least 0; got -1.0"),
        ({"weights": ["a", 2.0, 1.0]}, "weights must be a number of at least 0; got 'a'"),
        ({"weights": None}, "weights must be a number of at least 0; got None"),
        ({"weights": 1.0}, "weights has 1 numbers for 3 views"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    subject, body, y = corpus()
    with pytest.raises(InvalidParameterError, match=message):
        HybridClassifier(**parameters).fit([subject, body], y)


def test_a_region_beyond_the_columns_is_refused():
    X, y = np.eye(4), ["a", "b", "a", "b"]
    assert HybridClassifier(regions=[(0, 4)]).fit(X, y).predict(X).tolist() == y
    with pytest.raises(InvalidParameterError, match=r"the 4 columns of X; got \(0, 9\)"):
        HybridClassifier(regions=[(0, 9)]).fit(X, y)


def test_wrong_documents_are_named():
    subject, body, y = corpus()
    with pytest.raises(InvalidInputError, match="one row per document"):
        HybridClassifier().fit([subject, body[:-1]], y)
    model = HybridClassifier().fit([subject, body], y)
    with pytest.raises(InvalidInputError, match="fit was given regions of"):
        model.predict([subject[:, :-1], np.hstack([body, subject[:, :1]])])
    with pytest.raises(InvalidParameterError, match="one vocabulary"):
        HybridClassifier.raina2003().fit([subject, body[:, :-1]], y)
    with pytest.raises(InvalidInputError, match="smoothing"):
        HybridClassifier(event=Multinomial(1.0, "ml")).fit(np.eye(len(y)), y)
    numbers = HybridClassifier(event=["complement", "gaussian"]).fit([subject, body], y)
    with pytest.raises(InvalidInputError, match="NaN in a region of words"):
        numbers.predict([np.full_like(subject, np.nan), body])
