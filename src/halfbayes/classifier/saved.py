"""A model as content and arrays of a model file, and back.

What is kept: the vocabulary (kept words only), idf, class statistics, the discriminant's
weights, weights of the views, the leave-one-out evidence of the training documents with their
labels, from which coverage curves and decisions are made, and what is typical of them, by which
novel documents are known. Documents are kept only when asked for. Reading checks every array
against what the others say of its size.
"""

import platform
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any

import numpy as np
import scipy
import sklearn
from numpy.typing import NDArray

from halfbayes.classifier.digests import document_digests, hash_of_all
from halfbayes.classifier.learnt import Learnt, Whole
from halfbayes.classifier.novelty import Typicality
from halfbayes.classifier.regions import RegionWeight
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.saved_documents import read_documents, written_documents
from halfbayes.classifier.saved_evidence import read_evidence, read_names, write_evidence
from halfbayes.classifier.saved_typicality import read_typicality, written_typicality
from halfbayes.classifier.saved_views import read_views, write_views
from halfbayes.classifier.shelf import Shelf
from halfbayes.classifier.table import Table
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.core.complement import Complement
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.student import Student
from halfbayes.core.view_weights import ViewWeights
from halfbayes.core.views import LearntEventView
from halfbayes.errors import ModelFileError
from halfbayes.types import LabelArray

LABEL_KINDS = {"U": "str", "i": "int", "u": "int", "f": "float", "b": "bool"}
LABEL_TYPES = {"str": np.str_, "int": np.int64, "float": np.float64, "bool": np.bool_}
LARGEST = int(np.iinfo(np.int64).max)
ROLES = ("text", "numeric", "categorical", "ignored", "groups")

Written = tuple[dict[str, Any], dict[str, NDArray[Any]]]


def written(
    learnt: Learnt, typicality: Typicality | None = None, *, documents: bool
) -> Written:
    """Content and arrays of a model; with the training documents if asked."""
    weights = learnt.hybrid.weights
    arrays: dict[str, NDArray[Any]] = {
        "labels": learnt.y.astype(np.int64),
        "weights/theta": weights.theta,
        "weights/offsets": weights.offsets,
        "weights/leave_one_out": weights.leave_one_out,
    }
    views, parts = write_views(learnt.hybrid.views)
    arrays |= parts
    content = {
        "classes": _written_labels(learnt.classes),
        "roles": {role: list(getattr(learnt.roles, role)) for role in ROLES},
        "views": views,
        "scale_sd": weights.scale_sd,
        "dial": learnt.hybrid.dial,
        "regions": [
            {"region": weight.region, "share": weight.share, "length": weight.length}
            for weight in learnt.regions
        ],
        "unlabelled": None if learnt.unlabelled is None else asdict(learnt.unlabelled),
        "libraries": _libraries(),
        "summary": _summary(learnt),
    }
    if learnt.whole is not None:
        arrays["class_documents"] = learnt.whole.by_class
    if learnt.shares is not None:
        arrays["shares"] = learnt.shares
    if typicality is not None:
        content["typicality"], parts = written_typicality(typicality)
        arrays |= parts
    write_evidence(learnt.evidence, content, arrays)
    if documents:
        content |= written_documents(learnt.training, learnt.roles)
    return content, arrays


