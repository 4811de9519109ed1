"""Tables of a reproduction in the paper's form, ours beside the paper's: Markdown and CSV.

Cells without x make one table, rows by columns. Cells with x make one table a row of the paper
(a panel of the figure), x by columns. In Markdown a cell is ``ours (paper)``; the CSV file has
one line a cell, with standard error, draws, verdict and reason.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence

from halfbayes.experiments.reproduction import Reproduction
from halfbayes.experiments.specification import Cell
from halfbayes.experiments.summary import Place, Statistic, Summary
from halfbayes.experiments.verdicts import (
    REPRODUCED,
    JudgedCell,
    Judgement,
    counts_text,
)

HEADS = (
    "row", "column", "series", "x", "ours", "standard error", "draws", "paper", "verdict",
    "reason",
)  # fmt: skip


def csv_text(summary: Summary, judgement: Judgement) -> str:
    """One line a cell, and one a claim (its paper's number is 1, true)."""
    by_place = {_place(one.cell): one for one in judgement.cells}
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEADS)
    for one in summary.statistics:
        found = by_place.get(one.place)
        said = (
            ("", "", "") if found is None else (found.cell.value, found.verdict, found.reason)
        )
        error = "" if one.standard_error is None else one.standard_error
        x = "" if one.x is None else one.x
        writer.writerow([one.row, one.column, one.series, x, one.mean, error, one.draws, *said])
    for claim in judgement.claims:
        value = float(claim.verdict == REPRODUCED)
        row = ["claims", claim.name, "", "", value, "", "", 1.0, claim.verdict, claim.reason]
        writer.writerow(row)
    return file.getvalue()


def markdown_text(
    reproduction: Reproduction, summary: Summary, judgement: Judgement, *, picture: str
) -> str:
    """The page of one reproduction."""
    spec = reproduction.spec
    blocks = [f"# {spec.name}: {spec.title}", f"{spec.source}.", spec.protocol.strip()]
    if summary.provenance.quick:
        blocks.append("*A quick run: fewer draws, or fewer settings, than published.*")
    blocks += body(reproduction, summary, judgement, picture=picture)
    return "\n\n".join(blocks) + "\n"


def body(
    reproduction: Reproduction,
    summary: Summary,
    judgement: Judgement,
    *,
    picture: str,
    most_panels: int | None = None,
) -> list[str]:
    """Picture, tables, claims, remarks and reasons, as blocks of Markdown.

    Of a figure with more than ``most_panels`` panels the tables of the panels are left out.
    """
    spec = reproduction.spec
    blocks = [f"![{spec.title}]({picture})"] if picture else []
    n_panels = len({(one.row, one.series) for one in summary.statistics if one.x is not None})
    shown = summary
    if picture and most_panels is not None and n_panels > most_panels:
        plain = tuple(one for one in summary.statistics if one.x is None)
        shown = Summary(summary.provenance, plain)
    blocks += ["\n".join(table) for table in tables(shown, judgement, spec.digits, spec.x)]
    if judgement.claims:
        blocks.append("\n".join(claims_table(judgement)))
    remarks = reproduction.remarks(summary)
    if remarks:
        blocks.append("\n".join(f"- {remark}" for remark in remarks))
    blocks.append(f"Verdicts: {counts_text(judgement.counts)}.{_draws_text(summary)}")
    reasons = list(reasons_lines(judgement))
    if reasons:
        blocks.append("\n".join(reasons))
    return blocks


def tables(
    summary: Summary, judgement: Judgement, digits: int, x_name: str
) -> Iterator[list[str]]:
    """The table of cells without x, then one for each row and series with x."""
    paper = {_place(one.cell): one for one in judgement.cells}
    shown = [one for one in summary.statistics if not one.image]
    plain = [one for one in shown if one.x is None]
    if plain:
        yield _grid(plain, paper, digits)
    panels = dict.fromkeys((one.row, one.series) for one in shown if one.x is not None)
    for row, series in panels:
        cells = [
            one for one in shown if (one.row, one.series) == (row, series) and one.x is not None
        ]
        title = f"{row} ({series})" if series else row
        yield [f"**{title}**", "", *_panel(cells, paper, digits, x_name)]


