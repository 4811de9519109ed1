from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.evaluate.protocols import few_label_draw

labels = st.lists(st.sampled_from("abcd"), min_size=2, max_size=80).map(np.array)


@given(labels, st.integers(0, 5))
def test_pool_and_test_share_no_document_and_leave_none_out(labels, number):
    draw = few_label_draw("toy", labels, number)
    assert sorted([*draw.pool, *draw.test]) == list(range(len(labels)))


@given(labels, st.integers(0, 5))
def test_a_class_of_two_documents_or_more_is_in_both_parts(labels, number):
    draw = few_label_draw("toy", labels, number)
    names, sizes = np.unique(labels, return_counts=True)
    for part in (draw.pool, draw.test):
        assert set(names[sizes > 1]) <= set(labels[part])


@given(labels, st.integers(0, 5), st.integers(1, 10))
def test_a_budget_gives_so_many_of_each_class_or_all_there_are(labels, number, budget):
    draw = few_label_draw("toy", labels, number)
    training = draw.training(budget)
    for name in set(labels):
        in_pool = np.sum(labels[draw.pool] == name)
        assert np.sum(labels[training] == name) == min(budget, in_pool)


@given(labels, st.integers(0, 5))
def test_small_budgets_are_part_of_larger_ones(labels, number):
    draw = few_label_draw("toy", labels, number)
    nested = [set(draw.training(budget).tolist()) for budget in (1, 3, 10, None)]
    assert all(small <= large for small, large in pairwise(nested))


@given(labels, st.integers(0, 5), st.integers(4, 20))
def test_the_whole_pool_is_cut_without_losing_a_class(labels, number, most):
    draw = few_label_draw("toy", labels, number)
    training = draw.training(None, most=most)
    assert len(training) == min(most, len(draw.pool))
    assert set(labels[training]) == set(labels[draw.pool])


def test_a_draw_repeats_and_another_number_or_corpus_gives_another():
    labels = np.array(["a", "b"] * 50)
    pools = [few_label_draw(*case).pool.tolist() for case in (("x", labels, 0),) * 2]
    assert pools[0] == pools[1]
    assert few_label_draw("x", labels, 1).pool.tolist() != pools[0]
    assert few_label_draw("y", labels, 0).pool.tolist() != pools[0]


def test_at_most_two_thousand_documents_are_tested():
    assert len(few_label_draw("x", np.array(["a", "b"] * 6000), 0).test) == 2000
