"""Bernoulli event model: which words occur, and which do not, with exact leave-one-out.

    log p(x|k) = sum_w x_w log theta_kw + (1 - x_w) log(1 - theta_kw)
    theta_kw = (D_kw + a_w) / (N_k + 2 a_w)

D_kw of the N_k documents of class k have word w; a is what the estimate adds for a Beta(alpha,
alpha) prior (``core.prior``). The fully Bayesian estimate is the expected value: each word is
one trial, and the predictive probability of one trial is E[theta].

An entry counts as present when it is not zero. Absent words are summed once per class and only
corrected at the words present, so nothing is made dense: O(nnz K + K V). Without document i
the sum over absent words of its class changes, but alike for all documents of the class with
equal weight, so exact leave-one-out costs O(nnz K + K V) for each different weight.

With ``ml`` a word that no or every document of a class has makes log p(x|k) = -inf for
documents that differ there; a class without documents gives -inf to all.

Source: McCallum & Nigam 1998; Ng & Jordan 2001, section 2 (smoothing l); Straka 2021.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from halfbayes.core.counts import ClassCounts, Entries, class_counts, difference, own_sums
from halfbayes.core.event_model import OwnClassModel
from halfbayes.core.logspace import Scorer, log
from halfbayes.core.prior import EstimateName, fictitious_counts
from halfbayes.types import CountMatrix, FloatArray, IndexArray

SAMPLE_CELLS = 1 << 22
"""Random numbers held at once while documents are drawn: 32 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Bernoulli(OwnClassModel[ClassCounts]):
    """Bernoulli event model with a Beta prior for each word.

    >>> X, y = sparse.csr_array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]), np.array([0, 0, 1])
    >>> model = Bernoulli()
    >>> counts = model.statistics(X, y, n_classes=2)
    >>> np.exp(model.log_likelihood(X, counts))[0].round(4)
    array([0.375 , 0.1111])
    >>> np.exp(model.leave_one_out(X, y, counts))[0].round(4)
    array([0.2222, 0.1111])
    """

    smoothing: float | FloatArray = 1.0  # alpha, one for all words or one per word
    estimate: EstimateName = "mean"

    def statistics(
        self,
        X: CountMatrix,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> ClassCounts:
        """Number of documents with each word, by class."""
        return class_counts(_presence(X), y, n_classes=n_classes, weights=weights)

    def log_thetas(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """Log theta and log(1 - theta): (classes, terms) each."""
        a = fictitious_counts(self.estimate, self.smoothing)
        N = statistics.documents[:, None]
        total = N + 2.0 * a
        log_total = log(np.where(total > 0.0, total, 1.0))
        D = statistics.terms
        return log(D + a) - log_total, log(difference(N, D, N) + a) - log_total

    def scorer(self, statistics: ClassCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        log_yes, log_no = self.log_thetas(statistics)
        never, always = np.isneginf(log_yes), np.isneginf(log_no)
        absent = np.where(always, 0.0, log_no)
        base = absent.sum(axis=1)
        gain = np.ascontiguousarray((np.where(never, 0.0, log_yes) - absent).T)
        if not never.any() and not always.any():
            return lambda X: np.asarray(_presence(X) @ gain) + base
        broken = np.ascontiguousarray((never.astype(float) - always.astype(float)).T)
        missing = always.sum(axis=1)

        def scores(X: CountMatrix) -> FloatArray:
            present = _presence(X)
            violations = np.asarray(present @ broken) + missing
            return np.where(violations > 0.0, -np.inf, np.asarray(present @ gain) + base)

        return scores

    def own_leave_one_out(
        self,
        X: CountMatrix,
        y: IndexArray,
        statistics: ClassCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """Log-likelihood of each row in its own class without that row: (documents,)."""
        a = fictitious_counts(self.estimate, self.smoothing)
        present = _presence(X)
        w = np.ones(len(y)) if weights is None else weights
        N = np.maximum(statistics.documents[y] - w, 0.0)  # without the document

        def absent(entries: Entries) -> FloatArray:
            """What ``_absent_sums`` took for the word, to the last bit."""
            D = statistics.terms[np.repeat(y[entries.rows], entries.lengths), entries.terms]
            N_all = entries.of_documents(statistics.documents[y])
            return difference(entries.of_documents(N), D, N_all) + _at(a, entries.terms)

        def value(entries: Entries) -> FloatArray:
            log_yes = log(entries.counts + _at(a, entries.terms))
            return log_yes - _log_or_zero(absent(entries))

        def exempt(entries: Entries) -> FloatArray:
            return (absent(entries) <= 0.0).astype(np.float64)

        base, broken = self._absent_sums(y, statistics, w)
        scores = own_sums(present, y, statistics.terms, value, weights) + base
        still_broken = broken - own_sums(present, y, statistics.terms, exempt, weights) > 0.0
        empty = (N[:, None] + 2.0 * np.atleast_1d(a) <= 0.0).any(axis=1)
        return np.where(still_broken | empty, -np.inf, scores)

    def sample(
        self, y: IndexArray, statistics: ClassCounts, *, rng: np.random.Generator
    ) -> CountMatrix:
        """A new document, ones and zeros, for each class in ``y``."""
        theta = np.exp(self.log_thetas(statistics)[0])
        step = max(1, SAMPLE_CELLS // theta.shape[1])
        blocks = [
            sparse.csr_array((rng.random((len(part), theta.shape[1])) < theta[part]) * 1.0)
            for part in (y[start : start + step] for start in range(0, len(y), step))
        ]
        none = sparse.csr_array((0, theta.shape[1]))
        return sparse.csr_array(sparse.vstack([none, *blocks], format="csr"))

    def linear_weights(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """b_k = sum_w log(1 - theta_kw) and w_kw = log theta_kw / (1 - theta_kw).

        x is to be one where a word occurs and zero elsewhere. With ``ml`` they may be infinite.
        """
        log_yes, log_no = self.log_thetas(statistics)
        with np.errstate(invalid="ignore"):
            return log_no.sum(axis=1), log_yes - log_no

    def _absent_sums(
        self, y: IndexArray, statistics: ClassCounts, weights: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """Sum over all words of log(1 - theta) in the own class without the document.

        As if the document had none of them; and how many words would then be impossible.
        """
        a = fictitious_counts(self.estimate, self.smoothing)
        kinds, kind = np.unique(np.stack([y, weights], axis=1), axis=0, return_inverse=True)
        base, broken = np.empty(len(kinds)), np.empty(len(kinds))
        for row, (k, w) in enumerate(kinds):
            N_all = statistics.documents[int(k)]
            N = np.maximum(N_all - w, 0.0)
            absent = difference(N, statistics.terms[int(k)], N_all) + a
            base[row] = (_log_or_zero(absent) - _log_or_zero(N + 2.0 * a)).sum()
            broken[row] = (absent <= 0.0).sum()
        kind = kind.reshape(-1)
        return base[kind], broken[kind]


def _presence(X: CountMatrix) -> CountMatrix:
    """One at every entry that is not zero; entries stored as zero are dropped."""
    here = X.data != 0.0
    if here.all():
        ones = np.ones(len(X.data))
        return sparse.csr_array((ones, X.indices, X.indptr), shape=X.shape)
    kept = sparse.csr_array((here.astype(np.float64), X.indices, X.indptr), shape=X.shape)
    kept = kept.copy()
    kept.eliminate_zeros()
    return kept


def _at(fictitious: FloatArray, terms: IndexArray) -> FloatArray:
    return fictitious if fictitious.ndim == 0 else np.asarray(fictitious[terms])


def _log_or_zero(values: FloatArray) -> FloatArray:
    return log(np.where(values > 0.0, values, 1.0))


__all__ = ["Bernoulli"]
