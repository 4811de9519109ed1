import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.digests import SIZE, canonical, document_digests
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table

ROLES = Roles(("title", "body"), ("amount",), ("channel",))
rows = st.lists(
    st.tuples(st.text(max_size=3), st.text(max_size=3), st.sampled_from([0, 1, 2.5, None])),
    min_size=1,
    max_size=20,
)


def digests(rows, labels=None):
    table = as_table(
        {
            "title": [a for a, _, _ in rows],
            "body": [b for _, b, _ in rows],
            "amount": [c for _, _, c in rows],
            "channel": ["web"] * len(rows),
        }
    )
    return document_digests(table, ROLES, labels)


@given(rows)
def test_documents_are_equal_where_their_digests_are(given_rows):
    found = digests(given_rows)
    assert all(len(digest) == SIZE for digest in found)
    for i, one in enumerate(given_rows):
        for j, other in enumerate(given_rows):
            assert (one == other) == (found[i] == found[j])


@given(rows, st.randoms(use_true_random=False))
def test_the_canonical_order_does_not_depend_on_the_order_given(given_rows, random):
    labels = [len(body) % 2 for _, body, _ in given_rows]
    shuffled = random.sample(range(len(labels)), len(labels))
    order = canonical(np.array(labels), digests(given_rows, labels))
    other_labels = [labels[i] for i in shuffled]
    other = canonical(
        np.array(other_labels), digests([given_rows[i] for i in shuffled], other_labels)
    )
    assert [given_rows[i] for i in order] == [given_rows[shuffled[i]] for i in other]


def test_what_is_read_alike_has_one_digest():
    roles = Roles(("t",), ("n",), ("c",))
    one = as_table({"t": [None], "n": [2], "c": [3.0], "other": ["x"]})
    other = as_table({"t": [""], "n": [2.0], "c": ["3"]})
    assert document_digests(one, roles, ["a"]) == document_digests(other, roles, ["a"])
    zeros = as_table({"t": ["a", "a"], "n": [0.0, -0.0], "c": [None, None]})
    assert len(set(document_digests(zeros, roles, [1, 1]))) == 1


def test_half_characters_and_labels_of_any_type_have_digests():
    table = as_table(["\ud800", "\ud800"])
    one, other = document_digests(table, Roles(text=("text",)), [1, "1"])
    assert one != other
