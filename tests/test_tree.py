"""Rules of the tracked files as a whole."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# A path that exists on one machine only, and where packages came from on one machine only.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|home|Users|opt|tmp)/[\w.-]+")
PACKAGE_HOST = re.compile(r"pythonhosted|pypi\.org/simple|index-url|find-links", re.IGNORECASE)


def tracked_files() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: there is no list of tracked files")
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


@pytest.mark.parametrize("pattern", [MACHINE_PATH, PACKAGE_HOST], ids=["path", "host"])
def test_no_tracked_file_names_a_place_of_one_machine(pattern):
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in tracked_files()
        if path != Path(__file__).resolve()
        for match in pattern.finditer(path.read_text("utf-8", errors="replace"))
    ]
    assert found == []


def test_no_lock_file_is_tracked():
    locks = {"uv.lock", "poetry.lock", "Pipfile.lock", "pdm.lock"}
    assert not locks & {path.name for path in tracked_files()}


def test_every_constraint_is_a_name_and_a_version():
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert [line for line in pins if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    assert pins == sorted(pins, key=str.lower)
