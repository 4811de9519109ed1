"""The documents that benchmarks of text work on."""

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
