"""From documents and labels to all that a fit finds.

The documents are put into their canonical order first (``digests``), and unlabelled ones too:
what is learnt does not depend on the order in which they came, and BLAS works on one thread, so
that it does not depend on the number of cores either. Same documents, same bytes. What is
fitted depends on the size of the corpus (``size``), and on nothing else.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np
from threadpoolctl import ThreadpoolController

from halfbayes.classifier.class_names import Called
from halfbayes.classifier.counted import ENDS, CountedSettings, counted_model
from halfbayes.classifier.digests import canonical, document_digests
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.lookalikes import warn_of_alike
from halfbayes.classifier.material import Fitted, Material
from halfbayes.classifier.progress import Passes, Progress, untold, within
from halfbayes.classifier.regions import RegionsOf
from halfbayes.classifier.roles import (
    Roles,
    named_roles,
    reject_labels_as_column,
    with_groups,
)
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.size import STANDARD, Size, SizeRule, refuse_too_many
from halfbayes.classifier.table import Table
from halfbayes.classifier.telltale import warn_of_telltales
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlabelled import UnlabelledUse, fitted_with_unlabelled
from halfbayes.classifier.word_lists import WEIGHT, WordLists, known_classes, word_lists
from halfbayes.engines.memory import MemoryEngine
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.validation import require_several
from halfbayes.types import IndexArray, LabelArray

CHUNK: Final = 20_000
"""Documents in memory that are gone over at a time."""

Names: TypeAlias = Sequence[str] | str | None

ORDERED: Final = 0.03
"""Share of the work that is done when all documents have their roles and order."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user says of how to learn."""

    text: Names = None
    numeric: Names = None
    categorical: Names = None
    language: str | None = "english"
    threads: int | None = None
    class_words: Mapping[Any, Sequence[str]] | None = None
    class_words_weight: float = WEIGHT
    class_names: bool | Mapping[Any, str] = True
    topics: bool = True
    groups: str | None = None
    rule: SizeRule = STANDARD
    known_roles: Roles | None = None  # of the documents learnt before, if there were any

    def lists(self) -> WordLists | None:
        """The words that speak for classes, if there are any."""
        return word_lists(self.class_words, self.class_words_weight)

    def called(self, classes: LabelArray) -> Called:
        """What the classes are called, as far as it is read."""
        return Called.of(
            self.class_names, classes, topics=self.reads_topics, language=self.language
        )

    @property
    def reads_topics(self) -> bool:
        """Whether the thesaurus is asked for, or an error that says how that is written."""
        if isinstance(self.topics, bool | np.bool_):
            return bool(self.topics)
        raise InvalidParameterError(f"topics must be True or False, got {self.topics!r:.80}")

    def roles(self, table: Table) -> Roles:
        """The roles of the columns of ``table``: known, named or guessed."""
        if self.known_roles is not None:
            return self.known_roles
        others, grouping = with_groups(table, self.groups)
        named = named_roles(others, self.text, self.numeric, self.categorical)
        return replace(named, groups=grouping)

    @property
    def names_columns(self) -> bool:
        """Whether any column is named; otherwise all are guessed."""
        return bool(self.text or self.numeric or self.categorical)


def learnt_from(training: TrainingSet, settings: Settings, tell: Progress) -> Learnt:
    """All that can be learnt from ``training``; warns of guessed columns that tell labels."""
    learnt = _learnt(training, settings, tell)
    if settings.known_roles is None and learnt.whole is None:  # counted models were told of
        warn_of_alike(learnt.classes.tolist())
    training.warn_of_one_group(settings.groups)  # fit has refused them: more may come
    guessed = settings.known_roles is None and not settings.names_columns
    if guessed and learnt.training is not None:
        documents = learnt.training
        warn_of_telltales(documents.table.columns, learnt.roles, documents.labels.tolist())
    tell("done", 1.0)
    return learnt


