import numpy as np

from halfbayes.experiments.raina2003.pairs import all_pairs, load_pair


def test_a_pair_has_its_postings_and_the_words_that_occur_in_them(two_groups):
    pair = load_pair(two_groups, "a.one", "b.two")
    assert all_pairs(two_groups) == [("a.one", "b.two")]
    subject, body = pair.regions
    assert subject.shape == body.shape == (300, 15)
    assert (subject.sum(axis=0) + body.sum(axis=0) > 0).all()
    assert (pair.postings.groups[pair.y == 1] == "b.two").all()
    assert body.sum() == 300 * 12


def test_an_order_has_every_posting_once_and_both_classes_first(two_groups):
    pair = load_pair(two_groups, "a.one", "b.two")
    for seed in range(20):
        order = pair.permutation(seed)
        assert sorted(order) == list(range(300))
        assert set(pair.y[order[:2]]) == {0, 1}
    assert (pair.permutation(3) == pair.permutation(3)).all()
    assert not np.array_equal(pair.permutation(3), pair.permutation(4))
