"""Separating hyperplanes drawn at random, for many training sets at once.

Each training set has a walk of its own in the cone of the weights that separate it
(``core.reflected_walk``).
"""

from typing import Final

import numpy as np

from halfbayes.core.reflected_walk import Effort, ManyCones, later_ends, piece_ends
from halfbayes.types import FloatArray, IndexArray

SAMPLES: Final = 5  # hyperplanes of each set


def random_separators(
    A: FloatArray, y: IndexArray, start: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Hyperplanes that separate: (samples, sets, columns), each of length one.

    ``A`` (sets, examples, columns) has the column of ones; ``start`` (sets, columns) separates.
    """
    cones = ManyCones(A * np.where(y == 1, 1.0, -1.0)[..., np.newaxis])
    ends = piece_ends(cones, start, rng, Effort.of(A.shape[2], SAMPLES))
    samples = later_ends(ends, SAMPLES)
    return np.asarray(samples / np.linalg.norm(samples, axis=2, keepdims=True))


__all__ = ["random_separators"]
