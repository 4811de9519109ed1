"""Why a document got its class: what each word, number and category adds to the logit.

    z_k(x) - z_j(x) = (o_k - o_j) + sum over terms t of (contribution of t to k against j)

o are log pi, the class prior. Every view of the model is a sum over the terms of a document (or
over its columns, for numbers and categories), so the contributions add up to the logit, the log
odds of class k against class j before they are averaged over the temperature. By default k is
the predicted class and j the runner-up. What the pieces and topics of a word say is told of the
word, and a word, number or category of a region that several views read is told once, with the
sum; ``topics`` says by which topics. Of several fields of text, what is said of the words of
the whole document is told of the fields that have them (``parts``). The discriminant measures a
document against the mean of the training documents, and word models are seen from halfway
between the classes; what they say of such a document, and what the offsets of the classes add,
is the term ``(average document)`` of each region, as a line has its intercept. How a document
is written is told from what is usual: of what nearly all have, what it has less of than they.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.parts import BASE, Contribution, Part, TakenApart
from halfbayes.classifier.spoken import Spoken, spoken
from halfbayes.classifier.table import Table
from halfbayes.core.hybrid import Hybrid
from halfbayes.types import FloatArray, IndexArray

SHOWN: Final = 0.005
"""What is less is not named: it would be written as nothing."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The log odds of one class against another for one document, term by term."""

    label: Any
    against: Any
    logit: float
    offset: float
    contributions: tuple[Contribution, ...]  # largest first, by absolute value
    texts: tuple[str | None, ...] = ()  # of the document
    language: str | None = None  # of its stems
    topics: tuple[Contribution, ...] = ()  # what words say by them: among the contributions

    def __repr__(self) -> str:
        return f"<Explanation: {self}>"

    @property
    def spoken(self) -> Spoken:
        """How the document writes the terms, of which the model knows stems."""
        return spoken(self.texts, self.language)

    @property
    def shares(self) -> dict[str, float]:
        """Share of each region in all that was said, for or against: sums to one.

        Where there are several fields of text, words count for the field that holds them.
        """
        sums: dict[str, float] = {}
        for part in self.contributions:
            sums[part.region] = sums.get(part.region, 0.0) + abs(part.value)
        total = sum(sums.values())
        return {region: value / total for region, value in sums.items()} if total else sums

    def supporting(self, count: int = 5) -> list[tuple[str, float]]:
        """The terms that speak most for the class, over all regions."""
        return [item for item in self._by_term()[:count] if item[1] > 0.0]

    def opposing(self, count: int = 5) -> list[tuple[str, float]]:
        """The terms that speak most against it."""
        return [item for item in self._by_term()[::-1][:count] if item[1] < 0.0]

    def about(self, count: int = 3) -> list[tuple[str, float]]:
        """The topics of its words that say most; this is in what the words say."""
        return named((part.term, part.value) for part in self.topics[:count])

    def _by_term(self) -> list[tuple[str, float]]:
        sums: dict[str, float] = {}
        for part in self.contributions:
            if part.term != BASE:
                sums[part.term] = sums.get(part.term, 0.0) + part.value
        return sorted(sums.items(), key=lambda item: (-item[1], item[0]))

    def __str__(self) -> str:
        word = self.spoken.word
        sides = {
            "for:": [(word(term), value) for term, value in named(self.supporting())],
            "against:": [(word(term), value) for term, value in named(self.opposing())],
            "about:": self.about(),
        }
        told = [
            f"{title} {', '.join(f'{term} ({value:+.2f})' for term, value in terms)}"
            for title, terms in sides.items()
            if terms
        ]
        odds = f"{self.label} rather than {self.against}: log odds {self.logit:+.2f}"
        return "; ".join([odds, *told])


@dataclass(frozen=True, slots=True, eq=False)
class Explainer:
    """A fitted model taken apart into terms."""

    evidence: Evidence
    hybrid: Hybrid
    classes: Sequence[Any]

    def explanations(self, table: Table, labels: IndexArray | None) -> list[Explanation]:
        """One for each document; ``labels`` are class numbers, the predicted ones if None."""
        sources = self.evidence.read(table)
        weights = self.hybrid.weights
        scores = self.hybrid.view_scores([source.X for source in sources])
        z = weights.offsets + weights.evidence(scores)  # (documents, classes)
        chosen = np.argmax(z, axis=1) if labels is None else labels
        others = z.copy()
        others[np.arange(len(z)), chosen] = -np.inf
        taken = TakenApart(self.evidence, self.hybrid, table, sources)
        parts, topics = [*taken.parts()], [*taken.topics()]
        fields = self.evidence.fields(table).values()
        told = [
            self._explanation(z[i], (i, int(k), int(j)), parts, topics)
            for i, (k, j) in enumerate(zip(chosen, np.argmax(others, axis=1), strict=True))
        ]
        return [
            replace(one, texts=tuple(texts[i] for texts in fields))
            for i, one in enumerate(told)
        ]

    def _explanation(
        self,
        z: FloatArray,
        which: tuple[int, int, int],
        parts: Sequence[Part],
        topics: Sequence[Part],
    ) -> Explanation:
        _, k, j = which
        offsets = self.hybrid.weights.offsets
        return Explanation(
            label=self.classes[k],
            against=self.classes[j],
            logit=float(z[k] - z[j]),
            offset=float(offsets[k] - offsets[j]),
            contributions=_summed(parts, which),
            language=self.evidence.language,
            topics=_summed(topics, which),
        )


def named(told: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    """What is not written as nothing.

    >>> named([("goal", 1.25), ("the", -0.001)])
    [('goal', 1.25)]
    """
    return [(name, value) for name, value in told if abs(value) >= SHOWN]


def _summed(parts: Sequence[Part], which: tuple[int, int, int]) -> tuple[Contribution, ...]:
    """What parts add for one document and two classes, term by term; the largest first."""
    sums: dict[tuple[str, str], float] = {}
    for part in parts:
        for told in part.contributions(*which):
            key = told.region, told.term
            sums[key] = sums.get(key, 0.0) + told.value
    terms = [Contribution(*key, value) for key, value in sums.items()]
    return tuple(sorted(terms, key=lambda term: (-abs(term.value), term.region, term.term)))


__all__ = ["Explainer", "Explanation", "named"]