def read(content: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> Learnt:
    """The model in content and arrays of a model file."""
    shelf = Shelf(arrays)
    try:
        learnt = _read(content, shelf)
    except (AttributeError, LookupError, TypeError, ValueError, ArithmeticError) as error:
        raise ModelFileError(
            f"the manifest of the model is not complete or not right: {error!r}"
        ) from error
    shelf.check_empty()
    return learnt


def _read(content: dict[str, Any], shelf: Shelf) -> Learnt:
    classes = _read_labels(content["classes"])
    K = len(classes)
    y = shelf.take("labels", "int64", None)
    if len(y) and (y.min() < 0 or y.max() >= K):
        raise ModelFileError(f"labels are not numbers of the {K} classes")
    roles = Roles(*(read_names(content["roles"][role]) for role in ROLES))
    if len(set(roles.used)) < len(roles.used):
        raise ModelFileError(f"a column is read in two ways: {roles}")
    evidence = read_evidence(roles, content, shelf)
    views = read_views(content["views"], shelf, K)
    weights = ViewWeights(
        theta=shelf.take_numbers("weights/theta", len(views)),
        offsets=shelf.take_numbers("weights/offsets", K),
        scale_sd=float(content["scale_sd"]),
        leave_one_out=shelf.take_numbers("weights/leave_one_out", len(y), K),
    )
    hybrid = Hybrid(views, weights, float(content["dial"]))
    training = None
    if "documents" in content:  # only the columns that are read: what was given is not there
        training = read_documents(content, roles, classes[y])
    regions = tuple(_read_region(weight) for weight in content["regions"])
    told = content["unlabelled"]
    use = None if told is None else UnlabelledUse(**told)
    y = y.astype(np.intp)
    shares = shelf.take_numbers("shares", K) if "shares" in shelf.arrays else None
    whole = _read_whole(content, shelf, K)
    learnt = Learnt(
        classes, y, roles, evidence, hybrid, regions, training, use, shares, whole=whole
    )
    if "typicality" in content:
        typicality = read_typicality(content["typicality"], shelf, len(y), K)
        learnt = replace(learnt, typicality=typicality)
    if training is None and whole is None and content["summary"]["data_hash"] is not None:
        learnt = replace(learnt, data_hash=str(content["summary"]["data_hash"]))
    _check_answers(learnt)
    return learnt


def _read_whole(content: dict[str, Any], shelf: Shelf, n_classes: int) -> Whole | None:
    if "class_documents" not in shelf.arrays:
        return None
    by_class = shelf.take("class_documents", "int64", n_classes)
    if by_class.min() < 0:
        message = "a class has fewer than no documents"
        raise ModelFileError(message)
    return Whole(by_class, str(content["summary"]["data_hash"]))


def _read_region(content: dict[str, Any]) -> RegionWeight:
    length = content["length"]
    return RegionWeight(
        str(content["region"]),
        float(content["share"]),
        None if length is None else float(length),
    )


def _check_answers(learnt: Learnt) -> None:
    """Every view must fit every source: an empty document is answered, in finite numbers."""
    names = learnt.roles.used
    nothing = Table({name: [None] for name in names}, 1)
    sources = learnt.evidence.read(nothing)
    fits = np.isfinite(learnt.hybrid.log_proba([source.X for source in sources])).all()
    events = [view.view for view in learnt.hybrid.views if isinstance(view, LearntEventView)]
    fits &= all(
        view.event.n_flags == sources[view.region].n_flags
        for view in events
        if isinstance(view.event, Student)
    )
    fits &= all(  # words are for models of words, and for no others
        isinstance(view.event, Complement) != isinstance(sources[view.region].X, np.ndarray)
        for view in events
    )
    if learnt.typicality is not None:
        fits &= np.isfinite(learnt.typicality.report(learnt.evidence, nothing).p_value).all()
    if not fits:
        message = "the parts of the model do not fit together"
        raise ModelFileError(message)


def _written_labels(classes: LabelArray) -> dict[str, Any]:
    kind, values = LABEL_KINDS.get(classes.dtype.kind), classes.tolist()
    if kind is None and all(isinstance(label, str) for label in values):
        kind = "str"
    if kind is None:
        raise ModelFileError(
            f"labels of type {classes.dtype} cannot be saved; use str, int or bool labels"
        )
    for label in values:  # an array of numpy's loses the NUL, and whole numbers are int64
        if (kind == "str" and label.endswith("\0")) or (kind == "int" and label > LARGEST):
            told = "ends in a NUL character" if kind == "str" else f"is above {LARGEST}"
            raise ModelFileError(f"the label {label!r} {told} and cannot be saved; rename it")
    return {"kind": kind, "values": values}


def _read_labels(content: dict[str, Any]) -> LabelArray:
    values, kind = content["values"], content["kind"]
    types = {"str": str, "int": int, "float": float, "bool": bool}
    if len(values) < 2 or any(type(value) is not types[kind] for value in values):  # noqa: PLR2004
        raise ModelFileError(f"the classes are not two or more labels of type {kind}")
    classes: LabelArray = np.array(values, dtype=LABEL_TYPES[kind])
    if not all(first < second for first, second in pairwise(values)):
        message = "the classes are not in order, each once"
        raise ModelFileError(message)
    return classes


def _summary(learnt: Learnt) -> dict[str, Any]:
    log_proba = learnt.hybrid.leave_one_out_log_proba
    own = log_proba[np.arange(len(learnt.y)), learnt.y]
    wrong = np.argmax(log_proba, axis=1) != learnt.y
    return {
        "documents": learnt.n_documents,
        "checked": len(learnt.y),
        "leave_one_out_error": float(wrong.mean()) if len(own) else None,
        "leave_one_out_log_loss": float(-own.mean()) if len(own) else None,
        "data_hash": _data_hash(learnt),
    }


def _data_hash(learnt: Learnt) -> str | None:
    """Of the training documents and labels, whatever their order."""
    if learnt.whole is not None:
        return learnt.whole.fingerprint
    if learnt.training is None:
        return learnt.data_hash
    table, labels = learnt.training.table, learnt.training.labels.tolist()
    return hash_of_all(document_digests(table, learnt.roles, labels))


def _libraries() -> dict[str, str]:
    return {
        "numpy": np.__version__,
        "python": ".".join(platform.python_version_tuple()[:2]),
        "scikit-learn": sklearn.__version__,
        "scipy": scipy.__version__,
    }


__all__ = ["read", "written"]
