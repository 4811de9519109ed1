from importlib import import_module

import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.experiments.registry import (
    FOLDER,
    module_of,
    reproduction_named,
    specifications,
)


def test_every_specification_stands_beside_a_module_and_the_other_way_round():
    for name in specifications():
        path = import_module(module_of(name)).__file__
        assert (FOLDER / path).with_suffix(".toml").exists()
    assert len(specifications()) == len(list(FOLDER.glob("*/*.toml")))


def test_an_unknown_name_is_refused_with_the_known_ones():
    with pytest.raises(InvalidParameterError, match="raina2003/theorem1"):
        reproduction_named("raina2003/figure9")
