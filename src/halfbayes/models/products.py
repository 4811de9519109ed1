"""Products of sparse matrices as scikit-learn works them out, for what is below it.

    A B, dense, of sparse A and B

Where most of the result is not zero, which is so for documents with each other, scikit-learn
writes it as it goes; scipy would find the places of its entries first, keep them in a list, and
write them out at last. The law: the same bytes as scipy's product.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.extmath import safe_sparse_dot


def dense_product(A: Any, B: Any) -> NDArray[Any]:
    """A B as a dense matrix.

    >>> from scipy import sparse
    >>> X = sparse.csr_array([[1.0, 2.0], [0.0, 3.0]])
    >>> dense_product(X, X.T)
    array([[5., 6.],
           [6., 9.]])
    """
    return np.asarray(safe_sparse_dot(A, B, dense_output=True))


__all__ = ["dense_product"]
