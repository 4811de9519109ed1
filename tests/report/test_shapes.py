from hypothesis import given
from hypothesis import strategies as st

from halfbayes.report.findings import Measured
from halfbayes.report.shapes import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Frame,
    axis_names,
    bar,
    line,
    numbers,
    percents,
    written,
)

shares = st.floats(0.0, 1.0)


@given(shares, shares)
def test_values_of_the_axes_lie_inside_the_frame_and_in_order(first, second):
    frame = Frame(0.0, 1.0, 0.0, 1.0)
    assert LEFT <= frame.x(first) <= WIDTH - RIGHT
    assert TOP <= frame.y(first) <= HEIGHT - BOTTOM
    if first < second:
        assert frame.x(first) <= frame.x(second)
        assert frame.y(first) >= frame.y(second)


def test_equal_factors_are_equal_steps_of_a_logarithmic_axis():
    frame = Frame(10, 1000, 0.0, 1.0, logarithmic=True)
    assert abs((frame.x(100) - frame.x(10)) - (frame.x(1000) - frame.x(100))) < 1e-9


def test_a_frame_of_one_value_does_not_divide_by_zero():
    assert Frame(5, 5, 0.3, 0.3).x(5) == LEFT


def test_an_area_is_closed_and_a_path_is_a_line_through_its_points():
    frame = Frame(0.0, 1.0, 0.0, 1.0)
    assert frame.path([(0.0, 0.0), (1.0, 1.0)]).count("L") == 1
    assert frame.area([0.0, 1.0], [0.1, 0.2], [0.3, 0.4]).endswith("Z")


def test_shapes_have_numbers_a_browser_reads():
    frame = Frame(0.0, 1.0, 0.0, 1.0)
    shapes = [
        *frame.grid(percents(0.0, 1.0), percents(0.0, 0.5)),
        *frame.whisker(0.5, Measured(0.5, 0.4, 0.6, 10)),
        bar(frame, 0, 0.5),
        line("rule", (0, 1), (2, 3)),
        written("note", 1, 2, "word"),
        *axis_names("below", "beside"),
    ]
    for shape in shapes:
        assert all(float(value) >= 0.0 for _, value in shape.attributes)
    assert numbers(x=1.26) == (("x", "1.3"),)
