"""The documents that benchmarks of text work on."""

import argparse
import os
from pathlib import Path

import numpy as np
import pandas as pd


def newsgroups_or_synthetic(folder=None):
    """20 Newsgroups (subject and body) if the folder has it, else words by Zipf's law."""
    path = Path(folder or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    path /= "20newsgroups_bydate.parquet"
    if path.exists():
        table = pd.read_parquet(path)
        documents = [f"{s} {b}" for s, b in zip(table["subject"], table["body"], strict=True)]
        return "20 Newsgroups", documents
    return "synthetic (no 20newsgroups_bydate.parquet in --data)", synthetic()


def synthetic(n_documents=10_000, n_words=250, seed=0):
    """Documents of words whose frequencies follow Zipf's law, with capitals and punctuation."""
    rng = np.random.default_rng(seed)
    ranks = rng.zipf(1.3, size=(n_documents, n_words)) % 200_000
    ends = rng.choice(["", "", "", ",", "."], size=ranks.shape)
    return [
        " ".join(f"W{rank:x}er{end}" for rank, end in zip(row, row_ends, strict=True))
        for row, row_ends in zip(ranks.tolist(), ends.tolist(), strict=True)
    ]


def corpora_and_draws(doc, corpora, first_draw):
    """The folder, names and draws that are asked for; no names where there is no folder."""
    parser = argparse.ArgumentParser(description=doc.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder of corpora")
    parser.add_argument("--draws", type=int, default=6)
    parser.add_argument("--corpora", default=None, help="names, with commas between them")
    given = parser.parse_args()
    folder = Path(given.data or os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not folder.exists():
        print("There is no folder of corpora: nothing to measure")
        return folder, [], range(0)
    names = given.corpora.split(",") if given.corpora else [*corpora]
    return folder, names, range(first_draw, first_draw + given.draws)
