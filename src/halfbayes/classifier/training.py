"""The documents a model was trained on, with their labels: added to and taken from exactly."""

import warnings
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from halfbayes.classifier.digests import document_digests
from halfbayes.classifier.named_columns import ROLES
from halfbayes.classifier.odd_classes import warn_of_many
from halfbayes.classifier.roles import Roles, reject_labels_as_column
from halfbayes.classifier.table import Table, as_table
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import validated_labels
from halfbayes.types import IndexArray, LabelArray

NUMBERS: Final = frozenset("iuf")
"""Kinds of arrays whose labels can be written as one another where the values are equal."""


class OneGroupWarning(UserWarning):
    """All documents learnt so far are in one group."""


@dataclass(frozen=True, slots=True, eq=False)
class TrainingSet:
    """Documents and their labels, and documents without labels."""

    table: Table
    labels: LabelArray
    unlabelled: Table | None = None

    @classmethod
    def given(cls, table: Any, labels: Any, unlabelled: Any = None) -> "TrainingSet":
        """Documents as a user gives them, and one label for each."""
        documents = as_table(table)
        names = validated_labels(labels, documents.n_rows)
        return cls(documents, names, None if unlabelled is None else as_table(unlabelled))

    def check_labels(self, named: Mapping[str, Sequence[str]], *, warns: bool) -> None:
        """Refuse labels that are read by name, and warn where nearly every one is another.

        ``named`` has the columns of each role.
        """
        labels = self.labels.tolist()
        read = [name for role in ROLES for name in named[role]]
        reject_labels_as_column(self.table, labels, read)
        if warns:
            warn_of_many(labels)

    @property
    def n_documents(self) -> int:
        """How many documents there are."""
        return self.table.n_rows

    def rows(self, keep: Sequence[int]) -> "TrainingSet":
        """The documents ``keep``, in that order."""
        return replace(self, table=self.table.rows(keep), labels=self.labels[list(keep)])

    def joined(self, more: "TrainingSet") -> "TrainingSet":
        """These documents, then ``more``; labels have the type of those that are there."""
        if more.n_documents == 0:
            return self
        if self.n_documents == 0:  # where words alone were learnt: no labels have no type
            return replace(self, table=self.table.joined(more.table), labels=more.labels)
        labels = np.concatenate([self.labels, _of_one_type(more.labels, self.labels.dtype)])
        return replace(self, table=self.table.joined(more.table), labels=labels)

    def without(self, old: "TrainingSet", roles: Roles) -> "TrainingSet":
        """These documents less ``old``, which are the same where a model reads them alike.

        Of equal ones the last to come are the first to go.
        """
        places = defaultdict(list)
        for place, key in enumerate(self.signatures(roles)):
            places[key].append(place)
        gone = set()
        for row, key in enumerate(old.signatures(roles)):
            if not places[key]:
                raise InvalidInputError(
                    f"document {row} with label {old.labels.tolist()[row]!r} was never learnt, "
                    "or is forgotten already; forget documents just as they were given to fit"
                )
            gone.add(places[key].pop())
        keep = [i for i in range(self.n_documents) if i not in gone]
        if not keep:
            message = "nothing would be left to learn from; fit a new model instead"
            raise InvalidInputError(message)
        return self.rows(keep)

    def group_numbers(self, roles: Roles) -> IndexArray | None:
        """Group of each document; one without a group is a group of its own."""
        if not roles.groups:
            return None
        if self.unlabelled is not None:
            message = "groups and unlabelled documents cannot be used together; leave one out"
            raise InvalidInputError(message)
        names = self.table.categories(roles.groups[0])
        keys = [(i if name is None else -1, name or "") for i, name in enumerate(names)]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(keys))}
        return np.array([numbers[key] for key in keys], dtype=np.intp)

    def one_group(self, column: str | None) -> str | None:
        """The group that all of several documents are in; None where there is no such."""
        if not isinstance(column, str) or column not in self.table.columns:  # told later
            return None
        names = self.table.categories(column)
        return names[0] if len(set(names)) == 1 < len(names) else None

    def warn_of_one_group(self, column: str | None) -> None:
        """Warn of documents of one group, at the line that calls ``partial_fit``."""
        name = self.one_group(column)
        if name is not None:
            warnings.warn(
                f"all {self.n_documents:,} documents are in one group, {name!r} in column "
                f"{column!r}: nothing judges them or weighs the parts of the model, and "
                "promises need a second group; pass documents of another one to partial_fit",
                OneGroupWarning,
                stacklevel=5,
            )

    def require_groups(self, column: str | None) -> None:
        """Refuse documents of one group: left out, it would leave nothing to learn from."""
        name = self.one_group(column)
        if name is not None:
            raise InvalidInputError(
                "documents must be of two groups or more, so that each is judged by a model of "
                f"others; all {self.n_documents:,} documents are in one group, {name!r} in "
                f"column {column!r}; leave out groups (--groups), or name another column"
            )

    def signatures(self, roles: Roles) -> list[tuple[Any, bytes]]:
        """What makes a document: its label, and what is read of it."""
        digests = document_digests(self.table, roles, None)
        return list(zip(self.labels.tolist(), digests, strict=True))


def _of_one_type(labels: LabelArray, known: np.dtype[Any]) -> LabelArray:
    """Labels as those that were learnt before, or an error where they are of another type."""
    kinds = {labels.dtype.kind, known.kind}
    if len(kinds) == 1 or "O" in kinds:
        return labels
    if kinds <= NUMBERS and np.array_equal(same := labels.astype(known), labels):
        return same
    raise InvalidInputError(
        f"labels must be of one type; the model learnt {known}, and these are {labels.dtype}: "
        f"{labels.tolist()[0]!r}; convert them"
    )


__all__ = ["OneGroupWarning", "TrainingSet"]
