import pytest

from halfbayes.cli.class_words import read_class_words
from halfbayes.errors import InvalidInputError


def test_lists_are_read_with_or_without_a_byte_order_mark(tmp_path):
    (tmp_path / "w.json").write_bytes('\ufeff{"sport": ["goal"], "law": []}'.encode())
    assert read_class_words(str(tmp_path / "w.json")) == {"sport": ["goal"], "law": []}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sport: goal", "are not JSON"),
        ("[" * 100_000, "are not JSON"),
        ('["goal"]', "lists of words by class"),
        ('{"sport": "goal"}', "lists of words by class"),
        ('{"sport": [1]}', "lists of words by class"),
    ],
)
def test_anything_else_is_refused_with_an_example(tmp_path, text, words):
    (tmp_path / "w.json").write_text(text, "utf-8")
    with pytest.raises(InvalidInputError, match=words) as refused:
        read_class_words(str(tmp_path / "w.json"))
    assert '{"sport": ["goal", "league"]' in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InvalidInputError, match="cannot read the class words in"):
        read_class_words(str(tmp_path / "nowhere.json"))
