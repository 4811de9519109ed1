"""The models of this package in the few-label benchmark.

    plain-nb         multinomial naive Bayes over counts of the joined fields
    plain-logistic   logistic regression over tf-idf weights of the joined fields, C = 100
    raina2003        the hybrid of Raina et al. 2003: one word model over all fields, a region
                     for each, normalised by length, weights by leave-one-out
    halfbayes        ``DocumentClassifier`` as it comes, with the fields named, and classes
                     that are numbers, as its rivals have them
    halfbayes-plain  the same without its thesaurus, ``topics=False``: like its rivals, it knows
                     no word but those of the documents
    halfbayes-names  as it comes with the labels of the corpus as they are, texts such as
                     ``rec.autos``, which it reads

All on one thread.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

import numpy as np

import halfbayes
from halfbayes.data.corpora import Fields, joined
from halfbayes.experiments.fewlabel.rivals import Method, Predict
from halfbayes.models.hybrid import HybridClassifier
from halfbayes.text.presets import PRESETS
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import CountMatrix, FloatArray, IndexArray

HALFBAYES: Final = "halfbayes"
PLAIN: Final = "halfbayes-plain"
WITH_NAMES: Final = "halfbayes-names"
VARIANTS: Final = (PLAIN, WITH_NAMES)
"""Halfbayes without its thesaurus, and told the names of classes, which no rival could read."""


def plain_nb(fields: Fields, y: IndexArray) -> Predict:
    """Multinomial naive Bayes."""
    counter = halfbayes.TermCounter(threads=1)
    model = halfbayes.MultinomialNaiveBayes().fit(counter.fit_transform(joined(fields)), y)
    return lambda new: model.predict_proba(counter.transform(joined(new)))


def plain_logistic(fields: Fields, y: IndexArray) -> Predict:
    """Logistic regression on tf-idf weights."""
    counter, weighter = halfbayes.TermCounter(threads=1), TermWeighter(idf="smooth")
    X = weighter.fit_transform(counter.fit_transform(joined(fields)))
    # A gradient of 1e-4 per document is what scikit-learn stops at.
    model = halfbayes.LogisticRegression(precision=0.01, tolerance=1e-4).fit(X, y)
    return lambda new: model.predict_proba(weighter.transform(counter.transform(joined(new))))


def raina2003(fields: Fields, y: IndexArray) -> Predict:
    """The paper's hybrid."""
    counter = PRESETS["raina2003"].counter(threads=1, dtype=np.float64)
    counter.fit([text or "" for column in fields.values() for text in column])

    def regions(columns: Fields) -> list[CountMatrix]:
        filled = ([text or "" for text in column] for column in columns.values())
        return [counter.transform(texts) for texts in filled]

    model = HybridClassifier.raina2003().fit(regions(fields), y)
    return lambda new: model.predict_proba(regions(new))


def document_classifier(fields: Fields, y: IndexArray, *, topics: bool = True) -> Predict:
    """The front door, with nothing set but the names of the fields."""
    model = halfbayes.DocumentClassifier(text=list(fields), threads=1, topics=topics)
    model.fit(dict(fields), y)

    def predict(new: Fields) -> FloatArray:
        return np.asarray(model.predict_proba(dict(new)))

    return predict


def told_names(fields: Fields, y: IndexArray, names: Sequence[str]) -> Predict:
    """The same, told what each class is called."""
    labels = np.array(names)[y]
    model = halfbayes.DocumentClassifier(text=list(fields), threads=1)
    model.fit(dict(fields), labels)
    place = np.searchsorted(model.classes_, names)
    return lambda new: np.asarray(model.predict_proba(dict(new))[:, place])


OURS: Final[Mapping[str, Method]] = {
    "plain-nb": plain_nb,
    "plain-logistic": plain_logistic,
    "raina2003": raina2003,
    HALFBAYES: document_classifier,
    PLAIN: partial(document_classifier, topics=False),
}

__all__ = [
    "HALFBAYES",
    "OURS",
    "PLAIN",
    "VARIANTS",
    "WITH_NAMES",
    "document_classifier",
    "plain_logistic",
    "plain_nb",
    "raina2003",
    "told_names",
]
