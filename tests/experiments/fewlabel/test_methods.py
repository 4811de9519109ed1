from halfbayes.experiments.fewlabel.methods import METHODS, RIVAL_NAMES, TITLES
from halfbayes.experiments.fewlabel.ours import OURS


def test_every_method_is_a_rival_or_ours_and_has_a_title():
    assert {*RIVAL_NAMES, *OURS} == set(METHODS)
    assert not set(RIVAL_NAMES) & set(OURS)
    assert list(TITLES) == list(METHODS)
