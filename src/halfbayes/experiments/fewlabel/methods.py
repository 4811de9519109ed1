"""Who takes part in the few-label benchmark, by name."""

from collections.abc import Mapping
from typing import Final

from halfbayes.experiments.fewlabel.ours import HALFBAYES, OURS
from halfbayes.experiments.fewlabel.peers import PEERS
from halfbayes.experiments.fewlabel.rivals import RIVALS, Method

METHODS: Final[Mapping[str, Method]] = {**RIVALS, **PEERS, **OURS}
"""Every method: the rivals first, those of this package last."""

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
}

__all__ = ["METHODS", "RIVAL_NAMES", "TITLES"]
