"""The first look at a large corpus: how large it is, its classes, categories, and a sample.

All of it adds up over the chunks of the corpus (``engines.base``).
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from halfbayes.classifier.digests import SIZE, document_digests
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import ABOVE_ALL, Bounds, Labelled, Sample
from halfbayes.classifier.size import Size, text_sizes
from halfbayes.text.frequencies import WordFrequencies

MODULUS = 1 << (8 * SIZE)


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """What is known of the documents of a corpus before its words are weighed."""

    size: Size
    labels: "Counter[Any]"  # documents with each label; None is no label
    categories: tuple[frozenset[str], ...]  # values of each categorical column
    fingerprint: int  # the sum of all digests
    sample: Sample

    def __add__(self, other: "Survey") -> "Survey":
        pairs = zip(self.categories, other.categories, strict=True)
        return Survey(
            self.size + other.size,
            self.labels + other.labels,
            tuple(mine | theirs for mine, theirs in pairs),
            (self.fingerprint + other.fingerprint) % MODULUS,
            self.sample + other.sample,
        )

    @property
    def n_classes(self) -> int:
        """How many labels there are."""
        return len(self.labels) - (None in self.labels)


@dataclass(frozen=True, slots=True)
class SizeOf:
    """Documents to their size."""

    roles: Roles

    def __call__(self, chunk: Labelled) -> Size:
        """The size of a chunk."""
        return Size.of(chunk.table, self.roles)


@dataclass(frozen=True, slots=True)
class SurveyOf:
    """Documents to what is known of them; only digests below ``cut`` are sampled."""

    roles: Roles
    bounds: Bounds
    cut: bytes = ABOVE_ALL

    def __call__(self, chunk: Labelled) -> Survey:
        """The survey of a chunk."""
        table, roles = chunk.table, self.roles
        digests = document_digests(table, roles, chunk.labels)
        columns = [text_sizes(table.texts(name)) for name in roles.text]
        nothing = [0] * table.n_rows
        sizes = [sum(of_row) for of_row in zip(nothing, *columns, strict=True)]
        return Survey(
            Size(table.n_rows, sum(sizes)),
            Counter(chunk.labels),
            tuple(
                frozenset(value for value in table.categories(name) if value is not None)
                for name in roles.categorical
            ),
            sum(int.from_bytes(digest) for digest in digests) % MODULUS,
            Sample.of(self.bounds, chunk, digests, sizes, self.cut),
        )


@dataclass(frozen=True, slots=True)
class WordsOf:
    """Documents to the frequencies of their words."""

    roles: Roles
    language: str | None
    threads: int | None

    def __call__(self, chunk: Labelled) -> WordFrequencies:
        """The word frequencies of a chunk."""
        fields = {name: chunk.table.texts(name) for name in self.roles.text}
        return WordFrequencies.of(fields, self.language, self.threads)


__all__ = ["MODULUS", "SizeOf", "Survey", "SurveyOf", "WordsOf"]
