"""What reading a large table costs, in portions, beside DuckDB and beside learning from it.

    python benchmarks/bench_reading.py [--data DIR] [--repeats N] [--json]

The documents as CSV, JSON lines and Parquet, each read to its end as `halfbayes train` reads it
and as DuckDB hands it on in Arrow batches, in turn on one thread: CPU time, the median. Beside
them counting the words of the same documents, which learning does with every document. Reading
keeps the number of each line and the reason why a row cannot be used.
"""

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path

import duckdb
import pandas as pd
from corpus import newsgroups_or_synthetic

import halfbayes
from halfbayes.data.streams import ROWS, streamed

READERS = {"csv": "read_csv", "jsonl": "read_json", "parquet": "read_parquet"}


def written(documents, folder):
    """The documents in a file of each kind."""
    table = pd.DataFrame({"number": range(len(documents)), "text": documents})
    table.to_csv(folder / "t.csv", index=False)
    table.to_json(folder / "t.jsonl", orient="records", lines=True)
    table.to_parquet(folder / "t.parquet")
    return {kind: folder / f"t.{kind}" for kind in READERS}


def ours(path):
    """Number of rows, read in portions."""
    return sum(sheet.n_rows for sheet, _ in streamed(str(path)).portions())


def theirs(path, kind):
    """Number of rows, read by DuckDB in Arrow batches."""
    with duckdb.connect(config={"threads": 1}) as connection:
        rows = connection.sql(f"select * from {READERS[kind]}('{path}')").to_arrow_reader(ROWS)
        return sum(batch.num_rows for batch in rows)


def cpu_seconds(function, *arguments):
    """What a call gives, and the CPU time it took."""
    start = time.process_time()
    result = function(*arguments)
    return result, time.process_time() - start


def measured(documents, repeats):
    """Median CPU seconds by kind of file and reader, and of counting the words."""
    with tempfile.TemporaryDirectory() as folder:
        files = written(documents, Path(folder))
        times = {kind: ([], []) for kind in files}
        for _ in range(repeats):
            for kind, path in files.items():
                mine, seconds = cpu_seconds(ours, path)
                others, others_seconds = cpu_seconds(theirs, path, kind)
                assert mine == others == len(documents)
                times[kind][0].append(seconds)
                times[kind][1].append(others_seconds)
    found = {kind: [statistics.median(some) for some in pair] for kind, pair in times.items()}
    counter = halfbayes.TermCounter(threads=1)
    return found, cpu_seconds(counter.fit_transform, documents)[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    name, documents = newsgroups_or_synthetic(options.data)
    found, counting = measured(documents, options.repeats)
    if options.json:
        print(json.dumps({"corpus": name, "reading": found, "counting": counting}, indent=2))
        return
    print(f"{name}, {len(documents):,} documents: CPU seconds of reading, one thread")
    for kind, (mine, others) in found.items():
        print(f"  {kind:8} halfbayes {mine:.2f}, DuckDB {others:.2f}")
    print(f"  counting the words of the same documents: {counting:.2f}")


if __name__ == "__main__":
    main()
