"""Output codes by name: "one-vs-all", "exhaustive", "dense-N", "bch-N" and "tuned-N".

N is the number of bits. "tuned-N" is chosen from the data (``core.tuning``) and has no matrix
before they are seen; all others follow from the number of classes and the random generator.
"""

import re
from collections.abc import Callable, Mapping

import numpy as np

from halfbayes.core.bch import LENGTHS, bch_code, smallest_bch
from halfbayes.core.codes import CodeMatrix, dense, exhaustive, one_vs_all
from halfbayes.errors import InvalidParameterError

KNOWN = (
    "'one-vs-all', 'exhaustive', 'dense-N', 'bch-15', 'bch-31', 'bch-63', 'bch-127', 'tuned-N'"
)

Sized = Callable[[int, int, np.random.Generator], CodeMatrix]


def named_code(name: str, n_classes: int, *, rng: np.random.Generator) -> CodeMatrix:
    """The code matrix of a name that needs no data.

    >>> named_code("bch-15", 20, rng=np.random.default_rng(0)).shape
    (20, 15)
    """
    if name in PLAIN:
        return PLAIN[name](n_classes)
    kind, n_bits = sized_name(name)
    if kind not in SIZED:
        raise InvalidParameterError(
            f"code {name!r} is chosen from the data: fit a model with it"
        )
    return SIZED[kind](n_classes, n_bits, rng)


def sized_name(name: str) -> tuple[str, int]:
    """Kind and number of bits of a name such as "dense-31".

    >>> sized_name("dense-31")
    ('dense', 31)
    """
    match = re.fullmatch(r"(dense|bch|tuned)-([1-9][0-9]{0,4})", name)
    if match is None:
        raise InvalidParameterError(
            f"unknown code {name!r}; use one of {KNOWN} or a matrix of -1 and +1"
        )
    return match[1], int(match[2])


def _dense(n_classes: int, n_bits: int, rng: np.random.Generator) -> CodeMatrix:
    return dense(n_classes, n_bits, rng=rng)


def _bch(n_classes: int, n_bits: int, rng: np.random.Generator) -> CodeMatrix:
    if n_bits not in LENGTHS:
        raise InvalidParameterError(
            f"there is no 'bch-{n_bits}'; BCH codes have lengths "
            f"{', '.join(map(str, LENGTHS))}; use 'dense-{n_bits}' for any other"
        )
    code = smallest_bch(n_classes, n_bits)
    if code is None:
        fitting = [n for n in LENGTHS if smallest_bch(n_classes, n) is not None]
        advice = f"use 'bch-{fitting[0]}'" if fitting else "no BCH length here holds so many"
        raise InvalidParameterError(
            f"'bch-{n_bits}' holds at most {2 ** (n_bits - LENGTHS[n_bits]):,} classes and "
            f"there are {n_classes:,}; {advice}"
        )
    return bch_code(n_classes, code, rng=rng)


PLAIN: Mapping[str, Callable[[int], CodeMatrix]] = {
    "one-vs-all": one_vs_all,
    "exhaustive": exhaustive,
}

SIZED: Mapping[str, Sized] = {"dense": _dense, "bch": _bch}

__all__ = ["named_code", "sized_name"]
