"""The promise: a threshold above which a stated accuracy holds, with a finite-sample proof.

Documents with known classes are sorted by confidence. "Answer above t" is tested for one
t after the other, from the strictest on, and the first that fails ends the test:

    H(t): accuracy above t < a          rejected when  P(E <= errors | m, 1 - a) <= delta

E ~ binomial(m, 1 - a), m documents above t. The last t that passed is the answer. If a wrong t
passes, the first wrong one in the sequence has passed, and that has probability delta at most:
the multiplicity costs nothing (fixed-sequence testing; Angelopoulos et al., Learn then Test,
2021). Here every t is the confidence of a document. Say accuracy above t only falls as t falls,
and t* is where it reaches a. Given how many documents lie above t*, their errors are
binomial(., 1 - a), and all documents below err at least that often, so that the first wrong t
has at least binomial(m, 1 - a) errors: the bound is exact although t came from the data.

The strictest t tested has as many documents as k errors need (59, 93, 124 for k = 0, 1, 2 at
95 % and 95 %): a few unlucky documents at the top must not end everything, so k is as large as
an eighth of the documents allows. That depends on the number of documents alone.

What it needs: the documents are a random sample of those to come, and each confidence comes
from a model that did not learn from the document (``leave_one_out``).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from halfbayes.core.binomial import at_most_tail
from halfbayes.types import BoolArray, FloatArray, IndexArray

STRICTEST_SHARE = 8
"""The strictest threshold answers one in so many documents, or the fewest that can pass."""

LOWER = (0.9, 0.8, 0.7, 0.6, 0.5)
"""Accuracies that are offered where the one that was asked for cannot be promised."""

MOST_DOCUMENTS = 10**7
"""Nobody checks more documents than this: where that many would not do, none will."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What is asked: an accuracy in each of some groups, wrong with chance ``delta``."""

    accuracy: float
    delta: float
    groups: int = 1


@dataclass(frozen=True, slots=True)
class Certificate:
    """What can be promised of documents with a confidence of ``threshold`` or more."""

    accuracy: float  # a
    delta: float
    threshold: float  # inf where nothing can be promised
    answered: int  # checked documents that have it
    errors: int  # of these
    n_documents: int  # checked documents

    @property
    def holds(self) -> bool:
        """Whether anything can be promised."""
        return bool(self.answered)

    @property
    def coverage(self) -> float:
        """Share of the checked documents above the threshold."""
        return self.answered / self.n_documents if self.n_documents else 0.0


@lru_cache(maxsize=1024)
def documents_needed(errors: int, accuracy: float, delta: float) -> int:
    """Least number of documents that prove ``accuracy`` with so many errors among them.

    >>> [documents_needed(errors, 0.95, 0.05) for errors in (0, 1, 2, 3, 5, 10)]
    [59, 93, 124, 153, 208, 336]
    """
    low, high = errors, MOST_DOCUMENTS  # the tail falls as the number of documents grows
    while high - low > 1:
        middle = (low + high) // 2
        if at_most_tail(errors, middle, 1.0 - accuracy) <= delta:
            high = middle
        else:
            low = middle
    return high


def first_rank(n_documents: int, accuracy: float, delta: float) -> int:
    """How many documents the strictest threshold answers.

    >>> [first_rank(n, 0.95, 0.05) for n in (100, 1000, 2000)]
    [59, 124, 234]
    """
    affordable, too_many, most = 0, n_documents, n_documents / STRICTEST_SHARE
    while too_many - affordable > 1:
        middle = (affordable + too_many) // 2
        if documents_needed(middle, accuracy, delta) <= most:
            affordable = middle
        else:
            too_many = middle
    return documents_needed(affordable, accuracy, delta)


def certified(
    confidence: FloatArray, correct: BoolArray, *, accuracy: float, delta: float
) -> Certificate:
    """The largest coverage that can be promised at ``accuracy``, wrong with chance ``delta``.

    A confidence of -inf is never answered.

    >>> confidence = np.linspace(0.99, 0.5, 200)
    >>> correct = np.ones(200, dtype=bool)
    >>> correct[[120, 150, 155, 160, 165, 170]] = False
    >>> promise = certified(confidence, correct, accuracy=0.95, delta=0.05)
    >>> promise.answered, promise.errors, round(promise.threshold, 3)
    (160, 3, 0.598)
    """
    n = len(confidence)
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    wrong = np.concatenate([[0], np.cumsum(~correct[order])])
    threshold = np.append(np.unique(ordered)[::-1], -np.inf)
    answered = np.searchsorted(-ordered, -threshold, side="left")
    tested = answered >= first_rank(n, accuracy, delta)
    answered = answered[tested]
    passed = at_most_tail(wrong[answered], answered, 1.0 - accuracy) <= delta
    n_passed = len(passed) if passed.all() else int(np.argmin(passed))
    if n_passed == 0:
        return Certificate(accuracy, delta, float("inf"), 0, 0, n)
    m = int(answered[n_passed - 1])
    # Above the next document's confidence is proved; from the last one's own on is stricter.
    return Certificate(accuracy, delta, float(ordered[m - 1]), m, int(wrong[m]), n)


def certifies(confidence: FloatArray, correct: BoolArray, promise: Promise) -> bool:
    """Whether ``certified`` promises anything: whether the strictest threshold passes.

    >>> certifies(np.linspace(0.99, 0.5, 59), np.ones(59, dtype=bool), Promise(0.95, 0.05))
    True
    """
    n = len(confidence)
    first = first_rank(n, promise.accuracy, promise.delta)
    if first > n:
        return False
    strictest = np.partition(confidence, n - first)[n - first]
    above = confidence >= strictest
    wrong, answered = np.count_nonzero(above & ~correct), np.count_nonzero(above)
    passed = at_most_tail(wrong, answered, 1.0 - promise.accuracy) <= promise.delta
    return bool(passed) and bool(strictest > -np.inf)


def certified_instead(
    confidence: FloatArray, correct: BoolArray, *, accuracy: float, delta: float
) -> Certificate | None:
    """The highest accuracy of ``LOWER`` below ``accuracy`` at which anything can be promised.

    Each is tested at delta / number of ``LOWER``: all are true together with probability
    1 - delta, so that one may be chosen among them. ``certified`` of an accuracy that was
    chosen beforehand tests at delta, and may answer more. None where none holds.

    >>> confidence = np.linspace(0.99, 0.5, 100)
    >>> correct = np.ones(100, dtype=bool)
    >>> correct[40::4] = False
    >>> found = certified_instead(confidence, correct, accuracy=0.95, delta=0.05)
    >>> found.accuracy, found.answered, found.errors
    (0.8, 52, 3)
    """
    tried = (
        certified(confidence, correct, accuracy=level, delta=delta / len(LOWER))
        for level in LOWER
        if level < accuracy
    )
    return next((found for found in tried if found.holds), None)


def certified_by_group(
    confidence: FloatArray, correct: BoolArray, group: IndexArray, *, promise: Promise
) -> list[Certificate]:
    """A certificate for every group 0, 1, ..., all true together with probability 1 - delta.

    Each is tested at delta / groups (Bonferroni).
    """
    delta = promise.delta / promise.groups
    return [
        certified(
            confidence[group == k], correct[group == k], accuracy=promise.accuracy, delta=delta
        )
        for k in range(promise.groups)
    ]


__all__ = [
    "Certificate",
    "Promise",
    "certified",
    "certified_by_group",
    "certified_instead",
    "certifies",
    "documents_needed",
    "first_rank",
]
