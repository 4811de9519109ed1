import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_array_equal

from halfbayes.classifier.counting import Counting, listed_cells, with_listed
from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.table import as_table
from halfbayes.classifier.word_lists import word_lists
from halfbayes.core.grid import from_units
from halfbayes.text.frequencies import WordFrequencies

ROLES = Roles(("title", "body"), ("amount",), ("channel",))


@pytest.fixture(scope="module")
def reading():
    rows, labels = invented(60)
    table = as_table(rows)
    evidence = Evidence(Roles(("title",), ("amount",), ("channel",)))
    evidence.fit(table)
    if evidence.text is not None:
        evidence.text.pieces = None
    classes = np.array(sorted(set(labels)))
    return Counting(evidence, classes), Labelled(table, labels)


def test_what_is_read_is_cut_and_added_up_alike(reading):
    by, chunk = reading
    documents = by.read(chunk)
    parts = [documents.rows(slice(0, 7)), documents.rows(slice(7, None))]
    assert sum(part.n_bytes for part in parts) == documents.n_bytes + 4 * len(documents.text)
    assert documents.within(documents.n_bytes) == [documents]
    small = documents.within(documents.n_bytes // 3)
    assert np.concatenate([part.y for part in small]).tolist() == documents.y.tolist()
    assert max(len(part.y) for part in small) <= 20
    size = len(by.classes) * documents.text[0].n_terms
    sums = np.zeros((2, size), dtype=np.int64)
    for row, some in enumerate(([documents], parts)):
        for part in some:
            cells = by.cells(part)
            sums[row, cells.places] += cells.sums
    assert_array_equal(sums[0], sums[1])
    whole, halves = by.small(documents), by.small(parts[0]) + by.small(parts[1])
    for one, other in zip(whole.parts, halves.parts, strict=True):
        assert_array_equal(one.documents, other.documents)


def test_without_numbers_and_categories_there_is_nothing_small(reading):
    by, chunk = reading
    text = Counting(by.evidence.only_text(), by.classes)
    assert text.small(text.read(chunk)) is None


def test_listed_words_are_kept_and_counted(reading):
    by, _ = reading
    lists = word_lists({by.classes[0]: ["judge", "quux"], by.classes[1]: ["quux"]}, 2.0)
    roles = Roles(("title", "body"))
    words = WordFrequencies.of({"title": ["judge judge", "law"], "body": ["law", ""]}, None, 1)
    kept = with_listed(words, lists, roles, None)
    assert kept.vocabulary.terms == ["judge", "law", "quux"]
    assert kept.documents.tolist() == [[1, 2, 2], [1, 1, 2], [0, 1, 2]]
    cells = listed_cells(lists, by.evidence, by.classes)
    text = by.evidence.only_text().read(lists.table(Roles(("title",))))[0].X
    expected = np.zeros((text.shape[1], len(by.classes)))
    expected[:, 0], expected[:, 1] = 2.0 * text.toarray()
    found = np.zeros(expected.size)
    found[cells.places] = from_units(cells.sums)
    np.testing.assert_allclose(found.reshape(expected.shape), expected, atol=1e-8)
