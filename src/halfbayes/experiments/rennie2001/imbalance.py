"""Section 3.4: the class with the fewest examples rules the decision.

    z_c = sum_k f_k log((1 + N_ck) / (V + N_c))        h = z_+ - z_-

Theorem 3.4.1 by simulation: the word probabilities of two newsgroups are taken for the truth,
training counts are drawn from them again and again, N_- words of one class and N_+ of the
other, and the variances of z_+, z_- and h of test documents are measured. Beside them is the
variance of z_+ by eq. 3.7.

Then what it does to error, on pairs of newsgroups: one class keeps ten documents while the
other grows, or both grow. Error is the mean of the error rates of the two classes; ROC
breakeven, the error once the bias is set right, shows what was learnt apart from it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from halfbayes.core.breakeven import roc_breakeven
from halfbayes.core.counts import class_counts
from halfbayes.core.estimates import log_count_variance, score_variance
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.rennie2001.classifiers import (
    NB,
    SVM,
    TODAY,
    map_naive_bayes,
    support_vector_machine,
    svm_inputs,
    today,
)
from halfbayes.experiments.rennie2001.corpus import (
    NEWSGROUPS,
    SPLITS,
    Bag,
    Split,
    loaded,
    split,
)
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
    with_today,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray, IndexArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAIRS: Final = (
    ("rec.autos", "rec.motorcycles"),
    ("comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware"),
    ("talk.politics.guns", "talk.politics.misc"),
)
LESS: Final = (1_000, 3_000, 10_000, 30_000, 100_000)
MORE: Final = 300_000
"""Training words of the class with less, N_+, and of the other, N_-."""
DRAWS: Final = 2_000
DOCUMENTS: Final = 50
THEOREM: Final = "variance of the scores"
ERROR: Final = "error"
BREAKEVEN: Final = "ROC breakeven"
FEW: Final = 10
SIZES: Final = (10, 30, 100, 300, 800)
QUICK_SPLITS: Final = 1
TWICE: Final = 2.0
MARGINAL: Final = 0.25
"""A benefit is marginal if it is less than this share of the one that could be had."""
BOTH: Final = "both grow"
ONE: Final = f"{FEW} of one class"
Z_PLUS: Final = "var z+"
Z_MINUS: Final = "var z-"
H: Final = "var h"
BY_FORMULA: Final = "var z+, eq. 3.7"


class Truth(NamedTuple):
    """Word probabilities of two classes, and documents to score."""

    theta: FloatArray  # (2, terms)
    documents: FloatArray  # (documents, terms), counts


def tasks(*, quick: bool) -> list[Task]:
    """A task for each number of words, and two for each pair of groups and split."""
    pairs = [
        Task(f"pair {pair}, split {seed}", {"pair": pair, "seed": seed})
        for pair in range(len(PAIRS))
        for seed in range(QUICK_SPLITS if quick else SPLITS)
    ]
    return [Task(f"{n} words", {"words": n}) for n in LESS] + with_today(pairs)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Variances at one number of words, or the errors of one pair and split."""
    bag = loaded(NEWSGROUPS, data)
    if "words" in settings:
        words = int(settings["words"] or 0)
        found = variances(truth_of(bag), words, rng=np.random.default_rng(words))
        return [Measurement(THEOREM, name, v, x=float(words)) for name, v in found.items()]
    pair, seed = int(settings["pair"] or 0), int(settings["seed"] or 0)
    of_pair = pair_of(split(NEWSGROUPS, bag, seed), PAIRS[pair])
    draw_number = pair * SPLITS + seed
    return [
        Measurement(row, f"{learner}, {how}", value, draw_number, x=n)
        for n in map(float, SIZES)
        for how, fewest in ((ONE, FEW), (BOTH, n))
        for learner in ((TODAY,) if settings.get("today") else (NB, SVM))
        for row, value in rates(
            of_pair, scores(of_pair, learner, _training(of_pair, min(fewest, n), n))
        ).items()
    ]


def truth_of(bag: Bag) -> Truth:
    """The first pair of groups, and some of its documents."""
    groups = [int(np.searchsorted(bag.classes, name)) for name in PAIRS[0]]
    terms = class_counts(bag.counts, bag.y, n_classes=len(bag.classes)).terms[groups] + 1.0
    members = np.flatnonzero(np.isin(bag.y, groups))
    chosen = np.random.default_rng(0).permutation(members)[:DOCUMENTS]
    return Truth(terms / terms.sum(axis=1, keepdims=True), bag.counts[chosen].toarray())


def variances(truth: Truth, words: int, *, rng: np.random.Generator) -> Mapping[str, float]:
    """Variances of z_+, z_- and h, each a mean over the documents."""
    known = np.flatnonzero(truth.documents.sum(axis=0))
    f = truth.documents[:, known]  # (documents, words)
    scores = []
    for theta, n in zip(truth.theta, (words, MORE), strict=True):
        # The words of no document together: the joint distribution of the others is exact.
        p = np.append(theta[known], max(0.0, 1.0 - theta[known].sum()))
        counts = rng.multinomial(n, p / p.sum(), size=DRAWS)[:, :-1]
        scores.append(np.log1p(counts) @ f.T)  # (draws, documents)
    plus, minus = scores
    expected = log_count_variance(words * truth.theta[:1, known], np.array(1.0))
    formula = [score_variance(document, expected)[0] for document in f]
    return {
        Z_PLUS: float(plus.var(axis=0).mean()),
        Z_MINUS: float(minus.var(axis=0).mean()),
        H: float((plus - minus).var(axis=0).mean()),
        BY_FORMULA: float(np.mean(formula)),
    }


