"""DocumentClassifier beside scikit-learn's linear text classifiers: CPU time, in one run.

    python benchmarks/bench_classifier.py [--data FOLDER] [--corpora NAMES] [--repeats N]

With 100 labels per class, the documents of the few-label benchmark, one thread:

    fit      DocumentClassifier.fit beside TfidfVectorizer(sublinear_tf=True) and LinearSVC;
             the goal is at most theirs
    predict  predict_proba of test documents beside the same weights and LogisticRegression; the
             goal is ten times as fast
    alike    the same beside a LogisticRegression that is told what DocumentClassifier reads:
             words, pairs of words and pieces of words (a FeatureUnion of two TfidfVectorizers)
    rest     predict_proba of the documents that were not drawn, 20,000 at most, by time elapsed
             and with a thread for each core, as a user has it; scikit-learn uses one thread

A model lays its weights out when it is first asked, and keeps what it found out about words. So
it is asked twice: for one half of the test documents first ("first call"), and then for the
other half, or the rest, documents it has never seen, which are the ones that count.

The two take turns; a ratio is the median over the repeats of ratios within one round. Chinese
has no spaces: there scikit-learn reads it as the few-label benchmark does.
"""

import argparse
import json
import os
import statistics
import time
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import FeatureUnion
from sklearn.svm import LinearSVC
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.data.corpora import CORPORA, PYTHON_DOCS, joined, load_corpus
from halfbayes.evaluate.protocols import few_label_draw
from halfbayes.experiments.fewlabel.rivals import words

LABELS_PER_CLASS = 100
WITHOUT_SPACES = {"thucnews"}
LONG_TO_FIT = {"clinc150"}
"""15,000 documents of 150 classes; measured when it is named."""


MOST_OF_THE_REST = 20_000


def timed(work, clock=time.process_time):
    start = clock()
    result = work()
    return clock() - start, result


def vectoriser(name):
    reading = {"analyzer": words} if name in WITHOUT_SPACES else {}
    return TfidfVectorizer(sublinear_tf=True, **reading)


def all_that_we_read(name):
    """Words and pairs of words, and pieces of words."""
    reading = {"analyzer": words} if name in WITHOUT_SPACES else {"ngram_range": (1, 2)}
    return FeatureUnion(
        [
            ("words", TfidfVectorizer(sublinear_tf=True, **reading)),
            ("pieces", TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5))),
        ]
    )


