"""All that a fit has found.

Documents, their classes and their leave-one-out scores are here in the canonical order of
``digests``; ``places`` leads back to the order in which they came.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.regions import RegionWeight
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.core.hybrid import Hybrid
from halfbayes.types import FloatArray, IndexArray, LabelArray


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """A fitted model; an estimator has one or, when a fit is interrupted, the one before."""

    classes: LabelArray
    y: IndexArray  # class number of each training document
    roles: Roles
    evidence: Evidence
    hybrid: Hybrid
    regions: tuple[RegionWeight, ...]
    training: TrainingSet | None  # None where the documents were not kept
    unlabelled: UnlabelledUse | None = None  # None where there were no such documents
    shares: FloatArray | None = None  # of the classes, where adapted to other ones: (classes,)
    places: IndexArray | None = None  # each document's in the table it came in; None: as here

    @property
    def as_given(self) -> IndexArray:
        """The documents here in the order in which they came."""
        return np.arange(len(self.y)) if self.places is None else np.argsort(self.places)

    @property
    def training_as_given(self) -> TrainingSet | None:
        """The training documents in the order in which they came."""
        return None if self.training is None else self.training.rows(self.as_given.tolist())


__all__ = ["Learnt"]
