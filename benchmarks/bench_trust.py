"""Whether answers can be trusted: the promise, novelty and label errors, as tables.

    promise        population x labels x target: how often the promise is broken, coverage kept;
                   by score (thousands of draws) and with whole models (hundreds)
    real text      the same on corpora that were looked at while designing
    monitor        false alarms of whole models, and how soon strange documents are found out
    CLINC150       AUROC of telling out-of-scope questions from the 150 intents
    label errors   20 Newsgroups with 5 % of the labels flipped: precision at the number flipped

Corpora come from --data or HALFBAYES_DATA; without them their tables are left out.
"""

import argparse
import json
import os
import runpy
import time
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import softmax
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import cross_val_predict

import halfbayes
from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.novelty import learnt_typicality
from halfbayes.classifier.roles import named_roles
from halfbayes.classifier.table import as_table
from halfbayes.core.guarantee import certified
from halfbayes.core.label_errors import ranked_label_errors
from halfbayes.data.corpora import load_corpus

try:
    from cleanlab.rank import get_label_quality_scores
except ImportError:  # one of the peers: its row is left out
    get_label_quality_scores = None

TESTS = Path(__file__).parents[1] / "tests"
SCORED = ("easy", "hard", "thirty classes")
LABELS = (50, 100, 200, 500, 1000, 2000)
TARGETS = (0.9, 0.95)
DELTA = 0.1
WORDS = np.array([f"w{i}" for i in range(400)])
VOCABULARY = 400
TINY = 1e-300
TABLES = ("scores", "models", "corpora", "monitor", "novelty", "labels")
REAL = (
    ("stackoverflow", 150),
    ("stackoverflow", 400),
    ("trec", 150),
    ("trec", 500),
    ("20newsgroups", 300),
    ("r52", 150),
    ("bbc", 80),
    ("sms", 100),
)
REAL_TARGETS = (0.8, 0.9)


def scored_rows(draws):
    """Promises on scores whose true accuracy above any threshold is known."""
    laws = runpy.run_path(str(TESTS / "laws" / "populations.py"))
    for name in SCORED:
        population = laws["POPULATIONS"][name]
        for n in LABELS:
            for accuracy in TARGETS:
                rng = np.random.default_rng(n)
                found = [
                    certified(*population.draw(n, rng), accuracy=accuracy, delta=DELTA)
                    for _ in range(draws)
                ]
                broken = [
                    c.holds and laws["true_accuracy"](population, c.threshold) < accuracy
                    for c in found
                ]
                yield promise_row(name, n, accuracy, broken, [c.coverage for c in found])


def promise_row(name, n, accuracy, broken, coverage):
    return {
        "population": name,
        "labels": n,
        "target": accuracy,
        "draws": len(broken),
        "broken": round(float(np.mean(broken)), 3),
        "allowed": DELTA,
        "certified": round(float(np.mean(np.array(coverage) > 0)), 2),
        "coverage kept": round(float(np.mean(coverage)), 3),
    }


class Stream:
    """Endless texts of some classes; ``overlap`` is the share of words all classes share."""

    def __init__(self, n_classes, overlap, shares):
        self.rng = np.random.default_rng(n_classes)
        own = self.rng.dirichlet(np.full(VOCABULARY, 0.08), n_classes)
        shared = self.rng.dirichlet(np.full(VOCABULARY, 0.5))
        self.chances = own * (1 - overlap) + shared * overlap
        self.shares = shares / np.sum(shares)

    def chance_right(self, texts, answers):
        """True probability of each answer: what its accuracy is in the long run."""
        X = CountVectorizer(vocabulary=WORDS, token_pattern=r"\S+").transform(texts)
        z = X @ np.log(np.maximum(self.chances.T, TINY)) + np.log(self.shares)
        return softmax(z, axis=1)[np.arange(len(texts)), answers]

    def draw(self, n):
        y = self.rng.choice(len(self.shares), n, p=self.shares)
        lengths = self.rng.integers(4, 25, n)
        texts = [
            " ".join(self.rng.choice(WORDS, m, p=self.chances[k]))
            for k, m in zip(y, lengths, strict=True)
        ]
        return texts, np.array([f"c{k}" for k in y])


STREAMS = {
    "easy": (6, 0.5, np.ones(6)),
    "hard": (6, 0.8, np.ones(6)),
    "thirty classes": (30, 0.55, 1 / np.arange(1, 31)),
}


