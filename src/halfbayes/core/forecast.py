"""What more labels would buy: the certified coverage to come, from the curve so far.

Let p be the confidence of a document and q its chance to be wrong:

    q = e + (1 - e) s(a - b logit p)        s(z) = 1 / (1 + exp(-z))
    a ~ N(0, 1), b ~ N(1, 0.5^2), b >= 0, logit e ~ N(-6, 1)

fitted by maximum posterior: the confidence is taken at its word (a = 0, b = 1) until the errors
say otherwise, so that few errors so far are not taken for none ever, nor one unlucky document
for a rule; e are errors that no confidence foresees, such as wrong labels. N labels are then N
of these documents, drawn with repetition, with errors of chance q (N / n)^-c, on which the test
of ``guarantee`` is run as it would be. c says how much the model learns from more labels: error
falls as N^-c; c = 0 is the model as it is.

Reading. Of U documents without labels, m are labelled now and the rest is answered or read:

    read(m) = m + (U - m) (1 - coverage(n + m))

A further label pays while it saves more reading than it costs; ``best_plan`` finds where it
stops (the least of read). For m = 0 the coverage is what is certified today. The interval comes
from whole repetitions: other checked documents (bootstrap), other errors, the test itself.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit

from halfbayes.core.guarantee import Promise, certified
from halfbayes.types import BoolArray, FloatArray

REPETITIONS = 60
TRIALS = 31
"""Repetitions at each number of labels on the way to the fewest that certify something."""
MOST_SIMULATED = 20_000
"""Checked documents beyond this many certify no more: the simulation stops growing."""
STEPS = 12
"""Sizes tried on the way to the largest."""
HORIZON = 100
"""Nobody labels more than this many times what there is: further it does not look."""
CERTAIN = 1e-5
"""Nearer to 0 or 1 a confidence says no more: rounding and pride live there."""


@dataclass(frozen=True, slots=True, eq=False)
class ErrorCurve:
    """Chance of an error by confidence."""

    confidence: FloatArray  # (documents,)
    chance: FloatArray  # q of each: (documents,)
    learning: float = 0.0  # c

    def simulated_coverage(
        self, n_labels: int, promise: Promise, rng: np.random.Generator
    ) -> float:
        """Coverage certified on ``n_labels`` documents drawn from this curve."""
        n = min(n_labels, MOST_SIMULATED)
        rows = rng.integers(0, len(self.chance), n)
        fall = (n_labels / len(self.chance)) ** -self.learning
        correct = rng.random(n) >= self.chance[rows] * fall
        return certified(
            self.confidence[rows], correct, accuracy=promise.accuracy, delta=promise.delta
        ).coverage

    def coverages(
        self, n_labels: int, promise: Promise, rng: np.random.Generator, trials: int
    ) -> FloatArray:
        """The same, several times: (trials,)."""
        return np.array(
            [self.simulated_coverage(n_labels, promise, rng) for _ in range(trials)]
        )


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """Documents with known classes: how sure the model was, and whether it was right."""

    confidence: FloatArray
    correct: BoolArray
    learning: float = 0.0  # c

    def curve(self) -> ErrorCurve:
        """Their error curve."""
        return error_curve(self.confidence, self.correct, learning=self.learning)

    def threshold(self, promise: Promise) -> float:
        """Least confidence that is certified today."""
        return certified(
            self.confidence, self.correct, accuracy=promise.accuracy, delta=promise.delta
        ).threshold

    def redrawn(self, rng: np.random.Generator) -> "Checked":
        """As many documents drawn from these, with repetition."""
        rows = rng.integers(0, len(self.correct), len(self.correct))
        return Checked(self.confidence[rows], self.correct[rows], self.learning)


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many more labels would certify something, and how much of the documents."""

    labels: int  # more
    coverage: float


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """How many documents a person must still read, and how many of them to label first."""

    n_documents: int  # U
    labels: int  # m after which a further label no longer pays
    read: float
    low: float
    high: float

    @property
    def automatic(self) -> float:
        """Documents expected to be answered automatically."""
        return self.n_documents - self.read


