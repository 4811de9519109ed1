from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001.curves import drawn_curves
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.specification import Cell, Specification

SPEC = Specification(
    "rennie2001/table2.1",
    "",
    "",
    "",
    value="error",
    x="documents",
    cells=(Cell("news", "MAP", 0.3, x=10.0), Cell("news", "MAP", 0.2, x=100.0)),
)


def test_there_is_a_panel_for_each_measured_row_with_the_papers_numbers_beside_ours():
    summary = summary_of(
        Measurement("news", "MAP", 0.25, x=10.0),
        Measurement("news", "MAP", 0.2, x=100.0),
        Measurement("news", "ours", 0.1, x=10.0),
    )
    figure = drawn_curves(SPEC, summary, ("news", "sectors"))
    assert [axes.get_title() for axes in figure.axes] == ["news"]
    drawn = {line.get_label(): line.get_ydata().tolist() for line in figure.axes[0].lines}
    assert {name: list(y) for name, y in drawn.items()} == {
        "MAP": [0.25, 0.2],
        "MAP, thesis": [0.3, 0.2],
        "ours": [0.1],
    }


def test_nothing_is_drawn_of_nothing():
    assert drawn_curves(SPEC, summary_of(Measurement("other", "MAP", 0.1)), ("news",)) is None