def model_rows(draws):
    """Promises of whole models on new documents, by the true chances of their answers.

    So many documents that their mean chance is that of the population, to .001.
    """
    for name, setting in STREAMS.items():
        stream = Stream(*setting)
        new, _ = stream.draw(20_000)
        for n in LABELS:
            found = [promises_of_one_model(stream, n, new) for _ in range(draws)]
            for accuracy, kept in zip(TARGETS, zip(*found, strict=True), strict=True):
                broken = [right is not None and right < accuracy for right, _ in kept]
                yield promise_row(name, n, accuracy, broken, [share for _, share in kept])


def promises_of_one_model(stream, n, new):
    """Accuracy among the answered (None where none is) and their share, for each target."""
    model = halfbayes.DocumentClassifier().fit(*stream.draw(n))
    proba = model.predict_proba(new)
    classes = np.array([int(name[1:]) for name in model.classes_])
    right = stream.chance_right(new, classes[proba.argmax(axis=1)])
    kept = []
    for accuracy in TARGETS:
        rule = model.promise(accuracy=accuracy, confidence=1 - DELTA)
        answered = rule.accepted(proba)
        mean = right[answered].mean() if answered.any() else None
        kept.append((mean, answered.mean()))
    return kept


def corpus_rows(folder, draws=40):
    """Promises of whole models on real text, judged on 2,000 other documents of the corpus."""
    for name, n in REAL:
        corpus = load_corpus(name, folder)
        rng, y = np.random.default_rng(1), np.asarray(corpus.labels)
        found, accuracies = [], []
        for _ in range(draws):
            chosen = rng.permutation(len(y))[: n + 2000]
            known, new = chosen[:n], chosen[n:]
            model = halfbayes.DocumentClassifier(text=list(corpus.fields))
            model.fit(corpus.rows(known.tolist()), y[known])
            proba = model.predict_proba(corpus.rows(new.tolist()))
            right = model.classes_[proba.argmax(axis=1)] == y[new]
            left_out = model.classes_[model.leave_one_out_proba_.argmax(axis=1)] == y[known]
            accuracies.append((left_out.mean(), right.mean()))
            rules = [model.promise(accuracy=a, confidence=1 - DELTA) for a in REAL_TARGETS]
            answered = [rule.accepted(proba) for rule in rules]
            found.append([(right[a].mean() if a.any() else None, a.mean()) for a in answered])
        for accuracy, kept in zip(REAL_TARGETS, zip(*found, strict=True), strict=True):
            broken = [share is not None and share < accuracy for share, _ in kept]
            row = promise_row(name, n, accuracy, broken, [share for _, share in kept])
            left_out, new = np.mean(accuracies, axis=0).round(3).tolist()
            yield {**row, "right left out": left_out, "right new": new}


def monitor_rows(draws):
    """Whole models watched over 1,000 documents that come as before, then over strange ones."""
    for name, setting in STREAMS.items():
        stream = Stream(*setting)
        strange = Stream(setting[0], 0.0, setting[2])
        strange.chances = strange.rng.permuted(strange.chances, axis=1)
        for n in (100, 300, 1000):
            alarms, delays = [], []
            for _ in range(draws):
                model = halfbayes.DocumentClassifier().fit(*stream.draw(n))
                monitor = model.monitor(false_alarm=DELTA)
                alarms.append(any(monitor.update(stream.draw(100)[0]).alarm for _ in range(10)))
                delays.append(documents_until_alarm(model, stream, strange))
            yield {
                "population": name,
                "labels": n,
                "models": draws,
                "false alarms": round(float(np.mean(alarms)), 3),
                "allowed": DELTA,
                "found out": round(float(np.mean(np.isfinite(delays))), 2),
                "after documents": float(np.median(delays)),
            }


def documents_until_alarm(model, stream, strange):
    """How many documents until an alarm when one in five has words of other classes."""
    monitor = model.monitor(false_alarm=DELTA)
    for seen in range(20, 1001, 20):
        if monitor.update(stream.draw(16)[0] + strange.draw(4)[0]).alarm:
            return seen
    return np.inf


