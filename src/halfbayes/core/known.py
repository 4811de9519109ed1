"""How much of a document other documents know: words that it alone has count for nothing.

A new document is seen through the terms of the training documents: what it has beside them is
dropped, and the rest is brought to unit length. A training document that is left out must be
seen the same way, or its scores are too small, and the weights fitted to them too large: with
few documents up to half of a document are terms nobody else has. With rows of unit length,

    known_i = |x_i in the terms that others have, and of names of classes|

and what a linear view says of document i, without it, is divided by known_i (never by less than
``LEAST``). Of a document of which nothing is known, no view says anything. Where whole groups
are left out, ``as_seen`` drops and stretches the rows themselves.

A term may need more than one document: of pairs of words, those are kept that two documents
have, and where the pair is of document i and one other, that one would not have kept it. What
such ``rare`` terms say of document i is taken away.

A discriminant sees documents from their mean, w . x - w . mean, and the mean stays where it is:

    sum over its regions r of   w_r . x_ir / known_ir - w_r . mean_r

Stretched with the rest, what a discriminant says of all documents alike would look as large as
chance makes it in one that nobody knows, and the classes it favours would not be found out.
Where regions are not told apart, for there are many documents, what needs more than one other
counts as known, and the mean of what is known, weighed by the shares of the regions in the
discriminant, stands for all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from halfbayes.core.logspace import entry_sums
from halfbayes.types import BoolArray, CountMatrix, FloatArray, IndexArray

LEAST = 0.2
"""A document of which less is known is not stretched further: there is little to go by."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What others know of each document, in one region of text.

    >>> X = sparse.csr_array([[0.6, 0.8, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    >>> Known.of(X).share, Known.of(X).rare(X[:1]).toarray()
    (array([0.6, 1. , 0. ]), array([[0. , 0.8, 0. ]]))
    >>> Known.of(X, least=2).share
    array([0., 0., 0.])
    """

    share: FloatArray  # known_i: (documents,)
    kept: "BoolArray | None" = None  # terms that others would keep: (terms,); None: all
    least: int = 1  # others that must have a term for it to be kept

    @classmethod
    def of(
        cls, X: CountMatrix, given: "CountMatrix | None" = None, *, least: int = 1
    ) -> "Known":
        """Of rows of unit length; the terms of ``given`` are known to all."""
        terms = X.indices.astype(np.intp)  # as wide as pointers: looked up in half the time
        kept = np.bincount(terms, minlength=X.shape[1]) > least
        if given is not None:
            kept[given.indices] = True
        known = np.sqrt(entry_sums(X.data**2 * kept[terms], X.indptr))
        share = np.asarray(np.where(np.diff(X.indptr) > 0, known, 1.0))
        return cls(share, kept, least)

    def rare(self, X: CountMatrix) -> CountMatrix:
        """What documents have that others would not keep."""
        if self.kept is None:
            return sparse.csr_array(X.shape)
        values = X.data * ~self.kept[X.indices.astype(np.intp)]
        rare = sparse.csr_array((values, X.indices, X.indptr), shape=X.shape, copy=True)
        rare.eliminate_zeros()
        return rare

    def rows(self, rows: "IndexArray | slice") -> "Known":
        """Of some documents."""
        return replace(self, share=self.share[rows])


def as_new(
    scores: FloatArray,
    parts: Sequence[tuple[int, float]],
    known: Sequence[Known | None] | None,
    of_mean: "FloatArray | float" = 0.0,
) -> FloatArray:
    """Scores of documents left out as new ones would have them: (documents, classes).

    ``parts`` are the regions that are looked at with their shares, ``of_mean`` is what is said
    of the mean document, and taken off.
    """
    if known is None or all(known[region] is None for region, _ in parts):
        return scores
    regions, weights = zip(*parts, strict=True)
    found = [known[region] for region in regions]
    all_known = np.ones(len(scores))
    shares = [all_known if part is None or part.least > 1 else part.share for part in found]
    return stretched(scores + of_mean, of_mean, np.average(shares, axis=0, weights=weights))


def stretched(said: FloatArray, of_mean: "FloatArray | float", share: FloatArray) -> FloatArray:
    """What is ``said`` of this share of documents as of whole ones, less the mean document."""
    seen = said / np.maximum(share, LEAST)[:, None] - of_mean
    return np.asarray(seen * (share > 0.0)[:, None])


def as_seen(X: CountMatrix, by: CountMatrix, least: int = 1) -> CountMatrix:
    """Rows of unit length through the terms that so many rows of ``by`` have.

    >>> X = sparse.csr_array([[0.6, 0.8]])
    >>> as_seen(X, sparse.csr_array([[1.0, 0.0]])).toarray()
    array([[1., 0.]])
    """
    known = np.bincount(by.indices, minlength=by.shape[1]) >= least
    kept = sparse.csr_array(X.multiply(known[None, :].astype(np.float64)))
    kept.eliminate_zeros()
    length = np.sqrt(np.asarray(kept.multiply(kept).sum(axis=1)).ravel())
    kept.data /= np.repeat(length, np.diff(kept.indptr))
    return kept


__all__ = ["LEAST", "Known", "as_new", "as_seen", "stretched"]
