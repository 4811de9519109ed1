"""Text to counts: TermCounter beside scikit-learn's CountVectorizer, in one run.

    python benchmarks/bench_counting.py [--data FOLDER] [--repeats N] [--json]

CPU time (user and system) of each, one thread, in turn, the median ratio of the repeats; extra
peak memory on the corpus repeated ten times, each in a process of its own; and where the time
of TermCounter goes. Goals: 15 times for fit_transform and for transform, 25 with stemming
(PyStemmer inside CountVectorizer's tokenizer), at most half the memory.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import Stemmer
from corpus import newsgroups_or_synthetic
from sklearn.feature_extraction.text import CountVectorizer

from halfbayes.text import TermCounter, Vocabulary
from halfbayes.text.counting import counted, matrix
from halfbayes.text.tokens import TokenOptions

WORD = re.compile(r"(?u)\b\w\w+\b")


class StemmingTokenizer:
    """Words, then stems: the usual recipe."""

    def __init__(self):
        self.stemmer = Stemmer.Stemmer("english")

    def __call__(self, document):
        return self.stemmer.stemWords(WORD.findall(document))


def cpu_time(work):
    start = time.process_time()
    work()
    return time.process_time() - start


def pairs(documents):
    """What is compared: a name, the goal, scikit-learn's work and ours."""
    fitted, vectorizer = TermCounter(threads=1).fit(documents), CountVectorizer().fit(documents)
    fitted.transform(documents[:1])  # makes the hash table
    stemming = {"tokenizer": StemmingTokenizer(), "token_pattern": None}
    return [
        (
            "fit_transform",
            15,
            lambda: CountVectorizer().fit_transform(documents),
            lambda: TermCounter(threads=1).fit_transform(documents),
        ),
        (
            "transform",
            15,
            lambda: vectorizer.transform(documents),
            lambda: fitted.transform(documents),
        ),
        (
            "fit_transform, stemmed",
            25,
            lambda: CountVectorizer(**stemming).fit_transform(documents),
            lambda: TermCounter(language="english", threads=1).fit_transform(documents),
        ),
    ]


def speed_rows(documents, repeats):
    for name, goal, theirs, ours in pairs(documents):
        times = [(cpu_time(theirs), cpu_time(ours)) for _ in range(repeats)]
        yield {
            "task": name,
            "goal": goal,
            "scikit-learn s": round(statistics.median(t for t, _ in times), 3),
            "halfbayes s": round(statistics.median(o for _, o in times), 3),
            "ratio": round(statistics.median(t / o for t, o in times), 1),
        }


def stage_times(documents):
    """CPU milliseconds of each stage, the least of five runs."""
    runs = []
    for _ in range(5):
        marks = [time.process_time()]
        counts = counted(documents, TokenOptions(), threads=1)
        marks.append(time.process_time())
        n_terms = len(Vocabulary(*counts.sorted_terms()))
        marks.append(time.process_time())
        counts.arrange(None, n_terms)
        marks.append(time.process_time())
        matrix(counts, n_terms, keep=None, binary=False, dtype=np.int64)
        marks.append(time.process_time())
        runs.append(np.diff(marks))
    names = ("read, split, hash, count", "sort the terms", "sort the rows", "write the matrix")
    return dict(zip(names, (1e3 * np.min(runs, axis=0)).round(1).tolist(), strict=True))


def memory_peak(kind, folder):
    """In a child process: MB that counting ten copies of the corpus adds to the peak."""
    command = [sys.executable, __file__, "--data", str(folder), "--memory", kind]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def resident(field):
    """VmHWM (the peak) or VmRSS of this process in MB; Linux only."""
    status = Path("/proc/self/status").read_text()
    return int(re.search(rf"{field}:\s+(\d+)", status)[1]) / 1024


def print_memory(kind, folder):
    documents = newsgroups_or_synthetic(folder)[1]
    counter = {"ours": TermCounter(threads=1), "theirs": CountVectorizer()}[kind]
    counter.fit_transform(documents[:50])
    documents *= 10
    before = resident("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts here
    X = counter.fit_transform(documents)
    print(resident("VmHWM") - before)
    assert X.shape[0] == len(documents)


def memory_row(folder):
    if not Path("/proc/self/clear_refs").exists():
        return None
    theirs, ours = memory_peak("theirs", folder), memory_peak("ours", folder)
    return {
        "task": "extra peak memory, corpus x 10",
        "goal": 2,
        "scikit-learn MB": round(theirs),
        "halfbayes MB": round(ours),
        "ratio": round(theirs / ours, 2),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", default=None, help="folder with 20newsgroups_bydate.parquet")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--memory", choices=["ours", "theirs"], help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.memory:
        return print_memory(given.memory, given.data if given.data != "None" else None)
    name, documents = newsgroups_or_synthetic(given.data)
    rows = list(speed_rows(documents, given.repeats))
    rows += [row for row in [memory_row(given.data)] if row]
    stages = stage_times(documents)
    if given.json:
        print(json.dumps({"corpus": name, "rows": rows, "stages in ms": stages}, indent=2))
        return None
    megabytes = sum(map(len, documents)) / 1e6
    print(f"Counting {name}: {len(documents)} documents, {megabytes:.1f} million characters")
    for row in rows:
        theirs, ours = (f"{key} {row[key]}" for key in list(row)[2:4])
        print(
            f"  {row['task']:32} {theirs:22} {ours:18} {row['ratio']:6} x (goal {row['goal']})"
        )
    print("  where the time of fit_transform goes, ms:", stages)
    return None


if __name__ == "__main__":
    main()