def error_curve(
    confidence: FloatArray, correct: BoolArray, *, learning: float = 0.0
) -> ErrorCurve:
    """The curve of these documents.

    >>> error_curve(np.linspace(1, 0, 6), np.arange(6) < 4).chance.round(2)
    array([0.  , 0.11, 0.27, 0.47, 0.73, 1.  ])
    """
    f = logit(np.clip(confidence, CERTAIN, 1.0 - CERTAIN))

    def loss(point: FloatArray) -> tuple[float, FloatArray]:
        a, b, logit_e = point
        z = a - b * f
        e, s = expit(logit_e), expit(z)
        q = e + (1.0 - e) * s
        right = np.logaddexp(0.0, z) + np.logaddexp(0.0, logit_e)  # -log(1 - q)
        value = np.where(correct, right, -np.log(q)).sum()
        by_z = np.where(correct, s, -(1.0 - e) * s * (1.0 - s) / q)
        by_e = np.where(correct, e, -e * (1.0 - e) * (1.0 - s) / q)
        prior = (a**2 + 4 * (b - 1.0) ** 2 + (logit_e + 6.0) ** 2) / 2
        slope = [by_z.sum() + a, -by_z @ f + 4 * (b - 1.0), by_e.sum() + logit_e + 6.0]
        return float(value + prior), np.array(slope)

    bounds = [(-10, 10), (0, 10), (-20, 10)]
    best = minimize(loss, np.array([0, 1, -6]), jac=True, method="L-BFGS-B", bounds=bounds)
    a, b, logit_e = best.x
    e = expit(logit_e)
    return ErrorCurve(confidence, np.asarray(e + (1.0 - e) * expit(a - b * f)), learning)


def outlook(curve: ErrorCurve, promise: Promise, rng: np.random.Generator) -> Outlook | None:
    """Fewest labels that certify something in half of all repetitions; None if none will.

    >>> confidence, correct = np.linspace(1, 0, 50), np.arange(50) < 40
    >>> curve = error_curve(confidence, correct)
    >>> outlook(curve, Promise(0.95, 0.05), np.random.default_rng(0))
    Outlook(labels=159, coverage=0.39)
    """
    n = len(curve.chance)

    def coverage(labels: int) -> float:
        return float(np.median(curve.coverages(labels, promise, rng, TRIALS)))

    low, high = n, 2 * n
    while coverage(high) == 0.0:
        low, high = high, 2 * high
        if high > HORIZON * n:
            return None
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if coverage(middle) > 0.0 else (middle, high)
    # What is certified just where it begins is what remains in the smaller half of cases.
    reached = curve.coverages(high, promise, rng, REPETITIONS)
    return Outlook(high - n, round(float(np.mean(reached[reached > 0.0])), 2))


def best_plan(
    checked: Checked, n_documents: int, promise: Promise, *, rng: np.random.Generator
) -> ReadingPlan:
    """The plan for ``n_documents`` documents without labels, with a 95 % interval.

    >>> checked = Checked(np.linspace(1, 0, 200), np.arange(200) < 170)
    >>> best_plan(checked, 5000, Promise(0.9, 0.1), rng=np.random.default_rng(0)).labels
    0
    """
    others = [checked.redrawn(rng) for _ in range(REPETITIONS)]
    curves = [other.curve() for other in others]
    n = len(checked.correct)
    sizes = (np.unique(np.geomspace(1, n_documents + 1, STEPS).astype(np.intp)) - 1).tolist()
    coverage = np.array(
        [[curve.simulated_coverage(n + m, promise, rng) for curve in curves] for m in sizes]
    )
    today = checked.threshold(promise)
    coverage[0] = [np.mean(other.confidence >= today) for other in others]
    labels = np.array(sizes)[:, None]
    read = labels + (n_documents - labels) * (1.0 - coverage)  # (sizes, repetitions)
    best = int(np.argmin(read.mean(axis=1)))
    low, high = np.quantile(read[best], [0.025, 0.975])
    expected = float(read[best].mean())
    return ReadingPlan(n_documents, sizes[best], expected, float(low), float(high))


__all__ = [
    "Checked",
    "ErrorCurve",
    "Outlook",
    "ReadingPlan",
    "best_plan",
    "error_curve",
    "outlook",
]
