import numpy as np
import pytest

from halfbayes.classifier.shelf import Shelf
from halfbayes.errors import ModelFileError
from halfbayes.text.vocabulary import Vocabulary


def test_an_array_comes_as_it_is_said_to_be():
    shelf = Shelf({"a": np.zeros((2, 3))})
    assert shelf.take("a", "float64", 2, None).shape == (2, 3)
    shelf.check_empty()


@pytest.mark.parametrize("shape", [(3, None), (2,), (2, 3, 1)])
def test_another_shape_is_refused(shape):
    with pytest.raises(ModelFileError, match="should be"):
        Shelf({"a": np.zeros((2, 3))}).take("a", "float64", *shape)


def test_another_type_is_refused():
    with pytest.raises(ModelFileError, match="int64"):
        Shelf({"a": np.zeros(2)}).take("a", "int64", 2)


def test_what_nobody_takes_does_not_belong_there():
    with pytest.raises(ModelFileError, match="'b'"):
        Shelf({"b": np.zeros(1)}).check_empty()


def shelf_of(terms):
    words = Vocabulary.of_terms(terms)
    return Shelf({"w_packed": words.packed, "w_offsets": words.offsets})


def test_a_vocabulary_survives():
    terms = ["a", "über", "\ud800"]
    assert shelf_of(terms).take_vocabulary("w").terms == terms


@pytest.mark.parametrize("terms", [["b", "a"], ["a", "a"]])
def test_terms_out_of_order_are_refused(terms):
    with pytest.raises(ModelFileError, match="in order"):
        shelf_of(terms).take_vocabulary("w")


def test_offsets_that_jump_out_of_the_text_are_refused():
    packed = np.frombuffer(b"abc", dtype=np.uint8)
    for offsets in ([0, 2**63 - 1, -2, 3], [0, 2, 1, 3], [0, 1, 2], [1, 2, 3]):
        shelf = Shelf({"w_packed": packed, "w_offsets": np.array(offsets, dtype=np.int64)})
        with pytest.raises(ModelFileError, match="does not divide"):
            shelf.take_vocabulary("w")


def test_numbers_whose_products_would_not_be_finite_are_refused():
    shelf = Shelf({"a": np.array([1.0, -1e101]), "b": np.array([-1e99])})
    assert shelf.take_numbers("b", 1).tolist() == [-1e99]
    with pytest.raises(ModelFileError, match="larger than a model can have"):
        shelf.take_numbers("a", 2)
