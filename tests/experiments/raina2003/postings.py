"""A small collection of newsgroups whose words differ by group."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from halfbayes.experiments.newsgroups import FILE

WORDS = {"a.one": ["cat", "dog", "bird", "fish"], "b.two": ["car", "bus", "train", "ship"]}
COMMON = ["and", "the", "of", "to", "in", "42", "ann@example.org"]


def write_postings(folder, groups, n=150):
    rng = np.random.default_rng(0)
    rows = {"group": [], "subject": [], "body": []}
    for place, group in enumerate(groups):
        own = list(WORDS.values())[place % 2]
        for _ in range(n):
            rows["group"].append(group)
            rows["subject"].append(" ".join(rng.choice(own + COMMON, 3)))
            rows["body"].append(" ".join(rng.choice(own + 4 * COMMON, 12)))
    pq.write_table(pa.table(rows), folder / FILE)
    return folder
