"""Names for the arrays that travel between modules.

Sizes and axes have one name and one order everywhere: documents, classes, terms; scores are
``(documents, classes)`` and parameters ``(classes, terms)``.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

FloatArray: TypeAlias = NDArray[np.float64]
IndexArray: TypeAlias = NDArray[np.intp]
BoolArray: TypeAlias = NDArray[np.bool_]
LabelArray: TypeAlias = NDArray[Any]

CountMatrix: TypeAlias = "sparse.csr_array[np.float64]"
"""Documents by terms, rows are documents; entries may be any non-negative real number."""

Matrix: TypeAlias = "sparse.csr_array[np.float64] | NDArray[np.float64]"
"""Documents by terms, sparse or dense."""

__all__ = ["BoolArray", "CountMatrix", "FloatArray", "IndexArray", "LabelArray", "Matrix"]
