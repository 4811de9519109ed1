import csv
import io

from experiments.numbers import reproduction_of, summary_of

from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.tables import (
    body,
    cell_text,
    claims_table,
    csv_text,
    markdown_text,
    reasons_lines,
    tables,
)
from halfbayes.experiments.verdicts import judged

SUMMARY = summary_of(
    Measurement("800", "MAP", 0.153),
    Measurement("800", "halfbayes", 0.1),
    Measurement("250", "MAP", 0.9),
    Measurement("panel", "MAP", 0.5, x=10.0),
    Measurement("picture", "MAP", 0.5, image="00ff"),
)
REPRODUCTION = reproduction_of(
    cells=[("800", "MAP", 0.153), ("250", "MAP", 0.213)],
    claims=[("faster", "it is faster")],
    notes=[{"row": "250", "reason": "other splits"}],
    found={"faster": (True, "3 of 3")},
)
JUDGEMENT = judged(REPRODUCTION, SUMMARY)


def test_a_table_has_ours_beside_the_papers():
    grid, panel = tables(SUMMARY, JUDGEMENT, 3, "m")
    assert grid == [
        "|  | MAP | halfbayes |",
        "| --- | ---: | ---: |",
        "| 800 | 0.153 (0.153) | 0.100 |",
        "| 250 | 0.900 (0.213) |  |",
    ]
    assert panel == ["**panel**", "", "| m | MAP |", "| --- | ---: |", "| 10 | 0.500 |"]


def test_the_page_has_claims_verdicts_and_reasons():
    text = markdown_text(REPRODUCTION, SUMMARY, JUDGEMENT, picture="a.svg")
    assert "![A table](a.svg)" in text
    assert "Verdicts: 2 reproduced, 1 differs." in text
    assert list(reasons_lines(JUDGEMENT)) == ["- *differs* (250 MAP): other splits"]
    assert claims_table(JUDGEMENT)[-1] == "| it is faster | 3 of 3 | reproduced |"
    assert "quick" not in text
    assert body(REPRODUCTION, SUMMARY, JUDGEMENT, picture="")[0].startswith("|  | MAP")


def test_the_csv_file_has_a_line_for_each_cell_and_claim():
    rows = list(csv.DictReader(io.StringIO(csv_text(SUMMARY, JUDGEMENT))))
    assert len(rows) == 6
    assert rows[2]["verdict"] == "differs"
    assert rows[2]["paper"] == "0.213"
    assert rows[1]["paper"] == ""
    assert rows[-1]["column"] == "faster"


def test_nothing_measured_is_an_empty_cell():
    assert cell_text(None, None, 3) == ""
