"""What is told of columns whose use was guessed: the guess, and what may be wrong with it."""

from typing import Final

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.telltale import telltale_notes
from halfbayes.classifier.training import TrainingSet
from halfbayes.cli.session import Session
from halfbayes.core.percent import percent

MOST_SAY: Final = 0.5
"""Share of the say that guessed numbers and categories may have without a word about it."""

LOUD: Final = 0.1
"""Share of what numbers and categories say together below which one of them is not named."""


def tell_guess(session: Session, roles: Roles, training: TrainingSet | None) -> None:
    """Say what columns were guessed to be, and which of them tell the label by themselves."""
    session.note(f"columns were guessed ({roles}); name them with --text and so on")
    if training is None:
        return
    for note in telltale_notes(training.table.columns, roles, training.labels.tolist()):
        session.note(note)


def tell_say(session: Session, model: DocumentClassifier) -> None:
    """Say it where guessed numbers and categories have more to say than the text."""
    roles = model.roles_
    if model.text or model.numeric or model.categorical or not roles.text:
        return
    parts = {"numbers": roles.numeric, "categories": roles.categorical}
    said = {
        weight.region: weight.share
        for weight in model.region_weights_
        if parts.get(weight.region) and weight.region not in roles.text
    }
    together = sum(said.values())
    if together <= MOST_SAY:
        return
    loud = [part for part, share in said.items() if share >= LOUD * together]
    say = sum(said[part] for part in loud)  # of those that are named
    named = " and the ".join(f"{part} {', '.join(parts[part])}" for part in loud)
    session.note(
        f"the {named} have {percent(say)} of the say; if they are record numbers, or are "
        "filled in after the label, leave them out: name the columns to read"
    )


__all__ = ["tell_guess", "tell_say"]
