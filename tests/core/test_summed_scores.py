import numpy as np
from core.scored import cut, scores, total_of
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from halfbayes.core.summed_scores import FARTHEST, SumsAt, score_block


def same(one, other):
    assert_array_equal(one.limbs, other.limbs)
    assert one.low == other.low


@settings(max_examples=30)
@given(
    st.permutations(range(40)),
    st.lists(st.integers(0, 40), max_size=5),
    st.integers(0, 9),
    st.sampled_from([None, 1]),
)
def test_sums_do_not_depend_on_order_or_blocks(order, bounds, seed, bearer):
    f, y = scores(40, 2, 4, seed)
    f[1, ::5] = 0.0  # the second view bears the offsets, and says nothing of some
    block = score_block(f, y)
    weights, offsets = np.array([1.2, 0.4]), np.linspace(-1.0, 1.0, 4)
    at = SumsAt(weights, np.log(np.full(4, 0.25)), offsets, bearer)
    same(total_of(cut(block, list(order), bounds))(at), at(block))


def test_more_documents_than_are_added_in_doubles_are_added_exactly():
    f, y = scores(9001, 2, 3)
    block = score_block(f, y)
    at = SumsAt(np.ones(2), np.zeros(3), np.zeros(3))
    rng = np.random.default_rng(1)
    same(total_of(cut(block, rng.permutation(9001), [1, 5000, 5001]))(at), at(block))


def test_scores_far_off_or_infinite_are_bounded():
    f = np.array([[[0.0, 1e9, -1e9], [np.inf, np.inf, -np.inf]]])
    block = score_block(f, np.array([0, 1]))
    assert block.differences[0, :, 0].tolist() == [0.0, FARTHEST, -FARTHEST]
    assert block.differences[0, :, 1].tolist() == [0.0, 0.0, -FARTHEST]
    assert block.n_bytes == 2 * 4 + 6 * 4
    assert block.within(32) == [block]
    one, other = block.within(16)
    assert_array_equal(one.differences, block.differences[:, :, :1])
    assert_array_equal(other.y, block.y[1:])