class Task:
    """Fitting and predicting one corpus, by us and by them."""

    def __init__(self, name, folder):
        corpus = load_corpus(name, folder)
        draw = few_label_draw(name, corpus.labels, 0)
        chosen = draw.training(LABELS_PER_CLASS)
        self.name, self.y = name, draw.y[chosen]
        self.training = corpus.rows(chosen.tolist())
        half = len(draw.test) // 2
        self.n_first, self.n_new = half, len(draw.test) - half
        self.first = corpus.rows(draw.test[:half].tolist())
        self.new = corpus.rows(draw.test[half:].tolist())
        drawn = set(chosen.tolist())
        rest = [i for i in draw.pool.tolist() if i not in drawn][:MOST_OF_THE_REST]
        self.n_rest, self.rest = len(rest), corpus.rows(rest)
        self.joined, self.new_joined = joined(self.training), joined(self.new)
        self.rest_joined = joined(self.rest)

    def our_fit(self, threads=1):
        model = halfbayes.DocumentClassifier(text=list(self.training), threads=threads)
        return model.fit(self.training, self.y)

    def their_fit(self):
        return LinearSVC().fit(vectoriser(self.name).fit_transform(self.joined), self.y)

    def their_predict(self, weights):
        # A few steps will do: how well it is fitted makes no difference to its speed.
        model = LogisticRegression(tol=0.1).fit(weights.fit_transform(self.joined), self.y)
        return lambda documents: model.predict_proba(weights.transform(documents))

    def elapsed(self, their_predict):
        """Seconds that the rest of the documents take us, on all cores, and them."""
        model = self.our_fit(threads=None)
        model.predict_proba(self.first)
        ours = timed(partial(model.predict_proba, self.rest), time.perf_counter)[0]
        return ours, timed(partial(their_predict, self.rest_joined), time.perf_counter)[0]

    def measured(self, repeats):
        """Milliseconds of both fits, microseconds a document of both predictions, ratios."""
        fits, predictions, elapsed = [], [], []
        their_predict = self.their_predict(vectoriser(self.name))
        alike = self.their_predict(all_that_we_read(self.name))
        model = self.our_fit()
        for _ in range(repeats):
            ours, model = timed(self.our_fit)
            fits.append((ours, timed(self.their_fit)[0]))
            first = timed(partial(model.predict_proba, self.first))[0] / self.n_first
            again = timed(partial(model.predict_proba, self.new))[0] / self.n_new
            theirs = timed(partial(their_predict, self.new_joined))[0] / self.n_new
            as_theirs = timed(partial(alike, self.new_joined))[0] / self.n_new
            predictions.append((first, again, theirs, as_theirs))
            elapsed.append(self.elapsed(their_predict))
        fit, their_fit = (1e3 * min(times) for times in zip(*fits, strict=True))
        first, again, theirs, alike = (
            1e6 * min(times) for times in zip(*predictions, strict=True)
        )
        return {
            "corpus": self.name,
            "training documents": len(self.y),
            "classes": len(np.unique(self.y)),
            "fit ms": round(fit, 1),
            "LinearSVC fit ms": round(their_fit, 1),
            "fit / theirs": round(statistics.median(a / b for a, b in fits), 2),
            "predict us": round(again, 2),
            "first predict us": round(first, 2),
            "LogisticRegression predict us": round(theirs, 2),
            "alike predict us": round(alike, 2),
            "times as fast": round(statistics.median(c / b for _, b, c, _ in predictions), 1),
            "first times as fast": round(
                statistics.median(c / a for a, _, c, _ in predictions), 1
            ),
            "times as fast as alike": round(
                statistics.median(d / b for _, b, _, d in predictions), 1
            ),
            "rest": self.n_rest,
            "times as fast elapsed": round(statistics.median(b / a for a, b in elapsed), 1),
        }


def chosen_corpora(given):
    """The corpora named, or those that are there; the docstrings of Python where none is."""
    if given.corpora:
        return given.corpora.split(",")
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    there = [
        name
        for name, description in CORPORA.items()
        if name != PYTHON_DOCS
        and name not in LONG_TO_FIT
        and (folder / description.file).exists()
    ]
    return there or [PYTHON_DOCS]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--corpora", default=None, help="names, with commas between them")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    rows = []
    if not given.json:
        print(f"Fitting with {LABELS_PER_CLASS} labels per class, and predicting; CPU time")
    with threadpool_limits(limits=1):
        for name in chosen_corpora(given):
            row = Task(name, folder if folder.exists() else None).measured(given.repeats)
            rows.append(row)
            if not given.json:
                print(
                    f"  {name:16} fit {row['fit ms']:8.1f} ms, LinearSVC "
                    f"{row['LinearSVC fit ms']:7.1f}: {row['fit / theirs']:5.2f} of theirs"
                    f"   predict {row['predict us']:6.1f} us, LogisticRegression "
                    f"{row['LogisticRegression predict us']:6.1f}: "
                    f"{row['times as fast']:4.1f} times as fast "
                    f"(first call {row['first times as fast']:4.1f}, "
                    f"alike {row['times as fast as alike']:4.1f}, "
                    f"rest {row['times as fast elapsed']:4.1f})",
                    flush=True,
                )
    if given.json:
        print(json.dumps({"rows": rows}, indent=2))
        return
    fit = sum(row["fit ms"] for row in rows) / sum(row["LinearSVC fit ms"] for row in rows)
    mean = {
        key: statistics.geometric_mean(row[key] for row in rows)
        for key in (
            "fit / theirs",
            "times as fast",
            "times as fast as alike",
            "times as fast elapsed",
        )
    }
    print(
        f"  all: fit {fit:.2f} of their time together, {mean['fit / theirs']:.2f} in the "
        f"geometric mean (goal 1); predict {mean['times as fast']:.1f} times as fast (goal "
        f"10), {mean['times as fast as alike']:.1f} times where they are told the same; "
        f"{mean['times as fast elapsed']:.1f} times by time elapsed, on {os.cpu_count()} cores"
    )


if __name__ == "__main__":
    main()
