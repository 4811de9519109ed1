"""What the thesis compares, as functions of a split: plain classifiers and output codes.

    MAP        multinomial naive Bayes with the Dirichlet prior alpha = 2, so one is added to
               every count (eq. 2.5, 2.8)
    Bayesian   the words' probabilities integrated over, alpha = 1 (eq. 2.14)
    SVM        a linear support vector machine over SMART 'ltc' weights (4.3)

The thesis does not say what C of the SVM was; it is 1 here. Its solver stops at a violation of
0.1, as LIBLINEAR's own program does: one label in 2,000 is another than at 0.0001, in a tenth
of the time.

Dense codes of 15 and 31 columns are the first columns of that of 63: all are coin flips.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from sklearn.svm import LinearSVC

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.core.breakeven import roc_breakeven
from halfbayes.core.codebook import named_code
from halfbayes.core.codes import CodeMatrix
from halfbayes.core.decoding import LOSSES, code_losses
from halfbayes.experiments.rennie2001.corpus import Split
from halfbayes.models.ecoc import OutputCodeClassifier
from halfbayes.models.naive_bayes import MultinomialNaiveBayes
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import BoolArray, FloatArray, IndexArray

NB: Final = "NB"
SVM: Final = "SVM"
TODAY: Final = "halfbayes"
"""``DocumentClassifier`` as it comes, on the bodies of the same documents."""

OVA: Final = "OVA"
BCH: Final = "BCH 63"
CODES: Final[Mapping[str, tuple[str, int | None]]] = {
    OVA: ("one-vs-all", None),
    "Dense 15": ("dense-63", 15),
    "BCH 15": ("bch-15", None),
    "Dense 31": ("dense-63", 31),
    "BCH 31": ("bch-31", None),
    "Dense 63": ("dense-63", None),
    BCH: ("bch-63", None),
}
"""Name in the library and number of columns taken, all for none."""

C: Final = 1.0
TOLERANCE: Final = 0.1
MOST_ITERATIONS: Final = 20_000


def map_naive_bayes() -> MultinomialNaiveBayes:
    """MAP naive Bayes."""
    return MultinomialNaiveBayes(smoothing=2.0, estimate="map")


def bayesian_naive_bayes() -> MultinomialNaiveBayes:
    """Bayesian naive Bayes."""
    return MultinomialNaiveBayes(smoothing=1.0, estimate="bayes")


def support_vector_machine() -> LinearSVC:
    """The linear SVM with hinge loss."""
    return LinearSVC(loss="hinge", C=C, tol=TOLERANCE, max_iter=MOST_ITERATIONS, random_state=0)


def error_rate(predicted: IndexArray, y: IndexArray) -> float:
    """Share of documents put into a wrong class.

    >>> error_rate(np.array([0, 1, 1, 1]), np.array([0, 1, 0, 1]))
    0.25
    """
    return float(np.mean(predicted != y))


def predicted_by(model: Any, split: Split, per_class: int) -> IndexArray:
    """Classes of the test documents by a model over counts."""
    bag, training = split.bag, split.training(per_class)
    model.fit(bag.counts[training], bag.y[training])
    return np.asarray(model.predict(bag.counts[split.test]))


def today(split: Split, training: IndexArray) -> DocumentClassifier:
    """What a user of this package would do."""
    texts = [split.bag.texts[i] for i in training]
    return DocumentClassifier(threads=1).fit(texts, split.bag.y[training])


@dataclass(frozen=True, slots=True, eq=False)
class Bits:
    """Scores of every test document by every binary classifier of a code."""

    scores: FloatArray  # (documents, bits)
    code: CodeMatrix  # (classes, bits)
    y: IndexArray

    def first(self, n_bits: int | None) -> "Bits":
        """The first columns."""
        return Bits(self.scores[:, :n_bits], self.code[:, :n_bits], self.y)

    def error(self, loss: str = "hinge") -> float:
        """Multiclass error, decoded by a loss of ``LOSSES``."""
        losses = code_losses(self.scores, self.code, LOSSES[loss])
        return error_rate(np.argmin(losses, axis=1), self.y)

    def binary_error(self) -> float:
        """Mean over bits of the share of documents on the wrong side."""
        return float(np.mean((self.scores > 0.0) != self._positive))

    def breakeven(self) -> float:
        """Mean over bits of ROC breakeven."""
        sides = self._positive
        bits = range(self.code.shape[1])
        return float(np.mean([roc_breakeven(sides[:, j], self.scores[:, j]) for j in bits]))

    def agreement(self) -> float:
        """How often two different bits give the same label: mean over pairs and documents."""
        labels = (self.scores > 0.0).astype(np.float64)
        n_bits = labels.shape[1]
        n_positive = labels.sum(axis=1)
        differing = n_positive * (n_bits - n_positive)
        pairs: float = n_bits * (n_bits - 1) / 2.0
        return 1.0 - float(np.mean(differing)) / pairs

    @property
    def _positive(self) -> BoolArray:
        return np.asarray(self.code[self.y] == 1)


def nb_inputs(split: Split, training: IndexArray) -> tuple[Any, Any]:
    """Counts of the documents for training and testing."""
    return split.bag.counts[training], split.bag.counts[split.test]


def svm_inputs(split: Split, training: IndexArray) -> tuple[Any, Any]:
    """'ltc' weights of the documents for training and testing."""
    weighter = TermWeighter.smart("ltc").fit(split.bag.counts[training])
    counts = nb_inputs(split, training)
    return weighter.transform(counts[0]), weighter.transform(counts[1])


LEARNERS: Final[Mapping[str, tuple[Callable[[], Any], Callable[..., tuple[Any, Any]]]]] = {
    SVM: (support_vector_machine, svm_inputs),
    NB: (map_naive_bayes, nb_inputs),
}
"""The binary classifiers inside a code, and what they learn from."""


class Coder:
    """Fits the bits of codes on one training set, each matrix once."""

    def __init__(self, split: Split, per_class: int, learner: str, seed: int) -> None:
        self.y = split.bag.y[split.test]
        self._training = split.training(per_class)
        self._labels = split.bag.y[self._training]
        self._model, inputs = LEARNERS[learner]
        self._X, self._X_test = inputs(split, self._training)
        self._seed = seed
        self._fitted: dict[str, Bits] = {}

    def bits(self, name: str) -> Bits:
        """The bits of a code of ``CODES``."""
        family, n_bits = CODES[name]
        if family not in self._fitted:
            self._fitted[family] = self._fit(family)
        return self._fitted[family].first(n_bits)

    def _fit(self, family: str) -> Bits:
        n_classes = int(self._labels.max()) + 1
        code = named_code(family, n_classes, rng=np.random.default_rng(self._seed))
        model = OutputCodeClassifier(self._model(), code=code, calibration_folds=0)
        scores = model.fit(self._X, self._labels).bit_scores(self._X_test)
        return Bits(scores, code, self.y)


__all__ = [
    "BCH",
    "CODES",
    "LEARNERS",
    "NB",
    "OVA",
    "SVM",
    "TODAY",
    "Bits",
    "Coder",
    "bayesian_naive_bayes",
    "error_rate",
    "map_naive_bayes",
    "nb_inputs",
    "predicted_by",
    "support_vector_machine",
    "svm_inputs",
    "today",
]
