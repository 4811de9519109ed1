import numpy as np
from numpy.testing import assert_allclose

from halfbayes.core.breakeven import roc_breakeven
from halfbayes.core.code_report import code_report
from halfbayes.core.codes import column_separation, one_vs_all, row_distances

RNG = np.random.default_rng(0)
CODE = one_vs_all(4)
Y = RNG.integers(4, size=200)
SCORES = CODE[Y] * 0.5 + RNG.normal(size=(200, 4))
CLASSES = np.array(list("abcd"))


def test_every_figure_against_its_definition():
    report = code_report(CODE, CLASSES, SCORES, Y)
    wrong = np.sign(SCORES) != CODE[Y]
    assert_allclose(report.bit_error, wrong.mean(axis=0))
    assert_allclose(report.error_correlation, np.corrcoef(wrong.T), atol=1e-12)
    for j in range(4):
        assert report.bit_breakeven[j] == roc_breakeven(CODE[Y, j] == 1, SCORES[:, j])
    assert np.array_equal(report.row_distances, row_distances(CODE))
    assert np.array_equal(report.column_separation, column_separation(CODE))
    assert report.n_documents == 200
    expected = np.corrcoef(wrong.T)[np.triu_indices(4, k=1)].mean()
    assert_allclose(report.mean_error_correlation(), expected)


def test_a_bit_without_mistakes_has_no_error_correlation():
    scores = SCORES.copy()
    scores[:, 0] = CODE[Y, 0]
    report = code_report(CODE, CLASSES, scores, Y)
    assert np.isnan(report.error_correlation[0]).all()
    assert np.isfinite(report.mean_error_correlation())
    perfect = code_report(CODE, CLASSES, CODE[Y].astype(float), Y)
    assert np.isnan(perfect.mean_error_correlation())
    assert "mean nan" in perfect.table()


def test_the_table_has_a_line_for_every_bit_hardest_first():
    report = code_report(CODE, CLASSES, SCORES, Y)
    lines = report.table().splitlines()
    assert lines[0] == "4 classes, 4 bits, measured on 200 documents"
    shown = [int(line.split()[0]) for line in lines[8:]]
    assert report.bit_breakeven[shown].tolist() == sorted(report.bit_breakeven, reverse=True)


def test_a_bit_with_documents_on_one_side_only_is_shown_last():
    y = np.zeros(5, dtype=np.intp)
    y[1:3] = 1
    report = code_report(CODE, CLASSES, CODE[y].astype(float), y)
    assert np.isnan(report.bit_breakeven[2:]).all()
    assert report.table().splitlines()[-1].endswith("nan")
