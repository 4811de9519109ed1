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
"""

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from halfbayes.core.logspace import entry_sums
from halfbayes.core.view import Documents, View
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


def as_new(views: Sequence[View], scores: FloatArray, documents: Documents) -> FloatArray:
    """Scores (views, documents, classes) of documents left out, as new ones would have them."""
    if documents.known is None:
        return scores
    shares = [np.ones(len(documents.y)) if k is None else k for k in documents.known]
    stretched = np.empty_like(scores)
    for place, view in enumerate(views):
        regions, weights = zip(*view.parts, strict=True)
        known = np.average([shares[region] for region in regions], axis=0, weights=weights)
        factor = (known > 0.0) / np.maximum(known, LEAST)
        stretched[place] = scores[place] * factor[:, None]
    return stretched


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
