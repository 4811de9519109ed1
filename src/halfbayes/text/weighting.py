"""Term weights: counts to weights of term and document (Straka 2021; Salton & Buckley 1988).

    TF(t; d) = occurrences of t in d / terms of d          IDF(t) = log(N / N_t)

N counts the documents, N_t those that contain t; optionally N_t + 1. Documents drawn uniformly
have I(d) = log N and, given a term, I(d|t) = log N_t, so that

    I(D; T) = sum_dt P(d) P(t|d) (I(d) - I(d|t)) = 1/N sum_dt TF(t; d) IDF(t)

is the mutual information of documents and terms: each TF-IDF carries a bit of it. A term of no
document of the fit (a fixed vocabulary may have some) has the IDF of a term of one.

The letters of SMART name the three choices in turn:

    tf    n count        l 1 + log count       b 1 if it occurs     a 1/2 + 1/2 count / largest
    idf   n 1            t log N / N_t         p log (N - N_t) / N_t, at least 0
    norm  n as it is     c unit length
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from halfbayes.core.logspace import entry_sums
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.text.matrix_output import MatrixOutput
from halfbayes.types import CountMatrix, FloatArray


def count(X: CountMatrix) -> FloatArray:
    """Occurrences."""
    return X.data


def relative_frequency(X: CountMatrix) -> FloatArray:
    """TF(t; d): occurrences over the length of the document."""
    lengths: FloatArray = np.asarray(X.sum(axis=1))
    share: FloatArray = X.data / np.repeat(lengths, np.diff(X.indptr))
    return share


def one_plus_log(X: CountMatrix) -> FloatArray:
    """1 + log count: a term twice as frequent is not twice as telling (sublinear TF).

    A fraction of a count stays as it is, which joins on smoothly and is never negative.
    """
    weight: FloatArray = np.maximum(X.data, 1.0)
    np.log(weight, out=weight)
    weight += 1.0
    fractions = X.data < 1.0
    if fractions.any():
        weight[fractions] = X.data[fractions]
    return weight


def presence(X: CountMatrix) -> FloatArray:
    """One where the term occurs."""
    return np.ones_like(X.data)


def augmented(X: CountMatrix) -> FloatArray:
    """1/2 + 1/2 count / largest count of the document."""
    largest = np.asarray(X.max(axis=1).toarray()).ravel()
    weight: FloatArray = 0.5 + 0.5 * X.data / np.repeat(largest, np.diff(X.indptr))
    return weight


Tf = Callable[[CountMatrix], FloatArray]
Idf = Callable[[float, FloatArray], FloatArray]

TERM_FREQUENCIES: Final[Mapping[str, Tf]] = {
    "count": count,
    "relative": relative_frequency,
    "log": one_plus_log,
    "binary": presence,
    "augmented": augmented,
}

INVERSE_DOCUMENT_FREQUENCIES: Final[Mapping[str, Idf]] = {
    "none": lambda _, N_t: np.ones_like(N_t),
    "plain": lambda N, N_t: np.log(N / np.maximum(N_t, 1.0)),
    "plus one": lambda N, N_t: np.log(N / (N_t + 1.0)),
    # scikit-learn's, without and with smoothing
    "shifted": lambda N, N_t: np.log(N / np.maximum(N_t, 1.0)) + 1.0,
    "smooth": lambda N, N_t: np.log((N + 1.0) / (N_t + 1.0)) + 1.0,
    "probabilistic": lambda N, N_t: np.log(
        np.maximum(N - N_t, N_t.clip(1.0)) / np.maximum(N_t, 1.0)
    ),
}

NORMS: Final = ("none", "unit")

SMART: Final[tuple[Mapping[str, str], ...]] = (
    {"n": "count", "l": "log", "b": "binary", "a": "augmented"},
    {"n": "none", "t": "plain", "p": "probabilistic"},
    {"n": "none", "c": "unit"},
)


class TermWeighter(MatrixOutput, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Weights of terms from their counts; the default is SMART's "ltc".

    Parameters
    ----------
    tf : "count", "relative", "log" (sublinear), "binary" or "augmented".
    idf : "none", "plain" log N/N_t, "plus one" log N/(N_t + 1), "shifted" and "smooth" (those
        of scikit-learn's ``TfidfTransformer``) or "probabilistic".
    norm : "none" or "unit" (length one).

    The sum of all TF-IDF over the number of documents is I(D; T) = H(D) - H(D|T):

    >>> X = np.array([[2.0, 1.0, 1.0], [0.0, 3.0, 0.0], [1.0, 0.0, 0.0]])
    >>> W = TermWeighter(tf="relative", idf="plain", norm="none").fit_transform(X)
    >>> P_t = (X / X.sum(axis=1, keepdims=True)).mean(axis=0)  # documents are equally likely
    >>> N_t = (X > 0).sum(axis=0)
    >>> mutual_information = np.log(3) - (P_t * np.log(N_t)).sum()
    >>> bool(np.isclose(W.sum() / 3, mutual_information, rtol=1e-12))
    True
    >>> TermWeighter.smart("ltc")
    TermWeighter()
    """

    idf_: FloatArray

    def __init__(self, *, tf: str = "log", idf: str = "plain", norm: str = "unit") -> None:
        self.tf = tf
        self.idf = idf
        self.norm = norm

    @classmethod
    def smart(cls, letters: str) -> Self:
        """The weighter that three letters of SMART name, such as "ltc" or "nnc"."""
        if len(letters) != len(SMART) or any(
            letter not in names for letter, names in zip(letters, SMART, strict=True)
        ):
            known = ", ".join("".join(names) for names in SMART)
            raise InvalidParameterError(
                f"SMART letters are one each of {known}, such as 'ltc'; got {letters!r}"
            )
        tf, idf, norm = (names[letter] for letter, names in zip(letters, SMART, strict=True))
        return cls(tf=tf, idf=idf, norm=norm)

    def fit(self, X: Any, y: object = None) -> Self:
        """Learn the document frequencies."""
        del y
        X = self._validated(X, reset=True)
        documents = np.bincount(X.indices, minlength=X.shape[1])
        return self.fit_frequencies(documents, X.shape[0])

    def fit_frequencies(self, document_frequency: NDArray[Any], n_documents: float) -> Self:
        """Learn from document frequencies, which add up over the chunks of a corpus."""
        self._check_parameters()
        frequency = np.asarray(document_frequency, dtype=np.float64)
        self.idf_ = INVERSE_DOCUMENT_FREQUENCIES[self.idf](n_documents, frequency)
        self.n_features_in_ = len(frequency)
        return self

    def transform(self, X: Any) -> Any:
        """Weights of the same shape and kind as ``X``."""
        check_is_fitted(self, "idf_")
        is_sparse = sparse.issparse(X) or hasattr(X, "sparse")  # so frames of pandas are
        W = self.weighed(self._validated(X, reset=False))
        return W if is_sparse else W.toarray()

    def weighed(self, X: CountMatrix) -> CountMatrix:
        """``transform`` of counts that are known to be positive and finite."""
        # Places as wide as pointers are looked up in half the time.
        weight = self.idf_[X.indices.astype(np.intp)]
        weight *= TERM_FREQUENCIES[self.tf](X)
        if self.norm == "unit":
            weight /= _lengths(weight, X)
        return sparse.csr_array((weight, X.indices, X.indptr), shape=X.shape)

    def _validated(self, X: Any, *, reset: bool) -> CountMatrix:
        self._check_parameters()
        X = validate_data(self, X, accept_sparse="csr", dtype=np.float64, reset=reset)
        matrix = sparse.csr_array(X)
        if matrix.nnz and matrix.data.min() <= 0.0:
            if matrix.data.min() < 0.0:
                raise InvalidInputError(
                    "Negative values in data passed to TermWeighter: term counts are "
                    f"0 or more, got {matrix.data.min():g}; weigh counts, not weights"
                )
            matrix = matrix.copy()
            matrix.eliminate_zeros()  # a stored zero is no occurrence
        return matrix

    def _check_parameters(self) -> None:
        choices = {
            "tf": tuple(TERM_FREQUENCIES),
            "idf": tuple(INVERSE_DOCUMENT_FREQUENCIES),
            "norm": NORMS,
        }
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise InvalidParameterError(
                    f"{name} must be one of {', '.join(map(repr, known))}; "
                    f"got {getattr(self, name)!r}"
                )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


def _lengths(weight: FloatArray, X: CountMatrix) -> FloatArray:
    """The length of each entry's row; one for rows of length zero."""
    squares = entry_sums(weight**2, X.indptr)
    squares[squares == 0.0] = 1.0
    return np.repeat(np.sqrt(squares), np.diff(X.indptr))


def learnt_weighter(tf: str, counts: CountMatrix) -> TermWeighter:
    """A weighter with the idf "smooth" of these documents."""
    documents = np.bincount(counts.indices, minlength=counts.shape[1])
    return TermWeighter(tf=tf, idf="smooth").fit_frequencies(documents, counts.shape[0])


def weighter_of(tf: str, idf: FloatArray) -> TermWeighter:
    """The same with an idf that was learnt elsewhere."""
    weighter = TermWeighter(tf=tf, idf="smooth")
    weighter.idf_ = idf
    weighter.n_features_in_ = len(idf)
    return weighter


__all__ = [
    "INVERSE_DOCUMENT_FREQUENCIES",
    "NORMS",
    "SMART",
    "TERM_FREQUENCIES",
    "TermWeighter",
    "augmented",
    "count",
    "learnt_weighter",
    "one_plus_log",
    "presence",
    "relative_frequency",
    "weighter_of",
]
