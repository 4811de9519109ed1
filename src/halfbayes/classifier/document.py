"""``DocumentClassifier``, the front door: documents in, classes one can trust out."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from halfbayes.classifier.evidence import Evidence, views_of
from halfbayes.classifier.roles import Roles, named_roles
from halfbayes.classifier.table import as_table
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.views import Documents
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import encoded_labels, validated_labels
from halfbayes.types import FloatArray, LabelArray


class DocumentClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Sorts documents into classes from few labels; its probabilities can be trusted.

    Parameters
    ----------
    text, numeric, categorical : names of columns; with none named, roles are chosen from the
        table (``roles_`` says which). A list of str is one text column.
    language : of the Snowball stemmer, such as "english"; None leaves words as they are.
    threads : how many to count words with; None uses every core.

    >>> mails = ["cheap pills now", "meeting at noon", "cheap watches", "notes of the meeting"]
    >>> model = DocumentClassifier().fit(mails, ["spam", "work", "spam", "work"])
    >>> model.predict(["cheap cheap watches", "the meeting is moved"])
    array(['spam', 'work'], dtype='<U4')
    """

    classes_: LabelArray
    roles_: Roles

    def __init__(
        self,
        *,
        text: Sequence[str] | str | None = None,
        numeric: Sequence[str] | str | None = None,
        categorical: Sequence[str] | str | None = None,
        language: str | None = "english",
        threads: int | None = None,
    ) -> None:
        self.text = text
        self.numeric = numeric
        self.categorical = categorical
        self.language = language
        self.threads = threads

    def fit(self, table: Any, labels: Any) -> Self:
        """Learn from documents and their labels; forgets all before."""
        documents = as_table(table)
        names = validated_labels(labels, documents.n_rows)
        self.classes_, y = encoded_labels(names)
        if len(self.classes_) == 1:
            raise InvalidInputError(
                f"every one of the {len(y)} documents is labelled {self.classes_[0]!r}; "
                "a classifier needs documents of two classes or more"
            )
        self.roles_ = named_roles(documents, self.text, self.numeric, self.categorical)
        self._evidence = Evidence(self.roles_, self.language, self.threads)
        sources = self._evidence.fit(documents)
        n_classes = len(self.classes_)
        self._hybrid = fitted_hybrid(
            views_of(sources, len(y), n_classes),
            Documents([source.X for source in sources], y, n_classes),
            SmallFit(),
        )
        self._training = documents, names
        return self

    def predict(self, table: Any) -> LabelArray:
        """The most probable class of each document."""
        log_proba = self.predict_log_proba(table)
        return np.asarray(self.classes_[np.argmax(log_proba, axis=1)])

    def predict_proba(self, table: Any) -> FloatArray:
        """P(k|x): (documents, classes), in the order of ``classes_``."""
        return np.asarray(np.exp(self.predict_log_proba(table)))

    def predict_log_proba(self, table: Any) -> FloatArray:
        """Log p(k|x): (documents, classes)."""
        check_is_fitted(self)
        sources = self._evidence.read(as_table(table))
        return self._hybrid.log_proba([source.X for source in sources])

    @property
    def leave_one_out_proba_(self) -> FloatArray:
        """P(k|x_i) of each training document by the model without it."""
        check_is_fitted(self)
        return np.asarray(np.exp(self._hybrid.leave_one_out_log_proba))

    @property
    def dial_(self) -> float:
        """Where the labels put the model: 0 generative, 1 discriminative."""
        check_is_fitted(self)
        return self._hybrid.dial


__all__ = ["DocumentClassifier"]
