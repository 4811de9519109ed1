from functools import reduce
from itertools import pairwise
from operator import add

from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.sample import ABOVE_ALL, Bounds, Labelled, Sample
from halfbayes.classifier.table import as_table

# Few digests, so that there are copies; the size follows from the digest, as it does in truth.
digests = st.lists(st.integers(0, 40), min_size=1, max_size=40)
bounds = st.builds(Bounds, st.integers(1, 8), st.integers(1, 60))


def sample(numbers, within, below=ABOVE_ALL):
    documents = Labelled(as_table({"text": [f"d{n}" for n in numbers]}), list(numbers))
    keys = [n.to_bytes(16) for n in numbers]
    return Sample.of(within, documents, keys, [n % 7 * 5 for n in numbers], below)


def told(found):
    return found.documents.labels, list(found.digests), found.below


@given(digests, bounds, st.lists(st.integers(0, 40), max_size=4), st.randoms())
def test_cutting_and_ordering_do_not_change_a_sample(numbers, within, cuts, random):
    whole = told(sample(numbers, within))
    shuffled = random.sample(numbers, len(numbers))
    edges = [0, *sorted(min(cut, len(numbers)) for cut in cuts), len(numbers)]
    parts = [sample(shuffled[a:b], within) for a, b in pairwise(edges)]
    assert told(reduce(add, parts)) == whole
    assert told(reduce(add, parts[::-1])) == whole


@given(digests, bounds)
def test_a_sample_is_the_first_distinct_documents_that_fit(numbers, within):
    found = sample(numbers, within)
    first = sorted(set(numbers))
    assert found.documents.labels == first[: len(found)]
    assert len(found) <= within.documents
    assert len(found) == 1 or sum(found.sizes) <= within.text_bytes
    assert found.first(2).labels == first[: min(2, len(found))]


@given(digests, bounds, st.integers(0, 41))
def test_a_settled_sample_is_that_of_all_documents(numbers, within, cut):
    part = sample(numbers, within, cut.to_bytes(16))
    if part.settled(cut.to_bytes(16)):
        assert part.documents.labels == sample(numbers, within).documents.labels
    assert sample(numbers, within).settled(ABOVE_ALL)
