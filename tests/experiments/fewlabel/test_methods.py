import numpy as np

from halfbayes.experiments.fewlabel.methods import METHODS, NAMES, RIVAL_NAMES, TITLES, learnt
from halfbayes.experiments.fewlabel.ours import (
    HALFBAYES,
    OURS,
    PLAIN,
    VARIANTS,
    WITH_NAMES,
)


def test_every_method_is_a_rival_or_ours_and_has_a_title():
    assert {*RIVAL_NAMES, *OURS} == set(METHODS)
    assert not set(RIVAL_NAMES) & set(OURS)
    assert list(TITLES) == list(NAMES)


def test_only_the_last_is_told_what_classes_are_called():
    fields, y = {"text": ["a cat", "one dog", "cats", "dogs"]}, np.array([0, 1, 0, 1])
    new = {"text": ["a zebra", "the yak"]}
    told = {}
    for method in ("complement-nb", HALFBAYES, *VARIANTS):
        with_names, without = (
            learnt(method, fields, y, names)(new) for names in (["zebra", "yak"], ["0", "1"])
        )
        told[method] = not np.array_equal(with_names, without)
    assert told == {
        "complement-nb": False,
        HALFBAYES: False,
        PLAIN: False,
        WITH_NAMES: True,
    }
    predict = learnt(WITH_NAMES, fields, y, ["zebra", "yak"])
    assert predict(new).argmax(axis=1).tolist() == [0, 1]


def test_words_about_the_same_thing_are_known_to_halfbayes_but_where_it_has_no_thesaurus():
    fields, y = {"text": ["the puck", "the jury"]}, np.array([0, 1])
    new = {"text": ["a goalie", "her lawyer"]}
    known, unknown = (learnt(method, fields, y, [])(new) for method in (HALFBAYES, PLAIN))
    assert known.argmax(axis=1).tolist() == [0, 1]
    assert known[[0, 1], [0, 1]].min() > unknown[[0, 1], [0, 1]].max()
