"""docs/sources.md names files, tests and reproductions: each of them is there."""

import re
from pathlib import Path

import pytest

from halfbayes.experiments.registry import specifications

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "sources.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`([^`]+)`", PAGE)))
TESTS = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("*.py")))


@pytest.mark.parametrize("name", [name for name in NAMED if name.endswith(".py")])
def test_every_named_file_is_there(name):
    assert (ROOT / "src" / "halfbayes" / name).is_file()


@pytest.mark.parametrize("name", [name for name in NAMED if name.startswith("test_")])
def test_every_named_test_is_there(name):
    assert re.search(rf"^def {name}\(", TESTS, re.MULTILINE)


def test_every_reproduction_is_named():
    named = set(re.findall(r"`((?:raina|rennie|straka|ngjordan|xing)\d{4}/[^`]+)`", PAGE))
    assert named == set(specifications())
