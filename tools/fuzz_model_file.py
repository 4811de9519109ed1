"""Load damaged and forged model files, and count how it ends.

python tools/fuzz_model_file.py --cases 100000 [--seed 0] [--model FILE]...

A damaged file is refused with ``ModelFileError`` or is the same model still; a forged one,
whose checksums and hashes are right, may be another model, but one that answers with
probabilities.
Anything else, more than ``SECONDS`` of CPU time for a case or more than ``MEMORY`` bytes beyond
those of the start is a failure: the case is printed, and the exit code is 1.
"""

import argparse
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from model_mutations import DAMAGE, FORGERIES, members_of

import halfbayes
from halfbayes.errors import ModelFileError, NoTrainingDataError

GOLDEN = Path(__file__).parents[1] / "tests" / "golden"
MEMORY_DISK = Path("/dev/shm")
SECONDS = 2.0
MEMORY = 512 * 1024 * 1024
MOST_TOLD = 20
DOCUMENTS: list[dict[str, Any]] = [
    {"subject": "Charged", "body": "wrong refunds", "amount": 12.0, "channel": "web"},
    {"subject": None, "body": None, "amount": None, "channel": None},
]

Load = Callable[[Path], Any]


class TooSlowError(Exception):
    """A case took more than its time."""


class Fuzzer:
    """Model files, and how loading what becomes of them ends."""

    def __init__(self, models: list[Path], folder: Path, load: Load = halfbayes.load) -> None:
        self.load = load
        self.target = folder / "case.hb"
        self.seeds = [(path.read_bytes(), answers(load(path))) for path in models]

    def outcome(self, kind: str, draw: Random) -> str:
        """How one case ends: refused, same, another, or what is wrong."""
        raw, right = draw.choice(self.seeds)
        mutated = {**DAMAGE, **FORGERIES}[kind](raw, draw)
        self.target.write_bytes(mutated)
        try:
            with time_limit(SECONDS):
                found = answers(self.load(self.target))
        except ModelFileError:
            return "refused"
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        if found == right:
            return "same"
        # The first version had no hashes: whole members in each other's place are not told.
        unhashed = kind == "members swapped" and b'"hashes"' not in manifest_of(raw)
        return "another" if kind in FORGERIES or unhashed else "another model from damage"


def answers(model: Any) -> bytes:
    """What a model says of some documents; ``ValueError`` if these are no probabilities."""
    rows = [{name: row.get(name) for name in model.roles_.used} for row in DOCUMENTS]
    proba = model.predict_proba(rows)
    if not np.allclose(proba.sum(axis=1), 1.0) or proba.min() < 0.0:
        raise ValueError(f"answers that are no probabilities: {proba}")
    typical = typicality(model, rows)
    if not all(0.0 <= share <= 1.0 for share in typical):
        raise ValueError(f"shares of training documents that are no shares: {typical}")
    return bytes(proba.tobytes()) + repr((typical, model.classes_.tolist())).encode()


def typicality(model: Any, rows: list[dict[str, Any]]) -> list[float]:
    """How typical documents are, where the model knows."""
    try:
        return list(model.novelty(rows).p_value.tolist())
    except NoTrainingDataError:
        return []


def manifest_of(raw: bytes) -> bytes:
    """The manifest of a file that is whole."""
    return dict(members_of(raw))["manifest.json"]


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """``TooSlowError`` after so many seconds of CPU time."""

    def stop(_signal: int, _frame: object) -> None:
        raise TooSlowError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)


def limit_memory() -> None:
    """No more address space than now and ``MEMORY`` on top."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def table(counts: dict[str, Counter[str]]) -> str:
    """The outcomes of every kind of mutation, as a Markdown table."""
    lines = ["| mutation | cases | refused | the same model | another model |"]
    lines.append("| --- | --- | --- | --- | --- |")
    for kind, found in counts.items():
        cells = [found.total(), found["refused"], found["same"], found["another"]]
        lines.append(f"| {kind} | {' | '.join(f'{cell:,}' for cell in cells)} |")
    total = sum(counts.values(), Counter())
    cells = [total.total(), total["refused"], total["same"], total["another"]]
    lines.append(f"| **all** | {' | '.join(f'**{cell:,}**' for cell in cells)} |")
    return "\n".join(lines)


def run(fuzzer: Fuzzer, n_cases: int, seed: int) -> tuple[dict[str, Counter[str]], list[str]]:
    """Outcomes by kind of mutation, and the cases that failed."""
    kinds = [*DAMAGE, *FORGERIES]
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    failures = []
    for case in range(n_cases):
        kind = kinds[case % len(kinds)]
        found = fuzzer.outcome(kind, Random(f"{seed}/{case}"))
        counts[kind][found] += 1
        if found not in ("refused", "same", "another"):
            failures.append(f"case {case} of seed {seed}, {kind}: {found}")
    return counts, failures


def main() -> int:
    """Run the cases the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--model", type=Path, action="append")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(
        dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None
    ) as folder:
        fuzzer = Fuzzer(given.model or sorted(GOLDEN.glob("*.hb")), Path(folder))
        limit_memory()
        start = time.process_time()
        counts, failures = run(fuzzer, given.cases, given.seed)
        spent = time.process_time() - start
    print(table(counts))
    print(f"\n{given.cases:,} cases, {spent:.0f} s of CPU time, {len(failures):,} failures")
    for failure in failures[:MOST_TOLD]:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
