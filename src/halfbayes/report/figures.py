"""The charts of a report: what each shows, what it says in words, and its table."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from halfbayes.report.findings import Bin, Curve, Growth, Novelty, Sorting
from halfbayes.report.shapes import (
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Chart,
    Frame,
    Shape,
    axis_names,
    bar,
    line,
    percents,
    written,
)
from halfbayes.report.wording import count, interval, percent

FIFTH_NAMES: Final = ("least typical", "", "middling", "", "most typical")


def coverage_chart(curve: Curve, sorting: Sorting) -> Chart:
    """Accuracy among the documents answered, the surest first, with its band."""
    band = list(zip(curve.band_coverage, curve.band_low, curve.band_high, strict=True))
    # Every second one, from the last backwards, is enough to read.
    rows = [(percent(c), percent(low, 1), percent(high, 1)) for c, low, high in band[::-2]]
    sure = percent(sorting.confidence)
    return Chart(
        name="coverage",
        title="Accuracy by share of documents labelled automatically",
        description=(
            f"Among all documents accuracy is {percent(curve.accuracy[-1])}; among the surest "
            f"half of them {percent(_halfway(curve))}. The band holds the true accuracy "
            f"everywhere at once with {sure} confidence."
        ),
        caption=(
            "Line: measured, the surest documents first. Band: where the true accuracy lies, "
            f"everywhere at once, with {sure} confidence. Dotted: what is asked for. Upright, "
            "where anything can be promised: how far."
        ),
        shapes=tuple(_coverage_shapes(curve, sorting)),
        head=("labelled automatically", "right, at least", "right, at most"),
        rows=tuple(rows[::-1]),
    )


def _halfway(curve: Curve) -> float:
    """Accuracy where half of the documents are answered."""
    place = min(range(len(curve.coverage)), key=lambda i: abs(curve.coverage[i] - 0.5))
    return curve.accuracy[place]


def _coverage_shapes(curve: Curve, sorting: Sorting) -> list[Shape]:
    # The strict end of the band rests on few documents: it may leave the picture.
    lowest = min(*curve.accuracy, curve.band_low[-1], sorting.asked.accuracy)
    frame = Frame(0.0, 1.0, max(0.0, floor(10 * lowest) / 10 - 0.1), 1.0)
    step = sorting.asked
    x, y = frame.x(step.answered / sorting.checked), frame.y(step.accuracy)
    low = [max(end, frame.low_y) for end in curve.band_low]
    band = frame.area(curve.band_coverage, low, curve.band_high)
    measured = frame.path(zip(curve.coverage, curve.accuracy, strict=True))
    return [
        Shape("path", "band", (("d", band),)),
        *frame.grid(percents(0.0, 1.0), percents(frame.low_y, 1.0)),
        Shape("path", "curve", (("d", measured),)),
        line("target", (LEFT, y), (WIDTH - RIGHT, y), ("id", "target-line")),
        line(
            "rule" if step.holds else "rule gone",
            (x, frame.y(frame.low_y)),
            (x, TOP),
            ("id", "rule-line"),
            ("data-lowest", f"{frame.low_y:.2f}"),
        ),
        *axis_names("documents labelled automatically", "right among them"),
    ]


def growth_chart(growth: Growth) -> Chart:
    """The error by number of labels, so far and to expect."""
    (first, before), (today, now) = growth.measured[0], growth.measured[-1]
    last, then = growth.expected[-1]
    told = [("measured", *one) for one in growth.measured]
    told += [("expected", *one) for one in growth.expected[1:]]
    return Chart(
        name="growth",
        title="Error by number of labelled documents",
        description=(
            f"With {count(first)} labels {percent(before.value)} of the answers were wrong, "
            f"with {count(today)} {percent(now.value)}; with {count(last)} about "
            f"{percent(then.value)} are to be expected."
        ),
        caption="Solid: measured. Dashed: to be expected. Both with 95 % intervals.",
        shapes=tuple(_growth_shapes(growth)),
        head=("", "labels", "wrong", "95 % interval"),
        rows=tuple(
            (kind, count(n), percent(m.value, 1), interval(m, 1)) for kind, n, m in told
        ),
    )


def _growth_shapes(growth: Growth) -> list[Shape]:
    first, last = growth.measured[0][0], growth.expected[-1][0]
    highest = max(m.high for _, m in (*growth.measured, *growth.expected))
    frame = Frame(first, last, 0.0, min(1.0, ceil(10 * highest) / 10), logarithmic=True)
    sizes = [size for size, _ in growth.expected]
    low, high = ([getattr(m, end) for _, m in growth.expected] for end in ("low", "high"))
    today, now = growth.measured[-1]
    ticks = {float(n): count(n) for n in _spread([n for n, _ in growth.measured], today, last)}
    lines = {"curve": growth.measured, "curve expected": growth.expected}
    return [
        Shape("path", "band expected", (("d", frame.area(sizes, low, high)),)),
        *frame.grid(ticks, percents(0.0, frame.high_y)),
        *(
            Shape("path", kind, (("d", frame.path((n, m.value) for n, m in points)),))
            for kind, points in lines.items()
        ),
        *(shape for n, m in growth.measured for shape in frame.whisker(n, m)),
        written("note middle", frame.x(today), frame.y(now.high) - 7, "today"),
        *axis_names("labelled documents", "wrong"),
    ]


def reliability_chart(bins: Sequence[Bin]) -> Chart:
    """How often answers of each confidence are right; on the diagonal they mean it."""
    frame = Frame(0.0, 1.0, 0.0, 1.0)
    shapes = [
        *frame.grid(percents(0.0, 1.0), percents(0.0, 1.0)),
        Shape("path", "diagonal", (("d", frame.path([(0.0, 0.0), (1.0, 1.0)])),)),
        *(s for b in bins for s in frame.whisker(b.confidence, b.accuracy)),
        *axis_names("what the model says", "how often it is right"),
    ]
    rows = tuple(
        (
            percent(b.confidence),
            percent(b.accuracy.value),
            interval(b.accuracy),
            count(b.accuracy.documents),
        )
        for b in bins
    )
    told = "; ".join(
        f"{percent(b.accuracy.value)} right where it says {percent(b.confidence)}" for b in bins
    )
    return Chart(
        name="reliability",
        title="How often the model is right, by how sure it says it is",
        description=f"{told}.",
        caption="Dots: measured, with 95 % intervals. Dashed: where they should lie.",
        shapes=tuple(shapes),
        head=("says", "right", "95 % interval", "documents"),
        rows=rows,
    )


def novelty_chart(novelty: Novelty) -> Chart:
    """The error on usual and unusual documents."""
    errors = novelty.errors
    highest = max(m.high for m in errors)
    frame = Frame(0.0, float(len(errors)), 0.0, min(1.0, ceil(10 * highest) / 10))
    ticks = {place + 0.5: name for place, name in enumerate(FIFTH_NAMES) if name}
    shapes = [
        *frame.grid(ticks, percents(0.0, frame.high_y)),
        *(bar(frame, place, m.value) for place, m in enumerate(errors)),
        *(s for place, m in enumerate(errors) for s in frame.whisker(place + 0.5, m)),
        *axis_names("documents, a fifth each", "wrong"),
    ]
    new = novelty.new
    rows = tuple(
        (
            f"fifth {place + 1}",
            percent(m.value, 1),
            interval(m, 1),
            count(m.documents),
            *((count(new[place]),) if new else ()),
        )
        for place, m in enumerate(errors)
    )
    return Chart(
        name="novelty",
        title="Error on unusual and on usual documents",
        description=(
            f"Of the least typical fifth {percent(errors[0].value)} are wrong, of the most "
            f"typical {percent(errors[-1].value)}."
        ),
        caption="Bars: measured on the checked documents, with 95 % intervals.",
        shapes=tuple(shapes),
        head=("typicality", "wrong", "95 % interval", "documents", *(("new",) if new else ())),
        rows=rows,
    )


def _spread(sizes: Sequence[int], today: int, last: int) -> list[int]:
    """Numbers of labels worth writing: not too near to each other on the axis."""
    chosen: list[int] = []
    for size in sorted({*sizes, today, 2 * today, last}):
        if not chosen or size >= 1.7 * chosen[-1]:
            chosen.append(size)
    return chosen


__all__ = ["coverage_chart", "growth_chart", "novelty_chart", "reliability_chart"]
