"""Softmax problems that hypothesis invents, for the tests of objective and solvers."""

import numpy as np
from hypothesis import strategies as st
from scipy import sparse

from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective


@st.composite
def softmax_problems(draw, *, unpenalised=True):
    """A small objective with every part drawn: sparse or dense, offsets, weights, prior."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    d, K = draw(st.integers(1, 4)), draw(st.integers(2, 4))
    n = draw(st.integers(K, 25))  # a class without a sample has no best intercept
    X = rng.normal(size=(n, d)) * (rng.random((n, d)) < draw(st.sampled_from([0.5, 1.0])))
    precision = draw(st.sampled_from([0.3, 2.0, "per term"]))
    if precision == "per term":
        precision = rng.uniform(0.3, 3.0, size=d)
    return SoftmaxObjective(
        X=sparse.csr_array(X) if draw(st.booleans()) else X,
        y=np.append(np.arange(K), rng.integers(K, size=n - K)),
        n_classes=K,
        prior=GaussianPrior(
            precision,
            draw(st.sampled_from([0.0, rng.normal(size=(K, d))])),
            draw(st.sampled_from([0.0, 0.7] if unpenalised else [0.7])),
            draw(st.sampled_from([0.0, rng.normal(size=K)])),
        ),
        fit_intercept=draw(st.booleans()),
        offsets=draw(st.sampled_from([None, rng.normal(size=(n, K))])),
        sample_weight=draw(st.sampled_from([None, rng.uniform(0.1, 2.0, size=n)])),
    )
