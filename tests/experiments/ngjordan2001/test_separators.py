import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.experiments.ngjordan2001 import separators
from halfbayes.experiments.ngjordan2001.batched import logistic_fits, separates, with_ones


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(4, 30))
def test_hyperplanes_drawn_at_random_separate(seed, m):
    rng = np.random.default_rng(seed)
    X = rng.random((4, m, 3))
    y = (X[..., 0] > 0.5).astype(np.intp)
    fits = logistic_fits(X, y)
    own = np.flatnonzero(fits.separable)
    sign = np.where(y == 1, 1.0, -1.0)
    A = with_ones(X)
    if len(own):
        planes = separators.random_separators(A[own], y[own], fits.weights[own], rng)
        assert len(planes) == separators.SAMPLES
        for w in planes:
            assert separates(A[own], sign[own], w).all()
            assert np.linalg.norm(w, axis=1) == pytest.approx(np.ones(len(own)))
