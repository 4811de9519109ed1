"""One word model for several regions: subject and body speak the same language.

    log p(x^r|k) = sum_w x^r_w log theta_kw         theta_kw = (T_kw + a_w) / (T_k + sum_v a_v)

T_kw counts word w in all the regions of the documents of class k. Leaving document i out takes
the words of all its regions out of T, also where only one of them is scored. O(nnz K).

Source: Raina et al. 2003, eq. 3 and 5-6.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from halfbayes.core.counts import class_counts, entry_values
from halfbayes.core.event_view import EventView, LearntEventView
from halfbayes.core.known import as_new
from halfbayes.core.logspace import row_sums
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.supplement import soft_counts
from halfbayes.core.view import Documents, RegionWeights, said
from halfbayes.core.weight_priors import LEEWAY
from halfbayes.types import CountMatrix, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class SharedWords:
    """One region under a word model counted on several regions together.

    >>> subject = sparse.csr_array([[1.0, 0.0], [0.0, 1.0]])
    >>> body = sparse.csr_array([[1.0, 1.0], [0.0, 2.0]])
    >>> documents = Documents([subject, body], np.array([0, 1]), n_classes=2)
    >>> words = SharedWords(0, (0, 1)).learnt(documents)
    >>> np.exp(words.scores([subject, body])).round(2).tolist()
    [[0.6, 0.2], [0.4, 0.8]]
    """

    region: int
    sources: tuple[int, ...]
    smoothing: float | FloatArray = 1.0  # a, one for all words or one for each
    exponent: float = 0.0
    expected: float | None = 1.0
    discriminative: bool = False
    centred: float = 0.0
    leeway: float = LEEWAY

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The one region it is applied to."""
        return ((self.region, 1.0),)

    @property
    def bearers(self) -> tuple[int, ...]:
        """The one region."""
        return (self.region,)

    def learnt(self, documents: Documents) -> "LearntSharedWords":
        """The word model of all regions."""
        X = _summed(documents.regions, self.sources)
        counts = class_counts(
            X, documents.y, n_classes=documents.n_classes, weights=documents.weights
        )
        if documents.supplement is not None:
            more = _summed(documents.supplement.regions, self.sources)
            counts += soft_counts(more, documents.supplement.shares)
        event = Multinomial(self.smoothing)
        seen = EventView(self.region, event, self.exponent, self.expected, centred=self.centred)
        return LearntSharedWords(self, LearntEventView(seen, counts))


@dataclass(frozen=True, slots=True, eq=False)
class LearntSharedWords:
    """Word counts of several regions together, applied to one."""

    view: SharedWords
    words: LearntEventView  # what they say of the one region

    @property
    def centre(self) -> FloatArray | None:
        """What is taken away of all they say: (classes,)."""
        return self.words.centre

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """N_r^-g log p(x^r|k), less the centre."""
        return self.words.scores(regions)

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same; without a document, the words of all its regions are gone."""
        X, y = documents.regions[self.view.region], documents.y
        removed = _summed(documents.regions, self.view.sources)
        if documents.weights is not None:
            data = removed.data * entry_values(removed, documents.weights)
            removed = sparse.csr_array((data, removed.indices, removed.indptr), removed.shape)
        a = np.broadcast_to(self.view.smoothing, X.shape[1])
        document = np.repeat(np.arange(len(y)), np.diff(X.indptr))  # of each stored entry of X
        statistics: Any = self.words.statistics  # counts, as those of any word model
        terms = statistics.terms
        T = terms[y[document], X.indices] - _entries(removed, document, X.indices)
        T_total = terms.sum(axis=1)[y] - row_sums(removed)
        log_T = np.log(np.maximum(T, 0.0) + a[X.indices])
        log_own = np.zeros(len(y))
        np.add.at(log_own, document, X.data * log_T)
        log_own -= row_sums(X) * np.log(np.maximum(T_total, 0.0) + a.sum())
        scores = self.words.scorer(X)  # right for all other classes
        scores[np.arange(len(y)), y] = log_own
        return as_new(said(scores, X, self.view.exponent), self.view.parts, documents.known)

    def linear_weights(self) -> dict[int, RegionWeights]:
        """W_kw = log theta_kw of the one region."""
        return self.words.linear_weights()

    def seen_from(self, centre: FloatArray) -> "LearntSharedWords":
        """The same, less ``centre`` where a document has anything."""
        return replace(self, words=self.words.seen_from(centre))

    def favouring(self, offsets: FloatArray) -> "LearntSharedWords":
        """The same, and ``offsets`` more where a document has anything."""
        return replace(self, words=self.words.favouring(offsets))


def _summed(regions: Sequence[CountMatrix], sources: tuple[int, ...]) -> CountMatrix:
    total = regions[sources[0]]
    for source in sources[1:]:
        total = total + regions[source]
    return sparse.csr_array(total)


def _entries(values: CountMatrix, row: Any, column: Any) -> FloatArray:
    if len(row) == 0:  # scipy gives a sparse array then
        return np.zeros(0)
    return np.asarray(values[row, column], dtype=np.float64).ravel()


__all__ = ["LearntSharedWords", "SharedWords"]
