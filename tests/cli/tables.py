"""Small tables in files, and how the command is called in tests."""

import csv
from pathlib import Path

from classifier.corpus import invented
from click.testing import CliRunner, Result

from halfbayes.cli.root import main


def call(*arguments: object, stdin: bytes | str | None = None) -> Result:
    """What the command does, says and ends with."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


def write_table(path: Path, n_rows: int = 60, *, seed: int = 0) -> Path:
    """A CSV file of documents with two text fields, a number, a category and a topic."""
    rows, labels = invented(n_rows, seed=seed)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["topic", *rows[0]])
        writer.writeheader()
        for label, row in zip(labels, rows, strict=True):
            writer.writerow({"topic": label, **row})
    return path


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
