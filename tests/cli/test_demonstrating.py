import re
from collections import Counter

import pytest

from halfbayes.cli.demonstrating import LABELS, METHODS, demonstration
from halfbayes.data.python_docs import python_docstrings, split_by_module


@pytest.fixture(scope="module")
def lines(tmp_path_factory) -> list[str]:
    return list(demonstration(str(tmp_path_factory.mktemp("demo") / "report.html")))


def numbers(lines, method) -> tuple[float, float, float]:
    (line,) = [line for line in lines if line.startswith(method)]
    error, log_loss, covered = re.fullmatch(
        rf"{method} +([\d.]+) % +([\d.]+) +([\d.]+) %", line
    ).groups()
    return float(error), float(log_loss), float(covered)


def test_every_method_is_in_the_table(lines):
    for method in METHODS:
        error, log_loss, covered = numbers(lines, method)
        assert 0 <= error <= 100
        assert log_loss > 0
        assert 0 <= covered <= 100


def test_something_is_learnt_from_a_few_labels(lines):
    _, test = split_by_module(python_docstrings())
    ((_, most),) = Counter(row.chapter for row in test).most_common(1)
    without_reading = 100 - 100 * most / len(test)
    assert numbers(lines, "halfbayes")[0] < without_reading - 10
    assert f"{LABELS} of them with labels" in lines[1]


def test_the_sentence_says_what_can_be_answered(lines):
    assert any(f"{LABELS} checked documents" in line for line in lines)


def test_words_that_tell_a_class_are_shown(lines):
    (mathematics,) = [line for line in lines if line.startswith("Mathematics")]
    assert "decimal" in mathematics
