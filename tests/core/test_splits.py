import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import splits
from halfbayes.core.counts import class_counts
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.splits import log_odds_weights, side_counts

corpora = st.tuples(st.integers(2, 5), st.integers(1, 7), st.integers(0, 10**6))


def corpus(n_classes, n_terms, seed):
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(rng.poisson(0.7, size=(12, n_terms)).astype(float))
    y = rng.integers(n_classes, size=12)
    code = rng.choice([-1, 1], size=(n_classes, 40)).astype(np.int8)
    return X, y, code


@given(corpora)
def test_side_counts_are_those_of_the_documents_relabelled(shape):
    X, y, code = corpus(*shape)
    counts = class_counts(X, y, n_classes=len(code))
    for j, sides in enumerate(side_counts(counts, code)):
        expected = class_counts(X, (code[y, j] == 1).astype(np.intp), n_classes=2)
        assert np.array_equal(sides.terms, expected.terms)
        assert np.array_equal(sides.documents, expected.documents)


@given(corpora, st.floats(0.01, 5.0))
def test_weights_are_those_of_the_two_class_model_of_the_documents_relabelled(shape, smoothing):
    X, y, code = corpus(*shape)
    counts = class_counts(X, y, n_classes=len(code))
    a = smoothing * np.arange(1.0, X.shape[1] + 1)
    weights = log_odds_weights(counts, code, a)
    model = Multinomial(a)
    for j in range(code.shape[1]):
        side = (code[y, j] == 1).astype(np.intp)
        log_theta = model.log_theta(model.statistics(X, side, n_classes=2))
        assert_allclose(weights[:, j], log_theta[1] - log_theta[0], rtol=1e-9, atol=1e-12)


def test_blocks_of_terms_make_no_difference(monkeypatch):
    X, y, code = corpus(4, 7, 0)
    counts = class_counts(X, y, n_classes=4)
    whole = log_odds_weights(counts, code, np.array(0.5))
    monkeypatch.setattr(splits, "BLOCK_PRODUCTS", 3 * code.size)
    monkeypatch.setattr(splits, "BLOCK", 7)
    assert_allclose(log_odds_weights(counts, code, np.array(0.5)), whole, rtol=1e-14)
    assert len(list(side_counts(counts, code))) == 40
