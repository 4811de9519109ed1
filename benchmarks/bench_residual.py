"""What a residual around the leave-one-out hybrid would be worth: error and log loss with it.

    python benchmarks/bench_residual.py [--draws 2] [--data DIR] [--corpora NAMES]

The default model has its discriminant among the views that are weighed. Here one more
discriminant v is fitted around it: the leave-one-out log probabilities of the default model are
fixed offsets of the training documents, and

    minimise over v_k    sum_i -log p(y_i|x_i) + l/2 sum_k |v_k|^2
    p(k|x_i) = softmax_k(log p(k|x_i)^(-i) + v_k . phi_i)

over the features of the discriminant. Of the strengths l that are tried, and of no residual at
all, the likeliest by approximate leave-one-out (``core.softmax_steps``) is taken. Corpora that
may be looked at, draws that the few-label benchmark does not report, 3,000 documents at most to
train on. The rows say error / log loss of test documents with each l, and what is chosen.
Without the corpora nothing is measured.
"""

import argparse
import os
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from scipy import optimize
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.classifier.table import as_table
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import total_gram
from halfbayes.core.logspace import log_normalise
from halfbayes.core.softmax_steps import Place, softmax_without_each
from halfbayes.core.views import LearntDiscriminant
from halfbayes.data.corpora import load_corpus
from halfbayes.evaluate.protocols import few_label_draw

CORPORA = ("trec", "sms", "bbc", "movie-reviews", "github-issues", "stackoverflow")
BUDGETS = (30, 100, None)
STRENGTHS = (10.0, 3.0, 1.0, 0.3, 0.1)
FIRST_DRAW = 20
MOST_DOCUMENTS = 3_000
ROUNDING = 1e-8
"""Added to the inner products of documents, so that equal ones have a factor."""


def loss(log_p, y):
    return float(-log_normalise(log_p)[np.arange(len(y)), y].mean())


def residual(factor, offsets, y, strength):
    """Coefficients and scores of the training documents: each (documents, classes)."""
    targets = np.eye(offsets.shape[1])[y]

    def value(u):
        u = u.reshape(offsets.shape)
        log_p = log_normalise(offsets + factor @ u)
        gradient = factor.T @ (np.exp(log_p) - targets) + strength * u
        return -np.vdot(targets, log_p) + 0.5 * strength * np.vdot(u, u), gradient.ravel()

    start = np.zeros(offsets.size)
    found = optimize.minimize(value, start, jac=True, method="L-BFGS-B").x.reshape(
        offsets.shape
    )
    scores = factor @ found
    p = np.exp(log_normalise(offsets + scores))
    return Place((targets - p) / strength, scores, p, 0.0)


def measured(name, folder, budget, number):
    """Rows of (error, log loss, leave-one-out loss): of no residual, then of each strength."""
    corpus = load_corpus(name, folder)
    draw = few_label_draw(name, corpus.labels, number)
    chosen = draw.training(budget, MOST_DOCUMENTS)
    table, new = (corpus.rows(rows.tolist()) for rows in (chosen, draw.test))
    model = halfbayes.DocumentClassifier(text=list(table), threads=1).fit(table, draw.y[chosen])
    learnt, true = model.learnt_, np.searchsorted(model.classes_, draw.y[draw.test])
    read = [source.X for source in learnt.evidence.read(learnt.training.table)]
    tested = [source.X for source in learnt.evidence.read(as_table(new))]
    discriminants = [v.view for v in learnt.hybrid.views if isinstance(v, LearntDiscriminant)]
    view = max(discriminants, key=lambda view: len(view.regions))
    blocks = [
        Block(read[region], mean_document(read[region]), share / sum(view.shares))
        for region, share in view.parts
    ]
    gram = total_gram(blocks)
    factor = np.linalg.cholesky(gram + ROUNDING * np.eye(len(gram)))
    offsets, base, y = (
        learnt.hybrid.leave_one_out_log_proba,
        model.predict_log_proba(new),
        learnt.y,
    )
    rows = [(float((base.argmax(axis=1) != true).mean()), loss(base, true), loss(offsets, y))]
    for strength in STRENGTHS:
        at = residual(factor, offsets, y, strength)
        left_out = softmax_without_each(blocks, at, strength, gram.copy())
        log_p = base + sum(
            replace(block, X=tested[region]).centred(
                block.centred_transposed(block.share * at.a)
            )
            for block, region in zip(blocks, view.regions, strict=True)
        )
        error = float((log_p.argmax(axis=1) != true).mean())
        rows.append((error, loss(log_p, true), loss(offsets + left_out, y)))
    return np.array(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--draws", type=int, default=2)
    parser.add_argument(
        "--corpora", default=",".join(CORPORA), help="names, with commas between"
    )
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("Residual: no folder of corpora, nothing to measure")
        return
    names = ["none", *(f"l = {strength:g}" for strength in STRENGTHS)]
    changes, choices = {budget: [] for budget in BUDGETS}, []
    with threadpool_limits(limits=1):
        for name in given.corpora.split(","):
            for budget in BUDGETS:
                work = partial(measured, name, folder, budget)
                found = np.array([work(FIRST_DRAW + number) for number in range(given.draws)])
                best = found[:, :, 2].argmin(axis=1)
                choices.extend(best)
                mean = found.mean(axis=0)
                changes[budget].append(np.log(mean[:, 1] / mean[0, 1]))
                told = "  ".join(
                    f"{n} {e:.4f} / {h:.4f}" for n, (e, h, _) in zip(names, mean, strict=True)
                )
                chosen = ", ".join(names[place] for place in best)
                print(f"{name:14} {budget or 'all':>4}  {told}  chosen: {chosen}", flush=True)
    for budget, ratios in changes.items():
        change = 100.0 * np.expm1(np.mean(ratios, axis=0))
        told = "  ".join(f"{n} {c:+.1f} %" for n, c in zip(names[1:], change[1:], strict=True))
        print(f"log loss with {budget or 'all'} labels per class: {told}")
    print(f"no residual is chosen by leave-one-out {choices.count(0)} times of {len(choices)}")


if __name__ == "__main__":
    main()
