"""Whether "N more labels would certify something" comes true, on real text.

    python benchmarks/bench_forecasts.py [--draws 24] [--data DIR]

A model that certifies nothing names a number of labels; so many of the same draw are added, and
the model is fitted again. Without the corpora there is nothing to print.
"""

import argparse
import os
from pathlib import Path

import numpy as np
import pandas as pd

import halfbayes
from halfbayes.data.corpora import load_corpus

FORETOLD = (
    ("trec", 150, 0.9),
    ("trec", 500, 0.95),
    ("stackoverflow", 150, 0.9),
    ("stackoverflow", 400, 0.95),
    ("ag-news", 200, 0.95),
    ("sms", 100, 0.98),
    ("20newsgroups", 300, 0.9),
    ("r52", 150, 0.95),
    ("bbc", 80, 0.95),
)
MOST_ADDED = 3000
"""Forecasts of more labels than this, or than the corpus has, are not tried."""


def forecast_rows(folder, draws):
    """A draw that certifies nothing and says how many more labels would: they are added."""
    for name, n, accuracy in FORETOLD:
        corpus = load_corpus(name, folder)
        rng, size = np.random.default_rng(1), len(corpus.labels)
        seen = [
            forecast_of_one(corpus, rng.permutation(size), n, accuracy) for _ in range(draws)
        ]
        tried = [row for row in seen if isinstance(row, tuple)]
        yield {
            "corpus": name,
            "labels": n,
            "target": accuracy,
            "draws": draws,
            **{what: seen.count(what) for what in ("certified", "no forecast", "not tried")},
            "forecasts": len(tried),
            "came true": sum(coverage > 0 for _, _, coverage in tried),
            "more labels": float(np.median([row[0] for row in tried] or [0])),
            "coverage foretold": round(float(np.mean([row[1] for row in tried] or [0])), 2),
            "coverage": round(float(np.mean([row[2] for row in tried] or [0])), 2),
        }


def forecast_of_one(corpus, order, n, accuracy):
    """How many more labels were foretold, the coverage foretold and the coverage they gave."""
    rule = promise_of_first(corpus, order, n, accuracy)
    if rule.holds:
        return "certified"
    if rule.outlook is None:
        return "no forecast"
    more = rule.outlook.labels
    if n + more > len(order) or more > MOST_ADDED:
        return "not tried"
    later = promise_of_first(corpus, order, n + more, accuracy)
    return more, rule.outlook.coverage, later.coverage


def promise_of_first(corpus, order, n, accuracy):
    rows = order[:n]
    model = halfbayes.DocumentClassifier(text=list(corpus.fields))
    model.fit(corpus.rows(rows.tolist()), np.asarray(corpus.labels)[rows])
    return model.promise(accuracy=accuracy)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("HALFBAYES_DATA", "../shared/data"))
    parser.add_argument("--draws", type=int, default=24, help="a row")
    given = parser.parse_args()
    if Path(given.data).exists():
        rows = forecast_rows(Path(given.data), given.draws)
        print(pd.DataFrame(list(rows)).to_string(index=False))


if __name__ == "__main__":
    main()
