import pytest

from halfbayes.core.galois import (
    PRIMITIVE_POLYNOMIALS,
    coset,
    field,
    minimal_polynomial,
    polynomial_product,
)

DEGREES = sorted(PRIMITIVE_POLYNOMIALS)


@pytest.mark.parametrize("m", DEGREES)
def test_alpha_runs_through_every_non_zero_element(m):
    assert sorted(field(m).powers) == list(range(1, 2**m))


def test_products_in_the_field_are_polynomial_products_modulo_the_primitive_polynomial():
    numbers = field(4)
    for left in range(16):
        for right in range(16):
            remainder = polynomial_product(left, right)
            while remainder.bit_length() > 4:
                remainder ^= PRIMITIVE_POLYNOMIALS[4] << (remainder.bit_length() - 5)
            assert numbers.product(left, right) == remainder


@pytest.mark.parametrize("m", DEGREES)
def test_minimal_polynomials_multiply_to_x_to_the_n_minus_one(m):
    n = 2**m - 1
    product = 1
    for members in {coset(s, n) for s in range(n)}:
        product = polynomial_product(product, minimal_polynomial(min(members), m))
    assert product == (1 << n) | 1


@pytest.mark.parametrize("m", DEGREES)
def test_a_minimal_polynomial_is_binary_and_has_its_whole_coset_as_roots(m):
    numbers, n = field(m), 2**m - 1
    for s in range(1, n, 2):
        polynomial = minimal_polynomial(s, m)
        assert polynomial.bit_length() - 1 == len(coset(s, n))
        for j in coset(s, n):
            value = 0
            for i in range(polynomial.bit_length()):
                if polynomial >> i & 1:
                    value ^= numbers.powers[i * j % n]
            assert value == 0


def test_textbook_minimal_polynomials_of_gf_16():
    # Lin & Costello, table of minimal polynomials for p(x) = 1 + x + x^4.
    assert minimal_polynomial(1, 4) == 0b10011
    assert minimal_polynomial(3, 4) == 0b11111
    assert minimal_polynomial(5, 4) == 0b111
    assert minimal_polynomial(7, 4) == 0b11001
