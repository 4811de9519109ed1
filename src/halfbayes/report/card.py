"""A fitted model in a notebook: one card, escaped as the report is; needs no other package."""

from collections.abc import Sequence
from html import escape
from typing import Final

from halfbayes.data.visible import visible
from halfbayes.report.findings import Findings, Measured
from halfbayes.report.wording import basis, headline, interval, percent, plural

MOST_NAMED: Final = 12
"""Classes that are named."""

STYLE: Final = (
    "font-family:system-ui,sans-serif;line-height:1.5;max-width:44rem;padding:.8rem 1rem;"
    "border:1px solid #8886;border-radius:8px"
)


def card(found: Findings, names: Sequence[str]) -> str:
    """The headline, the leave-one-out error, the classes, and who has the say.

    >>> "2 classes: &lt;b&gt;, law" in card(Findings(documents=0), ["<b>", "law"])
    True
    """
    told = [basis(found), _learnt(found.documents, names)]
    if found.accuracy is not None:
        right = found.accuracy
        wrong = Measured(1.0 - right.value, 1.0 - right.high, 1.0 - right.low, right.documents)
        told.append(
            f"Wrong by leave-one-out: {percent(wrong.value, 1)} "
            f"({interval(wrong, 1)} with 95 % confidence)"
        )
    if found.regions:
        says = ", ".join(f"{region.name} {percent(region.share)}" for region in found.regions)
        told.append(f"Who has the say: {says}")
    lines = "".join(f'<p style="margin:.3rem 0">{_safe(line)}</p>' for line in told)
    return (
        f'<div style="{STYLE}"><p style="font-weight:600;font-size:1.1rem;margin:0 0 .4rem">'
        f"{_safe(headline(found))}</p>{lines}</div>"
    )


def _learnt(documents: int, names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    classes = ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"{plural(documents, 'labelled document')}, {len(names)} classes: {classes}"


def _safe(text: str) -> str:
    return escape(visible(text))


__all__ = ["card"]
