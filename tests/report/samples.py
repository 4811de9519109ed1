"""Findings made up by hand: no model is needed to draw a page."""

from halfbayes.report.findings import (
    Bin,
    ClassRow,
    Confusions,
    Curve,
    Example,
    Findings,
    Growth,
    Instead,
    Measured,
    Novelty,
    Oddity,
    Piece,
    Region,
    Sorting,
    Step,
    Suspicion,
    Suspicions,
)

HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror="window.hacked = 2">',
    "</script></style></textarea><svg onload='window.hacked = 3'>",
    "{{ 7 * 7 }} {% raw %} ${7*7}",
    "line\u2028separator\u2029here",
    "abc\u202edcba\u2066 and \u200f back",
    "null \x00 and \x1b[31m bell \x07",
    "half \ud83d of a \udc00 pair",
    "https://example.org/ javascript:alert(1) <a href='https://example.org'>x</a>",
    "&lt;b&gt; &amp;amp; <!-- --> ]]> <![CDATA[",
    "\u0e01\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49\u0e49" * 20,
    "x" * 1_000_000,
)
"""Texts that would do harm where they are taken for anything but text."""


def sorting(*, accuracy: float = 0.9, holds: bool = True, are_new: bool = False) -> Sorting:
    """Two classes, ten accuracies; nothing holds above 0.9."""
    steps = []
    for level in range(50, 100, 5):
        target = level / 100
        answered = 100 - level if holds and target <= 0.9 else 0
        threshold = target if answered else None
        piles = (answered // 2, answered - answered // 2)
        steps.append(Step(target, answered, answered // 10, threshold, 0.5, piles))
    chosen = next(i for i, step in enumerate(steps) if step.accuracy == accuracy)
    instead = Instead(0.9, 10) if holds else None
    return Sorting(("law", "art"), 0, 60, are_new, 60, 0.95, tuple(steps), chosen, instead)


def promised(*shares: float) -> tuple[tuple[int, Measured], ...]:
    """Shares that can be promised with 60, 120 and 240 labels."""
    return tuple(
        (60 << place, Measured(share, share / 2, share, 60 << place))
        for place, share in enumerate(shares)
    )


def findings(text: str = "a text", name: str = "law", **changes: object) -> Findings:
    """Everything a report can tell, with one text and one name everywhere."""
    share = Measured(0.8, 0.7, 0.9, 60)
    given = {
        "documents": 60,
        "groups": None,
        "accuracy": share,
        "calibration_error": 0.04,
        "sorting": sorting(),
        "curve": Curve((0.2, 0.6, 1.0), (1.0, 0.9, 0.8), (0.2, 1.0), (0.7, 0.7), (1.0, 0.9)),
        "growth": Growth(
            measured=((30, Measured(0.3, 0.2, 0.4, 30)), (60, Measured(0.2, 0.1, 0.3, 60))),
            expected=tuple((size, Measured(0.2, 0.1, 0.3, size)) for size in (60, 120, 240)),
            answered=promised(0.1, 0.2, 0.3),
            accuracy=0.9,
        ),
        "bins": (Bin(0.65, share), Bin(0.95, share)),
        "confusions": Confusions((name, "art"), ((20, 10), (2, 28)), ((name, "art", 10),)),
        "regions": (Region(name, 0.75, 0.5), Region("numbers", 0.25, None)),
        "classes": (
            ClassRow(name, 30, 22, 20, 4, (text, "court")),
            ClassRow("art", 30, 38, 28, 6, ("paint",)),
        ),
        "examples": (
            Example(
                kind="Sure, and right",
                place="document 3",
                fields=((name, (Piece(text), Piece(text, 3), Piece(text, -2))),),
                label=name,
                given="art",
                probability=0.93,
                against=name,
                supporting=((text, 1.5),),
                opposing=((text, -0.5),),
            ),
        ),
        "novelty": Novelty(
            (share,) * 5, (), (Oddity("document 7", text, name, 0.01),), oddities_are_new=False
        ),
        "suspicions": Suspicions(1, 0.05, (Suspicion("document 9", text, name, 0.02, "art"),)),
        "settings": (("text", text),),
        "left_out": (text,),
    }
    return Findings(**(given | changes))
