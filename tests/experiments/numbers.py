"""Small summaries that several tests look at."""

from halfbayes.experiments.reproduction import Finding, Measurement, Reproduction, Task
from halfbayes.experiments.specification import Cell, Claim, Note, Specification
from halfbayes.experiments.summary import Provenance, Summary, summarised


def summary_of(*measurements: Measurement, quick: bool = False) -> Summary:
    return summarised(measurements, Provenance("paper/table1", quick))


def reproduction_of(*, cells=(), claims=(), notes=(), found=None) -> Reproduction:
    spec = Specification(
        "paper/table1",
        "A table",
        "Somebody 2001, Table 1, page 3",
        "Ten draws.",
        cells=tuple(Cell(*cell) for cell in cells),
        claims=tuple(Claim(*claim) for claim in claims),
        notes=tuple(Note(**note) for note in notes),
    )
    findings = {name: Finding(*finding) for name, finding in (found or {}).items()}
    return Reproduction(
        spec.name,
        spec,
        lambda *, quick: [Task("only", {"quick": quick})],
        lambda settings, data: [],  # noqa: ARG005
        claims=lambda summary: findings,  # noqa: ARG005
    )
