"""Fitting and leave-one-out of the generative family beside scikit-learn, in one run.

    python benchmarks/bench_naive_bayes.py [--data FOLDER] [--repeats N] [--json]

CPU time of each, alternating; the ratio is the median over the repeats of ratios within one
round. Goals for the multinomial model: fit at most half of MultinomialNB.fit; leave-one-out of
all documents and classes at most twice our fit. The counts are those of TermCounter, sorted
within a document, and those of CountVectorizer, which are not, so that leave-one-out must look
for entries stored twice first.
"""

import argparse
import json
import os
import statistics
import time
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
from corpus import synthetic
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.naive_bayes import BernoulliNB, ComplementNB, GaussianNB, MultinomialNB

import halfbayes

DENSE_SHAPE = (5_000, 200)


def labelled_documents(folder):
    """20 Newsgroups (subject and body) and its groups, or synthetic ones."""
    path = Path(folder or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    path /= "20newsgroups_bydate.parquet"
    if not path.exists():
        documents = synthetic()
        labels = np.random.default_rng(0).integers(0, 20, len(documents)).astype(str)
        return "synthetic (no 20newsgroups_bydate.parquet in --data)", documents, labels
    table = pd.read_parquet(path)
    documents = [f"{s} {b}" for s, b in zip(table["subject"], table["body"], strict=True)]
    return "20 Newsgroups", documents, table["group"].to_numpy().astype(str)


def cpu_time(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def leave_one_out(model, X, y):
    """Leave-one-out of a model just fitted, as the attribute gives it."""
    fitted = model.fit(X, y)
    return lambda: fitted.leave_one_out_proba_


def compared(name, estimators, X, y, repeats):
    """Milliseconds and ratios of the two fits and of our leave-one-out."""
    rounds, (theirs, ours) = [], estimators
    for _ in range(repeats):
        their_fit = cpu_time(lambda: theirs().fit(X, y))
        our_fit = cpu_time(lambda: ours().fit(X, y))
        rounds.append((their_fit, our_fit, cpu_time(leave_one_out(ours(), X, y))))
    their_fit, our_fit, left_out = (1e3 * min(times) for times in zip(*rounds, strict=True))
    return {
        "task": name,
        "scikit-learn fit ms": round(their_fit, 1),
        "halfbayes fit ms": round(our_fit, 1),
        "leave-one-out ms": round(left_out, 1),
        "fit / their fit": round(statistics.median(b / a for a, b, _ in rounds), 2),
        "leave-one-out / fit": round(statistics.median(c / b for _, b, c in rounds), 2),
        "leave-one-out / their fit": round(statistics.median(c / a for a, _, c in rounds), 2),
    }


def rows(documents, y, repeats):
    counters = {
        "TermCounter": halfbayes.TermCounter(),
        "CountVectorizer": CountVectorizer(),
    }
    for counter, vectorizer in counters.items():
        X = vectorizer.fit_transform(documents)
        pair = MultinomialNB, halfbayes.MultinomialNaiveBayes
        yield compared(f"multinomial, {counter}", pair, X, y, repeats)
        if counter == "TermCounter":
            few = max(1, repeats // 3)
            pair = ComplementNB, halfbayes.ComplementNaiveBayes
            yield compared("complement", pair, X, y, few)
            pair = BernoulliNB, halfbayes.BernoulliNaiveBayes
            yield compared("bernoulli", pair, X, y, few)
            pair = MultinomialNB, partial(halfbayes.MultinomialNaiveBayes, estimate="bayes")
            yield compared("dirichlet-multinomial", pair, X, y, 1)
    rng = np.random.default_rng(0)
    dense, classes = rng.normal(size=DENSE_SHAPE), rng.integers(0, 10, DENSE_SHAPE[0])
    pair = GaussianNB, halfbayes.GaussianNaiveBayes
    yield compared(f"gaussian, {DENSE_SHAPE[0]} x {DENSE_SHAPE[1]}", pair, dense, classes, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder with 20newsgroups_bydate.parquet")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    name, documents, y = labelled_documents(given.data)
    table = list(rows(documents, y, given.repeats))
    if given.json:
        print(json.dumps({"corpus": name, "rows": table}, indent=2))
        return
    print(f"Naive Bayes on {name}: {len(documents)} documents, {len(set(y))} classes, CPU time")
    for row in table:
        print(f"  {row.pop('task')}")
        print("    " + "   ".join(f"{key} {value}" for key, value in row.items()))
    print("  goals (multinomial): fit / their fit at most 0.5, leave-one-out / fit at most 2")


if __name__ == "__main__":
    main()
