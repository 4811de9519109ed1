"""The papers page: every recorded reproduction, with its verdicts, tables and picture.

Recorded results are files ``paper-name.jsonl`` in one folder (``experiments/results`` of the
source tree). The page and its pictures are made from them alone, without data.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from halfbayes.experiments.picture import write_picture
from halfbayes.experiments.registry import PAPERS, reproduction_named, specifications
from halfbayes.experiments.reproduction import Reproduction, no_picture
from halfbayes.experiments.summary import Summary, read_summary
from halfbayes.experiments.tables import body
from halfbayes.experiments.verdicts import (
    VERDICTS,
    Judgement,
    counts_text,
    judged,
    total_counts,
)

MOST_PANELS: Final = 2
PICTURES: Final = "images/papers"
TITLES: Final = {
    "raina2003": "Raina, Shen, Ng and McCallum 2003: hybrid models",
    "rennie2001": "Rennie 2001: multi-class naive Bayes",
    "ngjordan2001": "Ng and Jordan 2001: discriminative against generative",
    "straka2021": "Straka 2021: the naive Bayes family",
    "xing2009": "Xing 2009: logistic regression and its solvers",
}
INTRODUCTION: Final = """\
# The papers, reproduced

halfbayes rests on five sources. `halfbayes reproduce` makes their tables and figures again,
each beside the paper's own numbers:

    halfbayes reproduce --list
    halfbayes reproduce raina2003/figure1 --data DIR
    halfbayes reproduce all --quick --data DIR

Every number that a paper printed, and every claim it makes in words, gets one of four verdicts:

- *reproduced*: within two combined standard errors, or within 5 % of the paper's number; or the
  claim holds;
- *close*: within 15 %;
- *differs*: neither;
- *not comparable*: other data, or other things measured; the reason says which.

Numbers in brackets are the paper's. Where a cell differs, what was found out about why stands
below the table; nothing was tuned until a cell matched. Columns named halfbayes are today's
default, on the same splits or on the number of them that is stated. Every number behind the
figures is in `experiments/results`.
"""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A reproduction with what was recorded of it."""

    reproduction: Reproduction
    summary: Summary
    judgement: Judgement

    @property
    def stem(self) -> str:
        """Its name as that of a file."""
        return self.reproduction.spec.stem


def recorded(folder: Path) -> list[Recorded]:
    """Every reproduction that has results in the folder, in the order of the list."""
    found = []
    for name, spec in specifications().items():
        path = folder / f"{spec.stem}.jsonl"
        if path.exists():
            reproduction, summary = reproduction_named(name), read_summary(path)
            found.append(Recorded(reproduction, summary, judged(reproduction, summary)))
    return found


def page_text(results: Sequence[Recorded]) -> str:
    """The page as Markdown."""
    blocks = [INTRODUCTION.rstrip(), "\n".join(overview(results))]
    for paper in PAPERS:
        of_paper = [one for one in results if one.reproduction.spec.paper == paper]
        if of_paper:
            blocks.append(f"## {TITLES[paper]}")
        for one in of_paper:
            blocks += section(one)
    return "\n\n".join(blocks) + "\n"


def overview(results: Sequence[Recorded]) -> list[str]:
    """A line for each reproduction, with its verdicts."""
    lines = [f"| reproduction | {' | '.join(VERDICTS)} | CPU s |"]
    lines.append("| --- |" + " ---: |" * (len(VERDICTS) + 1))
    for one in results:
        counts = " | ".join(str(n or "") for n in one.judgement.counts.values())
        seconds = one.summary.provenance.seconds
        name = one.reproduction.name
        lines.append(f"| [{name}](#{anchor(name)}) | {counts} | {seconds:.0f} |")
    total = total_counts([one.judgement for one in results])
    seconds = sum(one.summary.provenance.seconds for one in results)
    counts = " | ".join(f"**{n}**" for n in total.values())
    return [*lines, f"| **{len(results)} reproductions** | {counts} | **{seconds:.0f}** |"]


def section(one: Recorded) -> list[str]:
    """The blocks of one reproduction; figures of many panels are shown as pictures only."""
    spec, provenance = one.reproduction.spec, one.summary.provenance
    drawn = one.reproduction.draw is not no_picture
    versions = ", ".join(f"{name} {version}" for name, version in provenance.versions.items())
    data = ", ".join(f"{name} `{digest}`" for name, digest in provenance.data.items())
    return [
        f"### {spec.name}",
        f"**{spec.title}.** {spec.source}.",
        spec.protocol.strip(),
        *body(
            one.reproduction,
            one.summary,
            one.judgement,
            picture=f"{PICTURES}/{one.stem}.svg" if drawn else "",
            most_panels=MOST_PANELS,
        ),
        f"Measured with {versions}" + (f"; data {data}." if data else "."),
    ]


def anchor(name: str) -> str:
    """The anchor that the heading of a reproduction gets, here and on GitHub.

    >>> anchor("rennie2001/table2.1"), anchor("rennie2001/figure3-1")
    ('rennie2001table21', 'rennie2001figure3-1')
    """
    return re.sub(r"[^\w -]", "", name)


def write_pictures(results: Sequence[Recorded], folder: Path) -> None:
    """Draw every figure into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in results:
        figure = one.reproduction.draw(one.summary)
        if figure is not None:
            write_picture(figure, folder / f"{one.stem}.svg")


def verdicts_line(results: Sequence[Recorded]) -> str:
    """The verdicts of all together."""
    counts = total_counts([one.judgement for one in results])
    return f"{len(results)} reproductions: {counts_text(counts)}"


__all__ = [
    "Recorded",
    "anchor",
    "overview",
    "page_text",
    "recorded",
    "section",
    "verdicts_line",
    "write_pictures",
]
