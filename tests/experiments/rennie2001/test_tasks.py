import numpy as np
import pytest

from halfbayes.experiments.rennie2001.classifiers import NB, OVA, SVM, TODAY
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, SECTORS, SPLITS
from halfbayes.experiments.rennie2001.tasks import (
    LARGE,
    Place,
    all_but_least,
    all_sizes,
    coder_of,
    largest,
    place_of,
    planned,
    rates_of,
    split_of,
    today_error,
    today_posteriors,
)


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("sizes", [all_sizes, all_but_least, largest])
def test_tasks_have_keys_of_their_own(sizes, quick):
    tasks = planned((SVM, NB, TODAY), quick=quick, sizes=sizes)
    assert len({task.key for task in tasks}) == len(tasks) > 0


def test_the_published_run_has_ten_splits_at_the_published_sizes():
    places = [place_of(t.settings) for t in planned((NB,), quick=False, sizes=all_sizes)]
    assert {p.size for p in places if p.corpus == NEWSGROUPS} == {800, 250, 100, 30, 5}
    assert {p.size for p in places if p.corpus == SECTORS} == {52, 20, 10, 3, 1}
    assert {p.seed for p in places} == set(range(SPLITS))


def test_a_quick_run_leaves_large_training_sets_to_naive_bayes():
    places = [place_of(t.settings) for t in planned((NB, SVM), quick=True, sizes=all_sizes)]
    assert {p.seed for p in places if p.learner == SVM} == {0}
    assert {p.seed for p in places if p.learner == NB} == {0, 1}
    assert max(p.size for p in places if p.learner == SVM) < LARGE
    assert max(p.size for p in places if p.learner == NB) == 800


def test_codes_are_learnt_from_the_split_of_the_task(toy_data):
    [task, *_] = planned((NB,), quick=True, sizes=largest)
    place = place_of(task.settings)
    coder = coder_of(place, toy_data)
    assert coder.y.tolist() == [
        int(k) for k in split_of(place, toy_data).bag.y[split_of(place, toy_data).test]
    ]


def test_rates_are_those_of_the_bits(toy_data):
    place = Place(NEWSGROUPS, NB, 5, 0)
    rates, bits = rates_of(place, toy_data, OVA), coder_of(place, toy_data).bits(OVA)
    assert rates.error == bits.error()
    assert rates.errors["zero-one"] == bits.error("zero-one")
    assert rates.breakeven == bits.breakeven()


def test_todays_classifier_learns_the_toy_corpus(toy_data):
    place = Place(NEWSGROUPS, TODAY, 8, 0)
    assert today_error(place, toy_data) < 0.1
    np.testing.assert_allclose(today_posteriors(place, toy_data).sum(axis=1), 1.0, rtol=1e-9)
