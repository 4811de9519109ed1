import pytest

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.size import STANDARD, Size, SizeRule, refuse_too_many, text_sizes
from halfbayes.classifier.table import as_table
from halfbayes.errors import InvalidInputError


def test_a_size_is_the_same_in_parts():
    texts = ["one", "zwölf", None, "\ud800"]
    roles = Roles(text=("text",))
    parts = [Size.of(as_table([text]), roles) for text in texts]
    assert sum(parts[1:], start=parts[0]) == Size.of(as_table(texts), roles) == Size(4, 12)
    assert text_sizes(["é", None, "", "\ud800"]) == [2, 0, 0, 3]


@pytest.mark.parametrize(
    ("size", "counted"),
    [
        (Size(10, 100), False),
        (Size(11, 0), True),
        (Size(1, 101), True),
    ],
)
def test_the_counted_model_is_for_more_documents_or_more_text(size, counted):
    assert SizeRule(documents=10, text_bytes=100).counts(size) == counted


def test_more_classes_and_fields_leave_room_for_fewer_words():
    assert STANDARD.room(20, 1) > STANDARD.room(40, 1) > STANDARD.room(40, 3) > 100_000
    assert SizeRule(memory=1).room(1000, 3) == 1


def test_what_only_the_whole_model_has_is_refused_with_its_bounds():
    expected = (
        "^9 documents are too many for groups: that is for up to 1,000 documents with 2 MB of "
        "text; leave groups out, or learn from fewer documents$"
    )
    with pytest.raises(InvalidInputError, match=expected):
        refuse_too_many("groups", "9 documents", SizeRule(1000, 2 << 20))
