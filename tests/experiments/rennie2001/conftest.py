"""A folder with both corpora in small: documents of a few words of their class among others."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.experiments.newsgroups import FILE
from halfbayes.experiments.rennie2001.corpus import SECTORS_FILE
from halfbayes.experiments.rennie2001.table3_1 import WORDS

DOCUMENTS = 10
SECTORS = 8


def words(n, prefix):
    letters = "bcdfgklmnp"
    return [prefix + "".join(letters[int(d)] for d in f"{i:03d}") for i in range(n)]


def documents(own, rng):
    common = words(40, "x")
    return [
        " ".join([*rng.choice(own, 5), *rng.choice(common, 12), "the", "of"])
        for _ in range(DOCUMENTS)
    ]


@pytest.fixture(scope="session")
def toy_data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora")
    rng = np.random.default_rng(0)
    rows = [
        (group, "", text)
        for k, (group, word) in enumerate(WORDS.items())
        for text in documents([word, *words(6, chr(ord("a") + k) + "y")], rng)
    ]
    columns = dict(zip(("group", "subject", "body"), zip(*rows, strict=True), strict=True))
    pq.write_table(pa.table({k: list(v) for k, v in columns.items()}), folder / FILE)
    rows = [
        (f"sector {k}", text)
        for k in range(SECTORS)
        for text in documents(words(6, chr(ord("a") + k) + "z"), rng)
    ]
    columns = dict(zip(("label", "text"), zip(*rows, strict=True), strict=True))
    pq.write_table(pa.table({k: list(v) for k, v in columns.items()}), folder / SECTORS_FILE)
    return folder
