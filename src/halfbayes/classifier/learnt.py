"""All that a fit has found."""

from dataclasses import dataclass

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


__all__ = ["Learnt"]
