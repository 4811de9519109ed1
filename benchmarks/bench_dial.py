"""Where documents put the dial: the discriminative share of models of few labels and of many.

    python benchmarks/bench_dial.py [--draws 2] [--data DIR]

Corpora that may be looked at while the model is designed, draws that the few-label benchmark
does not report, 3,000 documents at most. Without the corpora nothing is measured.
"""

import argparse
import os
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.data.corpora import CORPORA, load_corpus
from halfbayes.evaluate.protocols import few_label_draw

BUDGETS = (3, 10, 30, 100, None)
FIRST_DRAW = 20
MOST_DOCUMENTS = 3_000


def dial(name, folder, budget, number):
    corpus = load_corpus(name, folder)
    draw = few_label_draw(name, corpus.labels, number)
    chosen = draw.training(budget, MOST_DOCUMENTS)
    model = halfbayes.DocumentClassifier(text=list(corpus.fields), threads=1)
    return model.fit(corpus.rows(chosen.tolist()), draw.y[chosen]).dial_


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--draws", type=int, default=2)
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("Dial: no folder of corpora, nothing to measure")
        return
    print("labels per class ", *(f"{budget or 'all':>5}" for budget in BUDGETS))
    with threadpool_limits(limits=1):
        for name in (name for name, corpus in CORPORA.items() if corpus.half == "design"):
            numbers = range(FIRST_DRAW, FIRST_DRAW + given.draws)
            each = [np.mean([dial(name, folder, b, d) for d in numbers]) for b in BUDGETS]
            print(f"{name:17}", *(f"{value:5.2f}" for value in each), flush=True)


if __name__ == "__main__":
    main()
