"""How much of a document other documents know: words that it alone has count for nothing.

A new document is seen through the terms of the training documents: what it has beside them is
dropped, and the rest is brought to unit length. A training document that is left out must be
seen the same way, or its scores are too small, and the weights fitted to them too large: with
few documents up to half of a document are terms nobody else has. With rows of unit length,

    known_i = |x_i without the terms that no other document has, and no name of a class|

and what a linear view says of document i, without it, is divided by known_i (never by less than
``LEAST``); a discriminant over several regions by their mean, weighed by their shares. Of a
document of which nothing is known, no view says anything. Where
whole groups are left out, ``as_seen`` drops and stretches the rows themselves.

A discriminant sees documents from their mean, w . x - w . mean, and the mean stays where it is:

    w . x_i / known_i - w . mean

Stretched with the rest, what a discriminant says of all documents alike would look as large as
chance makes it in one that nobody knows, and the classes it favours would not be found out.
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from halfbayes.core.logspace import entry_sums
from halfbayes.core.view import Documents
from halfbayes.types import CountMatrix, FloatArray

LEAST = 0.2
"""A document of which less is known is not stretched further: there is little to go by."""


def known_share(X: CountMatrix, given: "CountMatrix | None" = None) -> FloatArray:
    """Length of each row of unit length in terms that other rows have, or a row of ``given``.

    >>> X = sparse.csr_array([[0.6, 0.8, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    >>> known_share(X)
    array([0.6, 1. , 1. ])
    """
    terms = X.indices.astype(np.intp)  # as wide as pointers: looked up in half the time
    of_others = np.bincount(terms, minlength=X.shape[1]) > 1
    if given is not None:
        of_others[given.indices] = True
    known = np.sqrt(entry_sums(X.data**2 * of_others[terms], X.indptr))
    return np.asarray(np.where(np.diff(X.indptr) > 0, known, 1.0))


def as_new(
    scores: FloatArray,
    parts: Sequence[tuple[int, float]],
    documents: Documents,
    of_mean: "FloatArray | float" = 0.0,
) -> FloatArray:
    """Scores of documents left out as new ones would have them: (documents, classes).

    ``parts`` are the regions that are looked at with their shares, ``of_mean`` is what is said
    of the mean document, and taken off.
    """
    if documents.known is None or all(documents.known[region] is None for region, _ in parts):
        return scores
    regions, weights = zip(*parts, strict=True)
    shares = [documents.known[region] for region in regions]
    all_known = np.ones(len(documents.y))
    known = np.average(
        [all_known if share is None else share for share in shares], axis=0, weights=weights
    )[:, None]
    stretched = (scores + of_mean) / np.maximum(known, LEAST) - of_mean
    return np.asarray(stretched * (known > 0.0))


def as_seen(X: CountMatrix, by: CountMatrix) -> CountMatrix:
    """Rows of unit length through the terms that rows of ``by`` have.

    >>> X = sparse.csr_array([[0.6, 0.8]])
    >>> as_seen(X, sparse.csr_array([[1.0, 0.0]])).toarray()
    array([[1., 0.]])
    """
    known = np.bincount(by.indices, minlength=by.shape[1]) > 0
    kept = sparse.csr_array(X.multiply(known[None, :].astype(np.float64)))
    kept.eliminate_zeros()
    length = np.sqrt(np.asarray(kept.multiply(kept).sum(axis=1)).ravel())
    kept.data /= np.repeat(length, np.diff(kept.indptr))
    return kept


__all__ = ["LEAST", "as_new", "as_seen", "known_share"]
