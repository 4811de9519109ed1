"""A view that is given: what is known of the classes before any document is seen.

    f_k(x) = sum over regions r of u_rk . x^r  -  r(x) centre_k

u_rk is what stands for class k, the words of its name for instance, as region r sees it. No
document teaches the view what it says, only which classes there are: of a class without
documents nothing is known, not even its name. So a document left out is scored as any other,
but for the class of which there is no other document. How much it is heard is decided as for
every view, by how likely it makes the classes of the documents (``core.small_fit``), and like a
word model it is seen from halfway between the classes (``core.centre``): u may favour one of
them whatever the document.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from halfbayes.core.known import as_new
from halfbayes.core.view import Documents, RegionWeights, less
from halfbayes.core.weight_priors import LEEWAY
from halfbayes.types import CountMatrix, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class GivenView:
    """What stands for each class, as some regions see it."""

    regions: tuple[int, ...]
    told: tuple[CountMatrix, ...]  # u of each region: (classes, terms)
    expected: float | None = 1.0
    discriminative: bool = False
    centred: float = 1.0
    leeway: float = LEEWAY

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The regions, which count alike."""
        return tuple((region, 1.0) for region in self.regions)

    @property
    def bearers(self) -> tuple[int, ...]:
        """The first region."""
        return self.regions[:1]

    def learnt(self, documents: Documents) -> "LearntGivenView":
        """What stands for the classes that these documents, or their supplement, are of."""
        known = _size_of_classes(documents) > 0.0
        if known.all():
            return LearntGivenView(self)
        keep = sparse.diags_array(known.astype(np.float64))
        told = tuple(sparse.csr_array(keep @ u) for u in self.told)
        return LearntGivenView(replace(self, told=told))


@dataclass(frozen=True, slots=True, eq=False)
class LearntGivenView:
    """A given view, and the place it is seen from.

    >>> from scipy import sparse
    >>> X, names = sparse.csr_array([[0.6, 0.8]]), sparse.csr_array([[1.0, 0.0], [0.0, 1.0]])
    >>> LearntGivenView(GivenView((0,), (names,))).scores([X]).tolist()
    [[0.6, 0.8]]
    """

    view: GivenView
    centre: FloatArray | None = None  # (classes,)

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """Sum of u_rk . x^r, less the centre: (documents, classes)."""
        return less(
            np.sum(self._said_by_region(regions), axis=0), self.centre, self.view, regions
        )

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same before it is seen from a centre, each document as if it were not there."""
        each, y = self._said_by_region(documents.regions), documents.y
        parts = zip(each, self.view.regions, strict=True)
        seen = [as_new(part, [(region, 1.0)], documents.known) for part, region in parts]
        said: FloatArray = np.sum(seen, axis=0)
        alone = np.flatnonzero(_size_of_classes(documents)[y] <= 1.0)
        said[alone, y[alone]] = 0.0
        return said

    def linear_weights(self) -> dict[int, RegionWeights]:
        """U of every region; the centre goes with the first."""
        return {region: RegionWeights(base, u.toarray()) for region, u, base in self.blocks}

    @property
    def blocks(self) -> list[tuple[int, CountMatrix, FloatArray]]:
        """Each region, its u, and what is said of a document that has it whatever it has."""
        none = np.zeros(self.view.told[0].shape[0])
        bases = [-self.centre_or_zero, *(none for _ in self.view.told[1:])]
        return list(zip(self.view.regions, self.view.told, bases, strict=True))

    @property
    def centre_or_zero(self) -> FloatArray:
        """The centre; zeros where there is none: (classes,)."""
        return np.zeros(self.view.told[0].shape[0]) if self.centre is None else self.centre

    def seen_from(self, centre: FloatArray) -> "LearntGivenView":
        """The same, less ``centre`` where a document has anything of the first region."""
        return replace(self, centre=centre)

    def favouring(self, offsets: FloatArray) -> "LearntGivenView":
        """The same, and ``offsets`` more where a document has anything of it."""
        return self.seen_from(self.centre_or_zero - offsets)

    def _said_by_region(self, regions: Sequence[Any]) -> list[FloatArray]:
        pairs = zip(self.view.regions, self.view.told, strict=True)
        return [np.asarray((regions[region] @ u.T).toarray()) for region, u in pairs]


def _size_of_classes(documents: Documents) -> FloatArray:
    """How many documents each class has, with what the supplement counts for: (classes,)."""
    size = np.bincount(documents.y, minlength=documents.n_classes).astype(np.float64)
    if documents.supplement is not None:
        size += documents.supplement.shares.sum(axis=0)
    return size


__all__ = ["GivenView", "LearntGivenView"]
