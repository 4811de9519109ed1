"""Corpora that hypothesis invents: matrices and classes, small and awkward."""

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

N_CLASSES = 3


@st.composite
def corpora(draw, elements, *, min_documents=1, max_documents=7, max_features=4):
    """A dense matrix and one class per row; classes may be empty or have one document."""
    n = draw(st.integers(min_documents, max_documents))
    v = draw(st.integers(1, max_features))
    X = draw(hnp.arrays(np.float64, (n, v), elements=elements))
    y = draw(hnp.arrays(np.intp, n, elements=st.integers(0, N_CLASSES - 1)))
    return X, y


def counted(elements):
    """The same as sparse counts."""
    return corpora(elements).map(lambda corpus: (sparse.csr_array(corpus[0]), corpus[1]))


counts = counted(st.integers(0, 4).map(float))
"""Word counts, with empty documents and words nobody uses."""

amounts = counted(st.one_of(st.just(0.0), st.floats(1e-3, 30.0)))
"""Real weights of words, such as tf-idf."""

presences = counted(st.integers(0, 1).map(float))
"""Ones and zeros."""

missing = st.just(np.nan)

SMALLEST = 1e-9
"""Squares of these and of the largest can still be taken off each other: 32 digits are kept."""

categories = corpora(st.one_of(missing, st.integers(0, 3).map(float)))
"""Category numbers, some missing."""

numbers = corpora(
    st.one_of(
        missing,
        st.integers(-3, 3).map(float),
        st.floats(-1e6, 1e6).map(lambda number: number if abs(number) > SMALLEST else 0.0),
    )
)
"""Numbers, some missing, some repeated."""


@st.composite
def continuous(draw):
    """Numbers in general position: no two documents nearly alike, more of them than features.

    Where two were nearly alike, what is left of the others' variance would be rounding.
    """
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n, v = draw(st.integers(3, 9)), draw(st.integers(1, 3))
    apart = rng.permuted(np.tile(np.linspace(-1.5, 1.5, n)[:, None], v), axis=0)
    X = apart + rng.uniform(-0.1, 0.1, size=(n, v))
    X = X * rng.uniform(0.1, 10.0, v) + rng.normal(size=v) * 5.0
    return X, rng.integers(0, N_CLASSES, n).astype(np.intp)


def unit_rows(seed, n=12, n_terms=30):
    """Documents of unit length with few of the terms, and some that no other has."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, n_terms)) * (rng.random((n, n_terms)) < 0.15)
    X[np.arange(n), rng.integers(0, n_terms, n)] += 0.5
    return sparse.csr_array(X / np.linalg.norm(X, axis=1, keepdims=True))
