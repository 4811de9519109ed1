"""What every event model must obey, on any corpus. Importable; each law takes the model."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

RTOL = 1e-9


def assert_leave_one_out_equals_refitting(model, X, y, *, n_classes, weights=None):
    """Row i of leave_one_out is log_likelihood of document i, fitted on all others."""
    whole = model.statistics(X, y, n_classes=n_classes, weights=weights)
    exact = model.leave_one_out(X, y, whole, weights)
    assert exact.shape == (len(y), n_classes)
    for i in range(len(y)):
        others = np.flatnonzero(np.arange(len(y)) != i)
        w = None if weights is None else weights[others]
        rest = model.statistics(X[others], y[others], n_classes=n_classes, weights=w)
        assert_allclose(exact[[i]], model.log_likelihood(X[[i]], rest), rtol=RTOL, atol=1e-9)


def assert_portions_equal_at_once(model, X, y, *, n_classes, cut):
    """Statistics of two portions add up to those of all, bit for bit, in either order."""
    whole = model.statistics(X, y, n_classes=n_classes)
    first = model.statistics(X[:cut], y[:cut], n_classes=n_classes)
    second = model.statistics(X[cut:], y[cut:], n_classes=n_classes)
    assert content(first + second) == content(whole)
    assert content(second + first) == content(whole)


def assert_forgetting_undoes_learning(model, X, y, *, n_classes, cut):
    """Adding documents and taking them away gives back the same bytes."""
    first = model.statistics(X[:cut], y[:cut], n_classes=n_classes)
    more = model.statistics(X[cut:], y[cut:], n_classes=n_classes)
    assert content((first + more) - more) == content(first)
    assert not ((first + more) - more).overdrawn


def assert_order_of_documents_is_free(model, X, y, *, n_classes, order):
    """Permuting documents leaves the statistics alone and permutes leave-one-out."""
    whole = model.statistics(X, y, n_classes=n_classes)
    shuffled = model.statistics(X[order], y[order], n_classes=n_classes)
    assert content(shuffled) == content(whole)
    assert_allclose(
        model.leave_one_out(X[order], y[order], shuffled),
        model.leave_one_out(X, y, whole)[order],
        rtol=RTOL,
        atol=1e-9,
    )


def assert_order_of_columns_is_free(model, X, y, *, n_classes, order):
    """Permuting columns changes no score."""
    whole = model.statistics(X, y, n_classes=n_classes)
    other = columns(X, order)
    shuffled = model.statistics(other, y, n_classes=n_classes)
    expected = model.log_likelihood(X, whole)
    assert_allclose(model.log_likelihood(other, shuffled), expected, rtol=RTOL, atol=1e-9)


def assert_weights_are_copies(model, X, y, *, n_classes, copies):
    """A document of weight w is w copies of it; leave-one-out removes all of them."""
    repeated = np.repeat(np.arange(len(y)), copies)
    weights = copies.astype(np.float64)
    weighted = model.statistics(X, y, n_classes=n_classes, weights=weights)
    copied = model.statistics(X[repeated], y[repeated], n_classes=n_classes)
    assert_allclose(
        model.log_likelihood(X, weighted),
        model.log_likelihood(X, copied),
        rtol=RTOL,
        atol=1e-9,
    )
    assert_leave_one_out_equals_refitting(model, X, y, n_classes=n_classes, weights=weights)


def assert_scores_are_linear(model, X, y, *, n_classes):
    """Where weights exist, b + X w^T is log_likelihood up to a term equal for all classes."""
    statistics = model.statistics(X, y, n_classes=n_classes)
    intercept, weights = model.linear_weights(statistics)
    difference = model.log_likelihood(X, statistics) - (intercept + X @ weights.T)
    assert_allclose(difference, np.broadcast_to(difference[:, :1], difference.shape), atol=1e-7)


def assert_samples_have_the_statistics(model, X, y, *, n_classes, close):
    """Documents drawn from the model have, in the limit, the scores of the model itself."""
    statistics = model.statistics(X, y, n_classes=n_classes)
    labels = np.repeat(np.arange(n_classes), 4000)
    drawn = model.sample(labels, statistics, rng=np.random.default_rng(0))
    assert drawn.shape == (len(labels), X.shape[1])
    learnt = model.statistics(drawn, labels, n_classes=n_classes)
    assert_allclose(
        model.log_likelihood(X, learnt), model.log_likelihood(X, statistics), **close
    )


def content(statistics):
    """Bytes of every array a statistic holds, in the order of its fields."""
    parts = []
    for name in statistics.__dataclass_fields__:
        value = getattr(statistics, name)
        if hasattr(value, "__dataclass_fields__"):
            parts.append(content(value))
        elif isinstance(value, np.ndarray):
            parts.append((value.shape, np.ascontiguousarray(value).tobytes()))
        else:
            parts.append(value)
    return parts


def columns(X, order):
    """The same matrix with its columns in another order."""
    return sparse.csr_array(X[:, order]) if sparse.issparse(X) else X[:, order]


def raises_not_linear(model, X, y, *, n_classes, error):
    """A model that is not linear says so."""
    with pytest.raises(error, match="linear"):
        model.linear_weights(model.statistics(X, y, n_classes=n_classes))
