"""All that a fit has found.

Documents, their classes and their leave-one-out scores are here in the canonical order of
``digests``; ``places`` leads back to the order in which they came. Of a counted model these are
a sample of the documents (``counted``), and ``whole`` says of how many; so it does where the
counts of a model without its documents were changed later (``update``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.novelty import Typicality
from halfbayes.classifier.regions import RegionWeight
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.views import LearntDiscriminant, LearntGivenView
from halfbayes.errors import NoTrainingDataError
from halfbayes.types import FloatArray, IndexArray, LabelArray


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """All documents a model learnt from, where those with scores are not all of them."""

    by_class: NDArray[np.int64]  # how many: (classes,)
    fingerprint: str  # of all digests
    training: TrainingSet | None = None  # in the order given; None where they were not kept


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A fitted model; an estimator has one or, when a fit is interrupted, the one before."""

    classes: LabelArray
    y: IndexArray  # class number of each document that has leave-one-out scores
    roles: Roles
    evidence: Evidence
    hybrid: Hybrid
    regions: Sequence[RegionWeight]
    training: TrainingSet | None  # the same documents; None where they were not kept
    unlabelled: UnlabelledUse | None = None  # None where there were no such documents
    shares: FloatArray | None = None  # of the classes, where adapted to other ones: (classes,)
    places: IndexArray | None = None  # each document's in the table it came in; None: as here
    whole: Whole | None = None  # where more documents were learnt than have scores
    typicality: Typicality | None = None  # of a model file; otherwise found when asked for
    data_hash: str | None = None  # of a model file without its documents

    @property
    def reads_names(self) -> bool:
        """Whether the names of the classes speak for them (``class_names``)."""
        return any(isinstance(view, LearntGivenView) for view in self.hybrid.views)

    @property
    def reads_topics(self) -> bool:
        """Whether a thesaurus says which words are about the same thing (``topics``)."""
        text = self.evidence.text
        return text is not None and text.topics is not None

    @property
    def is_counted(self) -> bool:
        """Whether it is the model of too many documents for a discriminant."""
        views = self.hybrid.views
        return self.whole is not None and not any(
            isinstance(view, LearntDiscriminant) for view in views
        )

    @property
    def still_learns(self) -> bool:
        """Whether more labels would teach it what a fit of them all does.

        Where a sample of the labels suffices, more of them teach next to nothing; and its
        documents do not tell what an adapted model would learn.
        """
        return self.training is not None and self.whole is None and self.shares is None

    @property
    def can_be_parted(self) -> bool:
        """Whether it can be learnt again from parts of its documents, and be like it.

        Parts would be learnt without the unlabelled documents.
        """
        return self.still_learns and self.unlabelled is None

    def taught(self) -> "Learnt":
        """The same, where a document with a label was checked; otherwise an error."""
        if len(self.y) == 0:
            message = (
                "no document has a label, so nothing was checked; pass labelled documents "
                "to fit"
            )
            raise NoTrainingDataError(message)
        return self

    @property
    def by_class(self) -> NDArray[np.int64]:
        """How many documents of each class were learnt: (classes,)."""
        if self.whole is not None:
            return self.whole.by_class
        return np.bincount(self.y, minlength=len(self.classes)).astype(np.int64)

    @property
    def n_documents(self) -> int:
        """How many documents were learnt."""
        return int(self.by_class.sum())

    def whole_with(self, training: TrainingSet) -> Whole | None:
        """``whole`` with all the documents."""
        return None if self.whole is None else replace(self.whole, training=training)

    @property
    def without_documents(self) -> "Learnt":
        """The same, with no training document in it."""
        whole = None if self.whole is None else replace(self.whole, training=None)
        return replace(self, training=None, whole=whole)

    @property
    def as_given(self) -> IndexArray:
        """The documents here in the order in which they came."""
        return np.arange(len(self.y)) if self.places is None else np.argsort(self.places)

    @property
    def training_as_given(self) -> TrainingSet | None:
        """All training documents in the order in which they came."""
        if self.whole is not None:
            return self.whole.training
        return None if self.training is None else self.training.rows(self.as_given.tolist())


__all__ = ["Learnt", "Whole"]
