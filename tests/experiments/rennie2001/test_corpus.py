import numpy as np
import pytest

from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.rennie2001.corpus import (
    NEWSGROUPS,
    PROTOCOLS,
    SECTORS,
    loaded,
    newsgroups,
    sectors,
    split,
)


@pytest.mark.parametrize("corpus", [NEWSGROUPS, SECTORS])
def test_a_split_divides_every_class_in_the_published_shares(corpus, toy_data):
    bag = loaded(corpus, toy_data)
    parts = split(corpus, bag, 0)
    assert sorted([*parts.pool, *parts.test]) == list(range(len(bag.y)))
    of_class = np.bincount(bag.y[parts.pool]) / np.bincount(bag.y)
    assert np.abs(of_class - PROTOCOLS[corpus].training_share).max() < 0.05


def test_small_training_sets_are_part_of_larger_ones_and_even(toy_data):
    parts = split(NEWSGROUPS, loaded(NEWSGROUPS, toy_data), 1)
    small, large = parts.training(2), parts.training(5)
    assert set(small) < set(large)
    assert np.bincount(parts.bag.y[small]).tolist() == [2] * 20
    assert sorted(parts.training(10_000)) == sorted(parts.pool)


def test_splits_differ_by_number_and_are_the_same_again(toy_data):
    bag = loaded(NEWSGROUPS, toy_data)
    first, again, other = (split(NEWSGROUPS, bag, number) for number in (0, 0, 1))
    assert first.pool.tolist() == again.pool.tolist()
    assert first.test.tolist() != other.test.tolist()


def test_stop_words_and_words_that_occur_once_are_left_out(toy_data):
    kept, every = newsgroups(toy_data), newsgroups(toy_data, stop_words=False)
    assert "the" in every.terms
    assert "the" not in kept.terms
    assert kept.counts.sum(axis=0).min() >= 2
    assert len(kept.texts) == kept.counts.shape[0]


def test_a_missing_file_says_where_to_get_it(tmp_path):
    with pytest.raises(MissingCorpusError, match="industry sectors"):
        sectors(tmp_path)


@pytest.mark.data
def test_the_corpora_have_nearly_the_size_that_the_thesis_names(data_folder):
    bag = newsgroups(data_folder)
    assert bag.counts.shape == (19_953, 61_345)  # 19,974 documents and 62,061 words there
    assert len(bag.classes) == 20
    assert len(sectors(data_folder).classes) == 12
