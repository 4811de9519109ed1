"""Inner products of documents as the kernel works them out, for what is below it.

It goes over the documents once, and knows of each rare term which documents before had it:
where scipy multiplies whole rows, and looks for the places of the results first, half as many
products are added where they belong. The law: the numbers of scipy, to rounding.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.inner_products import sparse_inner_products
from halfbayes.text.native_kernel import kernel


def inner_products(X: Any, scale: float, most: int, G: NDArray[Any]) -> NDArray[Any]:
    """As ``core.inner_products.sparse_inner_products``.

    >>> from scipy import sparse
    >>> X, G = sparse.csr_array([[1.0, 2.0], [3.0, 0.0]]), np.zeros((2, 2))
    >>> inner_products(X, 1.0, 2, G).shape, np.tril(G).tolist()
    ((2, 0), [[5.0, 0.0], [3.0, 9.0]])
    """
    if kernel is None:
        return sparse_inner_products(X, scale, most, G)
    values = np.asarray(X.data, dtype=np.float64)
    return kernel.add_inner_products(X.indptr, X.indices, values, X.shape[1], scale, most, G)


__all__ = ["inner_products"]
