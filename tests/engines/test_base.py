import numpy as np

from halfbayes.engines.base import Cells


def test_cells_are_places_and_what_is_added_there():
    sums = np.zeros(4, dtype=np.int64)
    for cells in (
        Cells(np.array([0, 2]), np.array([5, 7])),
        Cells(np.array([2]), np.array([1])),
    ):
        sums[cells.places] += cells.sums
    assert sums.tolist() == [5, 0, 8, 0]