def claims_table(judgement: Judgement) -> list[str]:
    """What the paper says, what was found, and the verdict."""
    lines = ["| the paper says | found | verdict |", "| --- | --- | --- |"]
    return lines + [
        f"| {claim.text} | {claim.evidence} | {claim.verdict} |" for claim in judgement.claims
    ]


def reasons_lines(judgement: Judgement) -> Iterator[str]:
    """Each reason once, with the cells it is about."""
    about: dict[tuple[str, str], list[str]] = {}
    for cell in judgement.cells:
        if cell.verdict != REPRODUCED:
            about.setdefault((cell.verdict, cell.reason), []).append(_name(cell.cell))
    for claim in judgement.claims:
        if claim.verdict != REPRODUCED:
            about.setdefault((claim.verdict, claim.reason), []).append(claim.name)
    for (verdict, reason), names in about.items():
        yield f"- *{verdict}* ({_listed(names)}): {reason or 'no reason was found'}"


def cell_text(ours: Statistic | None, paper: JudgedCell | None, digits: int) -> str:
    """Ours and, in brackets, the paper's."""
    if ours is None:
        return ""
    text = number_text(ours.mean, digits)
    return text if paper is None else f"{text} ({number_text(paper.cell.value, digits)})"


def number_text(value: float, digits: int) -> str:
    """A number with so many digits; large whole ones without, tiny ones as powers of ten.

    >>> number_text(0.1534, 3), number_text(38.0, 3), number_text(2e-7, 3)
    ('0.153', '38', '2e-07')
    """
    if abs(value) > 1.0 and value == round(value):
        return f"{value:.0f}"
    tiny = 0.0 < abs(value) < 0.5 * 10.0**-digits
    return f"{value:.0e}" if tiny else f"{value:.{digits}f}"


def _grid(
    cells: Sequence[Statistic], paper: Mapping[Place, JudgedCell], digits: int
) -> list[str]:
    by_place = {one.place: one for one in cells}
    rows = list(dict.fromkeys((one.row, one.series) for one in cells))
    columns = list(dict.fromkeys(one.column for one in cells))
    lines = _header(["", *columns])
    for row, series in rows:
        places: list[Place] = [(row, column, series, None) for column in columns]
        texts = [cell_text(by_place.get(p), paper.get(p), digits) for p in places]
        lines.append(f"| {f'{row} ({series})' if series else row} | {' | '.join(texts)} |")
    return lines


def _panel(
    cells: Sequence[Statistic], paper: Mapping[Place, JudgedCell], digits: int, x_name: str
) -> list[str]:
    by_place = {one.place: one for one in cells}
    row, series = cells[0].row, cells[0].series
    columns = list(dict.fromkeys(one.column for one in cells))
    lines = _header([x_name, *columns])
    for x in sorted({one.x for one in cells if one.x is not None}):
        places: list[Place] = [(row, column, series, x) for column in columns]
        texts = [cell_text(by_place.get(p), paper.get(p), digits) for p in places]
        lines.append(f"| {x:g} | {' | '.join(texts)} |")
    return lines


def _header(names: Sequence[str]) -> list[str]:
    return [f"| {' | '.join(names)} |", "| --- |" + " ---: |" * (len(names) - 1)]


def _draws_text(summary: Summary) -> str:
    draws = sorted({one.draws for one in summary.statistics})
    if draws in ([], [1]):
        return ""
    return f" Draws of a cell: {draws[0]}" + (f" to {draws[-1]}." if draws[1:] else ".")


def _name(cell: Cell) -> str:
    at = "" if cell.x is None else f" at {cell.x:g}"
    return f"{cell.row} {cell.column}{at}".strip()


def _listed(names: Sequence[str], most: int = 6) -> str:
    rest = len(names) - most
    return "; ".join(names[:most]) + (f"; and {rest} more" if rest > 0 else "")


def _place(cell: Cell) -> Place:
    return cell.row, cell.column, cell.series, cell.x


__all__ = [
    "body",
    "cell_text",
    "claims_table",
    "csv_text",
    "markdown_text",
    "number_text",
    "reasons_lines",
    "tables",
]
