"""The linear text classifiers of scikit-learn, set up as a careful user would.

Fields are joined. Words are stretches of two letters or more in lower case, as scikit-learn
reads them by default; Chinese and Japanese, which have no spaces, are read as single characters
and pairs of them. Weights are sublinear tf-idf of unit length. One setting serves all corpora.

    naive Bayes           multinomial and complement, smoothing 1: less of it gives a smaller
                          log loss and a larger error
    logistic regression   C = 100; or C of 1, 10, 100, 1000 by log loss in min(3, n) folds,
                          n the size of the smallest class; C = 100 where n is 1
    linear SVM            C = 1; softmax of the decision values
    calibrated SVM        the same machine with sigmoids learnt in min(5, n) folds; where n is
                          1 no folds can be made and the decision values are used
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from scipy.special import softmax
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.svm import LinearSVC

from halfbayes.data.corpora import Fields, joined
from halfbayes.types import FloatArray, IndexArray

Predict: TypeAlias = Callable[[Fields], FloatArray]
"""Probabilities of new documents: (documents, classes)."""

Method: TypeAlias = Callable[[Fields, IndexArray], Predict]
"""Learns from documents and their classes 0, 1, ..., each of which occurs."""

_NO_SPACES = r"\u3040-\u30ff\u3400-\u9fff"
_STRETCH = re.compile(rf"[{_NO_SPACES}]+|[^\W{_NO_SPACES}]{{2,}}")
_HAS_NO_SPACES = re.compile(rf"[{_NO_SPACES}]")

MOST_ITERATIONS: Final = 1000
STRENGTHS: Final = (1.0, 10.0, 100.0, 1000.0)
USUAL_STRENGTH: Final = 100.0
FOLDS_FOR_STRENGTH: Final = 3
FOLDS_FOR_SIGMOIDS: Final = 5


def words(text: str) -> list[str]:
    """The words of a text in lower case; of scripts without spaces, characters and pairs.

    >>> words("It's 2 cats, 新闻标题")
    ['it', 'cats', '新', '闻', '标', '题', '新闻', '闻标', '标题']
    """
    found = _STRETCH.findall(text.lower())
    if text.isascii() or not _HAS_NO_SPACES.search(text):
        return found
    terms: list[str] = []
    for stretch in found:
        if _HAS_NO_SPACES.match(stretch):
            terms += [*stretch, *(stretch[i : i + 2] for i in range(len(stretch) - 1))]
        else:
            terms.append(stretch)
    return terms


def on_tfidf(estimator: Callable[[IndexArray], Any]) -> Method:
    """The method that fits ``estimator(y)`` to tf-idf weights of the joined fields."""

    def fit(fields: Fields, y: IndexArray) -> Predict:
        vectoriser = TfidfVectorizer(analyzer=words, sublinear_tf=True)
        model = estimator(y).fit(vectoriser.fit_transform(joined(fields)), y)
        return lambda new: probabilities(model, vectoriser.transform(joined(new)))

    return fit


def probabilities(model: Any, X: Any) -> FloatArray:
    """What the model says, or the softmax of its decision values where it says none."""
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(X), dtype=np.float64)
    decisions = np.asarray(model.decision_function(X), dtype=np.float64)
    if decisions.ndim == 1:
        decisions = np.column_stack([np.zeros(len(decisions)), decisions])
    return np.asarray(softmax(decisions, axis=1))


def folds(y: IndexArray, most: int) -> int:
    """So many folds, or as many as the smallest class has documents."""
    return min(most, int(np.unique(y, return_counts=True)[1].min()))


def logistic_by_folds(y: IndexArray) -> Any:
    """Logistic regression with C chosen in folds."""
    n_folds = folds(y, FOLDS_FOR_STRENGTH)
    if n_folds == 1:
        return LogisticRegression(C=USUAL_STRENGTH, max_iter=MOST_ITERATIONS)
    return LogisticRegressionCV(
        Cs=STRENGTHS,
        cv=n_folds,
        scoring="neg_log_loss",
        max_iter=MOST_ITERATIONS,
        l1_ratios=(0.0,),
        use_legacy_attributes=False,
    )


def calibrated_svm(y: IndexArray) -> Any:
    """A linear SVM with sigmoids learnt in folds, and refitted to all."""
    n_folds = folds(y, FOLDS_FOR_SIGMOIDS)
    if n_folds == 1:
        return LinearSVC()
    return CalibratedClassifierCV(LinearSVC(), cv=n_folds, ensemble=False)


RIVALS: Final[Mapping[str, Method]] = {
    "multinomial-nb": on_tfidf(lambda _: MultinomialNB()),
    "complement-nb": on_tfidf(lambda _: ComplementNB()),
    "logistic-100": on_tfidf(
        lambda _: LogisticRegression(C=USUAL_STRENGTH, max_iter=MOST_ITERATIONS)
    ),
    "logistic-cv": on_tfidf(logistic_by_folds),
    "linear-svm": on_tfidf(lambda _: LinearSVC()),
    "calibrated-svm": on_tfidf(calibrated_svm),
}

__all__ = [
    "RIVALS",
    "Method",
    "Predict",
    "calibrated_svm",
    "folds",
    "logistic_by_folds",
    "on_tfidf",
    "probabilities",
    "words",
]
