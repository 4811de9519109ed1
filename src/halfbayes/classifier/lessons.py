"""Sheets that were read from files, as what a model learns from and answers.

Only the columns that have a role are passed on. Rows without a label are kept apart. A row that
has something else where a number is expected is set aside; whether that is an error is for the
caller to say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from halfbayes.classifier.added_columns import answers_among
from halfbayes.classifier.document import DocumentClassifier, holding
from halfbayes.classifier.named_columns import require_apart_from_groups
from halfbayes.classifier.odd_classes import warned
from halfbayes.classifier.roles import Roles, guessed_roles, named_roles
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.data.column_names import listed, meant, no_column, unnamed_advice
from halfbayes.data.columns import Reasons, guessing_columns, labels, numbers, values
from halfbayes.data.sheets import Sheet
from halfbayes.data.visible import excerpt
from halfbayes.errors import InvalidInputError

Columns = dict[str, list[Any]]

FIRST_WORDS: Final = 72
"""Characters of a document that are shown beside its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """Documents with labels, ready to be learnt."""

    sheet: Sheet  # the rows that can be used
    columns: Columns
    labels: list[str]
    roles: Roles
    guessed: bool  # nobody named the roles
    unlabelled: Sheet  # the rows without a label

    def training(self, unlabelled: Columns | None = None) -> TrainingSet:
        """The documents with their labels, and others without."""
        others = None if unlabelled is None else as_table(unlabelled)
        return TrainingSet(as_table(self.columns), np.array(self.labels), others)

    def model(self, **parameters: Any) -> DocumentClassifier:
        """A model for these columns, which has learnt nothing yet."""
        unfitted = DocumentClassifier(
            text=list(self.roles.text) or None,
            numeric=list(self.roles.numeric) or None,
            categorical=list(self.roles.categorical) or None,
            groups=self.roles.groups[0] if self.roles.groups else None,
            **parameters,
        )
        return warned(unfitted)  # of a table its reader is told more

    def as_asked(self, fitted: DocumentClassifier) -> DocumentClassifier:
        """The fitted model with parameters that name what somebody named, and no more."""
        return as_guessed(fitted, self.roles) if self.guessed else fitted


def as_guessed(fitted: DocumentClassifier, roles: Roles) -> DocumentClassifier:
    """The fitted model as if it had guessed the roles itself: it has no names as parameters."""
    unnamed = dict.fromkeys(("text", "numeric", "categorical"))
    learnt = replace(fitted.learnt_, roles=replace(roles, groups=fitted.roles_.groups))
    return holding(learnt, **{**fitted.get_params(), **unnamed})


def lesson(sheet: Sheet, label: str, named: Roles) -> Lesson:
    """What can be learnt from ``sheet``; with no roles named they are guessed."""
    require_apart(label, named.used + named.groups, "--label")
    _check_groups(sheet, named)
    kept, others = parted(sheet, label)
    require_labelled(label, kept.n_rows, others.n_rows)
    roles = replace(_roles(kept, label, named), groups=named.groups)
    kept, columns = readable(kept, roles)
    columns |= {name: list(values(kept, name)) for name in named.groups}
    names = labels(kept, label)[0]
    return Lesson(kept, columns, names, roles, guessed=not named.used, unlabelled=others)


def examination(sheet: Sheet, label: str, roles: Roles) -> Lesson:
    """What a model of these roles can be tested on."""
    labelled, others = parted(sheet, label)
    kept, columns = readable(labelled, roles)
    names = labels(kept, label)[0]
    return Lesson(kept, columns, names, roles, guessed=False, unlabelled=others)


def columns_of_labels(sheet: Sheet, classes: Iterable[Any], roles: Roles) -> list[str]:
    """Columns that a model of these roles does not read, and which hold its classes only.

    Answers of a model are passed over: judged by its own answers, every model is right.
    """
    known = {str(name) for name in classes}
    passed = {*roles.used, *roles.groups, *answers_among(sheet.columns)}
    others = [name for name in sheet.columns if name not in passed]
    held = {name: set(labels(sheet, name)[0]) - {""} for name in others}
    return [name for name, there in held.items() if there and there <= known]


def readable(sheet: Sheet, roles: Roles) -> tuple[Sheet, Columns]:
    """The rows of ``sheet`` that a model of these roles can read, and its columns of them."""
    require_columns(roles, sheet.columns, "the table")
    reasons: Reasons = {}
    for name in roles.numeric:
        reasons = {**numbers(sheet, name)[1], **reasons}
    kept = sheet.without(reasons)
    columns: Columns = {}
    for name in roles.used:
        columns[name] = (
            list(numbers(kept, name)[0]) if name in roles.numeric else list(values(kept, name))
        )
    return kept, columns


