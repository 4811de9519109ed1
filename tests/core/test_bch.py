import numpy as np
import pytest

from halfbayes.core.bch import LENGTHS, bch_code, bch_family, smallest_bch
from halfbayes.core.codes import constant_columns, row_distances


def all_words(code):
    messages = np.arange(2**code.dimension)[:, None] >> np.arange(code.dimension) & 1
    return code.words(messages.astype(np.uint8))


@pytest.mark.parametrize(
    ("length", "dimension", "distance"),
    [(15, 5, 7), (15, 7, 5), (15, 11, 3), (31, 6, 15), (31, 11, 11), (63, 7, 31), (127, 8, 63)],
)
def test_minimum_distance_of_the_whole_code_by_enumeration(length, dimension, distance):
    code = next(c for c in bch_family(length) if c.dimension == dimension)
    weights = all_words(code).sum(axis=1)
    assert code.distance == distance
    # The code is linear: its least distance is the least weight of a word that is not zero.
    assert np.sort(weights)[1] == distance
    assert len(np.unique(all_words(code), axis=0)) == 2**dimension


def test_generator_of_the_15_5_code_is_the_textbook_one():
    # Lin & Costello: g(x) = 1 + x + x^2 + x^4 + x^5 + x^8 + x^10.
    assert smallest_bch(20, 15).generator == sum(1 << i for i in (0, 1, 2, 4, 5, 8, 10))


@pytest.mark.parametrize("length", LENGTHS)
def test_words_are_closed_under_cyclic_shift_and_addition(length):
    code = smallest_bch(20, length)
    words = all_words(code)
    known = {word.tobytes() for word in words}
    assert all(np.roll(word, 1).tobytes() in known for word in words)
    assert all((words[5] ^ word).tobytes() in known for word in words)


@pytest.mark.parametrize(
    ("n_classes", "length", "dimension", "distance"),
    [(20, 15, 5, 7), (20, 31, 6, 15), (20, 63, 7, 31), (105, 63, 7, 31), (105, 15, 7, 5)],
)
def test_the_code_for_so_many_classes(n_classes, length, dimension, distance):
    code = smallest_bch(n_classes, length)
    assert (code.dimension, code.distance) == (dimension, distance)
    matrix = bch_code(n_classes, code, rng=np.random.default_rng(0))
    assert matrix.shape == (n_classes, length)
    words = {word.tobytes() for word in all_words(code)}
    assert all((row == 1).astype(np.uint8).tobytes() in words for row in matrix)
    distances = row_distances(matrix)[np.triu_indices(n_classes, k=1)]
    assert distances.min() >= distance


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5, 6, 7, 10, 20, 52, 105])
@pytest.mark.parametrize("length", LENGTHS)
def test_no_column_is_constant_and_no_two_classes_share_a_code(n_classes, length):
    matrix = bch_code(n_classes, smallest_bch(n_classes, length), rng=np.random.default_rng(1))
    assert not constant_columns(matrix).any()
    assert len(np.unique(matrix, axis=0)) == n_classes


def test_classes_have_no_complementary_codes_where_half_the_words_suffice():
    for n_classes, length in [(20, 31), (20, 63), (52, 63), (105, 127)]:
        code = smallest_bch(n_classes, length)
        matrix = bch_code(n_classes, code, rng=np.random.default_rng(2))
        assert row_distances(matrix).max() < length


def test_a_length_that_cannot_hold_the_classes_has_no_code():
    assert smallest_bch(2048, 15).dimension == 11
    assert smallest_bch(2049, 15) is None
