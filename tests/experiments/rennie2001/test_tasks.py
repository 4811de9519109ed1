import pytest

from halfbayes.experiments.rennie2001.classifiers import NB, SVM, TODAY
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, SECTORS, SPLITS
from halfbayes.experiments.rennie2001.tasks import (
    LARGE,
    all_but_least,
    all_sizes,
    coder_of,
    largest,
    place_of,
    planned,
    split_of,
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
    assert {p.seed for p in places} == {0}
    assert max(p.size for p in places if p.learner == SVM) < LARGE
    assert max(p.size for p in places if p.learner == NB) == 800


def test_codes_are_learnt_from_the_split_of_the_task(toy_data):
    [task, *_] = planned((NB,), quick=True, sizes=largest)
    place = place_of(task.settings)
    coder = coder_of(place, toy_data)
    assert coder.y.tolist() == [
        int(k) for k in split_of(place, toy_data).bag.y[split_of(place, toy_data).test]
    ]
