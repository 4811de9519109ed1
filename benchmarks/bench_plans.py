"""How well the interval of a plan holds what more labels bring, on real text.

    python benchmarks/bench_plans.py [--draws 8] [--corpora NAMES] [--data DIR]

Models learn from the first 100, 300, 1,000 and 3,000 documents of a draw. The share of the
documents that so many labels would certify is foretold from each of the smaller ones, as
``plan`` does, and compared with what is certified then. Without the corpora there is nothing to
print.
"""

import argparse
import os
import warnings
from collections import defaultdict
from pathlib import Path

import numpy as np

import halfbayes
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.odd_classes import ManyClassesWarning
from halfbayes.classifier.plan import learning_so_far
from halfbayes.core.forecast import FORESEEN, WORLDS, Checked
from halfbayes.core.guarantee import Promise, certified
from halfbayes.data.corpora import load_corpus

CORPORA = ("github-issues", "disaster-tweets", "stackoverflow", "trec", "ag-news", "sms")
SIZES = (100, 300, 1_000, 3_000)
ACCURACIES = (0.7, 0.8, 0.9)
CONFIDENCE = 0.95
FIRST_DRAW = 104
"""Draws 100 to 103 were looked at while the forecast was designed."""
LEEWAY = 0.02


def learnt_from(corpus, rows):
    model = halfbayes.DocumentClassifier(text=list(corpus.fields), threads=1)
    return model.fit(corpus.rows(rows.tolist()), np.asarray(corpus.labels)[rows])


def checked_documents(model):
    """Their confidence, whether they are right, and what learning may do to them."""
    learnt = model.learnt_
    proba = np.exp(learnt.hybrid.leave_one_out_log_proba)
    found = CheckedDocuments(proba, learnt.y)
    exponents = learning_so_far(model, learnt, found).exponents
    return Checked(found.proba.max(axis=1), found.correct, exponents)


def cases_of(corpus, draw):
    """(from, to, accuracy, whether the interval held, what came less what was expected)."""
    order = np.random.default_rng(draw).permutation(len(corpus.labels))
    sizes = [size for size in SIZES if size <= len(order)]
    seen = {size: checked_documents(learnt_from(corpus, order[:size])) for size in sizes}
    for size in sizes:
        rng = np.random.default_rng(7)
        worlds = seen[size].worlds(WORLDS, rng)
        for later in sizes:
            if not size < later <= FORESEEN * size:
                continue
            for accuracy in ACCURACIES:
                promise = Promise(accuracy, 1.0 - CONFIDENCE)
                shares = seen[size].coverages(later - size, worlds, promise)
                now = seen[later]
                came = certified(
                    now.confidence, now.correct, accuracy=accuracy, delta=promise.delta
                ).coverage
                low, high = np.quantile(shares, [0.025, 0.975])
                held = low - LEEWAY <= came <= high + LEEWAY
                yield size, later, accuracy, held, came - float(np.mean(shares))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--draws", type=int, default=8)
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("no corpora: nothing to measure")
        return
    warnings.simplefilter("ignore", ManyClassesWarning)
    found = defaultdict(list)
    for name in given.corpora.split(","):
        corpus = load_corpus(name, folder)
        for draw in range(FIRST_DRAW, FIRST_DRAW + given.draws):
            for size, later, _, held, more in cases_of(corpus, draw):
                found[size, later].append((held, more))
    print("   from      to   cases   interval held   came less expected")
    for (size, later), cases in sorted(found.items()):
        held, more = np.mean(cases, axis=0)
        print(f"{size:7,} {later:7,} {len(cases):7} {held:15.3f} {more:+20.3f}")


if __name__ == "__main__":
    main()
