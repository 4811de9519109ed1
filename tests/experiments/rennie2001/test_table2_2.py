import numpy as np
import pytest
from experiments.numbers import summary_of
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from halfbayes.experiments.rennie2001 import table2_2
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, SECTORS
from halfbayes.experiments.reproduction import Measurement

rows = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)


@given(st.lists(rows, min_size=1, max_size=6))
def test_the_maximum_term_frequency_is_the_largest_count_of_each_document(counts):
    X = sparse.csr_array(np.array(counts, dtype=np.float64))
    assert table2_2.maximum_term_frequency(X).tolist() == [max(row) for row in counts]


def test_only_documents_that_one_of_the_two_has_right_count(toy_data, monkeypatch):
    [task, *_] = table2_2.tasks(quick=True)

    def predicted(model, split, _):
        y = split.bag.y[split.test].copy()
        y[0 if model.estimate == "map" else 1] = -1  # each has one document wrong
        return y

    monkeypatch.setattr(table2_2, "predicted_by", predicted)
    found = {m.column: m.value for m in table2_2.run(task.settings, toy_data)}
    split = table2_2.split_of(table2_2.place_of(task.settings), toy_data)
    frequency = table2_2.maximum_term_frequency(split.bag.counts[split.test])
    assert found == {"Bayesian": frequency[0], "MAP": frequency[1]}


@pytest.mark.parametrize("by_map", [9.0, 2.0])
def test_the_claim_holds_if_map_is_right_where_words_repeat(by_map):
    summary = summary_of(
        *(Measurement(c, "Bayesian", 5.0) for c in (NEWSGROUPS, SECTORS)),
        *(Measurement(c, "MAP", by_map) for c in (NEWSGROUPS, SECTORS)),
    )
    assert table2_2.claims(summary)["frequent"].holds == (by_map > 5.0)
