"""Material: which rows of the matrices are whose."""

import numpy as np
import pytest
from classifier.corpus import WORDS, invented
from numpy.testing import assert_array_equal

import halfbayes
from halfbayes.classifier.evidence import WRITING
from halfbayes.classifier.material import Material
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.classifier.word_lists import word_lists
from halfbayes.models.validation import encoded_labels

ROLES = Roles(text=("title", "body"), numeric=("amount",), categorical=("channel",))


def material(n, *, lists=None):
    rows, labels = invented(n)
    classes, y = encoded_labels(np.array(labels))
    return Material(as_table(rows), y, classes, ROLES, word_lists(lists, 2.0))


def test_every_row_is_one_of_labelled_list_and_unlabelled():
    others = as_table(invented(7, seed=3)[0])
    reading = material(10, lists=WORDS).read(others)
    for source, more, rest in zip(
        reading.sources, reading.supplement.regions, reading.unlabelled, strict=True
    ):
        assert (source.X.shape[0], more.shape[0], rest.shape[0]) == (10, 3, 7)
    assert reading.supplement.shares.tolist() == [[0, 0, 2], [0, 2, 0], [2, 0, 0]]


def test_nobody_has_written_a_word_list():
    reading = material(10, lists=WORDS).read()
    [place] = [i for i, source in enumerate(reading.sources) if source.kind == WRITING]
    assert reading.sources[place].X.nnz > 0
    assert reading.supplement.regions[place].nnz == 0


def test_documents_beside_are_read_as_any_document_is():
    others = as_table(invented(7, seed=3)[0])
    reading = material(10, lists=WORDS).read(others)
    again = reading.evidence.read(others)
    for rest, source in zip(reading.unlabelled, again, strict=True):
        dense = [X if isinstance(X, np.ndarray) else X.toarray() for X in (rest, source.X)]
        assert_array_equal(*dense)


def test_likelihoods_are_those_of_documents_left_out():
    fitted = material(12).read().fitted()
    assert fitted.reading.supplement is None
    assert fitted.log_likelihoods.shape == (12,)
    assert np.all(fitted.log_likelihoods <= 0.0)


def test_documents_left_out_are_as_sure_as_new_ones():
    """Half of the words of a short document are in no other: new ones do without them, too."""
    rng = np.random.default_rng(0)
    common = 1.0 / np.arange(1, 6001)
    chances = [rng.permutation(common[:60]) for _ in range(4)]

    def drawn(n):
        y = rng.integers(0, 4, n)
        texts = []
        for k in y:
            own = rng.choice(60, 3, p=chances[k] / chances[k].sum())
            rare = rng.choice(6000, 5, p=common / common.sum())
            texts.append(" ".join([*(f"topic{w}" for w in own), *(f"word{w}" for w in rare)]))
        return texts, [f"class {k}" for k in y]

    sure = []
    for _ in range(5):
        model = halfbayes.DocumentClassifier(threads=1).fit(*drawn(100))
        left_out = model.leave_one_out_proba_.max(axis=1).mean()
        sure.append((left_out, model.predict_proba(drawn(1500)[0]).max(axis=1).mean()))
    left_out, new = np.mean(sure, axis=0)
    assert new == pytest.approx(left_out, abs=0.02)
