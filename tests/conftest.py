"""Fixtures every test may use."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real corpora; tests that need it are skipped where there is none."""
    folder = Path(os.environ.get("HALFBAYES_DATA", "../shared/data"))
    if not (folder / "20newsgroups_bydate.parquet").exists():
        pytest.skip(f"no corpora in {folder}: set HALFBAYES_DATA to a folder that has them")
    return folder
