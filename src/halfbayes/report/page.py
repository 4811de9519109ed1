"""The report as one HTML file: no network, no other file, nothing of a document but its text.

Jinja2 fills the templates with autoescape on; everything that is printed passes ``visible``, so
that no control character, turn of direction or half character reaches the page. The
Content-Security-Policy allows the one style sheet and the one script of the templates by their
hashes, images written into the page, and nothing else. No clock, no chance: the same findings
give the same bytes.
"""

import json
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from halfbayes.data.visible import visible
from halfbayes.errors import MissingExtraError
from halfbayes.report import wording
from halfbayes.report.figures import (
    coverage_chart,
    growth_chart,
    novelty_chart,
    reliability_chart,
)
from halfbayes.report.findings import Confusions, Findings, Sorting
from halfbayes.report.shapes import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Chart

TEMPLATES: Final = Path(__file__).parent / "templates"
SHADES: Final = 6
"""Steps of grey in the confusion matrix."""


def _environment() -> Any:
    try:
        jinja2 = import_module("jinja2")
    except ImportError as error:
        message = (
            "reports need Jinja2, which is not installed; run: pip install 'halfbayes[report]'"
        )
        raise MissingExtraError(message) from error
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=_shown,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "percent": wording.percent,
        "count": wording.count,
        "interval": wording.interval,
        "plural": wording.plural,
        "of_hundred": wording.of_hundred,
    }
    return environment


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """The templates, ready to be filled; ``MissingExtraError`` where Jinja2 is missing."""

    environment: Any = field(default_factory=_environment)

    def html(self, found: Findings) -> str:
        """The whole page.

        >>> Page().html(Findings(documents=0)).startswith("<!DOCTYPE html>")
        True
        """
        style, script = (
            (TEMPLATES / name).read_text("utf-8").strip() for name in ("style.css", "script.js")
        )
        # The text of both elements is all of ours: there is nothing in it to escape.
        markup = import_module("markupsafe").Markup
        page: str = self.environment.get_template("page.html").render(
            found=found,
            policy=_policy(style, script),
            style=markup(style),
            script=markup(script),
            charts=_charts(found),
            steps=_steps(found.sorting),
            shades=_shades(found.confusions),
            frame=f"{LEFT} {TOP} {WIDTH - RIGHT} {HEIGHT - BOTTOM}",
            wording=wording,
        )
        return page.lstrip()


def _shown(value: Any) -> Any:
    """What is printed of a value; text that is markup already is ours."""
    return (
        visible(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
    )


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_source(style)}'; script-src '{_source(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _source(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _charts(found: Findings) -> dict[str, Chart]:
    charts = []
    if found.curve is not None and found.sorting is not None:
        charts.append(coverage_chart(found.curve, found.sorting))
    if found.growth is not None:
        charts.append(growth_chart(found.growth))
    if found.bins:
        charts.append(reliability_chart(found.bins))
    if found.novelty is not None and found.novelty.errors:
        charts.append(novelty_chart(found.novelty))
    return {chart.name: chart for chart in charts}


def _steps(sorting: Sorting | None) -> str:
    """What the script shows at each place of the slider, as JSON."""
    if sorting is None:
        return "[]"
    return json.dumps(
        [
            {
                "asked": wording.asked_percent(step.accuracy),
                "told": wording.step_sentence(sorting, step),
                "piles": step.piles,
                "person": sorting.documents - sum(step.piles),
                "covered": step.answered / sorting.checked if step.holds else None,
                "accuracy": step.accuracy,
            }
            for step in sorting.steps
        ],
        separators=(",", ":"),
    )


def _shades(confusions: Confusions | None) -> tuple[tuple[int, ...], ...]:
    """How dark each cell of the confusion matrix is, by its share of the row."""
    if confusions is None:
        return ()
    return tuple(
        tuple(0 if n == 0 else 1 + int((SHADES - 1) * n / max(sum(row), 1)) for n in row)
        for row in confusions.table
    )


__all__ = ["Page"]
