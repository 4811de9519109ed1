"""What was learnt, in a few sentences."""

from typing import Final

from halfbayes.classifier.learnt import Learnt
from halfbayes.core.percent import percent

NAMES_READ: Final = "The names of the classes are read as words that speak for them."
TOPICS_READ: Final = "A thesaurus of everyday topics says which words are about the same thing."


def described(learnt: Learnt) -> str:
    """How many documents, of what, and who has the say."""
    dial = learnt.hybrid.dial
    weights = ", ".join(str(weight) for weight in learnt.regions)
    told = [
        f"{learnt.n_documents:,} documents of {len(learnt.classes)} classes ({learnt.roles}).",
        f"The labels put the model at {percent(dial)} discriminative, "
        f"{percent(1.0 - dial)} generative.",
        f"The say of each part: {weights}.",
    ]
    if learnt.reads_names:
        told.append(NAMES_READ)
    if learnt.reads_topics:
        told.append(TOPICS_READ)
    if learnt.unlabelled is not None:
        told.append(f"{learnt.unlabelled}.")
    return " ".join(told)


__all__ = ["NAMES_READ", "TOPICS_READ", "described"]
