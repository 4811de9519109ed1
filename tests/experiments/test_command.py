import json

import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.experiments.command import answer, chosen, listed
from halfbayes.experiments.registry import specifications


def test_the_list_has_every_reproduction():
    names = [line.split()[0] for line in listed(as_json=False)]
    assert names == list(specifications())
    assert [json.loads(line)["name"] for line in listed(as_json=True)] == names


def test_names_are_chosen_once_and_all_means_all():
    name = "raina2003/theorem1"
    assert chosen([name, name]) == [name]
    assert chosen([name, "all"]) == list(specifications())


@pytest.mark.parametrize("names", [[], ["raina2003/figure9"]])
def test_what_cannot_be_chosen_is_refused(names):
    with pytest.raises(InvalidParameterError, match="reproduction"):
        chosen(names)


def test_at_least_one_process_is_needed():
    options = {"names": ["raina2003/theorem1"], "processes": 0}
    with pytest.raises(InvalidParameterError, match="--processes"):
        list(answer(options))
