"""What 1,000 unlabelled documents are worth: error and log loss with them and without.

    python benchmarks/bench_unlabelled.py [--draws 3] [--data DIR]

Labels and test documents are those of the few-label benchmark, 1,000 to test at most; the
unlabelled ones are others of the pool. Without the corpora nothing is measured.
"""

import argparse
import os
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.data.corpora import load_corpus
from halfbayes.evaluate.protocols import few_label_draw

CORPORA = ("20newsgroups", "bbc", "sms", "r52", "trec")
BUDGETS = (3, 10, 30)
DOCUMENTS = 1000
"""Unlabelled ones, and the most that are tested."""


def measured(corpus, draw, budget):
    """Error and log loss without and with unlabelled documents, and whether they are used."""
    labelled, test = draw.training(budget), draw.test[:DOCUMENTS]
    others = draw.pool[~np.isin(draw.pool, labelled)][:DOCUMENTS]
    table, y = corpus.rows(labelled.tolist()), draw.y[labelled]
    new, true = corpus.rows(test.tolist()), draw.y[test]
    found = []
    for unlabelled in (None, corpus.rows(others.tolist())):
        model = halfbayes.DocumentClassifier(text=list(table), threads=1)
        model.fit(table, y, unlabelled=unlabelled)
        proba, place = model.predict_proba(new), np.searchsorted(model.classes_, true)
        found.append(float((proba.argmax(axis=1) != place).mean()))
        found.append(float(-np.log(proba[np.arange(len(place)), place]).mean()))
    return [*found, model.unlabelled_.used]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--draws", type=int, default=3)
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("Unlabelled documents: no folder of corpora, nothing to measure")
        return
    rows = []
    with threadpool_limits(limits=1):
        for name in CORPORA:
            corpus = load_corpus(name, folder)
            draws = [few_label_draw(name, corpus.labels, d) for d in range(given.draws)]
            for budget in BUDGETS:
                found = np.array([measured(corpus, draw, budget) for draw in draws])
                rows.append([name, budget, *found[:, :4].mean(axis=0), int(found[:, 4].sum())])
    head = [
        "corpus",
        "labels per class",
        "error",
        "log loss",
        "with: error",
        "log loss",
        "used",
    ]
    print(pd.DataFrame(rows, columns=head).to_string(index=False, float_format="{:.3f}".format))


if __name__ == "__main__":
    main()
