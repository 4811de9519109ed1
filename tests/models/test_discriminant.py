"""Gaussian discriminant analysis as an estimator."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from halfbayes.errors import InvalidParameterError, NotLinearError
from halfbayes.models.discriminant import GaussianDiscriminant

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3)) @ RNG.normal(size=(3, 3))
y = np.array(["a", "b", "c"])[RNG.integers(0, 3, 60)]


def test_shared_covariance_is_linear_discriminant_analysis():
    ours = GaussianDiscriminant(covariance="shared", shrinkage=0.0, class_smoothing=0.0)
    theirs = LinearDiscriminantAnalysis(solver="lsqr").fit(X, y)
    assert_allclose(ours.fit(X, y).predict_proba(X), theirs.predict_proba(X), atol=1e-7)
    b, w = ours.linear_weights()
    assert_allclose(w - w[0], theirs.coef_ - theirs.coef_[0], atol=1e-7)
    assert_allclose(b - b[0], theirs.intercept_ - theirs.intercept_[0], atol=1e-7)


@pytest.mark.parametrize("covariance", ["full", "diagonal"])
def test_other_covariances_are_not_linear(covariance):
    with pytest.raises(NotLinearError, match="covariance='shared'"):
        GaussianDiscriminant(covariance=covariance).fit(X, y).linear_weights()


def test_parameters_out_of_range_are_refused():
    with pytest.raises(InvalidParameterError, match="'full', 'shared', 'diagonal'"):
        GaussianDiscriminant(covariance="round").fit(X, y)
    with pytest.raises(InvalidParameterError, match="at most 1"):
        GaussianDiscriminant(shrinkage=1.5).fit(X, y)


def test_missing_numbers_are_refused():
    with pytest.raises(ValueError, match="NaN"):
        GaussianDiscriminant().fit([[np.nan], [1.0]], ["a", "b"])


def test_far_away_documents_have_little_evidence():
    model = GaussianDiscriminant().fit(X, y)
    assert model.log_evidence(X).min() > model.log_evidence([[1e3, -1e3, 1e3]])[0]
