"""The 20 Newsgroups as the papers had them: Lang's 19,997 postings, subject and body.

The later *bydate* version, without cross-posted copies, is ``load_corpus("20newsgroups")``;
Raina et al. (2003) and Rennie (2001) used the older one, and so do their reproductions.
"""

from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from halfbayes.data.parquet import read_parquet
from halfbayes.errors import MissingCorpusError
from halfbayes.types import IndexArray, LabelArray

FILE: Final = "20newsgroups.parquet"
"""Within the folder of corpora; columns group, subject, body."""


class Postings(NamedTuple):
    """Postings of several groups."""

    subjects: list[str]
    bodies: list[str]
    groups: LabelArray  # (postings,)

    def rows(self, keep: IndexArray) -> "Postings":
        """Some of them, in the order of ``keep``."""
        return Postings(
            [self.subjects[i] for i in keep], [self.bodies[i] for i in keep], self.groups[keep]
        )


@lru_cache(maxsize=1)
def load_newsgroups(data: Path) -> Postings:
    """All postings, from the folder of corpora."""
    path = data / FILE
    if not path.exists():
        raise MissingCorpusError(
            f"expected the 20 Newsgroups, all 19,997 postings, in {path}; get 20_newsgroups "
            "(Lang 1995), and write its columns group, subject, body as Parquet"
        )
    columns = read_parquet(path.read_bytes(), path.name).columns
    subjects = [str(text or "") for text in columns["subject"]]
    bodies = [str(text or "") for text in columns["body"]]
    return Postings(subjects, bodies, np.array([str(group) for group in columns["group"]]))


__all__ = ["FILE", "Postings", "load_newsgroups"]
