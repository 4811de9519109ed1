"""Sets of classes that hold the true one as often as asked, in every class.

    p_k(x) = (1 + #{i in class k: s_i <= s_k(x)}) / (n_k + 1)     set(x) = {k: p_k(x) > alpha}

s_i is the score that document i of class k got for its own class from a model that did not
learn from it, s_k(x) the score of a new document for class k. If x is of class k, its
rank among the s_i is as likely to be any: p_k(x) <= alpha has probability alpha at most, in
each class by itself (Mondrian conformal prediction; Vovk, Gammerman & Shafer 2005). A class
with fewer than 1/alpha - 1 documents is in every set: nothing speaks against it so surely.
An empty set says that the document is like none of the classes.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.types import FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class ClassRanks:
    """Scores that documents of each class got for their own class, in order."""

    scores: tuple[FloatArray, ...]  # one sorted array a class

    @classmethod
    def of(cls, scores: FloatArray, y: IndexArray) -> "ClassRanks":
        """From scores (documents, classes) of documents of classes ``y``."""
        own = scores[np.arange(len(y)), y]
        return cls(tuple(np.sort(own[y == k]) for k in range(scores.shape[1])))

    def p_values(self, scores: FloatArray) -> FloatArray:
        """How plausible each class is for new documents: (documents, classes).

        >>> known = np.array([[0.9, 0.1], [0.6, 0.4], [0.3, 0.7]])
        >>> ClassRanks.of(known, np.array([0, 0, 1])).p_values(np.array([[0.7, 0.3]])).round(2)
        array([[0.67, 0.5 ]])
        """
        columns = [
            (1.0 + np.searchsorted(own, scores[:, k], side="right")) / (len(own) + 1.0)
            for k, own in enumerate(self.scores)
        ]
        return np.column_stack(columns)


__all__ = ["ClassRanks"]
