"""What ``demo`` learns and says."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

import halfbayes
from halfbayes.core.coverage import accuracy_coverage_curve
from halfbayes.core.percent import percent
from halfbayes.data.python_docs import Docstring, python_docstrings, split_by_module
from halfbayes.errors import MissingExtraError
from halfbayes.evaluate.metrics import quality
from halfbayes.text.presets import preset
from halfbayes.types import FloatArray, IndexArray, LabelArray

LABELS = 300
WORDS = 5
ACCURACY = 0.9

Columns = Mapping[str, list[str]]
Method = Callable[[Columns, LabelArray, Columns], FloatArray]
"""Training documents, their labels and new documents to probabilities of the new ones."""


def demonstration(report: str) -> Iterator[str]:
    """Learn the docstrings of this Python from few labels; the lines that tell how well.

    The report of the model is written to the file ``report``.
    """
    pool, test = split_by_module(python_docstrings())
    drawn = np.random.default_rng(0).permutation(len(pool))[:LABELS]
    labelled = [pool[i] for i in np.sort(drawn)]
    training, new = _columns(labelled), _columns(test)
    chapters = _chapters(labelled)
    classes, y_new = np.unique(chapters), _chapters(test)
    y = np.searchsorted(classes, y_new)

    yield (
        f"{len(pool) + len(test):,} docstrings of the standard library of Python "
        f"{sys.version_info.major}.{sys.version_info.minor}, by the chapter of the reference "
        f"they belong to."
    )
    yield (
        f"{LABELS} of them with labels to learn from; {len(test):,} of "
        f"{len({row.module for row in test})} other modules to be judged by."
    )
    yield ""
    yield f"{'':24}{'error':>8}{'log loss':>10}{'answered at 90 % accuracy':>28}"
    for name, method in METHODS.items():
        yield _row(name, method(training, chapters, new), y)
    yield ""
    model = _fitted(training, chapters)
    yield from _promise(model, new, y_new)
    yield ""
    yield from _telling_words(training, chapters)
    yield ""
    yield _reported(model, new, report)


def _row(name: str, proba: FloatArray, y: IndexArray) -> str:
    measured = quality(proba, y)
    right = np.argmax(proba, axis=1) == y
    covered = accuracy_coverage_curve(proba.max(axis=1), right).coverage_at(ACCURACY)
    error, answered = percent(measured.error, 1), percent(covered, 1)
    return f"{name:24}{error:>8}{measured.log_loss:>10.2f}{answered:>28}"


def _promise(
    model: halfbayes.DocumentClassifier, new: Columns, labels: LabelArray
) -> Iterator[str]:
    answers = model.decide(new, accuracy=ACCURACY, confidence=ACCURACY)
    yield model.decision_.statement
    answered = np.array([answer is not None for answer in answers])
    if answered.any():
        right = np.array(answers, dtype=object)[answered] == labels[answered]
        yield (
            f"Of the {len(labels):,} it labels {percent(float(answered.mean()))} by "
            f"itself, {percent(float(right.mean()))} of them rightly."
        )
    yield model.describe()


def _reported(model: halfbayes.DocumentClassifier, new: Columns, path: str) -> str:
    try:
        model.report(path, new=new, accuracy=ACCURACY, confidence=ACCURACY)
    except MissingExtraError as error:
        return f"There is no report: {error}"
    return f"Report: {Path(path).resolve()}"


def _telling_words(training: Columns, chapters: LabelArray) -> Iterator[str]:
    counter = halfbayes.TermCounter(min_df=3, stop_words="english")
    X = counter.fit_transform(_joined(training))
    model = halfbayes.MultinomialNaiveBayes().fit(X, chapters)
    words = model.top_words(WORDS, names=counter.get_feature_names_out())
    width = max(len(str(chapter)) for chapter in model.classes_)
    for chapter, best in words.items():
        yield f"{chapter!s:{width}}  {', '.join(told.word for told in best)}"


def _naive_bayes(training: Columns, labels: LabelArray, new: Columns) -> FloatArray:
    counter = halfbayes.TermCounter()
    X = counter.fit_transform(_joined(training))
    model = halfbayes.MultinomialNaiveBayes().fit(X, labels)
    return model.predict_proba(counter.transform(_joined(new)))


def _logistic_regression(training: Columns, labels: LabelArray, new: Columns) -> FloatArray:
    counter, weighter = halfbayes.TermCounter(), halfbayes.TermWeighter(idf="smooth")
    X = weighter.fit_transform(counter.fit_transform(_joined(training)))
    model = halfbayes.LogisticRegression(precision=0.01).fit(X, labels)
    return model.predict_proba(weighter.transform(counter.transform(_joined(new))))


def _paper(training: Columns, labels: LabelArray, new: Columns) -> FloatArray:
    counter = preset("raina2003").counter().fit(_joined(training))
    regions = [counter.transform(training[name]) for name in ("name", "text")]
    model = halfbayes.HybridClassifier.raina2003().fit(regions, labels)
    return model.predict_proba([counter.transform(new[name]) for name in ("name", "text")])


def _ours(training: Columns, labels: LabelArray, new: Columns) -> FloatArray:
    return _fitted(training, labels).predict_proba(new)


def _fitted(training: Columns, labels: LabelArray) -> halfbayes.DocumentClassifier:
    # New docstrings are of other modules, so whole modules are left out.
    model = halfbayes.DocumentClassifier(text=["name", "text"], groups="module")
    return model.fit(training, labels)


METHODS: Mapping[str, Method] = {
    "naive Bayes": _naive_bayes,
    "logistic regression": _logistic_regression,
    "the hybrid of 2003": _paper,
    "halfbayes": _ours,
}


def _columns(rows: Sequence[Docstring]) -> Columns:
    return {part: [getattr(row, part) for row in rows] for part in ("name", "text", "module")}


def _joined(columns: Columns) -> list[str]:
    return [
        f"{name} {text}" for name, text in zip(columns["name"], columns["text"], strict=True)
    ]


def _chapters(rows: Sequence[Docstring]) -> LabelArray:
    return np.array([row.chapter for row in rows])


__all__ = ["METHODS", "demonstration"]
