import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from experiments.numbers import summary_of
from scipy import sparse

from halfbayes.data.corpora import CORPORA
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.xing2009 import casestudy

WORDS = ("god faith belief proof", "image pixel screen colour")
NAMES = (casestudy.NAIVE_BAYES, casestudy.LOGISTIC)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two groups of 60 postings whose words differ."""
    path = tmp_path_factory.mktemp("news") / CORPORA["20newsgroups"].file
    rng = np.random.default_rng(0)
    common = [f"{first}{second}" for first in "abcdefgh" for second in "aeiouxyz"]
    rows = {"group": [], "subject": [], "body": []}
    for place in range(120):
        own = WORDS[place % 2].split()
        rows["group"].append(casestudy.GROUPS[place % 2])
        rows["subject"].append("re")
        rows["body"].append(" ".join([*rng.choice(own, 4), *rng.choice(common, 20)]))
    pq.write_table(pa.table(rows), path)
    return path.parent


def test_singular_vectors_are_in_order_and_of_unit_variance(folder):
    postings = casestudy.load_postings(folder)
    assert postings.y.tolist() == [0, 1] * 60
    for vectors in postings.vectors.values():
        assert vectors.shape == (120, 50)
        assert vectors.std(axis=0) == pytest.approx(np.ones(50))


def test_the_first_vector_has_the_largest_singular_value():
    X = np.random.default_rng(0).poisson(1.0, size=(70, 60)).astype(float)
    vectors = casestudy.singular_vectors(sparse.csr_array(X))
    found = np.linalg.norm(X.T @ (vectors / np.linalg.norm(vectors, axis=0)), axis=0)
    assert found == pytest.approx(np.linalg.svd(X, compute_uv=False)[:50])


def test_each_point_has_its_own_dimensions_and_training_set(folder, monkeypatch):
    vectors = casestudy.load_postings(folder).vectors
    asked = []

    def seen(X, _, training, test):
        asked.append((X, set(training.tolist()), set(test.tolist())))
        return {"features": X.shape[1], "documents": len(training)}

    monkeypatch.setattr(casestudy, "pair_errors", seen)
    found = {
        (one.series, one.row, one.x, one.column): one.value
        for one in casestudy.run({"seed": 0}, folder)
    }
    for series in vectors:
        for d in casestudy.DIMENSIONS:
            place = series, casestudy.BY_DIMENSION, float(d)
            assert (found[*place, "features"], found[*place, "documents"]) == (d, 108)
        for share in casestudy.SHARES:
            place = series, casestudy.BY_SIZE, float(share)
            n = round(share / 100 * 108)
            assert (found[*place, "features"], found[*place, "documents"]) == (30, n)
    tests = {frozenset(test) for _, _, test in asked}
    assert [len(test) for test in tests] == [12]
    assert not any(training & test for _, training, test in asked)
    whole = list(vectors.values())
    for X, *_ in asked:  # the leading vectors
        assert any(np.array_equal(X, V[:, : X.shape[1]]) for V in whole)
    asked.clear()
    casestudy.run({"seed": 1}, folder)
    assert not tests & {frozenset(test) for _, _, test in asked}


def test_a_split_gives_both_plots_for_both_weightings(folder):
    found = casestudy.run({"seed": 0}, folder)
    rows = {(one.row, one.series) for one in found}
    assert len(rows) == 4
    own = casestudy.run({"seed": 0, "today": True}, folder)
    assert {one.column for one in own} == {casestudy.HALFBAYES}
    assert [one.x for one in own] == [float(share) for share in casestudy.SHARES]
    assert own[-1].value <= 0.2


def test_the_claims_look_at_the_end_and_at_where_it_is_reached():
    def summary(bayes, logistic):
        return summary_of(
            *(
                Measurement(casestudy.BY_SIZE, name, v, 0, series, float(x))
                for name, values in zip(NAMES, (bayes, logistic), strict=True)
                for series in (casestudy.COUNTS, casestudy.WEIGHTED)
                for x, v in zip(casestudy.SHARES, values, strict=True)
            )
        )

    flat, falling = [0.3] * 10, np.linspace(0.5, 0.1, 10)
    assert all(found.holds for found in casestudy.claims(summary(flat, falling)).values())
    worse = casestudy.claims(summary(falling - 0.05, [0.1] * 10))
    assert not any(found.holds for found in worse.values())
    assert len(casestudy.draw(summary(flat, falling)).axes) == 2
