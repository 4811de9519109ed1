"""Two newsgroups as counts of subject and body, prepared as the paper prepares them.

Everything in the headers but the subject is gone, numbers and e-mail addresses are NUMBER and
EMAILADDR, words are stemmed (section 3). All postings are counted once; a pair selects its rows
and the words that occur in them, which are its dictionary W.
"""

from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy import sparse

from halfbayes.experiments.newsgroups import Postings, load_newsgroups
from halfbayes.text.presets import preset
from halfbayes.types import CountMatrix, IndexArray


class Pair(NamedTuple):
    """The postings of two groups."""

    postings: Postings
    regions: tuple[CountMatrix, CountMatrix]  # subject and body, over one vocabulary
    y: IndexArray

    def permutation(self, seed: int) -> IndexArray:
        """A random order in which the first two postings are of different classes."""
        order = np.random.default_rng(seed).permutation(len(self.y))
        other = int(np.argmax(self.y[order] != self.y[order[0]]))
        order[[1, other]] = order[[other, 1]]
        return order


@lru_cache(maxsize=8)
def load_pair(data: Path, first: str, second: str) -> Pair:
    """The pair; class 1 is the second group."""
    subject, body = _counted(data)
    postings = load_newsgroups(data)
    keep = np.flatnonzero(np.isin(postings.groups, [first, second]))
    parts = [sparse.csr_array(matrix[keep]) for matrix in (subject, body)]
    words = np.unique(np.concatenate([part.indices for part in parts]))
    subjects, bodies = (sparse.csr_array(part[:, words]) for part in parts)
    kept = postings.rows(keep)
    return Pair(kept, (subjects, bodies), (kept.groups == second).astype(np.intp))


def pair_title(first: str, second: str) -> str:
    """The pair as the figures name it.

    >>> pair_title("rec.autos", "rec.motorcycles")
    'rec.autos v rec.motorcycles'
    """
    return f"{first} v {second}"


def all_pairs(data: Path) -> list[tuple[str, str]]:
    """Every pair of groups, in alphabetical order."""
    groups = sorted(set(load_newsgroups(data).groups.tolist()))
    return list(combinations(groups, 2))


@lru_cache(maxsize=1)
def _counted(data: Path) -> tuple[CountMatrix, CountMatrix]:
    postings = load_newsgroups(data)
    counter = preset("raina2003").counter(threads=1, dtype=np.float64)
    counter.fit([*postings.subjects, *postings.bodies])
    return counter.transform(postings.subjects), counter.transform(postings.bodies)


__all__ = ["Pair", "all_pairs", "load_pair", "pair_title"]
