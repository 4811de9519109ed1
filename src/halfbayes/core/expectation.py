"""Unlabelled documents by expectation and maximisation, and what they are worth, honestly.

    E   r_jk = p(k|x_j) by the hybrid model, its discriminant without document j
    M   word counts and discriminant of the labelled documents and of the unlabelled ones, each
        of which counts w r_jk in class k (``core.supplement``)

EM begins with the hybrid of the labelled documents alone, whose weights of the views it keeps.
One E step and one M step are self-training with probabilities for labels; a few more steps pay
once the labels have something to go by. Nigam et al. 2000 do this with a multinomial word model
and a weight w < 1 of unlabelled documents; here the whole hybrid expects and learns, because a
word model by itself, sure of everything, carries its mistakes to all unlabelled documents.

*Honest scores.* The unlabelled neighbours of a labelled document carry its class on, so that
taking the document out afterwards is not enough. The labelled documents are dealt into
``FOLDS`` folds; EM runs once without the labels of each fold, and a document i of that fold is
scored by views that learnt from all labelled documents but i, and from the unlabelled ones with
classes of which no document of the fold has told. The weights of the views, and every leave-
one-out probability, come from these scores. The law: changing the label of a document does not
change what the views say of it.

Cost: as 1 + FOLDS discriminants of all documents together; the Gram matrix is shared, and a
step of EM needs only products.

Source: K. Nigam, A. McCallum, S. Thrun & T. Mitchell, Text classification from labeled and
unlabeled documents using EM, 2000. J. Rennie 2001, chapter 6, and Raina et al. 2003, section 6,
name it as work to be done.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.counts import ClassCounts
from halfbayes.core.gram import total_gram
from halfbayes.core.hybrid import Hybrid, SmallFit, weighed_scores, weighed_views
from halfbayes.core.inverse_factor import lower_inverse
from halfbayes.core.known import as_new
from halfbayes.core.left_out import Asked, TowardsMean, WithoutEach
from halfbayes.core.narrow import NarrowInverse, is_narrow, narrow_inverse
from halfbayes.core.supplement import Supplement, joined, targets
from halfbayes.core.view import less
from halfbayes.core.views import Discriminant, Documents, LearntEventView, LearntView, View
from halfbayes.types import FloatArray, IndexArray

FOLDS: Final = 5


@dataclass(frozen=True, slots=True)
class Teaching:
    """How unlabelled documents are used."""

    weight: float  # of each, in labelled documents
    steps: int = 3  # E steps


@dataclass(frozen=True, eq=False)
class SemiSupervised:
    """Labelled documents, with or without a supplement, and unlabelled ones beside them."""

    views: Sequence[View]
    documents: Documents
    unlabelled: Sequence[Any]  # by region, each (documents, features)
    small: SmallFit

    def hybrid(
        self, how: Teaching, each: Callable[[IndexArray], Iterable[int]] = iter
    ) -> Hybrid:
        """The hybrid of all documents, weighed on honest scores of the labelled ones.

        ``each`` goes over the folds.
        """
        expected = self.expected(np.arange(len(self.documents.y)), how)
        taught = self._taught(self.documents, expected, how)
        learnt = [view.learnt(taught) for view in self.views]
        scores = self.cross_fitted_scores(how, each)
        found = weighed_scores(self.views, learnt, scores, self.documents, self.small)
        return found.settled()

    def expected(self, keep: IndexArray, how: Teaching) -> FloatArray:
        """R: classes of the unlabelled documents, from the labelled ones in ``keep`` alone."""
        part = self.documents.rows(keep)
        # Discriminants are solved again below: the offsets stay by themselves.
        start = weighed_views(self.views, part, self.small).hybrid
        expected = np.exp(start.log_proba(self.unlabelled))
        if how.steps == 1:
            return np.asarray(expected)
        systems, n = self._systems(keep, how), len(expected)
        for _ in range(how.steps - 1):
            taught = self._taught(part, expected, how)
            scores = [
                less(
                    systems[place].left_out(taught).scores[-n:],
                    known.centre,
                    view,
                    self.unlabelled,
                )
                if place in systems
                else _relearnt(view, known, taught).scores(self.unlabelled)
                for place, (view, known) in enumerate(zip(self.views, start.views, strict=True))
            ]
            weights = start.weights
            expected = np.exp(weights.log_proba(weights.evidence(np.stack(scores))))
        return np.asarray(expected)

    def cross_fitted_scores(
        self, how: Teaching, each: Callable[[IndexArray], Iterable[int]] = iter
    ) -> FloatArray:
        """What the views say of each labelled document: (views, documents, classes).

        No view has heard its class, neither from it nor from an unlabelled document.
        """
        y, n_classes = self.documents.y, self.documents.n_classes
        fold = dealt(y, FOLDS)
        scores = np.zeros((len(self.views), len(y), n_classes))
        systems = self._systems(np.arange(len(y)), how)
        for f in each(np.unique(fold)):
            here = np.flatnonzero(fold == f)
            expected = self.expected(np.flatnonzero(fold != f), how)
            taught = self._taught(self.documents, expected, how)
            asked = self.documents.rows(here)
            for place, (view, known) in enumerate(zip(self.views, self._alone, strict=True)):
                if place in systems:
                    left = systems[place].left_out(taught)
                    found = as_new(
                        left.scores[here], view.parts, asked.known, left.of_mean[here]
                    )
                else:
                    found = _relearnt(view, known, taught).leave_one_out(asked)
                scores[place, here] = found
        return scores

    @cached_property
    def _alone(self) -> list[LearntView]:
        """The views of the labelled documents."""
        return [view.learnt(self.documents) for view in self.views]

    @cached_property
    def _blocks(self) -> dict[int, list[Block]]:
        """Of each discriminant: labelled documents, their supplement, unlabelled documents."""
        n_unlabelled = self.unlabelled[0].shape[0]
        none = np.zeros((n_unlabelled, self.documents.n_classes))
        taught = self._taught(self.documents, none, Teaching(1.0))
        found = {}
        for place, view in enumerate(self.views):
            if isinstance(view, Discriminant):
                blocks = view.blocks(taught)
                total = sum(block.share for block in blocks)
                found[place] = [replace(block, share=block.share / total) for block in blocks]
        return found

    @cached_property
    def _grams(self) -> dict[int, FloatArray]:
        """Inner products of these documents, but where they have few features."""
        return {
            place: total_gram(blocks)
            for place, blocks in self._blocks.items()
            if not is_narrow(blocks)
        }

    def _systems(self, keep: IndexArray, how: Teaching) -> dict[int, "_System"]:
        """One for each discriminant, by its place among the views."""
        part = self.documents.rows(keep)
        even = np.ones((self.unlabelled[0].shape[0], part.n_classes)) / part.n_classes
        _, weights = _targets(self._taught(part, even, how))
        others = len(weights) - len(keep)
        kept = np.concatenate([keep, len(self.documents.y) + np.arange(others)])
        return {place: self._system(place, kept, weights) for place in self._blocks}

    def _system(self, place: int, kept: IndexArray, weights: FloatArray) -> "_System":
        view: Any = self.views[place]
        penalties = view.precision / weights
        blocks = [replace(block, X=block.X[kept]) for block in self._blocks[place]]
        towards = TowardsMean.where_known(blocks)
        if place in self._grams:
            gram = self._grams[place][np.ix_(kept, kept)]
            return _System(_Inverse(lower_inverse(gram, penalties)), towards)
        return _System(narrow_inverse(blocks, penalties), towards)

    def _taught(self, part: Documents, expected: FloatArray, how: Teaching) -> Documents:
        more = Supplement(self.unlabelled, how.weight * expected)
        return replace(part, supplement=joined(part.supplement, more))


@dataclass(frozen=True, slots=True, eq=False)
class _Inverse:
    """A^-1 by its lower triangle."""

    lower: FloatArray

    @property
    def diagonal(self) -> FloatArray:
        return np.diag(self.lower)

    def times(self, right: FloatArray) -> FloatArray:
        product: FloatArray = linalg.blas.dsymm(1.0, self.lower, right, lower=1)
        return product


@dataclass(frozen=True, slots=True, eq=False)
class _System:
    """A discriminant of given documents and weights, for any targets."""

    inverse: _Inverse | NarrowInverse  # A^-1
    towards: TowardsMean

    def left_out(self, taught: Documents) -> WithoutEach:
        """What is said of each document, supplement included, without it."""
        asked = Asked(_targets(taught)[0], self.towards)
        return asked.without_each(self.inverse.times(asked.right), self.inverse.diagonal)


def _relearnt(view: View, known: LearntView, taught: Documents) -> LearntView:
    """The view of ``taught``; as it is known where a supplement teaches it nothing."""
    if isinstance(known, LearntEventView) and not isinstance(known.statistics, ClassCounts):
        return known
    learnt = view.learnt(taught)
    return learnt if known.centre is None else learnt.seen_from(known.centre)


def dealt(y: IndexArray, n_folds: int) -> IndexArray:
    """A fold for each document: the documents of each class in turn.

    A fold takes as many documents of one class as of another, as far as they go. Else the
    classes it takes most from would look unlikely, and EM would make much of that.

    >>> dealt(np.array([0, 0, 1, 1, 1, 2]), 2)
    array([0, 1, 0, 1, 0, 0])
    """
    fold = np.empty(len(y), dtype=np.intp)
    for k in np.unique(y):
        here = np.flatnonzero(y == k)
        fold[here] = np.arange(len(here)) % n_folds
    return fold


def _targets(taught: Documents) -> tuple[FloatArray, FloatArray]:
    shares = np.zeros((0, taught.n_classes))
    if taught.supplement is not None:
        shares = taught.supplement.shares
    return targets(shares, taught.y, taught.weights)


__all__ = ["FOLDS", "SemiSupervised", "Teaching", "dealt"]
