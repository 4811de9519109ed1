"""What is in a model file, in words and as plain values; nothing is left out."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any, Final

from halfbayes.classifier.describing import NAMES_READ, TOPICS_READ
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.opened import opened_model
from halfbayes.classifier.trials import leave_one_out_trial
from halfbayes.classifier.unlabelled import UnlabelledUse
from halfbayes.core.percent import percent
from halfbayes.data.model_file import format_version
from halfbayes.text.representation import WORD_FEATURES

KINDS: Final = ("words", "pairs", *WORD_FEATURES)
"""Kinds of terms; how documents may be written is the same in every file."""


def inspected(path: str) -> dict[str, Any]:
    """Everything in the model file, as plain values; its terms under ``vocabulary``."""
    model = opened_model(path)
    content, learnt = model.content, model.learnt
    counts = learnt.by_class.tolist()
    names = [str(label) for label in learnt.classes.tolist()]
    return {
        "format_version": format_version(path),
        "documents": learnt.n_documents,
        "checked": len(learnt.y),
        "classes": dict(zip(names, counts, strict=True)),
        "roles": asdict(learnt.roles),
        "parameters": content.get("parameters"),
        "discriminative": learnt.hybrid.dial,
        "names_of_classes_read": learnt.reads_names,
        "topics_read": learnt.reads_topics,
        "regions": [asdict(region) for region in learnt.regions],
        "unlabelled": None if learnt.unlabelled is None else asdict(learnt.unlabelled),
        "vocabulary": _vocabulary(learnt),
        "training_documents_kept": learnt.training is not None,
        "leave_one_out": leave_one_out_trial(learnt).as_dict(),
        "summary": content.get("summary"),
        "libraries": content.get("libraries"),
        "bytes_of_arrays": sum(array.nbytes for array in model.arrays.values()),
    }


def inspection_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """The same in words, without the terms themselves."""
    roles = "; ".join(
        f"{role}: {', '.join(names)}" for role, names in found["roles"].items() if names
    )
    sizes = ", ".join(f"{len(terms):,} {kind}" for kind, terms in found["vocabulary"].items())
    card = found["leave_one_out"]
    yield f"{found['documents']:,} documents of {len(found['classes'])} classes were learnt."
    yield f"Columns: {roles}."
    yield f"Vocabulary: {sizes or 'none'}."
    yield (
        f"The labels put the model at {percent(found['discriminative'])} discriminative, "
        f"{percent(1.0 - found['discriminative'])} generative."
    )
    told = ", ".join(f"{r['region']} {percent(r['share'])}" for r in found["regions"])
    yield f"Who has the say: {told}."
    if found["names_of_classes_read"]:
        yield NAMES_READ
    if found["topics_read"]:
        yield TOPICS_READ
    kept = "are" if found["training_documents_kept"] else "are not"
    yield f"The training documents {kept} in the file."
    if found["unlabelled"] is not None:
        yield f"{UnlabelledUse(**found['unlabelled'])}."
    checked, documents = found["checked"], found["documents"]
    them = "them" if checked == documents else f"the {checked:,} that were checked"
    yield (
        f"By leave-one-out {percent(card['accuracy'], 1)} of {them} are right "
        f"({percent(card['interval'][0], 1)} to {percent(card['interval'][1], 1)})."
    )
    width = max(len("class"), *(len(name) for name in found["classes"]))
    yield ""
    yield f"{'class':{width}}  documents"
    for name, count in found["classes"].items():
        yield f"{name:{width}}  {count:9,}"


def _vocabulary(learnt: Learnt) -> dict[str, list[str]]:
    evidence = learnt.evidence
    terms: dict[str, list[str]] = {}
    if evidence.text is not None:
        terms = {kind: list(evidence.text.names(kind)) for kind in KINDS}
    if evidence.categories is not None:
        terms["categories"] = [*chain(*evidence.categories.called(learnt.roles.categorical))]
    return terms


__all__ = ["inspected", "inspection_lines"]
