"""A table and a model that the tests of all commands share."""

from pathlib import Path

import pytest
from cli.tables import call, write_table


@pytest.fixture(scope="session")
def table(tmp_path_factory) -> Path:
    return write_table(tmp_path_factory.mktemp("table") / "mails.csv")


@pytest.fixture(scope="session")
def model(table) -> Path:
    path = table.with_name("mails.hb")
    result = call("train", table, "--label", "topic", "--documents", "-o", path, "-q")
    assert result.exit_code == 0
    return path
