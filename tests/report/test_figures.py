import pytest
from report.samples import findings, sorting

from halfbayes.report.figures import (
    coverage_chart,
    growth_chart,
    novelty_chart,
    reliability_chart,
)

FOUND = findings()
CHARTS = {
    "coverage": coverage_chart(FOUND.curve, FOUND.sorting),
    "growth": growth_chart(FOUND.growth),
    "reliability": reliability_chart(FOUND.bins),
    "novelty": novelty_chart(FOUND.novelty),
}


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_says_in_words_and_numbers_what_it_shows(name):
    chart = CHARTS[name]
    assert chart.name == name
    assert chart.title
    assert chart.description.endswith(".")
    assert chart.caption
    assert chart.rows
    assert {len(row) for row in chart.rows} == {len(chart.head)}


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_everything_is_drawn_inside_the_picture(chart):
    for shape in chart.shapes:
        for name, value in shape.attributes:
            if name.startswith(("x", "cx")):
                assert 0 <= float(value) <= chart.width
            if name.startswith(("y", "cy")):
                assert 0 <= float(value) <= chart.height


def test_the_rule_is_hidden_where_nothing_is_promised():
    hidden = coverage_chart(FOUND.curve, sorting(accuracy=0.95))
    kinds = [shape.kind for shape in hidden.shapes]
    assert "rule gone" in kinds
    assert "rule gone" not in [shape.kind for shape in CHARTS["coverage"].shapes]
