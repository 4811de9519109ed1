"""Inner products of sparse rows (``products.cpp``)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

def add_products(
    G: NDArray[Any],
    row_starts: NDArray[np.int32],
    columns: NDArray[np.int32],
    values: NDArray[np.float64],
    n_columns: int,
    factor: float,
    most: int,
) -> NDArray[Any]:
    """Add factor X X^T to the lower triangle of G, but for columns of more than ``most`` rows.

    X is a CSR matrix with these parts. Returned are the columns left out, dense: (rows,
    columns). Numbers are of the kind of G, single or double.
    """
