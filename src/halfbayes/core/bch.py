"""BCH codes of length 2^m - 1, from their generator polynomials.

The narrow-sense BCH code of designed distance d has the generator

    g(x) = lcm of m_1(x), m_2(x), ..., m_(d-1)(x)

with m_s the minimal polynomial of alpha^s (Bose & Ray-Chaudhuri 1960, Hocquenghem 1959). Its
words are the multiples of g of degree below n: 2^k of them, k = n - deg g, and any two differ
in at least d places. Asking for more distance leaves fewer words:

    n = 15:  k = 11, 7, 5, 1                       d = 3, 5, 7, 15
    n = 31:  k = 26, 21, 16, 11, 6, 1              d = 3, 5, 7, 11, 15, 31
    n = 63:  k = 57, 51, 45, ..., 16, 10, 7, 1     d = 3, 5, 7, ..., 23, 27, 31, 63

A code for K classes is a choice of K words of the code of smallest dimension that has so
many. Row distance is then guaranteed whatever the choice, so the choice is made for the rest,
the best of some draws: no constant column; no two classes with complementary codes (bit
probabilities cannot tell whether both or neither are likely) as long as half the words
suffice; no column near another or its complement.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.codes import CodeMatrix, column_separation, constant_columns, row_distances
from halfbayes.core.galois import coset, minimal_polynomial, polynomial_product

LENGTHS = {15: 4, 31: 5, 63: 6, 127: 7}
"""Length of the code and its m: n = 2^m - 1."""

DRAWS = 20
"""Sets of words tried for one with good columns."""


@dataclass(frozen=True, slots=True)
class BchCode:
    """A BCH code: its length, dimension, designed distance and generator polynomial."""

    length: int
    dimension: int
    distance: int
    generator: int

    def words(self, messages: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The words that carry ``messages`` (rows of ``dimension`` bits): m(x) g(x)."""
        degree = self.length - self.dimension
        coefficients = [(self.generator >> j) & 1 for j in range(degree + 1)]
        basis = np.zeros((self.dimension, self.length), dtype=np.uint8)
        for shift in range(self.dimension):
            basis[shift, shift : shift + degree + 1] = coefficients
        # float64 products are exact (at most `dimension` ones a sum) and fast.
        return np.asarray(messages.astype(float) @ basis.astype(float) % 2, dtype=np.uint8)


@cache
def bch_family(length: int) -> tuple[BchCode, ...]:
    """Every BCH code of this length, from the smallest dimension to the largest.

    >>> [(code.dimension, code.distance) for code in bch_family(15)]
    [(1, 15), (5, 7), (7, 5), (11, 3)]
    """
    m = LENGTHS[length]
    generator, roots, family = 1, frozenset[int](), []
    for s in range(1, length, 2):
        if s in roots:
            continue
        generator = polynomial_product(generator, minimal_polynomial(s, m))
        roots |= coset(s, length)
        distance = next(d for d in range(1, length + 1) if d % length not in roots)
        family.append(BchCode(length, length - len(roots), distance, generator))
    return tuple(reversed(family))


def smallest_bch(n_classes: int, length: int) -> BchCode | None:
    """The BCH code of least dimension with a word for every class; None where none has.

    >>> code = smallest_bch(20, 63)
    >>> code.dimension, code.distance
    (7, 31)
    """
    return next((c for c in bch_family(length) if 2**c.dimension >= n_classes), None)


def bch_code(n_classes: int, code: BchCode, *, rng: np.random.Generator) -> CodeMatrix:
    """``n_classes`` words of ``code`` as a matrix of -1 and +1: (classes, bits)."""
    drawn = (_draw(n_classes, code, rng, n_pairs=draw % 2) for draw in range(DRAWS))
    return max(drawn, key=_quality)


def _draw(
    n_classes: int, code: BchCode, rng: np.random.Generator, *, n_pairs: int
) -> CodeMatrix:
    # Words come in complementary pairs: the all-ones word is in every narrow-sense code. The
    # words of even weight hold exactly one of each pair, since the length is odd.
    # Few classes need one whole pair, or some column is constant; many need several.
    half = 2 ** (code.dimension - 1)
    n_pairs = min(max(n_pairs, n_classes - half), n_classes // 2)
    chosen = rng.choice(half, size=n_classes - n_pairs, replace=False)
    messages = chosen[:, None] >> np.arange(code.dimension) & 1
    # A message of even weight makes a word of even weight: g(1) = 1.
    messages[:, -1] = messages.sum(axis=1) % 2
    words = code.words(messages.astype(np.uint8))
    words ^= rng.integers(0, 2, size=(len(words), 1), dtype=np.uint8)
    words = np.vstack([words, 1 - words[:n_pairs]])
    return np.where(words == 1, 1, -1).astype(np.int8)


def _quality(matrix: CodeMatrix) -> tuple[float, float, float, float]:
    distances, separation = row_distances(matrix), column_separation(matrix)
    return (
        -float(constant_columns(matrix).sum()),
        -float((distances == matrix.shape[1]).sum()),
        float(separation.min()),
        float(separation.mean()),
    )


__all__ = ["LENGTHS", "BchCode", "bch_code", "bch_family", "smallest_bch"]
