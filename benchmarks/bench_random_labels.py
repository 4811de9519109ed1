"""Labels as they come: so many in all, drawn at random, as somebody who labels would.

    python benchmarks/bench_random_labels.py [--draws 5] [--data DIR] [--corpora NAMES]

The few-label benchmark gives every class as many labels. Here documents of its pools are
labelled at random, whatever their classes: frequent ones get more, rare ones few or none. Test
documents are those of the few-label benchmark, all of them for error and for coverage at 95 %
accuracy (one of a class without a label cannot be told rightly), and those of classes with a
label for log loss.

Printed: means over corpora, of the corpora that were looked at while the model was designed and
of those only reported; and where halfbayes is behind the best rival, with the standard error of
the difference. Without the corpora nothing is measured.
"""

import argparse
import os
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from halfbayes.data.corpora import CORPORA, load_corpus
from halfbayes.evaluate.metrics import quality
from halfbayes.evaluate.protocols import draw_seed, few_label_draw
from halfbayes.experiments.fewlabel.methods import METHODS, RIVAL_NAMES, TITLES
from halfbayes.experiments.fewlabel.ours import HALFBAYES
from halfbayes.experiments.fewlabel.peers import is_installed

LABELS = (30, 100, 300, 1000)
MEASURES = {"error": 1, "log_loss": 1, "coverage95": -1}
"""And whether a larger one is worse (1) or better (-1)."""


def measured(method, corpus, draw, chosen):
    """Error, log loss and coverage of a method that learns from the chosen documents."""
    seen, y = np.unique(draw.y[chosen], return_inverse=True)
    predict = METHODS[method](corpus.rows(chosen.tolist()), y)
    true = draw.y[draw.test]
    proba = np.zeros((len(true), draw.y.max() + 1))
    proba[:, seen] = predict(corpus.rows(draw.test.tolist()))
    with_label = np.isin(true, seen)
    of_all, of_seen = quality(proba, true), quality(proba[with_label], true[with_label])
    return {
        "error": of_all.error,
        "log_loss": of_seen.log_loss,
        "coverage95": of_all.coverage95,
    }


def rows_of(name, folder, draws, methods):
    """A row for each number of labels, draw and method."""
    corpus = load_corpus(name, folder)
    for number in range(draws):
        draw = few_label_draw(name, corpus.labels, number)
        # What a draw keeps for testing are the first of each class: the pool begins with those
        # that happened to have many before.
        pool = np.random.default_rng([*draw_seed(name, number), 1]).permutation(draw.pool)
        for labels in LABELS:
            chosen = pool[:labels]
            if len(chosen) < labels or len(np.unique(draw.y[chosen])) < 2:
                continue
            for method in methods:
                found = measured(method, corpus, draw, chosen)
                where = {"half": CORPORA[name].half, "corpus": name, "draw": number}
                yield {**where, "labels": labels, "method": method, **found}


def behind(rows, measure):
    """Cases in which halfbayes is worse than the best rival by more than a standard error."""
    for case, found in rows.groupby(["corpus", "labels"]):
        by_method = MEASURES[measure] * found.pivot(
            index="draw", columns="method", values=measure
        )
        rivals = [name for name in by_method if name in RIVAL_NAMES]
        best = by_method[rivals].mean().idxmin()
        differences = by_method[HALFBAYES] - by_method[best]
        error = np.nan_to_num(differences.sem())  # of one draw there is none
        if differences.mean() > error:
            yield (
                f"{case[0]}, {case[1]} labels: {differences.mean():+.3f} ± {error:.3f} "
                f"{TITLES[best]}"
            )


def show(rows):
    """Print what the rows say."""
    for half, found in rows.groupby("half"):
        n_corpora = found["corpus"].nunique()
        print(f"\nCorpora: {n_corpora} ({half}); error / log loss / coverage at 95 % accuracy")
        means = found.groupby(["corpus", "labels", "method"])[list(MEASURES)].mean()
        means = means.groupby(["method", "labels"]).mean()
        cells = means.apply(lambda row: " / ".join(f"{value:.3f}" for value in row), axis=1)
        table = cells.unstack().rename(index=TITLES)
        print(table.to_string())
        n_cases = found.groupby(["corpus", "labels"]).ngroups
        for measure in MEASURES:
            cases = list(behind(found, measure))
            print(f"behind by {measure} in {len(cases)} of {n_cases} cases", *cases, sep="\n  ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--corpora", default=None, help="names, with commas between")
    parser.add_argument("--draws", type=int, default=5)
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("Labels as they come: no folder of corpora, nothing to measure")
        return
    names = given.corpora.split(",") if given.corpora else list(CORPORA)
    methods = [name for name in (*RIVAL_NAMES, HALFBAYES) if is_installed(name)]
    print(f"Labels as they come; draws: {given.draws}; methods: {', '.join(methods)}")
    # Rivals warn of classes with one label, which is what is measured here.
    warnings.filterwarnings("ignore", category=UserWarning, module="sklearn")
    with threadpool_limits(limits=1):
        rows = [row for name in names for row in rows_of(name, folder, given.draws, methods)]
    show(pd.DataFrame(rows))


if __name__ == "__main__":
    main()
