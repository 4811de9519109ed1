"""A model as it was before it learnt, which reads the columns it has learnt to read.

Parts of the training documents are learnt again for forecasts and reports. Roles that were
guessed from all documents must not be guessed once more from a few of them.
"""

from typing import Any, Final

from sklearn.base import clone

from halfbayes.classifier.odd_classes import warned
from halfbayes.classifier.roles import with_groups
from halfbayes.classifier.training import TrainingSet

MOST_LEARNT: Final = 1000
"""Documents from which a report learns a model again at most: it bounds the time."""


def unlearnt(model: Any) -> Any:
    """A model with the parameters of ``model``, its roles named, that has learnt nothing.

    >>> from halfbayes import DocumentClassifier
    >>> model = DocumentClassifier().fit({"body": ["a b", "c d"]}, [0, 1])
    >>> unlearnt(model).text, unlearnt(model).numeric
    (['body'], None)
    """
    roles = model.roles_
    unfitted = clone(model).set_params(
        text=list(roles.text) or None,
        numeric=list(roles.numeric) or None,
        categorical=list(roles.categorical) or None,
    )
    return warned(unfitted)  # a part of few labels has many classes


def fitted_to_part(model: Any, part: TrainingSet) -> Any:
    """The model after it has learnt some documents, from which others are to be predicted.

    Groups weigh the views as documents of other groups need it. Where all are of one group
    nothing tells how, and it learns as if there were no groups.
    """
    table = part.table
    if part.one_group(model.groups) is not None:
        table = with_groups(table, model.groups)[0]
        model = model.set_params(groups=None)
    return model.fit(table, part.labels, unlabelled=part.unlabelled)


__all__ = ["MOST_LEARNT", "fitted_to_part", "unlearnt"]
