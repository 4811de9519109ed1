import numpy as np
from engines.sums import N_LETTERS, TEXTS, Summing

from halfbayes.engines.totals import CellTotals, WordTotals, added
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


def test_cells_add_up_document_by_document():
    total, by = CellTotals.of(Summing(), N_LETTERS), Summing()
    for text in TEXTS:
        total.add(by.read([text]))
    whole = by.cells(by.read(TEXTS))
    expected = np.zeros(N_LETTERS, dtype=np.int64)
    expected[whole.places] = whole.sums
    np.testing.assert_array_equal(total.cells, expected)
    assert total.small == by.small(by.read(TEXTS))
