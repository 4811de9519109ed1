import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose

from halfbayes.classifier.evidence import Categories, Evidence, Numbers, views_of
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table

ROLES = Roles(text=("title", "body"), numeric=("amount",), categorical=("channel",))


def test_training_documents_read_the_same_when_they_come_again():
    rows, _ = invented(30)
    evidence = Evidence(ROLES)
    first = evidence.fit(as_table(rows))
    again = evidence.read(as_table(rows))
    for one, other in zip(first, again, strict=True):
        assert (one.name, one.kind) == (other.name, other.kind)
        assert_allclose(np.nan_to_num(_dense(one.X)), np.nan_to_num(_dense(other.X)))


def test_every_column_of_every_source_has_a_name():
    rows, _ = invented(30)
    evidence = Evidence(ROLES)
    for source in evidence.fit(as_table(rows)):
        assert len(evidence.names(source)) == source.X.shape[1], source.kind


def test_fine_evidence_gains_weight_with_labels():
    rows, _ = invented(30)
    sources = Evidence(ROLES).fit(as_table(rows))
    few, many = (views_of(sources, n, 3)[-1].shares for n in (9, 900))
    kinds = [source.kind for source in sources if source.kind not in ("numbers", "categories")]
    for kind, small, large in zip(kinds, few, many, strict=True):
        assert small == large == 1.0 if kind in ("words", "pieces") else small < large < 1.0


def test_outliers_and_missing_numbers_are_tamed():
    numbers = Numbers.learnt(np.array([[1.0], [2.0], [3.0], [np.nan], [1e12]]))
    scaled = numbers.scaled(np.array([[2.5], [1e12], [np.nan]]))
    assert scaled[0, 0] == pytest.approx(0.0, abs=0.1)
    assert 0.0 < scaled[1, 0] < 30.0
    assert np.isnan(scaled[2, 0])


def test_a_number_that_never_varies_is_harmless():
    numbers = Numbers.learnt(np.full((4, 1), 7.0))
    assert numbers.scaled(np.array([[7.0]])).tolist() == [[0.0]]


def test_new_categories_are_unknown():
    categories = Categories.learnt([["b", "a", None]])
    codes = categories.codes([["a", "b", "c", None]])
    assert np.array_equal(codes[:, 0], [0.0, 1.0, np.nan, np.nan], equal_nan=True)
    assert categories.indicators(codes).toarray().tolist() == [[1, 0], [0, 1], [0, 0], [0, 0]]


def _dense(X):
    return X.toarray() if hasattr(X, "toarray") else X