def first_words(columns: Columns, text: Sequence[str], row: int) -> str:
    """The beginning of a document, to know it again by.

    >>> first_words({"title": ["Late"], "body": ["It came  late."]}, ["title", "body"], 0)
    'Late · It came late.'
    """
    there = [str(columns[name][row]) for name in text if columns[name][row] is not None]
    return excerpt(" · ".join(there), FIRST_WORDS) or "(no text)"


def slices(columns: Columns, n_rows: int, size: int) -> Sequence[Columns]:
    """The columns cut into portions of at most ``size`` rows.

    >>> slices({"text": ["a", "b", "c"]}, 3, 2)
    [{'text': ['a', 'b']}, {'text': ['c']}]
    """
    return [
        {name: cells[first : first + size] for name, cells in columns.items()}
        for first in range(0, n_rows, size)
    ]


def require_label(label: str, names: Iterable[str], where: str, advice: str = "") -> None:
    """Refuse a table that has no column of that name."""
    there = list(names)
    if label not in there:
        raise InvalidInputError(
            f"{where} has no column {label!r} for the labels{meant(label, there)}; it has "
            f"{listed(there)}{unnamed_advice(there) or advice}"
        )


def require_apart(label: str, read: Sequence[str | None], option: str) -> None:
    """Refuse a label that is one of the columns to read; ``option`` is what names it."""
    if label in read:
        raise InvalidInputError(
            f"column {label!r} cannot be both the label and read by the model; "
            f"name another as {option}, or leave it out"
        )


def require_labelled(label: str, n_labelled: int, n_without: int) -> None:
    """Refuse a table none of whose rows has a label."""
    if n_labelled == 0:
        raise InvalidInputError(
            f"the table has no document with a label (rows without one: {n_without:,}); "
            f"write labels into the column {label!r}, or name another with --label"
        )


def require_columns(roles: Roles, names: Iterable[str], where: str) -> None:
    """Refuse a table that lacks columns of these roles; all of them are named."""
    there = list(names)
    missing = [name for name in roles.used if name not in there]
    if missing:
        advice = _one_by_one(roles, missing, there)
        if len(missing) == len(roles.used):
            advice = advice or unnamed_advice(there)
        raise InvalidInputError(f"{where} has {no_column(missing, there)}{advice}")


def _one_by_one(roles: Roles, missing: Sequence[str], there: Sequence[str]) -> str:
    """Advice where several columns were named at once, with commas between."""
    named = {
        "--text": roles.text,
        "--numeric": roles.numeric,
        "--categorical": roles.categorical,
    }
    for option, names in named.items():
        for name in names:
            parts = [part.strip() for part in name.split(",")]
            if name in missing and len(parts) > 1 and set(parts) <= set(there):
                return f"; repeat {option} for each column"
    return ""


def require_others(others: Sequence[str], names: Iterable[str], where: str) -> None:
    """Refuse a table that has ``names``, and no other columns to read."""
    if not others:
        raise InvalidInputError(
            f"{where} has no column besides {listed(names)}; add one with the text of the "
            "documents"
        )


def parted(sheet: Sheet, label: str) -> tuple[Sheet, Sheet]:
    """The rows with a label, and those without; of the first some may be set aside."""
    require_label(label, sheet.columns, "the table", "; name the right one with --label")
    names, reasons = labels(sheet, label)
    without = [row for row, name in enumerate(names) if not name]
    if not without:
        return sheet.without(reasons), replace(sheet.rows(()), bad=())
    kept = [row for row, name in enumerate(names) if name]
    told = {place: reasons[row] for place, row in enumerate(kept) if row in reasons}
    return sheet.rows(kept).without(told), replace(sheet.rows(without), bad=())


def _check_groups(sheet: Sheet, named: Roles) -> None:
    for name in named.groups:
        require_apart_from_groups(name, named.used, "--groups")
        if name not in sheet.columns:
            raise InvalidInputError(
                f"the table has no column {name!r} for the groups"
                f"{meant(name, sheet.columns)}; it has {listed(sheet.columns)}; "
                "name the right one with --groups"
            )


def _roles(sheet: Sheet, label: str, named: Roles) -> Roles:
    if named.used:
        require_columns(named, sheet.columns, "the table")
        table = as_table({name: list(values(sheet, name)) for name in sheet.columns})
        return named_roles(table, named.text, named.numeric, named.categorical)
    others = [name for name in sheet.columns if name not in (label, *named.groups)]
    require_others(others, sheet.columns, "the table")
    if sheet.text:
        ignored = tuple(name for name in others if name not in sheet.text)
        return Roles(text=sheet.text, ignored=ignored)
    return guessed_roles(as_table(guessing_columns(sheet, others)), label=label)


__all__ = [
    "Columns",
    "Lesson",
    "as_guessed",
    "columns_of_labels",
    "examination",
    "first_words",
    "lesson",
    "parted",
    "readable",
    "require_apart",
    "require_columns",
    "require_label",
    "require_labelled",
    "require_others",
    "slices",
]
