from pathlib import Path

import pytest

from halfbayes.errors import InvalidParameterError, MissingCorpusError
from halfbayes.experiments.fewlabel.command import answer, planned
from halfbayes.experiments.fewlabel.results import append_row


def options(**chosen):
    usual = {"data": None, "draws": 5, "budgets": ("3", "all"), "corpora": None}
    usual |= {"methods": None, "quick": False, "again": False, "processes": 1}
    return {**usual, "output": Path("fewlabel.jsonl"), "page": None, **chosen}


def test_without_names_every_corpus_and_method_takes_part(folder):
    plan = planned(options(data=folder))
    assert len(plan.corpora) == 16
    assert plan.budgets == (3, None)
    assert {"halfbayes", "linear-svm"} <= set(plan.methods)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"corpora": ("smss",)}, "no corpus 'smss'; there are 20newsgroups"),
        ({"methods": ("svm",)}, "no method 'svm'; there are multinomial-nb"),
        ({"budgets": ("3", "0")}, "1 or more, or all; got '0'"),
        ({"draws": 0}, "--draws must be 1 or more; got 0"),
        ({"processes": 0}, "--processes must be 1 or more; got 0"),
    ],
)
def test_a_wrong_option_is_named(folder, chosen, said):
    with pytest.raises(InvalidParameterError, match=said):
        planned(options(data=folder, **chosen))


def test_a_quick_run_needs_no_corpora(monkeypatch):
    monkeypatch.delenv("HALFBAYES_DATA", raising=False)
    plan = planned(options(quick=True))
    assert plan.corpora == ("python-docs",)
    with pytest.raises(MissingCorpusError, match="--data"):
        planned(options())


def test_a_folder_that_was_named_must_be_there(tmp_path):
    with pytest.raises(MissingCorpusError, match="there is none"):
        planned(options(quick=True, data=tmp_path / "nowhere"))


def test_a_run_prints_how_many_rows_are_new_and_a_table(folder, tmp_path):
    chosen = {"corpora": ("sms",), "methods": ("complement-nb",), "budgets": ("3",), "draws": 1}
    asked = options(data=folder, output=tmp_path / "rows.jsonl", **chosen)
    lines = list(answer(asked))
    assert lines[0] == f"1 new rows in {tmp_path / 'rows.jsonl'}"
    assert any(line.startswith("complement NB") for line in lines)
    assert next(answer(asked)).startswith("0 new rows")


def test_a_page_is_written_from_rows_and_nothing_is_measured(tmp_path, make_row):
    rows = tmp_path / "rows.jsonl"
    for method in ("linear-svm", "halfbayes"):
        append_row(rows, make_row(method=method))
    written = list(answer(options(output=rows, page=tmp_path / "page.md")))
    assert len(written) == 1
    assert (tmp_path / "page.md").exists()
    assert (tmp_path / "images" / "fewlabel.svg").exists()


def test_a_page_needs_rows(tmp_path):
    with pytest.raises(InvalidParameterError, match="there are none"):
        list(answer(options(output=tmp_path / "none.jsonl", page=tmp_path / "page.md")))