def _learnt(training: TrainingSet, settings: Settings, tell: Progress) -> Learnt:
    lists = settings.lists()
    if training.n_documents == 0 and lists is None:
        message = "there are no documents to learn from; pass documents of two classes"
        raise InvalidInputError(message)
    classes, y = known_classes(training.labels, lists)
    require_several(classes, len(y))
    called = settings.called(classes)
    tell("reading", 0.0)
    roles = settings.roles(training.table)
    if not settings.names_columns:
        guessed = roles.categorical + roles.numeric
        reject_labels_as_column(training.table, training.labels.tolist(), guessed)
    if settings.rule.counts(Size.of(training.table, roles)):
        return counted_in_memory(training, roles, settings, tell)
    order = canonical(y, document_digests(training.table, roles, training.labels.tolist()))
    ordered, y = training.rows(order.tolist()), y[order]
    if ordered.unlabelled is not None:
        ordered = replace(ordered, unlabelled=_ordered(ordered.unlabelled, roles))
    material = Material(
        with_groups(ordered.table, settings.groups)[0],
        y,
        classes,
        roles,
        lists,
        settings.language,
        settings.threads,
        ordered.group_numbers(roles),
        called if roles.text else Called(),
        settings.reads_topics,
    )
    with _blas().limit(limits=1, user_api="blas"):
        fitted, use = _fitted(material, ordered.unlabelled, within(tell, ORDERED, 1.0))
    evidence, hybrid = fitted.reading.evidence, fitted.hybrid
    regions = RegionsOf(evidence, hybrid, material.table)
    return Learnt(classes, y, roles, evidence, hybrid, regions, ordered, use, places=order)


def counted_in_memory(
    training: TrainingSet, roles: Roles, settings: Settings, tell: Progress
) -> Learnt:
    """The counted model of documents that are in memory."""
    if roles.groups:
        refuse_too_many("groups", f"{training.n_documents:,} documents", settings.rule)
    passes = Passes(tell, ENDS)
    documents = Labelled(training.table, training.labels.tolist())
    chunks = Chunks(documents, roles, passes.passed)
    asked = CountedSettings(
        roles, settings.language, settings.threads, settings.rule, settings.lists()
    )
    learnt = counted_model(MemoryEngine(chunks), asked, passes.begin)
    use = None
    if training.unlabelled is not None:
        use = UnlabelledUse(training.unlabelled.n_rows, used=False)
    return replace(
        learnt, places=chunks.places(learnt), whole=learnt.whole_with(training), unlabelled=use
    )


@dataclass(frozen=True, slots=True, eq=False)
class Chunks:
    """Documents in memory, some at a time, with the columns that are used."""

    documents: Labelled
    roles: Roles
    passed: Callable[[float], object] = untold  # told what share of them was gone over

    def __iter__(self) -> Iterator[Labelled]:
        n_rows = self.documents.table.n_rows
        columns = {name: self.documents.table.columns[name] for name in self.roles.used}
        for first in range(0, n_rows, CHUNK):
            some = slice(first, min(first + CHUNK, n_rows))
            cut = {name: values[some] for name, values in columns.items()}
            yield Labelled(Table(cut, some.stop - first), self.documents.labels[some])
            self.passed(some.stop / n_rows)

    def places(self, learnt: Learnt) -> IndexArray:
        """Where the documents with scores are; of copies, the first."""
        if learnt.training is None:
            message = "a model that was just fitted has its documents"
            raise ValueError(message)
        checked = learnt.training
        wanted = document_digests(checked.table, self.roles, checked.labels.tolist())
        place: dict[bytes, int] = dict.fromkeys(wanted, -1)
        row = 0
        for chunk in self:
            for digest in document_digests(chunk.table, self.roles, chunk.labels):
                if place.get(digest) == -1:
                    place[digest] = row
                row += 1
        return np.array([place[digest] for digest in wanted], dtype=np.intp)


def _fitted(
    material: Material, unlabelled: Table | None, tell: Progress
) -> tuple[Fitted, UnlabelledUse | None]:
    if unlabelled is None:
        return material.fitted(tell), None
    return fitted_with_unlabelled(material, unlabelled, tell)


def _ordered(unlabelled: Table, roles: Roles) -> Table:
    """The rows in their canonical order; where a column is missing, that is told later."""
    if any(name not in unlabelled.columns for name in roles.text):
        return unlabelled
    alike: IndexArray = np.zeros(unlabelled.n_rows, dtype=np.intp)
    digests = document_digests(unlabelled, roles, None)
    return unlabelled.rows(canonical(alike, digests).tolist())


@cache
def _blas() -> Any:
    """The libraries of linear algebra; looking for them takes as long as a small fit."""
    return ThreadpoolController()


__all__ = [
    "CHUNK",
    "Chunks",
    "Names",
    "Settings",
    "counted_in_memory",
    "learnt_from",
]