def novelty_rows(path):
    """CLINC150: maximum posterior of logistic regression, and p(x) by region and together."""
    table = pd.read_parquet(path)
    train = table[(table["split"] == "train") & ~table["is_oos"]]
    test = table[table["split"] == "test"]
    outside = test["is_oos"].to_numpy()
    vectorizer = TfidfVectorizer(sublinear_tf=True)
    X, X_new = vectorizer.fit_transform(train["text"]), vectorizer.transform(test["text"])
    for strength in (1.0, 10.0, 100.0):
        start = time.perf_counter()
        rival = LogisticRegression(C=strength, max_iter=300).fit(X, train["label"])
        posterior = rival.predict_proba(X_new).max(axis=1)
        name = f"tf-idf logistic regression, C = {strength:g}: maximum posterior"
        yield novelty_row(name, outside, posterior, start)
    start = time.perf_counter()
    known, new = as_table(train["text"].tolist()), as_table(test["text"].tolist())
    evidence = Evidence(named_roles(known, None, None, None))
    evidence.fit(known)
    names, y = np.unique(train["label"], return_inverse=True)
    report = learnt_typicality(evidence, known, y, len(names)).report(evidence, new)
    for region, p in report.regions.items():
        yield novelty_row(f"halfbayes p(x): {region}", outside, p, start)
    yield novelty_row("halfbayes p(x): together", outside, report.p_value, start)


def novelty_row(name, outside, score, start):
    return {
        "method": name,
        "AUROC": round(float(roc_auc_score(outside, -score)), 4),
        "seconds": round(time.perf_counter() - start, 1),
    }


def label_error_rows(path, n_documents=4000):
    """20 Newsgroups, 5 % of the labels flipped: who finds them."""
    table = pd.read_parquet(path).sample(n_documents, random_state=0)
    rng = np.random.default_rng(0)
    names = np.unique(table["group"])
    y = np.searchsorted(names, table["group"])
    flipped = rng.choice(n_documents, n_documents // 20, replace=False)
    y[flipped] = (y[flipped] + rng.integers(1, len(names), len(flipped))) % len(names)
    start = time.perf_counter()
    model = halfbayes.DocumentClassifier(text=["subject", "body"])
    model.fit(table[["subject", "body"]], names[y])
    proba = model.leave_one_out_proba_
    order = ranked_label_errors(proba, y).order
    yield label_row("halfbayes, leave-one-out", order, flipped, start)
    if get_label_quality_scores is None:
        return
    start = time.perf_counter()
    texts = table["subject"] + " " + table["body"]
    X = TfidfVectorizer(sublinear_tf=True, min_df=2).fit_transform(texts)
    rival = cross_val_predict(
        LogisticRegression(C=10.0, max_iter=200), X, y, cv=5, method="predict_proba"
    )
    for method in ("self_confidence", "normalized_margin"):
        order = np.argsort(get_label_quality_scores(y, rival, method=method))
        name = f"cleanlab ({method}), tf-idf logistic regression in 5 folds"
        yield label_row(name, order, flipped, start)
        order = np.argsort(get_label_quality_scores(y, proba, method=method))
        name = f"cleanlab ({method}), halfbayes leave-one-out"
        yield label_row(name, order, flipped, start)


def label_row(name, order, flipped, start):
    top = order[: len(flipped)]
    return {
        "method": name,
        "flipped": len(flipped),
        "precision": round(float(np.mean(np.isin(top, flipped))), 3),
        "seconds": round(time.perf_counter() - start, 1),
    }


def show(title, rows, *, as_json):
    rows = list(rows)
    if as_json:
        print(json.dumps({"table": title, "rows": rows}))
        return
    print(title)
    print(pd.DataFrame(rows).to_string(index=False))
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=os.environ.get("HALFBAYES_DATA", "../shared/data"))
    parser.add_argument("--draws", type=int, default=2000, help="of scores, a row")
    parser.add_argument("--models", type=int, default=20, help="whole models, a row")
    parser.add_argument("--only", choices=TABLES, help="one of the tables; otherwise all")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    folder, as_json = Path(given.data), given.json
    clinc, news = folder / "text" / "clinc150.parquet", folder / "20newsgroups_bydate.parquet"
    tables = {
        "scores": ("The promise, scores of known accuracy", scored_rows, given.draws),
        "models": ("The promise, whole models", model_rows, given.models),
        "corpora": ("The promise, real text", corpus_rows, folder),
        "monitor": ("The monitor, whole models", monitor_rows, given.models),
        "novelty": ("CLINC150: out-of-scope questions", novelty_rows, clinc),
        "labels": ("20 Newsgroups, 5 % of the labels flipped", label_error_rows, news),
    }
    for name, (title, rows, source) in tables.items():
        wanted = given.only in (None, name)
        if wanted and (not isinstance(source, Path) or source.exists()):
            show(title, rows(source), as_json=as_json)


if __name__ == "__main__":
    main()
