"""The counted model: what is fitted to a corpus that is too large for the discriminant.

    z_k(x) = log pi_k + c_k + sum_j theta_j f_jk(x)

with one complement word model for the whole document and one for each of several fields, on
weights (1 + log tf) idf of unit length; Student's t for numbers; frequencies for categories.
All statistics are sums over documents, taken by an engine; class priors are those of all
documents. Weights of words are added up on a grid (``core.grid``), so that no bit depends
on how the corpus is cut, and documents are left out exactly, to the grid.

The weights theta and offsets c are few: they are fitted on the exact leave-one-out scores of
all documents (``weighing``). Medians, spreads and ends of numbers, and which columns are mostly
one value, are those of a sample of the documents (``sample``), on which decisions are certified
too. Words that a user has listed for classes (``word_lists``) are kept, and count as documents
of that weight.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.category_columns import Categories
from halfbayes.classifier.counting import Counting, listed_cells, with_listed
from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.evidence_views import counted_views
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.left_out import LeftOutScores
from halfbayes.classifier.lookalikes import warn_of_alike
from halfbayes.classifier.number_columns import Numbers, number_matrix
from halfbayes.classifier.progress import Progress
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import ABOVE_ALL, Bounds, Labelled
from halfbayes.classifier.size import STANDARD, SizeRule, n_bytes_in_words
from halfbayes.classifier.survey import Survey, SurveyOf, WordsOf
from halfbayes.classifier.weighing import Counted, weighed
from halfbayes.classifier.word_lists import WordLists, known_classes
from halfbayes.core.complement import Complement
from halfbayes.core.counts import ClassCounts
from halfbayes.core.grid import MOST_DOCUMENTS
from halfbayes.core.left_out_words import LeftOutWords, WordTable
from halfbayes.core.views import LearntEventView
from halfbayes.engines.base import Engine
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import require_several, validated_labels
from halfbayes.text.frequencies import WordFrequencies
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.weighting import INVERSE_DOCUMENT_FREQUENCIES
from halfbayes.types import LabelArray

ENDS: Final = {"counting words": 0.3, "adding up": 0.6, "weighing": 0.95}
"""The stages, and the share of the work that is done at the end of each."""

LEAST_ROOM = 1000
"""Words below which a model is not worth its name."""


@dataclass(frozen=True, slots=True)
class CountedSettings:
    """What a counted model is asked to be."""

    roles: Roles
    language: str | None = "english"
    threads: int | None = None
    rule: SizeRule = STANDARD
    lists: WordLists | None = None

    def __post_init__(self) -> None:
        if self.lists is not None:
            self.lists.table(self.roles)  # an error where no column has text


def counted_model(
    engine: Engine[Labelled],
    settings: CountedSettings,
    tell: Progress,
    cut: bytes = ABOVE_ALL,
) -> Learnt:
    """The counted model of the documents of ``engine``; digests below ``cut`` are sampled."""
    tell("counting words", 0.0)
    survey, words = _surveyed(engine, settings, cut)
    classes = _classes(survey, settings.lists)
    if words is not None and settings.lists is not None:
        words = with_listed(words, settings.lists, settings.roles, settings.language)
    evidence = _evidence(survey, words, settings)
    tell("adding up", ENDS["counting words"])
    counted = _counted(engine, evidence, classes, survey, settings.lists)
    tell("weighing", ENDS["adding up"])
    return weighed(counted, settings.rule)


def _surveyed(
    engine: Engine[Labelled], settings: CountedSettings, cut: bytes
) -> tuple[Survey, WordFrequencies | None]:
    roles, rule = settings.roles, settings.rule
    bounds = Bounds(rule.checked, rule.checked_bytes)
    words = WordsOf(roles, settings.language, settings.threads) if roles.text else None

    def room(survey: Survey) -> int:
        return rule.room(survey.n_classes, _n_views(roles))

    survey, found = engine.survey(SurveyOf(roles, bounds, cut), words, room)
    if not survey.sample.settled(cut):
        survey, _ = engine.survey(SurveyOf(roles, bounds), None, room)
    if found is not None and room(survey) < min(LEAST_ROOM, len(found.vocabulary) + 1):
        n_words = f"{room(survey):,} word{'' if room(survey) == 1 else 's'}"
        raise InvalidInputError(
            f"{survey.n_classes} classes leave room for {n_words} in "
            f"{n_bytes_in_words(rule.memory)} of memory; allow more, or merge classes"
        )
    return survey, found


def _classes(survey: Survey, lists: WordLists | None) -> LabelArray:
    """The classes in order; an error where that cannot be learnt from."""
    missing = survey.labels[None]
    if missing:
        raise InvalidInputError(
            f"{missing:,} of {survey.size.documents:,} documents have no label; leave them out"
        )
    if survey.size.documents >= MOST_DOCUMENTS:
        raise InvalidInputError(
            f"{survey.size.documents:,} documents are more than the {MOST_DOCUMENTS - 1:,} "
            "whose weights can be added up; learn from a part of them"
        )
    labels = validated_labels(list(survey.labels), len(survey.labels))
    classes, _ = known_classes(labels, lists)
    warn_of_alike(classes.tolist())
    require_several(classes, survey.size.documents)
    return classes


def _evidence(
    survey: Survey, words: WordFrequencies | None, settings: CountedSettings
) -> Evidence:
    """How the documents are read, from document frequencies and the sample."""
    roles = settings.roles
    evidence = Evidence(roles, settings.language, settings.threads)
    if words is not None:
        text = TextRepresentation(language=settings.language, threads=settings.threads)
        no_pairs = np.zeros(len(words.vocabulary), dtype=np.bool_)
        text.assemble(roles.text, words.vocabulary, no_pairs)
        idf = INVERSE_DOCUMENT_FREQUENCIES["smooth"]
        n_documents = float(survey.size.documents)
        text.assemble_weights([idf(n_documents, row * 1.0) for row in words.documents])
        evidence.text = text
    if roles.numeric:
        evidence.numbers = Numbers.learnt(number_matrix(survey.sample.documents.table, roles))
    if roles.categorical:
        evidence.categories = Categories(
            tuple(tuple(sorted(values)) for values in survey.categories)
        )
    return evidence


def _counted(
    engine: Engine[Labelled],
    evidence: Evidence,
    classes: LabelArray,
    survey: Survey,
    lists: WordLists | None,
) -> Counted:
    """The event models with the statistics of all documents, in the order of the sources."""
    K, text = len(classes), evidence.text
    n_words = 0 if text is None else len(text.words)
    n_views = 0 if text is None else len(text.weighted)
    reading = Counting(evidence, classes)
    small, sums, read = engine.sums(reading, n_views * n_words * K)
    if lists is not None:
        listed = listed_cells(lists, evidence, classes)
        np.add.at(sums, listed.places, listed.sums)
    whole = sums.reshape(n_views * n_words, K)
    views = counted_views(evidence.read(survey.sample.first(1).table))
    by_class = np.array([survey.labels[label] for label in classes.tolist()], dtype=np.int64)
    table = WordTable.of(whole)
    rows = [slice(place * n_words, (place + 1) * n_words) for place in range(n_views)]
    words = [
        LeftOutWords.of(view.event, some.start, whole[some])
        for view, some in zip(views, rows, strict=False)
        if isinstance(view.event, Complement)
    ]
    statistics: list[Any] = [
        ClassCounts(table.sums[r].T, by_class.astype(np.float64)) for r in rows
    ]
    statistics += [] if small is None else small.parts
    learnt = [LearntEventView(*pair) for pair in zip(views, statistics, strict=True)]
    by = LeftOutScores(tuple(words), tuple(learnt[n_views:]))
    return Counted(survey, by_class, learnt, reading, read, by, table)


def _n_views(roles: Roles) -> int:
    return 1 if len(roles.text) == 1 else 1 + len(roles.text)


__all__ = ["ENDS", "CountedSettings", "counted_model"]
