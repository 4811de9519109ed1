"""What it is worth to look at how documents are written: error and log loss with and without.

    python benchmarks/bench_writing.py [--draws 6] [--data DIR] [--corpora NAMES]

The corpora that may be looked at while the model is designed, and six pairs of newsgroups that
are hard to tell apart; draws that the few-label benchmark does not report, 1,000 documents at
most to test. The same evidence and views, with the discriminant of writing and without it; the
last line of a budget is the mean of the logarithms of the ratios, in per cent, with SMS and of
the others. Without the corpora nothing is measured.
"""

from dataclasses import replace
from functools import cache

import numpy as np
from corpus import corpora_and_draws
from threadpoolctl import threadpool_limits

from halfbayes.classifier.evidence import WRITING
from halfbayes.classifier.material import Material
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.data.corpora import CORPORA, load_corpus
from halfbayes.evaluate.protocols import few_label_draw

PAIRS = {
    "windows": ("comp.graphics", "comp.windows.x"),
    "engines": ("rec.autos", "sci.electronics"),
    "belief": ("alt.atheism", "soc.religion.christian"),
    "politics": ("talk.politics.guns", "talk.politics.misc"),
    "macs": ("misc.forsale", "comp.sys.mac.hardware"),
    "science": ("sci.med", "sci.space"),
}
DESIGN = [name for name, corpus in CORPORA.items() if corpus.half == "design"]
FIRST_DRAW = 20
BUDGETS = (3, 10, 30, 100)
MOST_TEST = 1_000


@cache
def corpus_of(name, folder):
    """The documents and labels of a corpus, or of a pair of newsgroups."""
    corpus = load_corpus("20newsgroups" if name in PAIRS else name, folder)
    if name not in PAIRS:
        return corpus
    rows = np.flatnonzero(np.isin(corpus.labels, PAIRS[name]))
    return replace(corpus, fields=corpus.rows(rows.tolist()), labels=corpus.labels[rows])


def measured(name, folder, draw, budget):
    """Error and log loss without writing and with it."""
    corpus = corpus_of(name, folder)
    drawn = few_label_draw(name, corpus.labels, draw)
    chosen, test = drawn.training(budget), drawn.test[:MOST_TEST]
    table, new = (as_table(corpus.rows(rows.tolist())) for rows in (chosen, test))
    roles = Roles(text=tuple(corpus.fields))
    reading = Material(table, drawn.y[chosen], np.unique(corpus.labels), roles).read()
    asked = [source.X for source in reading.evidence.read(new)]
    views, found = reading.views, []
    kinds = [source.kind for source in reading.sources]
    words = [view for view in views if kinds[view.parts[0][0]] != WRITING]
    for some in (words, views):
        model = fitted_hybrid(some, reading.documents, SmallFit())
        log_p = model.log_proba(asked)
        found.append(float((log_p.argmax(axis=1) != drawn.y[test]).mean()))
        found.append(float(-log_p[np.arange(len(test)), drawn.y[test]].mean()))
    return found


def main():
    folder, names, draws = corpora_and_draws(__doc__, [*DESIGN, *PAIRS], FIRST_DRAW)
    if not names:
        return
    with threadpool_limits(limits=1):
        for budget in BUDGETS:
            ratios = {}
            for name in names:
                rows = [measured(name, folder, draw, budget) for draw in draws]
                error, loss, new_error, new_loss = np.mean(rows, axis=0)
                ratios[name] = 100 * np.log([new_error / error, new_loss / loss])
                print(
                    f"{budget:4} {name:14} error {error:.4f} to {new_error:.4f} "
                    f"({ratios[name][0]:+.1f} %), log loss {loss:.4f} to {new_loss:.4f} "
                    f"({ratios[name][1]:+.1f} %)",
                    flush=True,
                )
            others = [ratio for name, ratio in ratios.items() if name != "sms"]
            means = np.mean([*ratios.values()], axis=0), np.mean(others or [[0, 0]], axis=0)
            told = [f"error {error:+.1f} %, log loss {loss:+.1f} %" for error, loss in means]
            print(f"{budget:4} all: {told[0]}; without SMS: {told[1]}", flush=True)


if __name__ == "__main__":
    main()
