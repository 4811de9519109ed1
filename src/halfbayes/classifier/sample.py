"""Documents drawn by their digests: the same ones however the corpus is cut and ordered.

The documents with the smallest digests are a random sample of the distinct documents, for the
digest (``digests``) is as good as a random number. Of two samples the documents with the
smallest digests of both are the sample of the union; a sample knows below which digest it is
complete, so that this also holds where it is bounded by the length of its texts. A document
that is there many times counts once: copies would make the sample as random as a few documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from halfbayes.classifier.table import Table

ABOVE_ALL: Final = b"\xff" * 17
"""Greater than any digest."""


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Documents and their labels; None is no label."""

    table: Table
    labels: Sequence[Any]

    def rows(self, keep: Sequence[int]) -> "Labelled":
        """The documents ``keep``, in that order."""
        return Labelled(self.table.rows(keep), [self.labels[i] for i in keep])

    def joined(self, other: "Labelled") -> "Labelled":
        """The documents of both."""
        return Labelled(self.table.joined(other.table), [*self.labels, *other.labels])


@dataclass(frozen=True, slots=True)
class Bounds:
    """How large a sample may be."""

    documents: int
    text_bytes: int


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Distinct documents in the order of their digests: all whose digest is below ``below``."""

    bounds: Bounds
    documents: Labelled
    digests: Sequence[bytes]
    sizes: Sequence[int]  # bytes of text of each document
    below: bytes = ABOVE_ALL

    @classmethod
    def of(
        cls,
        bounds: Bounds,
        documents: Labelled,
        digests: Sequence[bytes],
        sizes: Sequence[int],
        below: bytes = ABOVE_ALL,
    ) -> "Sample":
        """The sample of ``documents``; only of those with digests below ``below``, if given."""
        order = sorted(
            (i for i in range(len(digests)) if digests[i] < below), key=digests.__getitem__
        )
        kept: list[int] = []
        length = 0
        for i in order:
            if kept and digests[i] == digests[kept[-1]]:
                continue
            length += sizes[i]
            if len(kept) == bounds.documents or (kept and length > bounds.text_bytes):
                below = digests[i]
                break
            kept.append(i)
        return cls(
            bounds,
            documents.rows(kept),
            [digests[i] for i in kept],
            [sizes[i] for i in kept],
            below,
        )

    def __add__(self, other: "Sample") -> "Sample":
        return Sample.of(
            self.bounds,
            self.documents.joined(other.documents),
            [*self.digests, *other.digests],
            [*self.sizes, *other.sizes],
            min(self.below, other.below),
        )

    def settled(self, cut: bytes) -> bool:
        """Whether documents from ``cut`` on, which were not looked at, change nothing."""
        return cut == ABOVE_ALL or self.below != cut or len(self) == self.bounds.documents

    def __len__(self) -> int:
        return len(self.digests)

    def first(self, number: int) -> Labelled:
        """The first documents."""
        return self.documents.rows(range(min(number, len(self))))


__all__ = ["ABOVE_ALL", "Bounds", "Labelled", "Sample"]
