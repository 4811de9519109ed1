"""Leave-one-out beside learning again without the document: what each says of documents.

    python benchmarks/bench_left_out.py [--draws 20] [--data DIR] [--corpora NAMES]

``leave_one_out_proba_`` is worked out in one fit. Here the model is learnt again without a
document, vocabulary, idf and all, and asked about it as about any new one: the same thing the
slow way. Documents are drawn at random from the corpora that may be looked at while the model
is designed, ``ASKED`` of each draw are asked, and a document that is the only one of its class
is not. Differences are those of left out and learnt again, with their standard errors. Without
the corpora nothing is measured.
"""

import argparse
import os
from pathlib import Path

import numpy as np
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.data.corpora import CORPORA, load_corpus

LABELS = {"trec": 150, "stackoverflow": 150, "sms": 100, "bbc": 80, "github-issues": 150}
ASKED = 50
LEAST = 1e-6
"""No probability counts as less."""


def said_of(proba, classes, label):
    """Whether it is right, how sure it is, and log p of the label."""
    own = proba[int(np.flatnonzero(classes == label)[0])]
    return [
        float(classes[proba.argmax()] == label),
        float(proba.max()),
        float(np.log(max(own, LEAST))),
    ]


def drawn(corpus, n, draw):
    """What is said of documents left out, and by models that learnt without them."""
    rng = np.random.default_rng(1000 + draw)
    rows = rng.permutation(len(corpus.labels))[:n]
    labels = np.asarray(corpus.labels)[rows]

    def learnt(kept):
        table = corpus.rows(rows[kept].tolist())
        model = halfbayes.DocumentClassifier(text=list(table), class_names=False, threads=1)
        return model.fit(table, labels[kept])

    whole, found = learnt(np.arange(n)), []
    sizes = dict(zip(*np.unique(labels, return_counts=True), strict=True))
    several = [i for i in range(n) if sizes[labels[i]] > 1]
    for i in rng.choice(several, min(ASKED, len(several)), replace=False):
        without = learnt(np.delete(np.arange(n), i))
        again = without.predict_proba(corpus.rows([int(rows[i])]))[0]
        found.append(
            [
                said_of(whole.leave_one_out_proba_[i], whole.classes_, labels[i]),
                said_of(again, without.classes_, labels[i]),
            ]
        )
    return np.mean(found, axis=0)  # (ways, measures)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--corpora", default=",".join(LABELS), help="names, with commas")
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("Leave-one-out: no folder of corpora, nothing to measure")
        return
    with threadpool_limits(limits=1):
        for name in given.corpora.split(","):
            if name not in CORPORA or CORPORA[name].half != "design":
                parser.error(f"{name!r} is not for this; there are {', '.join(LABELS)}")
            corpus, n = load_corpus(name, folder), LABELS.get(name, 150)
            found = np.array([drawn(corpus, n, draw) for draw in range(given.draws)])
            left_out, again = found.mean(axis=0)
            difference = found[:, 0] - found[:, 1]
            error = difference.std(axis=0, ddof=1) / len(difference) ** 0.5
            told = [
                f"{measure} {a:.4f}, learnt again {b:.4f}: {a - b:+.4f} ± {e:.4f}"
                for measure, a, b, e in zip(
                    ("accuracy", "confidence", "log likelihood"),
                    left_out,
                    again,
                    error,
                    strict=True,
                )
            ]
            print(f"{name:14} {n:4} labels   {'   '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
