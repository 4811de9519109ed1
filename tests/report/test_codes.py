import numpy as np

from halfbayes.core.code_report import code_report
from halfbayes.core.codes import one_vs_all
from halfbayes.report.codes import code_figure

RNG = np.random.default_rng(0)
Y = RNG.integers(5, size=80)
CODE = one_vs_all(5)
REPORT = code_report(CODE, np.array(list("abcde")), CODE[Y] + RNG.normal(size=(80, 5)), Y)


def test_the_picture_shows_the_figures_of_the_report():
    matrix, distances, difficulty, correlation, _ = code_figure(REPORT).axes
    assert np.array_equal(matrix.get_images()[0].get_array(), CODE)
    assert [label.get_text() for label in matrix.get_yticklabels()] == list("abcde")
    assert distances.get_title() == "least row distance 2, least column separation 2"
    drawn = difficulty.get_lines()[0].get_ydata()
    assert drawn.tolist() == sorted(REPORT.bit_breakeven, reverse=True)
    assert np.array_equal(correlation.get_images()[0].get_array(), REPORT.error_correlation)


def test_the_picture_can_be_saved(tmp_path):
    path = tmp_path / "code.svg"
    code_figure(REPORT).savefig(path)
    assert path.stat().st_size > 5_000
