"""Regions of documents: which columns belong to which, and how each is read.

A matrix is cut into regions by columns (slices, pairs of start and stop, or lists of column
numbers; a mapping also names them), or regions come as a list of matrices, side by side.

    words      counts, weighted (``text.weighting``) unless they are to stay as they are
    codes      numbers of categories, NaN where missing
    numbers    anything else, NaN where missing

An event model decides how its region is read. A region without an event model is read as words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import clone

from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.categorical import Categorical
from halfbayes.core.complement import Complement
from halfbayes.core.dirichlet import DirichletMultinomial
from halfbayes.core.event_model import EventModel
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.multinomial import Multinomial
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.validation import as_codes, as_counts, without_duplicates
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import CountMatrix, FloatArray, IndexArray

EVENTS: Mapping[str, EventModel[Any]] = {
    "bernoulli": Bernoulli(),
    "categorical": Categorical(),
    "complement": Complement(),
    "dirichlet": DirichletMultinomial(),
    "gaussian": Gaussian(),
    "multinomial": Multinomial(),
}
"""Event models by name."""

WORD_MODELS = (Bernoulli, Complement, DirichletMultinomial, Multinomial)
WEIGHTINGS: Mapping[str, TermWeighter] = {"smooth": TermWeighter(idf="smooth")}
"""Weights by name, beside the letters of SMART."""
PAIR = 2


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """One region: its name, its columns, and the event model that reads it."""

    name: str
    columns: IndexArray
    event: EventModel[Any] | None

    @property
    def is_words(self) -> bool:
        """Whether it is read as words, and not as numbers or categories."""
        return self.event is None or isinstance(self.event, WORD_MODELS)

    def read(self, X: Any, weighter: TermWeighter | None) -> Any:
        """Its columns of X as the event model reads them."""
        part = (
            X
            if len(self.columns) == X.shape[1] and _in_order(self.columns)
            else X[:, self.columns]
        )
        if not self.is_words:
            dense: FloatArray = part if isinstance(part, np.ndarray) else part.toarray()
            return as_codes(dense) if isinstance(self.event, Categorical) else dense
        counts = words(part)
        return counts if weighter is None else sparse.csr_array(weighter.transform(counts))


def _in_order(columns: IndexArray) -> bool:
    return bool(np.array_equal(columns, np.arange(len(columns))))


def words(X: Any) -> CountMatrix:
    """X as counts: each entry once, none of them zero, negative or missing."""
    counts: Any = without_duplicates(as_counts(X))
    if not np.isfinite(counts.data).all():
        message = "X contains NaN in a region of words; an empty region is all zeros"
        raise InvalidInputError(message)
    if counts.data.all():
        return sparse.csr_array(counts)
    counts = counts.copy()
    counts.eliminate_zeros()
    return sparse.csr_array(counts)


def is_several(X: Any) -> bool:
    """Whether X is a list of matrices, one per region."""
    if not isinstance(X, list | tuple) or len(X) == 0:
        return False
    return all(getattr(part, "ndim", 0) == PAIR for part in X)


def side_by_side(matrices: Sequence[Any]) -> Any:
    """One matrix of all regions."""
    lengths = {part.shape[0] for part in matrices}
    if len(lengths) > 1:
        raise InvalidInputError(
            f"the regions have {sorted(lengths)} documents; pass one row per document in each"
        )
    if any(sparse.issparse(part) for part in matrices):
        return sparse.csr_array(sparse.hstack(list(matrices), format="csr"))
    return np.hstack([np.asarray(part) for part in matrices])


def layout_of(regions: Any, parts: list[Any]) -> Any:
    """Where the matrices of a list stand side by side, with the names that ``regions`` gives.

    >>> layout_of(["subject", "body"], [(0, 2), (2, 5)])
    {'subject': (0, 2), 'body': (2, 5)}
    """
    if regions is None:
        return parts
    names = list(regions)
    if len(names) != len(parts) or not all(isinstance(name, str) for name in names):
        raise InvalidParameterError(
            f"X has {len(parts)} matrices, one per region: regions must be None or "
            f"{len(parts)} names; got {regions!r}"
        )
    return dict(zip(names, parts, strict=True))


def allows_missing(event: Any) -> bool:
    """Whether a region is read as numbers or categories, of which some may be missing."""
    events = list(event) if isinstance(event, list | tuple) else [event]
    models = events_of(events, len(events))
    return any(not Region("", np.arange(0), model).is_words for model in models)


def columns_of(regions: Any, n_features: int) -> dict[str, IndexArray]:
    """Columns of each region by name."""
    if regions is None:
        return {"document": np.arange(n_features)}
    if not isinstance(regions, Mapping):
        regions = {f"region {number}": part for number, part in enumerate(regions)}
    if not regions:
        message = "regions is empty; name the columns of at least one region, or pass None"
        raise InvalidParameterError(message)
    return {str(name): _columns(part, n_features) for name, part in regions.items()}


def _columns(part: Any, n_features: int) -> IndexArray:
    if isinstance(part, tuple) and len(part) == PAIR:
        part = slice(*part)
    if isinstance(part, slice):
        _require_inside(part, n_features)
        return np.arange(n_features)[part]
    columns = np.asarray(part)
    wrong = columns.ndim != 1 or columns.dtype.kind not in "iu"
    if wrong or (len(columns) and not 0 <= columns.min() <= columns.max() < n_features):
        raise InvalidParameterError(
            "a region is a slice, a pair (start, stop) or a list of column numbers from 0 to "
            f"{n_features - 1}; got {part!r}"
        )
    return columns.astype(np.intp)


def _require_inside(part: slice, n_features: int) -> None:
    """A slice that is cut short by Python names columns that are not there."""
    ends = [end for end in (part.start, part.stop) if end is not None]
    whole = all(isinstance(end, int | np.integer) for end in ends)
    if not whole or any(not -n_features <= end <= n_features for end in ends):
        raise InvalidParameterError(
            f"a region starts and stops within the {n_features} columns of X; got "
            f"({part.start!r}, {part.stop!r})"
        )


def events_of(event: Any, n_regions: int) -> list[EventModel[Any] | None]:
    """The event model of each region."""
    several = isinstance(event, list | tuple)
    events = list(event) if several else [event] * n_regions
    if len(events) != n_regions:
        raise InvalidParameterError(
            f"event names {len(events)} models for {n_regions} regions; pass one, or one each"
        )
    return [_event(one) for one in events]


def _event(event: Any) -> EventModel[Any] | None:
    if isinstance(event, str) and event in EVENTS:
        return EVENTS[event]
    if event is None or isinstance(event, EventModel):
        return event
    raise InvalidParameterError(
        f"event must be one of {', '.join(map(repr, EVENTS))}, an event model, or None; "
        f"got {event!r}"
    )


def weighter_of(weighting: Any) -> TermWeighter | None:
    """A weighter that has not learnt, or None for counts as they are."""
    if weighting is None:
        return None
    if isinstance(weighting, str):
        weighting = WEIGHTINGS.get(weighting) or TermWeighter.smart(weighting)
    if isinstance(weighting, TermWeighter):
        fresh: TermWeighter = clone(weighting)
        return fresh
    raise InvalidParameterError(
        "weighting must be 'smooth', three letters of SMART such as 'ltc', a TermWeighter, or "
        f"None; got {weighting!r}"
    )


def fitted_weighter(
    weighting: Any, counts: CountMatrix, weights: FloatArray | None
) -> TermWeighter | None:
    """The weighter with the document frequencies of ``counts``; documents may have weights."""
    weighter = weighter_of(weighting)
    if weighter is None:
        return None
    m = np.ones(counts.shape[0]) if weights is None else weights
    per_entry = np.repeat(m, np.diff(counts.indptr))
    frequency = np.bincount(counts.indices, weights=per_entry, minlength=counts.shape[1])
    return weighter.fit_frequencies(frequency, float(m.sum()))


__all__ = [
    "EVENTS",
    "Region",
    "allows_missing",
    "columns_of",
    "events_of",
    "fitted_weighter",
    "is_several",
    "layout_of",
    "side_by_side",
    "weighter_of",
    "words",
]
