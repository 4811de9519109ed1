"""The weights and offsets of the counted model, fitted on every document left out.

The leave-one-out scores of all documents are kept where these are, and what each gives to a
Newton step is added up there (``core.summed_fit``): the fit begins at that of the sample, which
is small, and takes a few looks at the scores of all. What speaks of single documents (curves,
decisions, suspects) speaks of those of the sample: their scores are taken out of the small fit
of all, too, by one Newton step (``core.small_fit``).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from halfbayes.classifier.counting import Counting, ReadDocuments
from halfbayes.classifier.digests import canonical, document_digests
from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.learnt import Learnt, Whole
from halfbayes.classifier.left_out import LeftOutScores
from halfbayes.classifier.regions import region_weights
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.survey import Survey
from halfbayes.classifier.training import TrainingSet
from halfbayes.core.grid import from_units
from halfbayes.core.hybrid import Hybrid, Weighed
from halfbayes.core.left_out_words import WordTable
from halfbayes.core.offsets import bearer
from halfbayes.core.prior import log_prior
from halfbayes.core.small_fit import SmallObjective
from halfbayes.core.summed_fit import SummedFit, summed_fit
from halfbayes.core.summed_scores import score_block
from halfbayes.core.views import LearntEventView
from halfbayes.core.weight_priors import TiedWeights
from halfbayes.engines.base import Read
from halfbayes.errors import ChangedInputError
from halfbayes.models.validation import positions_among, validated_labels
from halfbayes.types import FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """All that was counted: views with their statistics, and what documents are scored by."""

    survey: Survey
    by_class: NDArray[np.int64]  # documents: (classes,)
    views: list[LearntEventView]
    reading: Counting
    read: Read
    by: LeftOutScores
    table: WordTable

    @property
    def evidence(self) -> Evidence:
        """How documents are read."""
        return self.reading.evidence


def weighed(counted: Counted, rule: SizeRule) -> Learnt:
    """The counted model, weighed on the leave-one-out scores of all documents."""
    by, evidence = counted.by, counted.evidence
    checked, y = _checked(counted, rule)
    sources = evidence.read(checked.table)
    sample = counted.reading.of_sources(sources, y)
    with threadpool_limits(limits=1, user_api="blas"):
        _check_drawn(sample, counted)
        scores = by.left_out(sample, counted.table)
        hybrid = _weighed(counted, scores, y, [source.X for source in sources])
        regions = region_weights(evidence, hybrid, checked.table, sources)
    whole = Whole(counted.by_class, f"{counted.survey.fingerprint:032x}")
    classes, roles = counted.reading.classes, evidence.roles
    return Learnt(classes, y, roles, evidence, hybrid, regions, checked, whole=whole)


def _weighed(
    counted: Counted, scores: FloatArray, y: IndexArray, read: Sequence[Any]
) -> Hybrid:
    """The hybrid of all documents, from the sample's scores and what was read of it."""
    views = tuple(counted.views)
    prior = TiedWeights(np.array([view.view.expected or 1.0 for view in views]))
    log_pi = log_prior(counted.by_class.astype(np.float64))
    place = bearer([view.view for view in views], read)
    first, nothing = score_block(scores, y), np.zeros(len(prior.precisions) + len(log_pi))
    start = summed_fit(lambda at: at(first), log_pi, prior, nothing, place)
    with counted.read.scored(counted.by, counted.table) as kept:
        fit = summed_fit(kept.total, log_pi, prior, start.point, place)
    _check_all(fit, counted.survey)
    r = None if place is None else scores[place].any(axis=1).astype(np.float64)
    objective = SmallObjective(scores, y, log_pi, fit.prior, np.ones(len(y)), r)
    # All of it is generative.
    hybrid = Hybrid(views, objective.result(fit.point, fit.hessian), dial=0.0)
    return Weighed(hybrid, log_pi, place, r).settled()


def _checked(counted: Counted, rule: SizeRule) -> tuple[TrainingSet, IndexArray]:
    """The sample in its canonical order, and its classes."""
    classes, roles = counted.reading.classes, counted.evidence.roles
    drawn = counted.survey.sample.first(max(1, rule.checked_cells // len(classes)))
    labels = validated_labels(list(drawn.labels), drawn.table.n_rows)
    y = positions_among(classes, labels)
    order = canonical(y, document_digests(drawn.table, roles, drawn.labels)).tolist()
    return TrainingSet(drawn.table, labels).rows(order), y[order]


def _check_drawn(sample: ReadDocuments, counted: Counted) -> None:
    """The documents drawn at first, all distinct, must be among those added up later."""
    cells, small = counted.reading.cells(sample), counted.reading.small(sample)
    # Neither rounds what is less to what is more.
    words = from_units(cells.sums) > counted.table.sums.reshape(-1)[cells.places]
    parts = [] if small is None else small.parts
    pairs = zip(counted.by.columns, parts, strict=True)
    if words.any() or any((view.statistics - part).overdrawn for view, part in pairs):
        _refuse("documents that were there at first are not there later")


def _check_all(fit: SummedFit, survey: Survey) -> None:
    if fit.documents != survey.size.documents:
        _refuse(
            f"{survey.size.documents:,} documents were there at first and {fit.documents:,} "
            "later"
        )
    if not (np.isfinite(fit.point).all() and np.isfinite(fit.hessian).all()):
        _refuse("the sums of the documents cannot be weighed")


def _refuse(found: str) -> NoReturn:
    raise ChangedInputError(
        f"{found}: they changed while they were read; learn from a copy that stays as it is"
    )


__all__ = ["Counted", "weighed"]
