"""Documents in memory: FOLDER MODEL counted|whole."""

import sys

import pyarrow.parquet as pq
from rules import COUNTED, TEXT, WHOLE

import halfbayes

if __name__ == "__main__":
    folder, output, kind = sys.argv[1:]
    table = pq.read_table(folder).to_pandas()
    model = halfbayes.DocumentClassifier(text=TEXT)
    model.sized(COUNTED if kind == "counted" else WHOLE)
    model.fit(table[TEXT], table["label"]).save(output)
