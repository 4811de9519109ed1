import re
from collections import Counter

import pytest

from halfbayes.cli.lesson import lesson
from halfbayes.data.python_docs import python_docstrings, split_by_module

SHARE = re.compile(r"(\d+\.\d)%")


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(lesson())


def shares(lines, start) -> list[float]:
    (line,) = [line for line in lines if line.startswith(start)]
    return [float(share) for share in SHARE.findall(line)]


def overall(lines, end) -> float:
    (line,) = [line for line in lines if end in line]
    return float(SHARE.findall(line)[0])


def test_the_overall_shares_are_the_means_of_the_classes(lines):
    for column, rows in enumerate(split_by_module(python_docstrings())):
        sizes = Counter(row.chapter for row in rows)
        right = sum(n * shares(lines, chapter)[column] for chapter, n in sizes.items())
        printed = overall(lines, ["by leave-one-out", "modules never seen"][column])
        # Both sides are rounded to a tenth of a per cent.
        assert right / len(rows) == pytest.approx(printed, abs=0.1)


def test_something_is_learnt(lines):
    without_reading = overall(lines, "always answering")
    assert overall(lines, "modules never seen") > without_reading + 10
    assert overall(lines, "by leave-one-out") > overall(lines, "modules never seen")


def test_words_that_tell_a_class_are_shown(lines):
    (mathematics,) = [line for line in lines if line.startswith("Mathematics")]
    assert "decimal" in mathematics
