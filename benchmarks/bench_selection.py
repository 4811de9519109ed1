"""Feature scores of 100,000 words and 20 classes beside scikit-learn.

    python benchmarks/bench_selection.py [--repeats N] [--json]

CPU time from the matrix and the labels to a score for every word, alternating with chi2 on the
same matrix; the ratio is the median over the repeats. mutual_info_classif is measured on some
of the words and scaled up. Goal: about the time of chi2 (at most 1.5 times; with a significance
level for every word, NHT has a null distribution of its own for each and may take longer).
"""

import argparse
import json
import statistics
import time
import warnings

import numpy as np
from scipy import sparse
from sklearn.feature_selection import chi2, mutual_info_classif

import halfbayes
from halfbayes.models.select import SCORES

N_DOCUMENTS, N_TERMS, N_CLASSES, N_WORDS = 10_000, 100_000, 20, 150
SAMPLED_TERMS = 200


def synthetic(seed=0):
    """Documents of words by Zipf's law; each class prefers some words of its own."""
    rng = np.random.default_rng(seed)
    y = rng.integers(N_CLASSES, size=N_DOCUMENTS)
    ranks = rng.zipf(1.2, size=(N_DOCUMENTS, N_WORDS)) % N_TERMS
    own = rng.random(ranks.shape) < 0.1
    ranks = np.where(own, (ranks * N_CLASSES + y[:, None]) % N_TERMS, ranks)
    rows = np.repeat(np.arange(N_DOCUMENTS), N_WORDS)
    X = sparse.coo_array((np.ones(ranks.size), (rows, ranks.ravel())), (N_DOCUMENTS, N_TERMS))
    return sparse.csr_array(X.tocsr()), y


def cpu_time(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def tasks():
    """Name and selector of everything that is measured."""
    for score in SCORES:
        yield score, halfbayes.TermSelector(score, k=1000)
    for metric in ("hellinger", "kullback-leibler", "euclidean"):
        yield (
            f"near-hypothesis-test, {metric}",
            halfbayes.TermSelector("near-hypothesis-test", k=1000, metric=metric),
        )
    for score in ("hypothesis-test", "near-hypothesis-test"):
        yield f"{score}, with levels", halfbayes.TermSelector(score, level=0.01)


def rows(X, y, repeats):
    for name, selector in tasks():
        selector.fit(X, y)  # tables that are made once
        pairs = [
            (cpu_time(lambda: chi2(X, y)), cpu_time(lambda s=selector: s.fit(X, y)))
            for _ in range(repeats)
        ]
        yield {
            "score": name,
            "chi2 ms": round(1e3 * min(a for a, _ in pairs), 1),
            "ms": round(1e3 * min(b for _, b in pairs), 1),
            "ratio to chi2": round(statistics.median(b / a for a, b in pairs), 2),
            "terms kept": int(selector.get_support().sum()),
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    warnings.simplefilter("ignore", RuntimeWarning)  # chi2 divides by counts of unseen words
    X, y = synthetic()
    table = list(rows(X, y, given.repeats))
    few = X[:, :SAMPLED_TERMS]
    slow = cpu_time(lambda: mutual_info_classif(few, y, discrete_features=True))
    slow *= N_TERMS / SAMPLED_TERMS
    table.append(
        {"score": "scikit-learn mutual_info_classif, scaled up", "ms": round(1e3 * slow)}
    )
    if given.json:
        print(json.dumps(table, indent=2))
        return
    print(f"Scores of {N_TERMS:,} words, {N_CLASSES} classes, {X.nnz:,} entries, CPU time")
    for row in table:
        print(f"  {row.pop('score')}")
        print("    " + "   ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
