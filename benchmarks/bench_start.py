"""How long one waits before anything is done: imports and help, beside Python and scikit-learn.

    python benchmarks/bench_start.py [--repeats N] [--json]

CPU time (user and system) of whole processes, in turn, the median of the repeats, and how many
times that is of Python doing nothing. The size of the wheel is that of dist, where `make wheel`
put one. Goal: `import halfbayes` and every `--help` take less than importing numpy would.
"""

import argparse
import json
import os
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SKLEARN = (
    "from sklearn.feature_extraction.text import TfidfVectorizer;"
    "from sklearn.linear_model import LogisticRegression"
)
CASES = {
    "python -c pass": ["-c", "pass"],
    "import halfbayes": ["-c", "import halfbayes"],
    "halfbayes --help": ["-m", "halfbayes", "--help"],
    "halfbayes train --help": ["-m", "halfbayes", "train", "--help"],
    "from halfbayes import DocumentClassifier": [
        "-c",
        "from halfbayes import DocumentClassifier",
    ],
    "import numpy": ["-c", "import numpy"],
    "import sklearn": ["-c", "import sklearn"],
    "tf-idf and logistic regression of sklearn": ["-c", SKLEARN],
}


def cpu_seconds(arguments):
    """CPU time of a new Python, from its start to its end."""
    silence = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    command = [sys.executable, *arguments]
    process = os.posix_spawn(sys.executable, command, os.environ, file_actions=silence)
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}")
    return used.ru_utime + used.ru_stime


def measured(repeats):
    """Median CPU seconds of each case; the first round only warms the disk."""
    rounds = [
        {name: cpu_seconds(arguments) for name, arguments in CASES.items()}
        for _ in range(repeats + 1)
    ][1:]
    return {name: statistics.median(times[name] for times in rounds) for name in CASES}


def wheel_bytes():
    """Size of the wheel in dist; None where there is none."""
    return next((path.stat().st_size for path in (ROOT / "dist").glob("*.whl")), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    seconds, size = measured(options.repeats), wheel_bytes()
    if options.json:
        print(json.dumps({"cpu_seconds": seconds, "wheel_bytes": size}, indent=2))
        return
    nothing = seconds["python -c pass"]
    print("| | CPU time | times Python itself |\n| --- | --- | --- |")
    for name, taken in seconds.items():
        print(f"| `{name}` | {1000 * taken:.0f} ms | {taken / nothing:.1f} |")
    print(f"\nThe wheel: {f'{size / 1000:,.0f} kB' if size else 'make wheel builds one'}")


if __name__ == "__main__":
    main()
