import pytest

from halfbayes.errors import InvalidInputError
from halfbayes.experiments.fewlabel.results import append_row, read_rows, repair, tidy


def test_rows_come_back_as_they_were_written(tmp_path, make_row):
    path = tmp_path / "new" / "rows.jsonl"
    rows = [make_row(draw=0), make_row(draw=1), make_row(budget=None)]
    for row in rows:
        append_row(path, row)
    assert list(read_rows(path).values()) == rows


def test_the_last_row_of_a_name_counts(tmp_path, make_row):
    path = tmp_path / "rows.jsonl"
    for error in (0.5, 0.2):
        append_row(path, make_row(error=error))
    assert [row.error for row in read_rows(path).values()] == [0.2]
    tidy(path)
    assert len(path.read_text().splitlines()) == 1


def test_half_a_line_is_not_read_and_is_cut_off_before_the_next(tmp_path, make_row):
    path = tmp_path / "rows.jsonl"
    append_row(path, make_row(draw=0))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:30])
    assert len(read_rows(path)) == 1
    repair(path)
    assert path.read_bytes() == whole
    append_row(path, make_row(draw=1))
    assert len(read_rows(path)) == 2


def test_a_line_that_is_no_row_is_named(tmp_path, make_row):
    path = tmp_path / "rows.jsonl"
    append_row(path, make_row())
    path.write_text(path.read_text() + '{"corpus": "sms"}\n')
    with pytest.raises(InvalidInputError, match="line 2"):
        read_rows(path)


def test_tidy_orders_by_corpus_budget_and_draw_with_all_last(tmp_path, make_row):
    path = tmp_path / "rows.jsonl"
    for budget, draw in [(None, 0), (10, 1), (10, 0), (3, 0)]:
        append_row(path, make_row(budget=budget, draw=draw))
    tidy(path)
    assert [(row.budget, row.draw) for row in read_rows(path).values()] == [
        (3, 0),
        (10, 0),
        (10, 1),
        (None, 0),
    ]


def test_without_a_file_there_are_no_rows(tmp_path):
    repair(tmp_path / "none.jsonl")
    assert read_rows(tmp_path / "none.jsonl") == {}
