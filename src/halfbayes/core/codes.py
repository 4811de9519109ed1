"""Output codes: which classes are +1 and which are -1 in each binary problem.

R is the code matrix, classes by bits, entries -1 and +1 (Rennie 2001, 4.1). Row c is the code
of class c, column j the split that the j-th binary classifier learns. Good rows are far
apart (a few wrong bits still decode); good columns are neither constant (nothing to
learn) nor equal to each other or each other's complement (nothing new to learn):

    row distance          d(c, c') = bits in which classes c and c' differ
    column separation     s(j) = min over i != j of min(d(i, j), K - d(i, j))

K classes have 2^(K-1) - 1 splits in all: no code has more columns of positive separation.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from halfbayes.errors import InvalidParameterError
from halfbayes.types import BoolArray, IndexArray

CodeMatrix: TypeAlias = NDArray[np.int8]
"""(classes, bits), entries -1 and +1."""

MAX_EXHAUSTIVE_CLASSES = 11
"""1,023 binary problems; one class more doubles them."""

SMALL = 50_000
"""Entries of a matrix below which its distances are worked out in whole numbers."""

MAX_REDRAWS = 10_000
"""Rounds of redrawing bad columns before a dense code counts as out of reach."""


def one_vs_all(n_classes: int) -> CodeMatrix:
    """One bit a class: +1 for the class itself, -1 for all others.

    >>> one_vs_all(3).tolist()
    [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
    """
    return (2 * np.eye(n_classes) - 1).astype(np.int8)


def exhaustive(n_classes: int) -> CodeMatrix:
    """Every split of the classes, once: (classes, 2^(classes - 1) - 1).

    >>> exhaustive(3).T.tolist()
    [[1, 1, -1], [1, -1, 1], [1, -1, -1]]
    """
    if n_classes > MAX_EXHAUSTIVE_CLASSES:
        raise InvalidParameterError(
            f"an exhaustive code for {n_classes} classes would have 2^{n_classes - 1} - 1 "
            f"bits; it is for at most {MAX_EXHAUSTIVE_CLASSES} classes: use 'bch-63'"
        )
    splits = np.arange(2 ** (n_classes - 1) - 1)[::-1]
    signs = np.where(splits[None, :] >> np.arange(n_classes - 1)[::-1, None] & 1, 1, -1)
    return np.vstack([np.ones_like(splits)[None, :], signs]).astype(np.int8)


def dense(n_classes: int, n_bits: int, *, rng: np.random.Generator) -> CodeMatrix:
    """Coin flips, redrawn until rows are distinct and every column is a new split.

    A column is redrawn while it is constant, or equal to an earlier one or its complement; a
    row while it is equal to an earlier one.

    >>> dense(4, 5, rng=np.random.default_rng(0)).shape
    (4, 5)
    """
    _check_dense_is_possible(n_classes, n_bits)
    matrix = _coin_flips((n_classes, n_bits), rng)
    for _ in range(MAX_REDRAWS):
        columns = constant_columns(matrix) | repeated_columns(matrix)
        rows = repeated_rows(matrix)
        if not (columns.any() or rows.any()):
            return matrix
        if columns.any():
            matrix[:, columns] = _coin_flips((n_classes, int(columns.sum())), rng)
        else:
            matrix[rows] = _coin_flips((int(rows.sum()), n_bits), rng)
    raise InvalidParameterError(
        f"no dense-{n_bits} code for {n_classes} classes was found in {MAX_REDRAWS:,} draws; "
        "use a few bits more"
    )


def _coin_flips(shape: tuple[int, int], rng: np.random.Generator) -> CodeMatrix:
    return (2 * rng.integers(0, 2, size=shape) - 1).astype(np.int8)


def _check_dense_is_possible(n_classes: int, n_bits: int) -> None:
    # Beyond 63 classes there are more splits than any length asked for.
    splits = 2 ** min(n_classes - 1, 62) - 1
    if n_bits > splits:
        raise InvalidParameterError(
            f"dense-{n_bits} needs {n_bits} different splits, and {n_classes} classes have "
            f"{splits}; use 'exhaustive', which has each of them once"
        )
    least = int(np.ceil(np.log2(n_classes)))
    if n_bits < least:
        raise InvalidParameterError(
            f"dense-{n_bits} has {2**n_bits} different rows for {n_classes} classes; use at "
            f"least 'dense-{least}', better several times that"
        )


def given_code(matrix: object, n_classes: int) -> CodeMatrix:
    """A matrix from outside, checked: a row of -1 and +1 for every class, rows distinct."""
    code = np.asarray(matrix)
    if code.shape[:-1] != (n_classes,) or code.shape[-1] == 0:
        raise InvalidParameterError(
            f"the code matrix has shape {code.shape}; expected a row for each of the "
            f"{n_classes} classes and a column a bit"
        )
    if not np.isin(code, (-1, 1)).all():
        raise InvalidParameterError(
            f"the code matrix holds {np.setdiff1d(code, (-1, 1))[:3].tolist()}; "
            "every entry must be -1 or +1"
        )
    if repeated_rows(code).any():
        msg = "two classes share a row of the code matrix: make them differ"
        raise InvalidParameterError(msg)
    if n_classes > 1 and constant_columns(code.astype(np.int8)).any():
        raise InvalidParameterError(
            f"columns {np.flatnonzero(constant_columns(code.astype(np.int8))).tolist()} of the "
            "code matrix are constant: there is nothing to learn from them, drop them"
        )
    return code.astype(np.int8)


def constant_columns(matrix: CodeMatrix) -> BoolArray:
    """Which columns put every class on one side: (bits,)."""
    return np.asarray((matrix == matrix[0]).all(axis=0))


def repeated_columns(matrix: CodeMatrix) -> BoolArray:
    """Which columns equal an earlier one or its complement: (bits,)."""
    first, _, _ = distinct_splits(matrix)
    repeated = np.ones(matrix.shape[1], dtype=np.bool_)
    repeated[first] = False
    return repeated


def repeated_rows(matrix: CodeMatrix) -> BoolArray:
    """Which classes have the code of an earlier one: (classes,)."""
    _, first = np.unique(matrix, axis=0, return_index=True)
    repeated = np.ones(len(matrix), dtype=np.bool_)
    repeated[first] = False
    return repeated


def distinct_splits(matrix: CodeMatrix) -> tuple[IndexArray, IndexArray, NDArray[np.int8]]:
    """Columns that are new splits, and how every column comes from one of them.

    ``first[source]`` is the column each column repeats and ``sign`` is -1 where it is
    that column's complement: ``matrix == matrix[:, first[source]] * sign``.
    """
    canonical = matrix * matrix[0]  # the first class is on the +1 side of every split
    _, first, source = np.unique(canonical, axis=1, return_index=True, return_inverse=True)
    sign = matrix[0] * matrix[0, first[source]]
    return first.astype(np.intp), source.astype(np.intp), sign.astype(np.int8)


def row_distances(matrix: CodeMatrix) -> NDArray[np.int64]:
    """Bits in which two classes differ: (classes, classes).

    >>> row_distances(one_vs_all(3)).tolist()
    [[0, 2, 2], [2, 0, 2], [2, 2, 0]]
    """
    # Small products are faster in whole numbers, without BLAS and its threads.
    R = matrix.astype(np.int64 if matrix.size < SMALL else np.float64)
    return np.asarray((R.shape[1] - R @ R.T) // 2, dtype=np.int64)


def column_separation(matrix: CodeMatrix) -> NDArray[np.int64]:
    """Classes in which a column differs from the nearest other one or its complement.

    >>> column_separation(exhaustive(3)).tolist()
    [1, 1, 1]
    """
    K = matrix.shape[0]
    distance = row_distances(np.ascontiguousarray(matrix.T))
    either = np.minimum(distance, K - distance)
    np.fill_diagonal(either, K)
    return np.asarray(either.min(axis=1))


__all__ = [
    "MAX_EXHAUSTIVE_CLASSES",
    "CodeMatrix",
    "column_separation",
    "constant_columns",
    "dense",
    "distinct_splits",
    "exhaustive",
    "given_code",
    "one_vs_all",
    "repeated_columns",
    "repeated_rows",
    "row_distances",
]
