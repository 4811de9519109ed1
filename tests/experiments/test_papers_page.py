from pathlib import Path

import pytest
from experiments.numbers import reproduction_of, summary_of

from halfbayes.experiments.papers_page import (
    Recorded,
    anchor,
    overview,
    page_text,
    recorded,
    section,
    verdicts_line,
    write_pictures,
)
from halfbayes.experiments.registry import specifications
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.verdicts import judged

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "experiments" / "results"
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def results():
    return recorded(RESULTS)


def test_every_reproduction_is_recorded_as_published(results):
    assert [one.reproduction.name for one in results] == list(specifications())
    assert not any(one.summary.provenance.quick for one in results)


def test_the_page_is_current(results):
    assert (DOCS / "papers.md").read_text("utf-8") == page_text(results)


def test_what_differs_has_a_reason(results):
    without = [
        (one.reproduction.name, item)
        for one in results
        for item in (*one.judgement.cells, *one.judgement.claims)
        if item.verdict != "reproduced" and not item.reason
    ]
    assert without == []


def test_every_picture_of_the_page_exists(results):
    missing = [
        one.stem
        for one in results
        if f"images/papers/{one.stem}.svg" in "".join(section(one))
        and not (DOCS / "images" / "papers" / f"{one.stem}.svg").exists()
    ]
    assert missing == []


def test_the_overview_adds_up():
    reproduction = reproduction_of(cells=[("r", "c", 1.0), ("r", "d", 1.0)])
    summary = summary_of(Measurement("r", "c", 1.0), Measurement("r", "d", 9.0))
    one = Recorded(reproduction, summary, judged(reproduction, summary))
    lines = overview([one, one])
    assert lines[2] == "| [paper/table1](#papertable1) | 1 |  | 1 |  | 0 |"
    assert lines[-1].startswith("| **2 reproductions** | **2** | **0** | **2** | **0** |")
    assert verdicts_line([one]) == "1 reproductions: 1 reproduced, 1 differs"
    assert anchor("a/b.c") == "abc"


def test_pictures_are_drawn_from_what_was_recorded(results, tmp_path):
    theorem = [one for one in results if one.reproduction.name == "raina2003/theorem1"]
    write_pictures(theorem, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["raina2003-theorem1.svg"]
