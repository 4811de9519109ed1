"""What the thesaurus and names of classes are worth, good and wrong: error and log loss.

    python benchmarks/bench_names.py [--draws 6] [--data DIR] [--corpora NAMES]

The corpora that may be looked at while the model is designed, with draws that the few-label
benchmark does not report, 1,000 documents at most to test: classes as numbers, without the
thesaurus of topics ("plain") and with it; by the names they have in the corpus, without topics
and with them; and with topics each by the name of the next class, which is wrong of every one.
The last lines of a budget are geometric means of the ratios to "plain", as changes in per cent.
Without the corpora nothing is measured.
"""

from functools import cache

import numpy as np
from corpus import corpora_and_draws
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.data.corpora import CORPORA, load_corpus
from halfbayes.evaluate.protocols import few_label_draw

DESIGN = [name for name, corpus in CORPORA.items() if corpus.half == "design"]
FIRST_DRAW = 20
BUDGETS = (3, 10, 30, 100)
MOST_TEST = 1_000
WAYS = ("plain", "topics", "names", "both", "wrong")


@cache
def corpus_of(name, folder):
    """The documents and labels of a corpus."""
    return load_corpus(name, folder)


def measured(name, folder, draw, budget):
    """Error and log loss of each way: (ways, 2)."""
    corpus = corpus_of(name, folder)
    drawn = few_label_draw(name, corpus.labels, draw)
    chosen, test = drawn.training(budget), drawn.test[:MOST_TEST]
    table, new = (corpus.rows(rows.tolist()) for rows in (chosen, test))
    names = [str(label) for label in np.unique(corpus.labels)]
    right, wrong = dict(enumerate(names)), dict(enumerate([*names[1:], names[0]]))
    found = []
    called_and_topics = (
        (False, False),
        (False, True),
        (right, False),
        (right, True),
        (wrong, True),
    )
    for called, topics in called_and_topics:
        model = halfbayes.DocumentClassifier(
            text=list(table), class_names=called, topics=topics, threads=1
        )
        log_p = model.fit(table, drawn.y[chosen]).predict_log_proba(new)
        error = float((log_p.argmax(axis=1) != drawn.y[test]).mean())
        found.append([error, float(-log_p[np.arange(len(test)), drawn.y[test]].mean())])
    return found


def main():
    folder, corpora, draws = corpora_and_draws(__doc__, DESIGN, FIRST_DRAW)
    if not corpora:
        return
    with threadpool_limits(limits=1):
        for budget in BUDGETS:
            ratios = []
            for name in corpora:
                rows = [measured(name, folder, draw, budget) for draw in draws]
                means = np.mean(rows, axis=0)  # (ways, 2)
                told = [
                    f"{way} {error:.3f} / {loss:.3f}"
                    for way, (error, loss) in zip(WAYS, means, strict=True)
                ]
                print(f"{budget:4} {name:14} {', '.join(told)}", flush=True)
                ratios.append(np.log(means[1:] / means[0]))
            changes = 100.0 * np.expm1(np.mean(ratios, axis=0))
            for way, (error, loss) in zip(WAYS[1:], changes, strict=True):
                print(f"{budget:4} all, {way}: error {error:+.1f} %, log loss {loss:+.1f} %")


if __name__ == "__main__":
    main()
