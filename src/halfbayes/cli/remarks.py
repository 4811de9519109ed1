"""What is told of a table before a model learns from it, or soon after: labels and copies."""

from collections.abc import Mapping, Sequence
from typing import Any

from halfbayes.classifier.copies import many_among
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.lessons import Lesson
from halfbayes.classifier.odd_classes import are_crowded, like_missing
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.cli.session import Session
from halfbayes.data.cells import no_number
from halfbayes.data.columns import comma_example
from halfbayes.data.sheets import n_rows_in_words


def tell_labels(session: Session, column: str, counts: Mapping[str, int]) -> None:
    """Say which labels are probably none; ``counts`` has the rows of each."""
    n_rows = sum(counts.values())
    if are_crowded(len(counts), n_rows):
        session.note(
            f"column {column!r} has {len(counts):,} different labels in {n_rows:,} rows, fewer "
            "than two rows for each; if the labels are in another column, name it with --label"
        )
    for name in like_missing(counts):
        have = "has" if counts[name] == 1 else "have"
        session.note(
            f"{n_rows_in_words(counts[name])} {have} the label {name!r}, which is taken as a "
            f"class; if it says that there is none, empty those cells of {column!r}"
        )


def tell_commas(session: Session, columns: Mapping[str, Sequence[Any]], roles: Roles) -> None:
    """Say which columns that were guessed to be no numbers are such, but for a comma."""
    for name in roles.text + roles.categorical + roles.ignored:
        example = comma_example(columns[name])
        if example is not None:
            session.note(
                f"column {name!r} is not read as numbers: it has {no_number(example)}; write "
                "them that way if they are to be numbers"
            )


def by_class(learnt: Learnt) -> dict[str, int]:
    """How many rows there were of each label that a model has learnt."""
    pairs = zip(learnt.classes.tolist(), learnt.by_class.tolist(), strict=True)
    return {str(name): number for name, number in pairs if number}


def tell_copies(session: Session, task: Lesson) -> None:
    """Say it where rows are there more than once: they are judged by models that know them."""
    copies = many_among(as_table(task.columns), task.roles)
    if copies is not None:
        session.note(f"{copies} Leave them out, or name what copies share with --groups")


__all__ = ["by_class", "tell_commas", "tell_copies", "tell_labels"]
