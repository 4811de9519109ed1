"""Views of a hybrid as content and arrays of a model file, and back."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.classifier.shelf import LARGEST, Shelf
from halfbayes.core.categorical import Categorical, CategoryCounts
from halfbayes.core.complement import Complement
from halfbayes.core.counts import ClassCounts
from halfbayes.core.event_model import EventModel, Statistics
from halfbayes.core.exact import ExactSum
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.moments import Sums
from halfbayes.core.ridge import BlockWeights, Ridge
from halfbayes.core.student import Student
from halfbayes.core.views import (
    Discriminant,
    EventView,
    GivenView,
    LearntDiscriminant,
    LearntEventView,
    LearntGivenView,
    LearntView,
)
from halfbayes.errors import ModelFileError
from halfbayes.types import CountMatrix

Written = tuple[dict[str, Any], dict[str, NDArray[Any]]]
"""Content for the manifest, and arrays by name."""

SUMS = ("total", "weight", "first", "second")
STUDENT = ("variance_documents", "mean_documents")
LEAST_PRIOR = 1e-6
"""Documents a prior is worth: a class without any is divided by it, and stays finite."""
MOST_TERMS = 2**31 - 1
MOST_LIMBS = 140
"""A sum of doubles needs no more limbs of 32 bits, whatever their sizes."""


def write_views(
    views: Sequence[LearntView],
) -> tuple[list[dict[str, Any]], dict[str, NDArray[Any]]]:
    """Views that have learnt: the content of each, and the arrays of all."""
    written = [write_view(view) for view in views]
    arrays = {
        f"{_name(number)}/{name}": array
        for number, (_, parts) in enumerate(written)
        for name, array in parts.items()
    }
    return [content for content, _ in written], arrays


def read_views(
    contents: Sequence[dict[str, Any]], shelf: Shelf, n_classes: int
) -> tuple[LearntView, ...]:
    """The views ``write_views`` wrote."""
    return tuple(
        read_view(content, shelf, _name(number), n_classes)
        for number, content in enumerate(contents)
    )


def _name(number: int) -> str:
    return f"view_{number}"


def write_view(view: LearntView) -> Written:
    """A view that has learnt, in words and arrays."""
    if isinstance(view, LearntDiscriminant):
        return _write_discriminant(view)
    if isinstance(view, LearntGivenView):
        return _write_given(view)
    if not isinstance(view, LearntEventView):
        raise TypeError(f"a {type(view).__name__} cannot be saved")
    content, arrays = _write_statistics(view)
    content |= {"kind": "event", "region": view.view.region, "expected": view.view.expected}
    if view.centre is None:
        return content, arrays
    return {**content, "centred": True}, {**arrays, "centre": view.centre}


def _write_statistics(view: LearntEventView) -> Written:
    """The event model of a view, and what it has counted."""
    statistics = view.statistics
    if isinstance(statistics, ClassCounts):
        arrays = {"terms": statistics.terms, "documents": statistics.documents}
        pooled = isinstance(view.view.event, Complement) and view.view.event.pooled
        return {"event": "complement", "pooled": pooled}, arrays
    if isinstance(statistics, CategoryCounts):
        arrays = {
            "counts": statistics.counts,
            "n_categories": statistics.n_categories.astype(np.int64),
            "documents": statistics.documents,
        }
        return {"event": "categorical"}, arrays
    if isinstance(statistics, Sums):
        parts = {name: getattr(statistics, name) for name in SUMS}
        low = {name: part.low for name, part in parts.items()}
        limbs = {name: part.limbs for name, part in parts.items()}
        return {**_number_model(view.view.event), "low": low}, limbs
    raise TypeError(f"a view of {type(statistics).__name__} cannot be saved")


def read_view(content: dict[str, Any], shelf: Shelf, name: str, n_classes: int) -> LearntView:
    """The view ``write_view`` wrote."""
    if content["kind"] == "discriminant":
        return _read_discriminant(content, shelf, name, n_classes)
    if content["kind"] == "given":
        return _read_given(content, shelf, name, n_classes)
    if content["kind"] == "event":
        return _read_event(content, shelf, name, n_classes)
    raise ModelFileError(f"the model has a view of kind {content['kind']!r}, not known")


def _write_discriminant(view: LearntDiscriminant) -> Written:
    settings = view.view
    content = {
        "kind": "discriminant",
        "regions": list(settings.regions),
        "shares": list(settings.shares),
        "precision": settings.precision,
        "expected": settings.expected,
    }
    arrays = {}
    for number, block in enumerate(view.blocks):
        arrays[f"block_{number}/terms"] = block.terms
        arrays[f"block_{number}/at_mean"] = block.at_mean
    return content, arrays


def _read_discriminant(
    content: dict[str, Any], shelf: Shelf, name: str, n_classes: int
) -> LearntDiscriminant:
    regions = tuple(int(region) for region in content["regions"])
    view = Discriminant(
        regions,
        tuple(float(share) for share in content["shares"]),
        float(content["precision"]),
        float(content["expected"]),
    )
    blocks = tuple(
        BlockWeights(
            shelf.take_numbers(f"{name}/block_{number}/terms", None, n_classes),
            shelf.take_numbers(f"{name}/block_{number}/at_mean", n_classes),
        )
        for number in range(len(regions))
    )
    return LearntDiscriminant(view, Ridge(blocks, np.zeros((0, n_classes))))


def _write_given(view: LearntGivenView) -> Written:
    settings = view.view
    content = {
        "kind": "given",
        "regions": list(settings.regions),
        "terms": [u.shape[1] for u in settings.told],
        "expected": settings.expected,
    }
    arrays: dict[str, NDArray[Any]] = {"centre": view.centre_or_zero}
    for number, u in enumerate(settings.told):
        arrays[f"block_{number}/starts"] = u.indptr.astype(np.int64)
        arrays[f"block_{number}/terms"] = u.indices.astype(np.int64)
        arrays[f"block_{number}/values"] = u.data
    return content, arrays


def _read_given(
    content: dict[str, Any], shelf: Shelf, name: str, n_classes: int
) -> LearntGivenView:
    regions, sizes = content["regions"], content["terms"]
    told = tuple(
        _read_names(shelf, f"{name}/block_{number}", n_classes, int(size))
        for number, size in enumerate(sizes)
    )
    if not regions or len(regions) != len(told):
        raise ModelFileError(f"{name} has {len(told)} blocks for {len(regions)} regions")
    places = tuple(int(region) for region in regions)
    view = GivenView(places, told, expected=float(content["expected"]))
    return LearntGivenView(view, shelf.take_numbers(f"{name}/centre", n_classes))


def _read_names(shelf: Shelf, name: str, n_classes: int, n_terms: int) -> CountMatrix:
    """The rows of a sparse matrix, of terms that there are."""
    starts = shelf.take(f"{name}/starts", "int64", n_classes + 1)
    terms = shelf.take(f"{name}/terms", "int64", None)
    values = shelf.take_numbers(f"{name}/values", len(terms))
    in_rows = starts[0] == 0 and starts[-1] == len(terms) and np.all(np.diff(starts) >= 0)
    if not in_rows or np.any((terms < 0) | (terms >= n_terms)) or n_terms > MOST_TERMS:
        raise ModelFileError(f"{name} is no table of {n_terms} terms")
    return sparse.csr_array(
        (values, terms.astype(np.int32), starts.astype(np.int32)), shape=(n_classes, n_terms)
    )


def _number_model(event: EventModel[Any]) -> dict[str, Any]:
    """The name and the settings of an event model of numbers."""
    if isinstance(event, Student):
        priors = {name: getattr(event, name) for name in STUDENT}
        alike = {} if event.most_freedom is None else {"most_freedom": event.most_freedom}
        flags = {"n_flags": event.n_flags} if event.n_flags else {}
        return {"event": "student", **priors, **alike, **flags}
    return {"event": "gaussian"}


def _read_complement(content: dict[str, Any]) -> Complement:
    return Complement(pooled=bool(content.get("pooled", False)))  # before version 3: not


def _read_student(content: dict[str, Any]) -> Student:
    priors = {name: float(content[name]) for name in STUDENT}
    if "most_freedom" in content:
        priors["most_freedom"] = float(content["most_freedom"])
    if not all(LEAST_PRIOR <= value < LARGEST for value in priors.values()):
        raise ModelFileError(f"the priors of the numbers are not positive: {priors}")
    n_flags = content.get("n_flags", 0)
    if not isinstance(n_flags, int) or n_flags < 0:
        raise ModelFileError(f"there are {n_flags!r} flags of numbers")
    return Student(**priors, n_flags=n_flags)


def _read_event(
    content: dict[str, Any], shelf: Shelf, name: str, n_classes: int
) -> LearntEventView:
    if content["event"] not in READERS:
        raise ModelFileError(f"the model has an event model {content['event']!r}, not known")
    event, read = READERS[content["event"]]
    model = event(content)
    view = EventView(int(content["region"]), model, expected=float(content["expected"]))
    centre = None
    if content.get("centred", False):  # before version 4: not
        centre = shelf.take_numbers(f"{name}/centre", n_classes)
    return LearntEventView(view, read(content, shelf, name, n_classes), centre)


def _read_counts(_: dict[str, Any], shelf: Shelf, name: str, n_classes: int) -> ClassCounts:
    terms = shelf.take_numbers(f"{name}/terms", n_classes, None)
    documents = shelf.take_numbers(f"{name}/documents", n_classes)
    if terms.min(initial=0.0) < 0.0 or documents.min(initial=0.0) < 0.0:
        raise ModelFileError(f"counts of {name} are negative")
    return ClassCounts(np.asfortranarray(terms), documents)


def _read_categories(
    _: dict[str, Any], shelf: Shelf, name: str, n_classes: int
) -> CategoryCounts:
    n_categories = shelf.take(f"{name}/n_categories", "int64", None)
    if n_categories.min(initial=0) < 0:
        raise ModelFileError(f"{name}/n_categories is negative")
    width = int(n_categories.sum())
    counts = shelf.take_numbers(f"{name}/counts", n_classes, width)
    documents = shelf.take_numbers(f"{name}/documents", n_classes)
    if counts.min(initial=0.0) < 0.0:
        raise ModelFileError(f"counts of {name} are negative")
    return CategoryCounts(counts, n_categories.astype(np.intp), documents)


def _read_sums(content: dict[str, Any], shelf: Shelf, name: str, n_classes: int) -> Sums:
    parts = []
    for part in SUMS:
        limbs = shelf.take(f"{name}/{part}", "int64", None, n_classes, None)
        low = int(content["low"][part])
        if not 0 < len(limbs) <= MOST_LIMBS or abs(low) > MOST_LIMBS:
            raise ModelFileError(f"{name}/{part} is not a sum")
        parts.append(ExactSum(limbs, low))
    sums = Sums(*parts)
    with np.errstate(all="ignore"):
        mean, variance, _ = Gaussian().parameters(sums)
        total, weight = sums.total.to_float(), sums.weight.to_float()
    if not (np.abs(mean).max(initial=0.0) < LARGEST and variance.min(initial=1.0) > 0.0):
        raise ModelFileError(f"the sums of {name} are not those of numbers")
    # No more values than documents.
    if not (np.all((weight >= 0.0) & (weight <= total)) and np.all(total < LARGEST)):
        raise ModelFileError(f"the weights of {name} are not those of documents")
    return sums


Model: TypeAlias = Callable[[dict[str, Any]], EventModel[Any]]
READERS: Final[dict[str, tuple[Model, Callable[..., Statistics]]]] = {
    "complement": (_read_complement, _read_counts),
    "categorical": (lambda _: Categorical(), _read_categories),
    "gaussian": (lambda _: Gaussian(), _read_sums),  # before version 3
    "student": (_read_student, _read_sums),
}
"""Event models by the names they have in a file, and how their statistics are read."""


__all__ = ["read_view", "read_views", "write_view", "write_views"]
