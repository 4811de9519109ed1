import numpy as np

from halfbayes.classifier.region_table import RegionTable


def test_a_region_as_plain_values_has_every_number_and_every_stem():
    stems = {"fish": {"sea": 0.5**0.5, "food": 0.5**0.5}, "ship": {"sea": 1.0}}
    table = RegionTable(
        name="topics",
        kind="topics",
        columns=("body",),
        features=["topic", "topic"],
        column=[None, None],
        names=["sea", "food"],
        centre=np.zeros(2),
        scale=np.array([1.0, 1.5]),
        weights=np.arange(6.0).reshape(2, 3),
        present=np.ones(3),
        stems=stems,
    )
    told = table.as_dict()
    assert told["weights"] == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert told["scale"] == [1.0, 1.5]
    assert told["stems"] == stems
    assert told["low"] == told["high"] == []
