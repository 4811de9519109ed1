"""Damaged and forged model files: ``tools/fuzz_model_file.py`` on a small scale."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import halfbayes
from halfbayes.errors import ModelFileError

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools"
MODEL = ROOT / "tests" / "golden" / "v1-text.hb"
CASES = 1500

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="memory is limited by the means of Linux"
)


def test_every_load_ends_in_the_right_model_or_a_model_file_error():
    run = subprocess.run(
        [sys.executable, TOOLS / "fuzz_model_file.py", "--cases", str(CASES), "--seed", "7"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{CASES:,} cases" in run.stdout


@pytest.fixture
def fuzzing(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    return __import__("fuzz_model_file")


def outcomes(fuzzing, folder, load, kind="bits flipped"):
    """How a few cases end with a loader of ours."""
    fuzzer = fuzzing.Fuzzer([MODEL], folder)
    fuzzer.load = load
    return {fuzzer.outcome(kind, Random(seed)) for seed in range(3)}


def test_the_fuzzer_tells_an_error_of_another_kind(fuzzing, tmp_path):
    def failing(_path):
        raise IndexError(str(3))

    assert outcomes(fuzzing, tmp_path, failing) == {"IndexError: 3"}


def test_the_fuzzer_tells_another_model_from_damage_and_allows_it_to_a_forger(
    fuzzing, tmp_path
):
    other = halfbayes.load(MODEL.with_name("v1-mixed.hb"))
    assert outcomes(fuzzing, tmp_path, lambda _path: other) == {"another model from damage"}
    forged = outcomes(fuzzing, tmp_path, lambda _path: other, "manifest changed")
    assert forged == {"another"}


def test_the_fuzzer_tells_what_takes_too_long(fuzzing, tmp_path, monkeypatch):
    def endless(_path):
        while True:
            pass

    monkeypatch.setattr(fuzzing, "SECONDS", 0.05)
    assert outcomes(fuzzing, tmp_path, endless) == {"TooSlowError: more than 0.05 s"}


def test_the_fuzzer_counts_refusals_and_whole_models(fuzzing, tmp_path):
    def refusing(_path):
        raise ModelFileError(str(3))

    assert outcomes(fuzzing, tmp_path, refusing) == {"refused"}
    assert outcomes(fuzzing, tmp_path, lambda _path: halfbayes.load(MODEL)) == {"same"}


def test_every_mutation_changes_the_file_now_and_then(fuzzing):
    raw = MODEL.read_bytes()
    for kind, mutation in {**fuzzing.DAMAGE, **fuzzing.FORGERIES}.items():
        assert any(mutation(raw, Random(seed)) != raw for seed in range(5)), kind
