"""Shapes of a chart, and the frame that says where values lie; a template draws them as SVG.

All charts have one size, small enough to be read on a phone and large enough beside a
paragraph.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log
from typing import Final

from halfbayes.report.findings import Measured

WIDTH: Final = 440
HEIGHT: Final = 290
LEFT, RIGHT, TOP, BOTTOM = 46, 24, 30, 46

MOST_FINE: Final = 0.6
"""Longest axis with a line at every tenth."""

ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Shape:
    """One SVG element."""

    tag: str
    kind: str  # its class in the style sheet
    attributes: tuple[tuple[str, str], ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture, what it says in words, and its table."""

    name: str
    title: str
    description: str
    caption: str  # how to read it
    shapes: tuple[Shape, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class Frame:
    """Where values lie: x and y of the page by the values of the axes."""

    low_x: float
    high_x: float
    low_y: float
    high_y: float
    logarithmic: bool = False

    def x(self, value: float) -> float:
        """Place of a value on the horizontal axis."""
        low, high, at = self.low_x, self.high_x, value
        if self.logarithmic:
            low, high, at = log(low), log(high), log(value)
        return LEFT + (WIDTH - LEFT - RIGHT) * (at - low) / ((high - low) or 1.0)

    def y(self, value: float) -> float:
        """Place of a value on the vertical axis."""
        share = (value - self.low_y) / ((self.high_y - self.low_y) or 1.0)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def path(self, points: Iterable[tuple[float, float]]) -> str:
        """A line through points given by values."""
        return "M" + "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)

    def area(self, places: Sequence[float], low: Sequence[float], high: Sequence[float]) -> str:
        """What lies between two lines."""
        above = list(zip(places, high, strict=True))
        below = list(zip(places, low, strict=True))[::-1]
        return self.path([*above, *below]) + "Z"

    def grid(self, xs: dict[float, str], ys: dict[float, str]) -> list[Shape]:
        """Lines and numbers of both axes."""
        shapes, bottom = [], self.y(self.low_y)
        for value, text in ys.items():
            y = self.y(value)
            shapes.append(line("grid", (LEFT, y), (WIDTH - RIGHT, y)))
            shapes.append(written("tick end", LEFT - 7, y + 4, text))
        for value, text in xs.items():
            shapes.append(written("tick middle", self.x(value), HEIGHT - BOTTOM + 18, text))
        return [
            *shapes,
            line("axis", (LEFT, bottom), (WIDTH - RIGHT, bottom)),
        ]

    def whisker(self, x: float, measured: Measured) -> list[Shape]:
        """A measured share with its interval."""
        place = self.x(x)
        return [
            line("whisker", (place, self.y(measured.low)), (place, self.y(measured.high))),
            Shape("circle", "dot", numbers(cx=place, cy=self.y(measured.value), r=4)),
        ]


def bar(frame: Frame, place: int, value: float) -> Shape:
    """A column from zero to ``value``, in one of the places of the axis."""
    left, right, top = frame.x(place + 0.2), frame.x(place + 0.8), frame.y(value)
    return Shape(
        "rect", "column", numbers(x=left, y=top, width=right - left, height=frame.y(0.0) - top)
    )


def percents(first: float, last: float) -> dict[float, str]:
    """Shares along an axis, and how they are written.

    >>> list(percents(0.7, 1.0).values())
    ['70 %', '80 %', '90 %', '100 %']
    """
    steps = 10 if last - first <= MOST_FINE else 5
    places = range(ceil(first * steps - ROUNDING), floor(last * steps + ROUNDING) + 1)
    return {place / steps: f"{100 * place / steps:.0f} %" for place in places}


def axis_names(below: str, beside: str) -> list[Shape]:
    """What the axes are."""
    return [
        written("name middle", LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 8, below),
        written("name", 0.0, 12.0, beside),
    ]


def line(
    kind: str, start: tuple[float, float], end: tuple[float, float], *more: tuple[str, str]
) -> Shape:
    """A straight line between two places of the page."""
    (x1, y1), (x2, y2) = start, end
    return Shape("line", kind, (*numbers(x1=x1, y1=y1, x2=x2, y2=y2), *more))


def written(kind: str, x: float, y: float, text: str) -> Shape:
    """Text at a place of the page."""
    return Shape("text", kind, numbers(x=x, y=y), text)


def numbers(**values: float) -> tuple[tuple[str, str], ...]:
    """Attributes that are numbers."""
    return tuple((name, f"{value:.1f}") for name, value in values.items())


__all__ = [
    "BOTTOM",
    "HEIGHT",
    "LEFT",
    "RIGHT",
    "TOP",
    "WIDTH",
    "Chart",
    "Frame",
    "Shape",
    "axis_names",
    "bar",
    "line",
    "numbers",
    "percents",
    "written",
]
