import numpy as np
from numpy.testing import assert_array_equal

from halfbayes.classifier.region_table import RegionTable
from halfbayes.text.topics import TopicsOfStems

TOPICS = RegionTable(
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
)


def test_stems_stand_below_the_topics_and_are_no_features_of_documents():
    of_stems = TopicsOfStems.of_lines([("sea", ["fish", "ship"]), ("food", ["fish"])])
    told = TOPICS.with_stems(of_stems)
    assert told.features == ["topic", "topic", "stem", "stem", "stem"]
    assert told.column == [None, None, "sea", "food", "sea"]
    assert told.names == ["sea", "food", "fish", "fish", "ship"]
    assert_array_equal(told.scale[2:], [2**-0.5, 2**-0.5, 1.0])
    assert not told.weights[2:].any()
    alone = told.of_documents()
    assert alone.as_dict() == TOPICS.as_dict()


def test_where_there_are_no_stems_all_features_are_of_documents():
    assert TOPICS.of_documents() is TOPICS
