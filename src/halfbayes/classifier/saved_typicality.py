"""What is typical of the training documents, as content and arrays of a model file, and back.

Of each region: the sums of its documents by class, or the statistics of its event model; and
the leave-one-out log densities of the training documents, with which new ones are compared. So
a model knows novel documents though its own are not in the file.
"""

from typing import Any

import numpy as np

from halfbayes.classifier.evidence import OPEN_TEXT
from halfbayes.classifier.novelty import (
    MODELLED,
    EventDensity,
    RegionDensity,
    TextDensity,
    Typicality,
)
from halfbayes.classifier.saved_views import Written, read_view, write_view
from halfbayes.classifier.shelf import Shelf
from halfbayes.core.categorical import CategoryCounts
from halfbayes.core.moments import Sums
from halfbayes.core.outliers import Directions
from halfbayes.core.student import Student
from halfbayes.core.views import EventView, LearntEventView
from halfbayes.errors import ModelFileError

NAME = "typicality"
STATISTICS = {"numbers": Sums, "categories": CategoryCounts}


def written_typicality(typicality: Typicality) -> Written:
    """Content and arrays."""
    regions: list[dict[str, Any]] = []
    arrays = {f"{NAME}/left_out": typicality.left_out}
    for number, ((kind, name), density) in enumerate(typicality.densities.items()):
        content, parts = _written_density(kind, density)
        regions.append({"kind": kind, "name": name, **content})
        arrays |= {f"{NAME}/region_{number}/{part}": array for part, array in parts.items()}
    return {"regions": regions}, arrays


def read_typicality(
    content: dict[str, Any], shelf: Shelf, n: int, n_classes: int
) -> Typicality:
    """The typicality of ``n`` training documents that ``written_typicality`` wrote."""
    densities: dict[tuple[str, str], RegionDensity] = {}
    for number, region in enumerate(content["regions"]):
        place = f"{NAME}/region_{number}"
        key = str(region["kind"]), str(region["name"])
        densities[key] = _read_density(region, shelf, place, n_classes)
    left_out = shelf.take_numbers(f"{NAME}/left_out", n, len(content["regions"]))
    return Typicality(densities, left_out)


def _written_density(kind: str, density: RegionDensity) -> Written:
    if isinstance(density, TextDensity):
        return {}, {
            "sums": density.directions.sums,
            "documents": density.directions.documents,
        }
    if isinstance(density, EventDensity):
        view = EventView(0, density.event, expected=1.0)
        content, arrays = write_view(LearntEventView(view, density.statistics))
        return {"view": content}, {**arrays, "log_prior": density.log_prior}
    raise TypeError(f"a {type(density).__name__} of {kind} cannot be saved")


def _read_density(
    content: dict[str, Any], shelf: Shelf, place: str, n_classes: int
) -> RegionDensity:
    kind = content["kind"]
    if kind in OPEN_TEXT:
        documents = shelf.take_numbers(f"{place}/documents", n_classes)
        if documents.min(initial=0.0) < 0.0:
            raise ModelFileError(f"{place}/documents is negative")
        return TextDensity(
            Directions(shelf.take_numbers(f"{place}/sums", n_classes, None), documents)
        )
    if kind not in MODELLED:
        raise ModelFileError(f"the model knows what is typical of {kind!r}, which it cannot")
    view = read_view(content["view"], shelf, place, n_classes)
    if not isinstance(view, LearntEventView) or type(view.statistics) is not STATISTICS[kind]:
        raise ModelFileError(f"{place} is not of {kind}")
    event = view.view.event
    if isinstance(event, Student) and event.n_flags:
        raise ModelFileError(f"{place} has flags; of what is typical, numbers are whole")
    log_prior = np.asarray(shelf.take(f"{place}/log_prior", "float64", n_classes))
    if np.isnan(log_prior).any():
        raise ModelFileError(f"{place}/log_prior is not a number")
    return EventDensity(event, view.statistics, log_prior)


__all__ = ["read_typicality", "written_typicality"]
