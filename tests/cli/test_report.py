import json

import pytest
from cli.tables import call

from halfbayes import load


def test_the_page_is_that_of_the_model(model, table, tmp_path):
    page, same = tmp_path / "page.html", tmp_path / "same.html"
    result = call("report", model, table, "-o", page, "--accuracy", "0.8")
    assert result.exit_code == 0
    assert result.stdout == f"Written to {page}.\n"
    assert "New documents by where they go" in page.read_text("utf-8")
    load(model).report(same, accuracy=0.8)
    call("report", model, "-o", page, "--accuracy", "0.8")
    assert page.read_bytes() == same.read_bytes()


def test_a_table_is_learnt_first(table, tmp_path):
    page = tmp_path / "page.html"
    result = call("report", table, "--label", "topic", "-o", page, "--json", "-q")
    assert json.loads(result.stdout) == {"report": str(page), "documents": 60}
    assert "60 labelled documents" in page.read_text("utf-8")


def test_groups_are_left_out_whole(table, tmp_path):
    page = tmp_path / "page.html"
    arguments = ["--label", "topic", "--text", "body", "--groups", "channel", "-o", page]
    assert call("report", table, *arguments, "-q").exit_code == 0
    assert "nor any other of its channel" in page.read_text("utf-8")


def test_a_model_without_documents_gives_a_shorter_page_and_says_so(table, tmp_path):
    call("train", table, "--label", "topic", "-o", tmp_path / "m.hb", "-q")
    result = call("report", tmp_path / "m.hb", "-o", tmp_path / "page.html")
    assert result.exit_code == 0
    assert "train it with --documents" in result.stderr
    assert "are left out" in (tmp_path / "page.html").read_text("utf-8")


def test_without_excerpts_no_document_is_in_the_page(model, tmp_path):
    page = tmp_path / "page.html"
    call("report", model, "-o", page, "--excerpts", "0")
    assert "<article" not in page.read_text("utf-8")


@pytest.mark.parametrize("name", ["page.pdf", "page.docx", "page.csv"])
def test_a_name_that_is_no_page_is_refused_before_any_work(tmp_path, name):
    result = call("report", "no-such-table.csv", "-o", tmp_path / name)
    assert result.exit_code == 2
    assert "a report is a page of HTML" in result.stderr
    assert "name it .html" in result.stderr
