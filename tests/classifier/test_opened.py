import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.inspection import inspected
from halfbayes.classifier.opened import learnt_in, opened_model
from halfbayes.data.model_file import read_model_file, write_model_file
from halfbayes.errors import ModelFileError


@pytest.fixture
def path(tmp_path):
    DocumentClassifier().fit(*invented(40)).save(tmp_path / "m.hb")
    return tmp_path / "m.hb"


def test_what_was_saved_is_there(path):
    model = opened_model(path)
    assert model.learnt.n_documents == 40
    assert "weights/theta" in model.arrays
    assert model.content["classes"]["values"] == learnt_in(path).classes.tolist()


@pytest.mark.parametrize("reader", [load, learnt_in, inspected])
def test_a_file_whose_parts_do_not_fit_is_named_with_what_to_do(reader, path):
    content, arrays = read_model_file(path)
    write_model_file(path, content, {**arrays, "weights/theta": arrays["weights/theta"][1:]})
    with pytest.raises(
        ModelFileError, match=r"cannot use .*m\.hb.*theta.*save the model again"
    ):
        reader(path)
