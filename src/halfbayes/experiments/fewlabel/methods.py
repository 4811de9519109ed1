"""Who takes part in the few-label benchmark, by name."""

from collections.abc import Mapping, Sequence
from typing import Final

from halfbayes.data.corpora import Fields
from halfbayes.experiments.fewlabel.ours import (
    HALFBAYES,
    OURS,
    PLAIN,
    WITH_NAMES,
    told_names,
)
from halfbayes.experiments.fewlabel.peers import PEERS
from halfbayes.experiments.fewlabel.rivals import RIVALS, Method, Predict
from halfbayes.types import IndexArray

METHODS: Final[Mapping[str, Method]] = {**RIVALS, **PEERS, **OURS}
"""Every method that knows classes by their number: the rivals first, ours last."""

NAMES: Final = (*METHODS, WITH_NAMES)
"""Every method; the last is told what the classes are called."""

RIVAL_NAMES: Final = (*RIVALS, *PEERS)

TITLES: Final[Mapping[str, str]] = {
    "multinomial-nb": "multinomial NB",
    "complement-nb": "complement NB",
    "logistic-100": "logistic regression, C = 100",
    "logistic-cv": "logistic regression, C by folds",
    "linear-svm": "linear SVM",
    "calibrated-svm": "linear SVM, sigmoids",
    "fasttext": "fastText",
    "vowpal-wabbit": "Vowpal Wabbit",
    "plain-nb": "our naive Bayes",
    "plain-logistic": "our logistic regression",
    "raina2003": "hybrid of Raina et al. 2003",
    HALFBAYES: "halfbayes",
    PLAIN: "halfbayes, no thesaurus",
    WITH_NAMES: "halfbayes, told names",
}


def learnt(method: str, fields: Fields, y: IndexArray, names: Sequence[str]) -> Predict:
    """The method after it has learnt documents and their classes, which ``names`` calls."""
    if method == WITH_NAMES:
        return told_names(fields, y, names)
    return METHODS[method](fields, y)


__all__ = ["METHODS", "NAMES", "RIVAL_NAMES", "TITLES", "learnt"]
