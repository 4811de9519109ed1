"""The field GF(2^m), and the minimal polynomials of its elements over GF(2).

A polynomial over GF(2) is an integer whose bit j is the coefficient of x^j: 0b10011 is
x^4 + x + 1. The field is built from a primitive polynomial of degree m, so that alpha = x
runs through all 2^m - 1 non-zero elements. The minimal polynomial of alpha^s is

    m_s(x) = product over j in C_s of (x - alpha^j)        C_s = {s, 2s, 4s, ...} mod 2^m - 1

(Lin & Costello, Error Control Coding, ch. 2). Laws: m_s has coefficients in GF(2); m_s is the
same for all s of one coset; the minimal polynomials of all cosets multiply to x^n - 1.
"""

from dataclasses import dataclass
from functools import cache

PRIMITIVE_POLYNOMIALS = {
    2: 0b111,
    3: 0b1011,
    4: 0b10011,
    5: 0b100101,
    6: 0b1000011,
    7: 0b10001001,
}


@dataclass(frozen=True, slots=True)
class Field:
    """GF(2^m) by its powers of alpha: ``powers[i]`` is alpha^i, ``logs`` the inverse.

    >>> field(4).powers[:6]
    (1, 2, 4, 8, 3, 6)
    """

    powers: tuple[int, ...]
    logs: dict[int, int]

    def product(self, left: int, right: int) -> int:
        """``left`` times ``right`` in the field."""
        if not (left and right):
            return 0
        return self.powers[(self.logs[left] + self.logs[right]) % len(self.powers)]


@cache
def field(m: int) -> Field:
    """GF(2^m) over the primitive polynomial of degree ``m`` in the table."""
    powers = [1]
    while len(powers) < 2**m - 1:
        shifted = powers[-1] << 1
        powers.append(shifted ^ PRIMITIVE_POLYNOMIALS[m] if shifted >> m else shifted)
    return Field(tuple(powers), {element: i for i, element in enumerate(powers)})


def coset(s: int, n: int) -> frozenset[int]:
    """The exponents conjugate to ``s``: s, 2s, 4s, ... modulo ``n``.

    >>> sorted(coset(3, 15))
    [3, 6, 9, 12]
    """
    members = set()
    while s % n not in members:
        members.add(s % n)
        s *= 2
    return frozenset(members)


def minimal_polynomial(s: int, m: int) -> int:
    """The polynomial over GF(2) of least degree with the root alpha^s.

    >>> bin(minimal_polynomial(1, 4)), bin(minimal_polynomial(5, 4))
    ('0b10011', '0b111')
    """
    numbers = field(m)
    coefficients = [1]  # of x^0, x^1, ..., elements of GF(2^m)
    for j in sorted(coset(s, 2**m - 1)):
        root = numbers.powers[j]
        shifted = [0, *coefficients]
        scaled = [*(numbers.product(root, c) for c in coefficients), 0]
        coefficients = [a ^ b for a, b in zip(shifted, scaled, strict=True)]
    return sum(c << i for i, c in enumerate(coefficients))


def polynomial_product(left: int, right: int) -> int:
    """``left`` times ``right`` over GF(2).

    >>> bin(polynomial_product(0b11, 0b11))
    '0b101'
    """
    product = 0
    while right:
        if right & 1:
            product ^= left
        left, right = left << 1, right >> 1
    return product


__all__ = [
    "PRIMITIVE_POLYNOMIALS",
    "Field",
    "coset",
    "field",
    "minimal_polynomial",
    "polynomial_product",
]
