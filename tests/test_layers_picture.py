"""The picture of the layers is the rule that imports are checked by."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def drawing(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    yield __import__("drawings.layers", fromlist=["layers"])
    for name in [name for name in sys.modules if name.split(".")[0] == "drawings"]:
        del sys.modules[name]


def test_the_picture_is_current(drawing):
    committed = (ROOT / "docs" / "images" / "layers.svg").read_text("utf-8")
    assert committed == drawing.picture()


def test_every_package_is_in_the_picture(drawing):
    shown = {name for names in drawing.layers() for name in names}
    source = ROOT / "src" / "halfbayes"
    packages = {path.parent.name for path in source.glob("*/__init__.py")}
    modules = {path.stem for path in source.glob("*.py")} - {"__init__"}
    assert shown == packages | modules
