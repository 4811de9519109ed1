import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.core.coverage import accuracy_coverage_curve
from halfbayes.evaluate.curves import (
    coverage_report,
    mean_accuracies,
    percentiles_rounding_to_one,
    posterior_percentiles,
)
from halfbayes.models.naive_bayes import MultinomialNaiveBayes


def judged(n, rng):
    confidence = rng.random(n)
    return confidence, rng.random(n) < 0.5 + confidence / 2


def test_estimates_lie_within_their_bounds():
    report = coverage_report(*judged(500, np.random.default_rng(0)))
    for target in (0.7, 0.9, 0.99):
        found = report.coverage_at(target)
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
    for share in (0.1, 0.5, 1.0):
        found = report.accuracy_at(share)
        assert found.low <= found.value + 0.02
        assert found.value <= found.high + 0.02
    assert report.area_over == report.curve.area_over


def test_a_proved_coverage_really_has_the_accuracy():
    """The truth above t is 1/2 + (1 + t)/4; 0.9 is reached at t = 0.6, coverage 0.4."""
    rng = np.random.default_rng(0)
    low = [coverage_report(*judged(1000, rng)).coverage_at(0.9).low for _ in range(100)]
    assert np.mean(np.array(low) > 0.4 + 0.05) <= 0.05


def test_the_mean_of_one_curve_is_that_curve():
    curve = accuracy_coverage_curve(*judged(50, np.random.default_rng(0)))
    at = np.linspace(0.1, 1.0, 10)
    assert_allclose(mean_accuracies([curve], at), [curve.accuracy_at(c) for c in at])


def test_percentiles_are_those_of_numpy_taken_from_the_documents():
    confidence = np.random.default_rng(0).random(97)
    found = posterior_percentiles(confidence, (0, 50, 99))
    assert found[0] == confidence.min()
    assert np.all(np.isin(found, confidence))
    assert_allclose(found[1], np.quantile(confidence, 0.5, method="nearest"), atol=0.03)


def test_more_digits_are_harder_to_round_away():
    found = percentiles_rounding_to_one(1 - 10.0 ** -np.arange(1, 12))
    assert np.all(np.diff(found) >= 0)


@pytest.mark.data
def test_naive_bayes_is_as_overconfident_as_in_table_2_3(data_folder):
    """Rennie 2001, Table 2.3: 80 % of 20 Newsgroups to train; most posteriors are 1."""
    pandas = pytest.importorskip("pandas")
    text = pytest.importorskip("sklearn.feature_extraction.text")
    table = pandas.read_parquet(data_folder / "20newsgroups.parquet")
    table = table.sample(frac=0.25, random_state=0)
    documents = (table["subject"] + " " + table["body"]).tolist()
    X = text.CountVectorizer().fit_transform(documents)
    cut = int(0.8 * len(documents))
    model = MultinomialNaiveBayes().fit(X[:cut], table["group"].to_numpy()[:cut])
    confidence = model.predict_proba(X[cut:]).max(axis=1)
    assert np.all(posterior_percentiles(confidence, (33, 44, 55, 66, 77, 88, 99)) > 0.999)
    assert percentiles_rounding_to_one(confidence, (9,))[0] < 60
