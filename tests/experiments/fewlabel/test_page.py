from pathlib import Path

import pytest

from halfbayes.experiments.fewlabel.page import page, short_table, write_page
from halfbayes.experiments.fewlabel.results import read_rows
from halfbayes.experiments.fewlabel.run import Plan

ROOT = Path(__file__).parents[3]


@pytest.fixture
def rows(make_row):
    errors = {"linear-svm": 0.2, "logistic-100": 0.21, "halfbayes": 0.19}
    return [
        make_row(corpus=corpus, budget=budget, draw=draw, method=method, error=error)
        for corpus in ("sms", "webkb")
        for budget in (3, 100)
        for draw in (0, 1)
        for method, error in errors.items()
    ]


def test_the_two_halves_are_never_in_one_table(rows):
    text = "\n".join(page(rows, Path("images/fewlabel.svg")))
    assert "Mean of 1 corpora: sms." in text
    assert "Mean of 1 corpora: webkb." in text


def test_the_best_of_a_column_is_bold_and_the_cases_are_counted(rows):
    lines = list(page(rows, Path("images/fewlabel.svg")))
    assert "| halfbayes | **0.190** |" in "\n".join(lines)
    assert "| design | told numbers | error | 2 | 2 | 0 | 0 |" in lines


def test_the_page_of_the_documentation_is_what_the_kept_rows_give():
    rows = list(read_rows(ROOT / "benchmarks" / "results" / "fewlabel.jsonl").values())
    written = (ROOT / "docs" / "benchmarks.md").read_text("utf-8").splitlines()
    assert written == list(page(rows, Path("images/fewlabel.svg")))


def test_the_page_links_the_picture_beside_it(rows, tmp_path):
    write_page(
        rows, tmp_path / "docs" / "benchmarks.md", tmp_path / "docs" / "images" / "a.svg"
    )
    assert "](images/a.svg)" in (tmp_path / "docs" / "benchmarks.md").read_text()


def test_a_terminal_sees_the_methods_of_the_plan(rows):
    plan = Plan(("sms",), (3,), 2, ("halfbayes", "linear-svm"), None)
    lines = list(short_table(rows, plan))
    assert "3 labels per class, mean of 1 corpora" in lines
    assert [line.split("  ")[0] for line in lines if "0." in line] == [
        "linear SVM",
        "halfbayes",
    ]


def test_rows_of_different_runs_are_said_to_be_so(rows, make_row):
    newer = make_row(corpus="sms", budget=3, draw=0, method="halfbayes", commit="c2")
    said = "measured anew after the others"
    assert said not in "\n".join(page(rows, Path("x.svg")))
    told = "\n".join(page([*rows, newer], Path("x.svg")))
    assert said in told
    assert "The rows of halfbayes of one draw were" in told
    assert "of the same run as the others', but for those by which its speed is told" in told
    every = [make_row(draw=draw, method="halfbayes", commit="c2") for draw in (0, 1)]
    assert "The rows of halfbayes were" in "\n".join(page([*rows, *every], Path("x.svg")))
    timed = make_row(corpus="sms", budget=100, draw=0, method="halfbayes", commit="c2")
    assert "of the same run as the others'." in "\n".join(page([*rows, timed], Path("x.svg")))