def pair_of(whole: Split, pair: tuple[str, str]) -> Split:
    """The documents of two groups of a split."""
    bag = whole.bag
    groups = np.searchsorted(bag.classes, pair)
    kept = np.isin(bag.y[whole.pool], groups)
    test = whole.test[np.isin(bag.y[whole.test], groups)]
    return Split(bag, whole.pool[kept], whole.rank[kept], test)


def scores(of_pair: Split, learner: str, training: IndexArray) -> FloatArray:
    """Scores of the test documents, positive for the second group."""
    bag = of_pair.bag
    if learner == TODAY:
        texts = [bag.texts[i] for i in of_pair.test]
        log_proba = today(of_pair, training).predict_log_proba(texts)
        return np.asarray(log_proba[:, 1] - log_proba[:, 0])
    if learner == SVM:
        X, X_test = svm_inputs(of_pair, training)
        machine = support_vector_machine().fit(X, bag.y[training])
        return np.asarray(machine.decision_function(X_test))
    model = map_naive_bayes().fit(bag.counts[training], bag.y[training])
    log_proba = model.predict_log_proba(bag.counts[of_pair.test])
    return np.asarray(log_proba[:, 1] - log_proba[:, 0])


def rates(of_pair: Split, found: FloatArray) -> Mapping[str, float]:
    """Mean of the error rates of the two classes, and ROC breakeven."""
    y = of_pair.bag.y[of_pair.test]
    positive = y == y.max()
    wrong = (found > 0.0) != positive
    error = (wrong[positive].mean() + wrong[~positive].mean()) / 2.0
    return {ERROR: float(error), BREAKEVEN: roc_breakeven(positive, found)}


def _training(of_pair: Split, fewest: float, most: float) -> IndexArray:
    """The first ``fewest`` documents of the first group and ``most`` of the second."""
    first = of_pair.bag.y[of_pair.pool] == of_pair.bag.y[of_pair.test].min()
    return of_pair.pool[of_pair.rank < np.where(first, fewest, most)]


def claims(summary: Summary) -> dict[str, Finding]:
    """The theorem at every number of words, and what more documents of one class bring."""
    ratios = [
        summary.mean(THEOREM, H, x=float(n)) / summary.mean(THEOREM, Z_PLUS, x=float(n))
        for n in LESS
        if summary.mean(THEOREM, Z_PLUS, x=float(n))
        > summary.mean(THEOREM, Z_MINUS, x=float(n))
    ]
    start = summary.mean(ERROR, f"{NB}, {BOTH}", x=float(SIZES[0]))
    one, both = (summary.mean(ERROR, f"{NB}, {how}", x=float(SIZES[-1])) for how in (ONE, BOTH))
    told = (
        f"from {start:.3f} with {SIZES[0]} documents of each class to {one:.3f} with "
        f"{SIZES[-1]} of one class, {both:.3f} with {SIZES[-1]} of both"
    )
    return {
        "theorem": Finding(
            bool(ratios) and min(ratios) > 1.0 and max(ratios) < TWICE,
            f"var h / var z+ is {', '.join(f'{r:.2f}' for r in ratios)} with "
            f"{', '.join(f'{n:,}' for n in LESS[: len(ratios)])} words",
        ),
        "marginal": Finding(start - one < MARGINAL * (start - both), told),
        "svm": _svm_copes(summary),
    }


def _svm_copes(summary: Summary) -> Finding:
    """Whether the SVM keeps ahead of naive Bayes where one class has few documents."""
    sizes = [float(n) for n in SIZES[1:]]
    pairs = [
        tuple(summary.mean(BREAKEVEN, f"{name}, {ONE}", x=x) for name in (SVM, NB))
        for x in sizes
    ]
    told = "; ".join(
        f"{svm:.3f} and {nb:.3f} ({x:.0f})" for x, (svm, nb) in zip(sizes, pairs, strict=True)
    )
    return Finding(
        all(svm < nb for svm, nb in pairs),
        f"ROC breakeven of SVM and naive Bayes with {FEW} documents of one class: {told}",
    )


def draw(summary: Summary) -> "Figure | None":
    """Variances by the words of the class with less, and rates by the documents."""
    figure = new_figure(11.0, 3.2)
    left, *others = panels(figure, 3, columns=3)
    for name in (Z_PLUS, Z_MINUS, H, BY_FORMULA):
        curve = summary.curve(THEOREM, name)
        left.plot(curve.x, curve.mean, "--" if name == BY_FORMULA else ".-", label=name)
    left.set(xlabel="words of class +1", ylabel=THEOREM, xscale="log", ylim=(0, None))
    for axes, row in zip(others, (ERROR, BREAKEVEN), strict=True):
        for learner, colour in ((NB, "C0"), (SVM, "C1"), (TODAY, "C2")):
            for how, style in ((ONE, "--"), (BOTH, "-")):
                curve = summary.curve(row, f"{learner}, {how}")
                axes.plot(curve.x, curve.mean, style, color=colour, label=f"{learner}, {how}")
        axes.set(xlabel="documents of the larger class", ylabel=row, xscale="log")
        axes.set_ylim(0, None)
    for axes in (left, *others):
        axes.grid(alpha=0.3)
    left.legend(fontsize=7)
    others[-1].legend(fontsize=6)
    return figure


REPRODUCTION: Final = Reproduction(
    "rennie2001/imbalance", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = [
    "REPRODUCTION",
    "Truth",
    "claims",
    "draw",
    "pair_of",
    "rates",
    "run",
    "scores",
    "tasks",
    "truth_of",
    "variances",
]
