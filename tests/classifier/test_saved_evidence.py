import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose

import halfbayes
from halfbayes.classifier.saved_evidence import read_names
from halfbayes.data.model_file import read_model_file, write_model_file
from halfbayes.errors import ModelFileError

ROLES = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}


@pytest.fixture
def path(tmp_path):
    """A model whose number is mostly zero."""
    rows, labels = invented(60)
    rows = [{**row, "amount": 0.0 if i % 4 else i * 1.0} for i, row in enumerate(rows)]
    model = halfbayes.DocumentClassifier(**ROLES, threads=1).fit(rows, labels)
    model.save(tmp_path / "m.hb")
    expected = model.predict_proba(rows), model.novelty(rows).p_value
    return tmp_path / "m.hb", rows, expected


def test_columns_with_a_usual_value_come_back(path):
    path, rows, (proba, p_value) = path
    loaded = halfbayes.load(path)
    assert loaded.learnt_.evidence.numbers.usual == (0,)
    assert loaded.predict_proba(rows).tolist() == proba.tolist()
    assert loaded.novelty(rows).p_value.tolist() == p_value.tolist()


def test_the_range_of_numbers_comes_back_and_has_no_end_in_earlier_files(path):
    path, *_ = path
    numbers = halfbayes.load(path).learnt_.evidence.numbers
    assert numbers.ends.tolist() == [[0.0], [56.0]]
    content, arrays = read_model_file(path)
    earlier = {name: array for name, array in arrays.items() if name != "numbers/ends"}
    write_model_file(path, content, earlier)
    loaded = halfbayes.load(path)
    assert loaded.learnt_.evidence.numbers.within(np.array([[1e300]])).tolist() == [[1e300]]
    far = [{"title": "goal", "body": None, "amount": 1e9, "channel": None}]
    assert_allclose(loaded.to_sklearn().predict_proba(far), loaded.predict_proba(far))


@pytest.mark.parametrize("usual", [[1], [-1], [0, 0]])
def test_columns_that_are_not_there_are_refused(path, usual):
    path, *_ = path
    content, arrays = read_model_file(path)
    arrays = {**arrays, "numbers/usual": np.array(usual, dtype=np.int64)}
    write_model_file(path, content, arrays)
    with pytest.raises(ModelFileError, match="usual values"):
        halfbayes.load(path)


@pytest.mark.parametrize("n_flags", [-1, 9, 1.5, "1"])
def test_flags_that_do_not_fit_are_refused(path, n_flags):
    path, *_ = path
    content, arrays = read_model_file(path)
    [view] = [view for view in content["views"] if view.get("event") == "student"]
    view["n_flags"] = n_flags
    write_model_file(path, content, arrays)
    with pytest.raises(ModelFileError):
        halfbayes.load(path)


def test_names_are_text():
    assert read_names(["a", "b"]) == ("a", "b")
    for wrong in ("ab", ["a", 1]):
        with pytest.raises(ModelFileError, match="list of names"):
            read_names(wrong)


@pytest.mark.parametrize(
    "topics",
    [
        [],
        {},
        7,
        [7],
        ["sea fish"],
        [["sea"]],
        [["sea", "fish", "ship"]],
        [["sea", ["fish"]]],
        [["sea", "fish"], ["sea", "ship"]],
        [["sea", 7]],
    ],
)
def test_topics_that_are_not_names_with_stems_are_refused(path, topics):
    path, *_ = path
    content, arrays = read_model_file(path)
    content["text"]["topics"] = topics
    write_model_file(path, content, arrays)
    with pytest.raises(ModelFileError):
        halfbayes.load(path)


def test_an_idf_of_other_topics_is_refused(path):
    path, *_ = path
    content, arrays = read_model_file(path)
    content["text"]["topics"] = content["text"]["topics"][1:]
    write_model_file(path, content, arrays)
    with pytest.raises(ModelFileError, match="text/topics_idf"):
        halfbayes.load(path)


def test_a_file_without_topics_is_read_as_those_before_version_7_are(path):
    """The regions of its views are others, then: it is refused and not answered wrongly."""
    path, *_ = path
    content, arrays = read_model_file(path)
    del content["text"]["topics"]
    write_model_file(path, content, arrays)
    with pytest.raises(ModelFileError):
        halfbayes.load(path)
