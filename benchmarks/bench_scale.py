"""What learning from a large corpus costs: memory, files, Spark, and who only counts words.

    python benchmarks/bench_scale.py [--times 1 10 100] [--cases NAME ...] [--folder FOLDER]

20 Newsgroups once, 10 and 100 times over: 19 thousand, 188 thousand and 1.9 million documents.
Each copy has words of its own, every 37th with a suffix, and each document its number, so that
the vocabulary grows as that of a corpus does. CPU seconds (of the process and all below it, JVM
and Python workers too, with their start) per million tokens, and the peak memory of all of them
together; a Spark that is running has started and learnt from one copy before. Every model of
one size must be the same file. Goals: files at least 5 times as quick as MLlib, memory flat,
Spark at most twice files.

Each case is run by itself, and its figures are appended to benchmarks/results/scale.jsonl at
once; a table of the last figures of each is printed at the end.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from halfbayes.text import TermCounter

ROOT = Path(__file__).parents[1]
PROGRAMS = Path(__file__).with_name("scale_cases")
RESULTS = Path(__file__).with_name("results") / "scale.jsonl"
TEXT = ["subject", "body"]
EVERY = 37
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def write_corpus(folder, times):
    """One Parquet file a copy of the corpus."""
    source = Path(os.environ.get("HALFBAYES_DATA", "../shared/data"))
    table = pd.read_parquet(source / "20newsgroups_bydate.parquet")
    folder.mkdir(parents=True, exist_ok=True)
    for copy in range(times):
        path = folder / f"{copy:03}.parquet"
        if not path.exists():
            bodies = [changed(body, i, copy) for i, body in enumerate(table["body"])]
            part = {"label": table["group"], "subject": table["subject"], "body": bodies}
            pq.write_table(pa.table(part), path)


def changed(body, number, copy):
    words = body.split(" ")
    first = (number + copy) % EVERY
    words[first::EVERY] = [f"{word}{copy}" for word in words[first::EVERY]]
    return f"{' '.join(words)} id{copy}x{number}"


def n_tokens(folder):
    """Words of the corpus: any length, stretches of letters and digits; counted once."""
    counted, total = folder.with_suffix(".tokens"), 0
    if counted.exists():
        return int(counted.read_text())
    for path in sorted(folder.glob("*.parquet")):
        table = pq.read_table(path, columns=TEXT)
        for name in TEXT:
            total += int(TermCounter(min_length=1).statistics(table[name]).occurrences.sum())
    counted.write_text(str(total))
    return total


CASES = {
    "memory": ["memory.py", "counted"],
    "files": ["files.py"],
    "Spark local[2]": ["spark.py", "local"],
    "Spark, two workers": ["spark.py", "cluster"],
    "Spark local[2], running": ["spark.py", "running"],
    "MLlib local[2]": ["mllib.py"],
    "DuckDB, words only": ["duckdb_words.py"],
    "polars, words only": ["polars_words.py"],
    "memory, whole model": ["memory.py", "whole"],
    "files, --memory 20MB": ["files.py", "20"],
}
"""A program of ``scale_cases`` and its arguments; the first five must give one model."""

OURS = list(CASES)[:5]
ONLY_ONCE = {"memory, whole model"}
"""Too slow, or too large, for more than the corpus once."""


def tree(root):
    """Process ids of ``root`` and all below it."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(fields[1]), fields
    found, before = {root}, set()
    while found != before:
        before = set(found)
        found |= {pid for pid, (parent, _) in parents.items() if parent in found}
    return {pid: parents[pid][1] for pid in found if pid in parents}


def measured(case, folder, output):
    """CPU seconds, peak memory and wall seconds of a case in a process of its own.

    A case that has been running before tells when, by a file beside the model.
    """
    program, *others = CASES[case]
    command = [sys.executable, str(PROGRAMS / program), str(folder), str(output), *others]
    start, cpu, peak, before = time.monotonic(), {}, 0, 0.0
    warm = output.with_suffix(".warm")
    with subprocess.Popen(command, cwd=ROOT) as process:
        while process.poll() is None:
            now = tree(process.pid)
            for pid, fields in now.items():
                cpu[pid] = (int(fields[11]) + int(fields[12])) / TICKS
            peak = max(peak, sum(int(fields[21]) * PAGE for fields in now.values()))
            if warm.exists():
                start, before = time.monotonic(), sum(cpu.values())
                warm.unlink()
            time.sleep(0.1)
    if process.returncode:
        raise SystemExit(f"{case} failed")
    return sum(cpu.values()) - before, peak, time.monotonic() - start


def run(arguments):
    base = Path(arguments.folder)
    for times in arguments.times:
        folder = base / f"times{times}"
        write_corpus(folder, times)
        tokens = n_tokens(folder)
        for case in arguments.cases or CASES:
            if times > 1 and case in ONLY_ONCE:
                continue
            output = base / "model.hb"
            output.unlink(missing_ok=True)
            cpu, peak, wall = measured(case, folder, output)
            row = {
                "case": case,
                "times": times,
                "tokens": tokens,
                "cpu": round(cpu, 2),
                "peak_mb": round(peak / 1e6),
                "wall": round(wall, 1),
                "model": sha256(output) if output.exists() else None,
            }
            with RESULTS.open("a") as file:
                file.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
    show()


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]


def show():
    """The last figures of each case and size as a table."""
    rows = [json.loads(line) for line in RESULTS.read_text().splitlines()]
    last = {(row["case"], row["times"]): row for row in rows}
    sizes = sorted({times for _, times in last})
    print(f"\n{'CPU s per million tokens | peak MB':36}", *(f"{f'{t} x':>16}" for t in sizes))
    for case in CASES:
        cells = []
        for times in sizes:
            row = last.get((case, times))
            each = f"{row['cpu'] / row['tokens'] * 1e6:.3f} | {row['peak_mb']}" if row else "-"
            cells.append(f"{each:>16}")
        print(f"{case:36}", *cells)
    for times in sizes:
        models = {last[c, times]["model"] for c in OURS if (c, times) in last}
        same = "the same model from all" if len(models) == 1 else "NOT THE SAME MODEL"
        tokens = next(row["tokens"] for (_, t), row in last.items() if t == times)
        print(f"{times} x: {tokens / 1e6:.1f} million tokens, {same}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--cases", nargs="+", choices=CASES)
    parser.add_argument("--folder", default=f"{tempfile.gettempdir()}/halfbayes-scale")
    parser.add_argument("--show", action="store_true", help="print what was measured before")
    arguments = parser.parse_args()
    if arguments.show:
        show()
    else:
        run(arguments)


if __name__ == "__main__":
    main()
