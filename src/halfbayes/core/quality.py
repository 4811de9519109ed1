"""Which class's few examples make the scores uncertain.

For every class c, from its word counts and what the estimate adds to them,

    variance_c = sum_k f_k^2 var(log(a_k + N_k^c))     of a document with f_k times word k (3.7)
    share_c = variance_c / sum_c' variance_c'
    prior weight_c = a / (a + N^c)                     share of the prior in the estimate (3.5)

The true theta that 3.9 asks for is unknown. In its place stand the observed frequencies, less
the Good-Turing share of words not yet seen (words seen once, over all words), which goes to the
words of all classes together: N theta_k = N_k (1 - n_1 / N) + n_1 p_k. The document is the mean
of the training documents, f_k = f theta_k (Figure 3-2), or one that is given. A class
whose share is far above the others' rules the variance of every decision it takes part in
(Theorem 3.4.1): label more of it first.

Source: J. Rennie 2001, sections 3.2-3.4.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.counts import ClassCounts
from halfbayes.core.estimates import log_count_variance, score_variance
from halfbayes.core.logspace import ABOVE_ZERO
from halfbayes.types import FloatArray, LabelArray


@dataclass(frozen=True, slots=True, eq=False)
class EstimateQuality:
    """Variance of every class's score, and what it comes from."""

    classes: LabelArray
    documents: FloatArray  # (classes,)
    words: FloatArray  # (classes,)
    variance: FloatArray  # (classes,): of the class's score of the document
    prior_weight: FloatArray  # (classes,)

    @property
    def share(self) -> FloatArray:
        """Share of each class in the sum of the variances: (classes,)."""
        total = self.variance.sum()
        return (
            np.asarray(self.variance / total) if total > 0.0 else np.zeros_like(self.variance)
        )

    def advice(self) -> str:
        """One sentence: which class to label more of.

        >>> quality = EstimateQuality(
        ...     np.array(["law", "art"]), np.array([90.0, 12.0]), np.array([9e3, 1e3]),
        ...     np.array([0.39, 0.61]), np.array([0.1, 0.5]),
        ... )
        >>> quality.advice()
        'class art has 12 documents and contributes 61 % of the variance: label more of it'
        """
        worst = int(np.argmax(self.share))
        count = f"{self.documents[worst]:g} document{'' if self.documents[worst] == 1 else 's'}"
        return (
            f"class {self.classes[worst]} has {count} and contributes "
            f"{100 * self.share[worst]:.0f} % of the variance: label more of it"
        )

    def table(self) -> str:
        """One line a class, largest share first, and the advice."""
        width = max(len("class"), *(len(str(name)) for name in self.classes))
        head = f"{'class':{width}}  documents      words  variance  share  prior weight"
        lines = [self._line(int(k), width) for k in np.argsort(-self.share, kind="stable")]
        return "\n".join([head, *lines, "", self.advice()])

    def _line(self, k: int, width: int) -> str:
        return (
            f"{self.classes[k]!s:{width}}  {self.documents[k]:9,.0f}  {self.words[k]:9,.0f}  "
            f"{self.variance[k]:8.3g}  {100 * self.share[k]:4.0f}%  "
            f"{self.prior_weight[k]:12.2f}"
        )


def estimate_quality(
    counts: ClassCounts,
    classes: LabelArray,
    added: FloatArray,
    document: FloatArray | None = None,
) -> EstimateQuality:
    """Quality of the estimates of every class; ``added`` is a_k, positive, one or per word."""
    words = counts.terms.sum(axis=1)
    total_added = float(np.broadcast_to(added, counts.terms.shape[1:]).sum())
    if document is None:
        document = counts.terms.sum(axis=0) / max(float(counts.documents.sum()), 1.0)
    variances = log_count_variance(expected_counts(counts.terms), added)
    return EstimateQuality(
        classes=classes,
        documents=counts.documents,
        words=words,
        variance=score_variance(document, variances),
        prior_weight=total_added / (total_added + words),
    )


def expected_counts(terms: FloatArray) -> FloatArray:
    """N theta_k of every class and word, by the Good-Turing share of unseen words.

    >>> expected_counts(np.array([[1.0, 3.0, 0.0], [0.0, 2.0, 2.0]])).round(3)
    array([[0.875, 2.875, 0.25 ],
           [0.   , 2.   , 2.   ]])
    """
    words = terms.sum(axis=1, keepdims=True)
    once = ((terms > 0.0) & (terms <= 1.0)).sum(axis=1, keepdims=True)
    pooled = terms.sum(axis=0) / max(float(terms.sum()), ABOVE_ZERO)
    unseen = np.minimum(once, words)
    return np.asarray(terms * (1.0 - unseen / np.maximum(words, ABOVE_ZERO)) + unseen * pooled)


__all__ = ["EstimateQuality", "estimate_quality", "expected_counts"]
