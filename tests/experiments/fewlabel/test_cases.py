import pytest

from halfbayes.experiments.fewlabel.cases import behind_tables, counts_of_cases
from halfbayes.experiments.fewlabel.summary import comparisons


@pytest.fixture
def compared(make_row):
    errors = {"linear-svm": 0.2, "halfbayes": 0.3, "halfbayes-names": 0.1}
    rows = [
        make_row(draw=draw, method=method, error=error)
        for draw in (0, 1)
        for method, error in errors.items()
    ]
    return comparisons(rows)


def test_cases_are_counted_without_names_and_with_them(compared):
    lines = counts_of_cases(compared)
    assert ["design", "told numbers", "error", "1", "0", "0", "1"] in lines
    assert ["design", "told names", "error", "1", "1", "0", "0"] in lines


def test_a_case_that_is_lost_is_shown_as_lost(compared):
    lines = list(behind_tables(compared))
    assert "| sms | **+0.100 ± 0.000 linear SVM** |" in lines
    named = lines.index("### Error, told names. Corpora looked at while the model was designed")
    assert lines[named + 4] == "| sms | -0.100 ± 0.000 linear SVM |"


def test_nothing_is_said_of_names_where_nobody_was_told_any(make_row):
    rows = [make_row(method=method) for method in ("linear-svm", "halfbayes")]
    compared = comparisons(rows)
    assert "told names" not in str([*behind_tables(compared), *counts_of_cases(compared)])
