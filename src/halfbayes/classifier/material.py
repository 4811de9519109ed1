"""What a fit is made from, read and learnt: labelled documents, word lists, and names."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from scipy import sparse

from halfbayes.classifier.class_names import Called
from halfbayes.classifier.evidence import OPEN_TEXT, WRITING, Evidence, Source
from halfbayes.classifier.evidence_views import views_of, views_of_many
from halfbayes.classifier.progress import Progress, folds_told, silent, within
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.classifier.word_lists import WordLists
from halfbayes.core.group_out import without_groups
from halfbayes.core.hybrid import Hybrid, SmallFit, weighed_scores
from halfbayes.core.known import Known
from halfbayes.core.supplement import Supplement
from halfbayes.core.views import Documents, View, learnt_views
from halfbayes.text.inner_products import inner_products
from halfbayes.text.representation import LEAST_OF_PAIR
from halfbayes.types import CountMatrix, FloatArray, IndexArray, LabelArray

COUNTED: Final = 0.3
"""Share of the work of a fit that is done when all is counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Labelled documents, with word lists if there are any, and how to read them."""

    table: Table
    y: IndexArray  # class number of each document
    classes: LabelArray
    roles: Roles
    lists: WordLists | None = None
    language: str | None = "english"
    threads: int | None = None
    groups: IndexArray | None = None  # group number of each document
    called: Called = field(default_factory=Called)  # the classes, as far as that is read
    topics: bool = True

    def fitted(self, tell: Progress = silent) -> "Fitted":
        """The model of these documents and word lists."""
        tell("counting", 0.0)
        return self.read().fitted(within(tell, COUNTED, 1.0))

    def read(self, beside: Table | None = None) -> "Reading":
        """All documents as matrices; those ``beside`` have no labels."""
        n, n_lists = len(self.y), 0
        table = self.table
        if self.lists is not None:
            lists = self.lists.table(self.roles)
            table, n_lists = table.joined(lists), lists.n_rows
        if beside is not None:
            table = table.joined(beside)
        evidence = Evidence(self.roles, self.language, self.threads, self.topics)
        sources, names = evidence.fit_with_names(table, self.called.texts)
        known = [known_of(source, names) for source in sources]
        if table.n_rows == n:
            return Reading(self, evidence, sources, known, names=names)
        supplement = None
        if self.lists is not None:
            regions = [_listed(source, slice(n, n + n_lists)) for source in sources]
            supplement = self.lists.supplement(regions, self.classes)
        unlabelled = [source.X[n + n_lists :] for source in sources]
        labelled = [replace(source, X=source.X[:n]) for source in sources]
        known = [part and part.rows(slice(n)) for part in known]
        return Reading(
            self, evidence, labelled, known, supplement, tuple(unlabelled), names=names
        )


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Material as matrices: what the views look at."""

    material: Material
    evidence: Evidence
    sources: list[Source]  # of the labelled documents
    known: list[Known | None]  # how much of each document others know; None: not text
    supplement: Supplement | None = None  # word lists
    unlabelled: tuple[Any, ...] = ()  # by region, each (documents, features)
    # Names of the classes and then what is related to them, by kind of text.
    names: Mapping[str, CountMatrix] = field(default_factory=dict)

    @property
    def documents(self) -> Documents:
        """The labelled documents with the word lists."""
        regions = [source.X for source in self.sources]
        y, n_classes = self.material.y, len(self.material.classes)
        return Documents(
            regions,
            y,
            n_classes,
            supplement=self.supplement,
            known=self.known,
            inner_products=inner_products,
        )

    @property
    def views(self) -> list[View]:
        """The views of the hybrid; the discriminant is last."""
        n_documents, n_classes = len(self.material.y), len(self.material.classes)
        return views_of(self.sources, n_documents, n_classes, self.names)

    def fitted(self, tell: Progress = silent) -> "Fitted":
        """The model of the labelled documents and the word lists."""
        views, documents, groups = self.views, self.documents, self.material.groups
        if groups is None and self.supplement is None:
            views = views_of_many(views, self.sources, len(documents.y), documents.n_classes)
        tell("learning", 0.0)
        learnt = learnt_views(views, documents)
        if groups is None:
            tell("leaving out", 0.6)
            scores = np.stack([view.leave_one_out(documents) for view in learnt])
        else:
            each = folds_told(tell, "leaving out", 0.05, 0.8)
            # Documents as new ones are seen.
            scores, documents = without_groups(views, documents, groups, each)
        tell("weighing", 0.8)
        return Fitted(
            self, weighed_scores(views, learnt, scores, documents, SmallFit()).settled()
        )


def _listed(source: Source, rows: slice) -> Any:
    """What word lists are in a source: nobody has written them (only idf has counted them)."""
    X = source.X[rows]
    return sparse.csr_array(X.shape) if source.kind == WRITING else X


def known_of(source: Source, names: Mapping[str, CountMatrix]) -> Known | None:
    """How much of each document others know in this source; None where it counts as known.

    The words of ``names`` and what is related to them are known to all, and topics were known
    before any document.
    """
    if source.kind == "pairs":
        return Known.of(source.X, least=LEAST_OF_PAIR)
    if source.kind not in OPEN_TEXT:
        return None
    return Known.of(source.X, names.get("words" if source.kind == "field" else source.kind))


@dataclass(frozen=True, slots=True, eq=False)
class Fitted:
    """A reading, and the hybrid model that was fitted to it."""

    reading: Reading
    hybrid: Hybrid

    @property
    def log_likelihoods(self) -> FloatArray:
        """Log p(class of i | x_i) of each labelled document by the model without it."""
        y = self.reading.material.y
        return np.asarray(self.hybrid.leave_one_out_log_proba[np.arange(len(y)), y])


__all__ = ["COUNTED", "Fitted", "Material", "Reading", "known_of"]
