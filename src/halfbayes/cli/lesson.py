"""What ``halfbayes demo`` learns and says."""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

import halfbayes
from halfbayes.core.association import log_odds
from halfbayes.data.python_docs import Docstring, python_docstrings, split_by_module
from halfbayes.types import BoolArray, FloatArray, LabelArray

WORDS = 6


def lesson() -> Iterator[str]:
    """Learn the docstrings of this Python by chapter; the lines that tell how well."""
    training, test = split_by_module(python_docstrings())
    counter = halfbayes.TermCounter()
    X = counter.fit_transform(_documents(training))
    y, y_new = _chapters(training), _chapters(test)
    model = halfbayes.MultinomialNaiveBayes().fit(X, y)
    left_out = model.classes_[np.argmax(model.leave_one_out_proba_, axis=1)] == y
    new = model.predict(counter.transform(_documents(test))) == y_new
    scores = log_odds(np.exp(model.linear_weights()[1]))  # (classes, terms)
    words = _top_words(scores, counter.get_feature_names_out())
    largest = max(model.classes_, key=lambda chapter: np.sum(y == chapter))

    yield (
        f"{len(training) + len(test):,} docstrings of the standard library of Python "
        f"{sys.version_info.major}.{sys.version_info.minor}: {len(training):,} to learn from,"
    )
    yield (
        f"{len(test):,} from {len({row.module for row in test})} modules kept apart; "
        f"{X.shape[1]:,} different words."
    )
    yield ""
    yield from _table(
        ("chapter", "leave-one-out", "new modules", "telling words"),
        [
            (str(chapter), _share(left_out[y == chapter]), _share(new[y_new == chapter]), best)
            for chapter, best in zip(model.classes_, words, strict=True)
        ],
    )
    yield ""
    yield f"{_share(left_out)}  right by leave-one-out: another docstring of the same modules"
    yield f"{_share(new)}  right for modules never seen"
    yield f"{_share(y_new == largest)}  right for those by always answering {largest}"


def _documents(rows: Sequence[Docstring]) -> list[str]:
    return [f"{row.name} {row.text}" for row in rows]


def _chapters(rows: Sequence[Docstring]) -> LabelArray:
    return np.array([row.chapter for row in rows])


def _share(right: BoolArray) -> str:
    return f"{np.mean(right):.1%}"


def _top_words(scores: FloatArray, names: LabelArray) -> list[str]:
    best = np.argsort(-scores, axis=1, kind="stable")[:, :WORDS]  # (classes, WORDS)
    return [", ".join(names[row]) for row in best]


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        cells = [
            cell.rjust(width) if cell.endswith("%") else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        yield "  ".join(cells).rstrip()


__all__ = ["lesson"]
