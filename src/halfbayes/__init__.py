"""Sorts documents into classes from few labels, and says how far each answer can be trusted."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from halfbayes.classifier.document import DocumentClassifier, load
    from halfbayes.evaluate.displays import AccuracyCoverageDisplay, ReliabilityDisplay
    from halfbayes.models.calibrator import Calibrator
    from halfbayes.models.discriminant import GaussianDiscriminant
    from halfbayes.models.ecoc import OutputCodeClassifier
    from halfbayes.models.hybrid import HybridClassifier
    from halfbayes.models.linear import LinearRegression
    from halfbayes.models.logistic import LogisticRegression
    from halfbayes.models.naive_bayes import (
        BernoulliNaiveBayes,
        CategoricalNaiveBayes,
        ComplementNaiveBayes,
        GaussianNaiveBayes,
        MultinomialNaiveBayes,
    )
    from halfbayes.models.select import TermSelector
    from halfbayes.text.counter import TermCounter
    from halfbayes.text.weighting import TermWeighter

__version__ = "0.1.0"

_HOMES = {
    "AccuracyCoverageDisplay": "halfbayes.evaluate.displays",
    "BernoulliNaiveBayes": "halfbayes.models.naive_bayes",
    "Calibrator": "halfbayes.models.calibrator",
    "CategoricalNaiveBayes": "halfbayes.models.naive_bayes",
    "ComplementNaiveBayes": "halfbayes.models.naive_bayes",
    "DocumentClassifier": "halfbayes.classifier.document",
    "GaussianDiscriminant": "halfbayes.models.discriminant",
    "GaussianNaiveBayes": "halfbayes.models.naive_bayes",
    "HybridClassifier": "halfbayes.models.hybrid",
    "LinearRegression": "halfbayes.models.linear",
    "LogisticRegression": "halfbayes.models.logistic",
    "MultinomialNaiveBayes": "halfbayes.models.naive_bayes",
    "OutputCodeClassifier": "halfbayes.models.ecoc",
    "ReliabilityDisplay": "halfbayes.evaluate.displays",
    "TermCounter": "halfbayes.text.counter",
    "TermSelector": "halfbayes.models.select",
    "TermWeighter": "halfbayes.text.weighting",
    "load": "halfbayes.classifier.document",
}
"""Public names and the modules that hold them; imported when first used, to start quickly."""

__all__ = [
    "AccuracyCoverageDisplay",
    "BernoulliNaiveBayes",
    "Calibrator",
    "CategoricalNaiveBayes",
    "ComplementNaiveBayes",
    "DocumentClassifier",
    "GaussianDiscriminant",
    "GaussianNaiveBayes",
    "HybridClassifier",
    "LinearRegression",
    "LogisticRegression",
    "MultinomialNaiveBayes",
    "OutputCodeClassifier",
    "ReliabilityDisplay",
    "TermCounter",
    "TermSelector",
    "TermWeighter",
    "__version__",
    "load",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
