"""The two corpora of the thesis, counted once, and its random splits (appendix A).

20 Newsgroups: bodies without UU-encoded blocks, stretches of letters, words that occur once
left out. Four fifths of each class are for training. The thesis does not name a stop list here
and prepared its documents with McCallum's rainbow, which leaves out the words of a stop list
and single letters unless told otherwise; Table 3.1, the loudest words of every class, has no
common word in it. So a stop list is used (scikit-learn's), and Table 2.1 shows beside it what
comes of keeping every word.

Industry Sector: only the twelve top-level classes can be had, already stemmed and without stop
words, where the thesis has 105 classes. Half of each class is for training.

A split is fixed by the name of the corpus and its number. Training on n documents per class
takes the first n of each class's training half in one random order, all where there are fewer.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np

from halfbayes.core.class_order import rank_within_class
from halfbayes.data.parquet import read_parquet
from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.newsgroups import load_newsgroups
from halfbayes.text.counter import TermCounter
from halfbayes.text.documents import without_uuencoded
from halfbayes.text.presets import preset
from halfbayes.types import CountMatrix, IndexArray, LabelArray

NEWSGROUPS: Final = "20 Newsgroups"
SECTORS: Final = "Industry Sector"
SECTORS_FILE: Final = "industry_sector_top12_bow.parquet"
"""Within the folder of corpora; columns label, text."""

SPLITS: Final = 10


class Bag(NamedTuple):
    """Documents with at least one word, and their counts."""

    counts: CountMatrix  # (documents, terms)
    y: IndexArray
    classes: LabelArray
    terms: LabelArray
    texts: list[str]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A random division of the documents of a corpus."""

    bag: Bag
    pool: IndexArray  # documents for training, in random order
    rank: IndexArray  # of each document of the pool within its class
    test: IndexArray

    def training(self, per_class: int) -> IndexArray:
        """The documents to learn from."""
        return self.pool[self.rank < per_class]


class Usage(NamedTuple):
    """How the thesis uses a corpus."""

    load: Callable[..., Bag]
    training_share: float
    sizes: tuple[int, ...]  # training documents per class


def newsgroups(data: Path, *, stop_words: bool = True) -> Bag:
    """The 20 Newsgroups."""
    postings = load_newsgroups(data)
    prepared = preset("rennie2001")
    options = {"stop_words": "english", "min_length": 2} if stop_words else {}
    counter = prepared.counter(threads=1, dtype=np.float64, **options)
    texts = [without_uuencoded(body) for body in postings.bodies]
    return _bag(counter, prepared.prepared(postings.bodies), postings.groups, texts)


def sectors(data: Path, *, stop_words: bool = True) -> Bag:
    """The pages of twelve industry sectors; their stop words were left out long ago."""
    del stop_words
    path = data / SECTORS_FILE
    if not path.exists():
        raise MissingCorpusError(
            f"expected the industry sectors in {path}; get the collection of Rossi, Marcacini "
            "and Rezende 2013, and write its columns label, text as Parquet"
        )
    columns = read_parquet(path.read_bytes(), path.name).columns
    texts = [str(text or "") for text in columns["text"]]
    labels = np.array([str(label) for label in columns["label"]])
    counter = TermCounter(min_count=2, min_length=1, threads=1, dtype=np.float64)
    return _bag(counter, texts, labels, texts)


PROTOCOLS: Final[Mapping[str, Usage]] = {
    NEWSGROUPS: Usage(newsgroups, 0.8, (800, 250, 100, 30, 5)),
    SECTORS: Usage(sectors, 0.5, (52, 20, 10, 3, 1)),
}


@lru_cache(maxsize=3)
def loaded(corpus: str, data: Path, *, stop_words: bool = True) -> Bag:
    """A corpus of ``PROTOCOLS``, prepared once per process."""
    return PROTOCOLS[corpus].load(data, stop_words=stop_words)


def split(corpus: str, bag: Bag, number: int) -> Split:
    """Random split ``number`` of a corpus: each class is divided by itself."""
    rng = np.random.default_rng([crc32(corpus.encode()), number])
    order = rng.permutation(len(bag.y)).astype(np.intp)
    rank = rank_within_class(bag.y[order])
    n_training = np.rint(PROTOCOLS[corpus].training_share * np.bincount(bag.y))
    in_pool = rank < n_training[bag.y[order]]
    return Split(bag, order[in_pool], rank[in_pool], order[~in_pool])


def _bag(
    counter: TermCounter, prepared: list[str], labels: LabelArray, texts: list[str]
) -> Bag:
    counts = counter.fit_transform(prepared)
    known = np.flatnonzero(np.diff(counts.indptr) > 0)
    classes, y = np.unique(labels[known], return_inverse=True)
    return Bag(
        counts[known],
        y.reshape(-1).astype(np.intp),
        classes,
        counter.get_feature_names_out(),
        [texts[i] for i in known],
    )


__all__ = [
    "NEWSGROUPS",
    "PROTOCOLS",
    "SECTORS",
    "SECTORS_FILE",
    "SPLITS",
    "Bag",
    "Split",
    "Usage",
    "loaded",
    "newsgroups",
    "sectors",
    "split",
]
