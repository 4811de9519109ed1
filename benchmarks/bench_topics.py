"""What topics of words are worth, and what else was tried: error and log loss.

    python benchmarks/bench_topics.py [--draws 6] [--data DIR] [--corpora NAMES]

The corpora that may be looked at while the model is designed, with draws that the few-label
benchmark does not report, classes as numbers; means of the corpora:

    none           without the thesaurus
    half           every second word of each topic
    as it is
    share 1        in the discriminant, where there are hardly any labels, instead of 2
    share kept     1 however many labels there are
    counted, too   topics as a counted view besides

Without the corpora nothing is measured.
"""

from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from unittest.mock import patch

import numpy as np
from corpus import corpora_and_draws
from threadpoolctl import threadpool_limits

import halfbayes
from halfbayes.classifier import evidence_views
from halfbayes.classifier.evidence import TOPICS
from halfbayes.core.complement import Complement
from halfbayes.data.corpora import CORPORA, load_corpus
from halfbayes.evaluate.protocols import few_label_draw
from halfbayes.text import topics
from halfbayes.text.thesaurus import Topic, everyday_topics

DESIGN = [name for name, corpus in CORPORA.items() if corpus.half == "design"]
FIRST_DRAW = 20
BUDGETS = (3, 10, 30, 100)


@cache
def corpus_of(name, folder):
    """The documents and labels of a corpus."""
    return load_corpus(name, folder)


@contextmanager
def as_it_is():
    """Nothing else."""
    yield


@contextmanager
def half():
    """Every second word of each topic."""
    fewer = tuple(Topic(topic.names, topic.words[::2]) for topic in everyday_topics())
    with patch.object(topics, "everyday_topics", lambda: fewer):
        topics.topics_of_thesaurus.cache_clear()
        yield
    topics.topics_of_thesaurus.cache_clear()


@contextmanager
def share_kept():
    """The share of topics in the discriminant is that of words."""
    discriminants = evidence_views._discriminants  # noqa: SLF001 (what is tried instead)

    def kept(sources, n_documents, n_classes):
        *others, last = discriminants(sources, n_documents, n_classes)
        shares = tuple(
            1.0 if sources[region].kind == TOPICS else share
            for region, share in zip(last.regions, last.shares, strict=True)
        )
        return [*others, replace(last, shares=shares)]

    with patch.object(evidence_views, "_discriminants", kept):
        yield


WAYS = {
    "none": as_it_is,
    "half": half,
    "as it is": as_it_is,
    "share 1": partial(patch.object, evidence_views, "TOPICS_SHARE", 1.0),
    "share kept": share_kept,
    "counted, too": partial(
        patch.dict, evidence_views.EVENTS, {TOPICS: Complement(pooled=True)}
    ),
}


def measured(way, name, folder, draw, budget):
    """Error and log loss."""
    corpus = corpus_of(name, folder)
    drawn = few_label_draw(name, corpus.labels, draw)
    chosen, test = drawn.training(budget), drawn.test
    table, new = (corpus.rows(rows.tolist()) for rows in (chosen, test))
    model = halfbayes.DocumentClassifier(text=list(table), topics=way != "none", threads=1)
    with WAYS[way]():
        model.fit(table, drawn.y[chosen])
    log_p = model.predict_log_proba(new)
    error = float((log_p.argmax(axis=1) != drawn.y[test]).mean())
    return error, float(-log_p[np.arange(len(test)), drawn.y[test]].mean())


def main():
    folder, corpora, draws = corpora_and_draws(__doc__, DESIGN, FIRST_DRAW)
    if not corpora:
        return
    with threadpool_limits(limits=1):
        for way in WAYS:
            told = []
            for budget in BUDGETS:
                found = [measured(way, c, folder, d, budget) for c in corpora for d in draws]
                error, loss = np.mean(found, axis=0)
                told.append(f"{budget:4}: {error:.4f} / {loss:.3f}")
            print(f"{way:14} {'  '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
