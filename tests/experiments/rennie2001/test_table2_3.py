import numpy as np
from experiments.numbers import summary_of
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.experiments.rennie2001 import table2_3
from halfbayes.experiments.rennie2001.classifiers import NB, TODAY
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.rennie2001.tasks import Place, split_of
from halfbayes.experiments.reproduction import Measurement

posteriors = st.lists(st.floats(0.05, 1.0), min_size=1, max_size=30).map(np.array)


@given(posteriors, st.integers(0, 99))
def test_so_many_per_cent_are_below_the_posterior_at_a_percentile(sure, percentile):
    value = table2_3.smallest_at(sure, percentile)
    assert value in sure
    assert np.mean(sure < value) <= percentile / 100 + 1 / len(sure)
    assert np.mean(sure <= value) >= percentile / 100


@given(posteriors)
def test_fewer_documents_round_to_one_with_more_digits(sure):
    shares = [table2_3.share_below_one(sure, digits) for digits in table2_3.DIGITS]
    assert shares == sorted(shares)
    assert shares[-1] == np.mean(sure < 1.0 - 5e-10)


def test_posteriors_of_both_sum_to_one(toy_data):
    for learner in (NB, TODAY):
        place = Place(NEWSGROUPS, learner, 5, 0)
        proba = table2_3.posteriors(place, toy_data)
        assert proba.shape == (len(split_of(place, toy_data).test), 20)
        np.testing.assert_allclose(proba.sum(axis=1), 1.0, rtol=1e-9)


def test_overconfident_is_surer_than_right():
    def found(sure):
        rows = {"9 digits": 0.4, table2_3.CONFIDENCE: sure, table2_3.ACCURACY: 0.85}
        return table2_3.claims(summary_of(*(Measurement(r, "MAP", v) for r, v in rows.items())))

    assert found(0.98)["nine"].holds
    assert found(0.98)["overconfident"].holds
    assert not found(0.86)["overconfident"].holds
    assert "0.860" in found(0.86)["overconfident"].evidence


def test_todays_classifier_is_named_in_the_remarks():
    summary = summary_of(Measurement(table2_3.ACCURACY, TODAY, 0.9))
    assert "accuracy 0.900" in table2_3.remarks(summary)[0]
