"""Output codes with naive Bayes inside: their cost and their error.

    python benchmarks/bench_codes.py [--data FOLDER] [--repeats N] [--splits N]
        [--smoothing A] [--json]

Cost: CPU time beside a plain fit and scikit-learn's OutputCodeClassifier (which fits 63 times),
alternating, median over the repeats of ratios within one round. Goal: fitting 63 bits costs at
most 4 times a plain fit. Error: random splits, a fifth for testing, the same for every code;
20 Newsgroups and Reuters R52 where the folder has them. "tuned-63" chooses its columns by
leave-one-out scores of the training documents alone.
"""

import argparse
import json
import os
import statistics
import time
from pathlib import Path

import numpy as np
import pandas as pd
from corpus import synthetic
from sklearn.multiclass import OutputCodeClassifier as TheirCode
from sklearn.naive_bayes import MultinomialNB

import halfbayes

BITS = 63
CODES = ("one-vs-all", "dense-63", "bch-63", "tuned-63")
CORPORA = {
    "20 Newsgroups": ("20newsgroups_bydate.parquet", "group", "subject"),
    "Reuters R52": ("text/reuters_r52_raw.parquet", "label", "title"),
}


def corpora(folder):
    """Name, counts and labels of every corpus the folder has, or of a synthetic one."""
    root = Path(folder or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    found = False
    for name, (path, label, first) in CORPORA.items():
        if (root / path).exists():
            found = True
            table = pd.read_parquet(root / path)
            texts = [f"{a} {b}" for a, b in zip(table[first], table["body"], strict=True)]
            counter = halfbayes.TermCounter(min_df=2)
            yield name, counter.fit_transform(texts), table[label].to_numpy().astype(str)
    if not found:
        documents = synthetic(3_000)
        y = np.random.default_rng(0).integers(0, 20, len(documents)).astype(str)
        yield "synthetic", halfbayes.TermCounter().fit_transform(documents), y


def cpu_time(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def cost(X, y, repeats):
    """Seconds and ratios of a plain fit, a fit of 63 bits, and scikit-learn's."""
    inner = halfbayes.MultinomialNaiveBayes
    theirs = TheirCode(MultinomialNB(), code_size=(BITS + 0.5) / len(set(y)), random_state=0)
    rounds = []
    for _ in range(repeats):
        plain = cpu_time(lambda: inner().fit(X, y))
        coded = cpu_time(
            lambda: halfbayes.OutputCodeClassifier(inner(), code=f"bch-{BITS}").fit(X, y)
        )
        rounds.append((plain, coded))
    plain, coded = (min(times) for times in zip(*rounds, strict=True))
    refitted = cpu_time(lambda: theirs.fit(X, y))
    return {
        "plain fit ms": round(1e3 * plain, 1),
        "63 bits ms": round(1e3 * coded, 1),
        "63 bits / plain fit": round(statistics.median(b / a for a, b in rounds), 2),
        f"scikit-learn, {len(theirs.estimators_)} bits ms": round(1e3 * refitted, 1),
        "scikit-learn / 63 bits": round(refitted / coded, 1),
    }


def split(y, seed):
    """A fifth of every class for testing; a class of one document is for training."""
    order = np.random.default_rng(seed).permutation(len(y))
    test = np.zeros(len(y), dtype=bool)
    for label in np.unique(y):
        members = order[y[order] == label]
        test[members[: len(members) // 5]] = True
    return test


def errors(X, y, splits, smoothing):
    """Mean error of plain naive Bayes and of every code, and each split's."""
    table = {name: [] for name in ("naive Bayes", *CODES)}
    for seed in range(splits):
        test = split(y, seed)
        for name, found in table.items():
            model = halfbayes.MultinomialNaiveBayes(smoothing=smoothing)
            if name != "naive Bayes":
                model = halfbayes.OutputCodeClassifier(model, code=name, random_state=seed)
            predicted = model.fit(X[~test], y[~test]).predict(X[test])
            found.append(float(np.mean(predicted != y[test])))
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder with the corpora")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--splits", type=int, default=2)
    parser.add_argument("--smoothing", type=float, default=1.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results = []
    for name, X, y in corpora(given.data):
        row = {"corpus": name, "documents": X.shape[0], "terms": X.shape[1]}
        row |= {"classes": len(set(y)), "cost": cost(X, y, given.repeats)}
        results.append(row | {"errors": errors(X, y, given.splits, given.smoothing)})
    if given.json:
        print(json.dumps(results, indent=2))
        return
    for row in results:
        print(
            f"Output codes on {row['corpus']}: {row['documents']} documents, "
            f"{row['terms']} terms, {row['classes']} classes, CPU time"
        )
        print("  " + "   ".join(f"{key} {value}" for key, value in row["cost"].items()))
        for code, found in row["errors"].items():
            print(f"    {code:12}  error {np.mean(found):.4f}  {[round(e, 4) for e in found]}")
    print("  goal: 63 bits / plain fit at most 4 on 20 Newsgroups")


if __name__ == "__main__":
    main()
