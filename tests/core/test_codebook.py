import numpy as np
import pytest

from halfbayes.core.codebook import named_code, sized_name
from halfbayes.errors import InvalidParameterError

RNG = np.random.default_rng


@pytest.mark.parametrize(
    ("name", "bits"),
    [("one-vs-all", 20), ("dense-31", 31), ("bch-15", 15), ("bch-127", 127)],
)
def test_a_name_gives_a_code_of_its_length(name, bits):
    assert named_code(name, 20, rng=RNG(0)).shape == (20, bits)


def test_the_same_generator_gives_the_same_code():
    for name in ("dense-31", "bch-63"):
        one, other = (named_code(name, 20, rng=RNG(5)) for _ in range(2))
        assert np.array_equal(one, other)


@pytest.mark.parametrize("name", ["bch", "dense-0", "dense--1", "hadamard-8", "", "tuned-x"])
def test_an_unknown_name_is_refused_with_the_known_ones(name):
    with pytest.raises(InvalidParameterError, match="'one-vs-all', 'exhaustive'"):
        named_code(name, 5, rng=RNG(0))


def test_a_length_without_bch_codes_is_refused():
    with pytest.raises(InvalidParameterError, match="15, 31, 63, 127; use 'dense-20'"):
        named_code("bch-20", 5, rng=RNG(0))


def test_too_many_classes_for_a_length_names_the_length_that_would_do():
    with pytest.raises(InvalidParameterError, match=r"at most 2,048 classes.*use 'bch-31'"):
        named_code("bch-15", 3000, rng=RNG(0))


def test_a_tuned_code_has_no_matrix_without_data():
    assert sized_name("tuned-40") == ("tuned", 40)
    with pytest.raises(InvalidParameterError, match="chosen from the data"):
        named_code("tuned-40", 20, rng=RNG(0))
