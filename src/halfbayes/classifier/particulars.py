"""The small print of a report: settings, hashes and versions, and what is left out and why."""

from hashlib import sha256
from typing import Any, Final

import halfbayes
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.saved import written
from halfbayes.core.percent import percent
from halfbayes.data.visible import excerpt

MOST_SETTING: Final = 200


def settings(model: Any, learnt: Learnt) -> tuple[tuple[str, str], ...]:
    """Everything a person needs to make the same model again."""
    chosen = {name: v for name, v in model.get_params().items() if name != "threads"}
    dial = learnt.hybrid.dial
    return (
        ("Columns", str(learnt.roles)),
        ("Training documents", f"{learnt.n_documents:,}"),
        ("Classes", f"{len(learnt.classes):,}"),
        *((name, _setting(value)) for name, value in chosen.items()),
        ("Where the labels put it", _put(dial)),
        *_hashes(learnt),
    )


def _put(dial: float) -> str:
    return f"{percent(dial)} discriminative, {percent(1.0 - dial)} generative"


def _setting(value: Any) -> str:
    return "not given" if value is None else excerpt(repr(value), MOST_SETTING)


def _hashes(learnt: Learnt) -> list[tuple[str, str]]:
    """What tells two models apart, and the versions they were made with."""
    content, arrays = written(learnt, documents=False)
    data = content["summary"]["data_hash"]
    told = [
        ("SHA-256 of documents and labels", data or "not known: the documents are not here")
    ]
    if "text/words_packed" in arrays:
        terms = sha256(arrays["text/words_packed"].tobytes()).hexdigest()
        told.append(("SHA-256 of the vocabulary", terms))
    libraries = {"halfbayes": halfbayes.__version__, **content["libraries"]}
    told.append(("Versions", ", ".join(f"{name} {v}" for name, v in libraries.items())))
    return told


def left_out(learnt: Learnt, excerpts: int) -> tuple[str, ...]:
    """What a report of the model cannot tell, and why: sentences."""
    told = []
    if learnt.training is None:
        told.append(
            "The model was loaded without its training documents: the learning curve, example "
            "documents, unusual documents and labels to check are left out. Save it with "
            "documents=True (halfbayes train --documents) to have them."
        )
    elif excerpts == 0:
        told.append("No document is shown, as asked.")
    if learnt.unlabelled is not None:
        told.append("Documents without labels were used: there is no learning curve for them.")
    if learnt.shares is not None:
        told.append(
            "The model was adapted to other class shares: the checked documents were thinned "
            "to these shares; the learning curve, examples and labels to check are left out."
        )
    if learnt.is_counted:
        told.append(
            f"Of the {learnt.n_documents:,} documents {len(learnt.y):,}, drawn by chance, were "
            "checked; there is no learning curve for so many."
        )
    elif learnt.whole is not None:
        told.append(
            f"{len(learnt.y):,} documents were checked. The model was loaded without them, and "
            f"its counts are now those of {learnt.n_documents:,}: what is promised rests on "
            "the model as it was."
        )
    if len(learnt.y) == 0:
        told.append("No document has a label: nothing could be checked.")
    return tuple(told)


__all__ = ["left_out", "settings"]
