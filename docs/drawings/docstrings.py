"""The corpus of the pictures: docstrings of this Python, whole modules held out."""

from functools import cache

import numpy as np

import halfbayes
from halfbayes.data.python_docs import python_docstrings, split_by_module
from halfbayes.types import CountMatrix, LabelArray


@cache
def counted_docstrings() -> tuple[CountMatrix, LabelArray, CountMatrix, LabelArray]:
    """Counts and chapters of the training docstrings, and of those held out."""
    training, test = split_by_module(python_docstrings())
    counter = halfbayes.TermCounter()
    X = counter.fit_transform([f"{row.name} {row.text}" for row in training])
    X_new = counter.transform([f"{row.name} {row.text}" for row in test])
    y, y_new = ([row.chapter for row in rows] for rows in (training, test))
    return X, np.array(y), X_new, np.array(y_new)
