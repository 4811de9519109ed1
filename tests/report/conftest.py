"""A real browser, and reports to open in it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import Chromium
from report.samples import HOSTILE

from halfbayes import DocumentClassifier


@pytest.fixture(scope="session")
def browser(tmp_path_factory) -> Iterator[Chromium]:
    """Chromium; tests that need it are skipped where there is none, and fail under CI."""
    missing = Chromium.missing()
    if missing:
        told = f"no {' and no '.join(missing)}: run tools/browser.sh as root, or install them"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(told)
    chromium = Chromium(tmp_path_factory.mktemp("profile"))
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def report(tmp_path_factory) -> Path:
    """The report of a model that has learnt ordinary and hostile documents."""
    words = {"law <b>": "court judge verdict appeal", "art & co": "paint brush gallery canvas"}
    texts, labels = [], []
    for i in range(120):
        name = list(words)[i % 2]
        own = words[name].split()
        texts.append(f"{own[i % 4]} {own[(i // 4) % 4]} {HOSTILE[i % len(HOSTILE)]}")
        labels.append(name if i % 10 else list(words)[1 - i % 2])
    path = tmp_path_factory.mktemp("report") / "report.html"
    model = DocumentClassifier(text="<i>body</i>").fit({"<i>body</i>": texts}, labels)
    model.report(path, accuracy=0.7, excerpts=120)
    return path
