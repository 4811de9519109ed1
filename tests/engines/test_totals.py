import numpy as np

from halfbayes.engines.totals import WordTotals, added
from halfbayes.text.frequencies import WordFrequencies


def words(*texts):
    return WordFrequencies.of({"text": list(texts)}, None, 1)


def test_a_total_begins_with_nothing():
    assert added(None, 3) == 3
    assert added(4, 3) == 7


def test_parts_that_wait_are_part_of_the_sum():
    total = WordTotals()
    assert total.empty
    for text in ["a b c d e f", "a", "b a", "g"] * 3:
        total.add(words(text))
    whole = words(*["a b c d e f", "a", "b a", "g"] * 3)
    assert total.merged().vocabulary == whole.vocabulary
    np.testing.assert_array_equal(total.merged().documents, whole.documents)
    assert total.n_bytes == whole.n_bytes
