import pytest

from halfbayes import DocumentClassifier
from halfbayes.classifier.saved_parameters import read_parameters, written_parameters
from halfbayes.errors import ModelFileError

KNOWN = set(DocumentClassifier().get_params())


def test_what_means_the_same_is_written_the_same():
    one = DocumentClassifier(text="body", numeric=[], threads=3).get_params()
    other = DocumentClassifier(text=("body",)).get_params()
    assert written_parameters(one) == written_parameters(other)


def test_parameters_come_back():
    model = DocumentClassifier(text=["a"], class_words={"x": ["y"]}, language=None)
    content = written_parameters(model.get_params())
    assert DocumentClassifier(**read_parameters(content, KNOWN)).get_params() == {
        **model.get_params(),
        "class_words": {"x": ["y"]},
    }


@pytest.mark.parametrize("content", [None, [], {}, {"text": None}])
def test_other_parameters_are_refused(content):
    with pytest.raises(ModelFileError, match="parameters"):
        read_parameters(content, KNOWN)
