"""What ``train --spark`` does, with what is computed below it."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any, Final

from pyspark.sql import DataFrame, SparkSession

from halfbayes.classifier.arrow_rows import GlanceAt
from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.glance import glanced_roles
from halfbayes.classifier.lessons import (
    as_guessed,
    require_columns,
    require_label,
    require_labelled,
)
from halfbayes.classifier.roles import Roles
from halfbayes.cli.guesses import tell_guess
from halfbayes.cli.large import class_words_of, size_rule
from halfbayes.cli.remarks import by_class, tell_labels
from halfbayes.cli.session import Session
from halfbayes.cli.spark_files import (
    SparkFile,
    check_parquet,
    files_at,
    read_delimited,
    unread_rows,
)
from halfbayes.data.compression import without_suffix
from halfbayes.engines.spark import SparkEngine
from halfbayes.engines.spark_errors import in_words
from halfbayes.engines.spark_frame import (
    check_frame,
    counted_labels,
    has_label,
    quoted,
    without,
)
from halfbayes.errors import InvalidInputError
from halfbayes.spark import READING, fit, session

Options = Mapping[str, Any]

WHAT_TO_NAME: Final = (
    "name a file or a folder of Parquet, CSV, TSV or JSON lines that every worker can reach"
)


def spark_model(told: Session, options: Options) -> tuple[DocumentClassifier, int]:
    """The saved model of a table that Spark reads; none of its rows are set aside."""
    if options.get("unlabelled"):
        message = "--unlabelled is not for tables on Spark; leave it out"
        raise InvalidInputError(message)
    frame, typed = read_frame(session(options["spark"]), options["table"], options)
    if not typed:
        tell_unread(told, frame)
    rows = labelled_rows(told, frame, options["label"])
    model = fitted(rows, options, typed=typed)
    learnt = model.learnt_
    if not _named(options).used:
        tell_guess(told, learnt.roles, learnt.training)
    tell_labels(told, options["label"], by_class(learnt))
    model.save(options["output"], documents=options["documents"])
    told.note(f"{learnt.n_documents:,} documents were read by Spark")
    return model, 0


def fitted(rows: DataFrame, options: Options, *, typed: bool) -> DocumentClassifier:
    """The model; in a table without types, columns of numbers are told by their cells."""
    label, roles = options["label"], _named(options)
    groups = [options["groups"]] if options.get("groups") else []
    require_columns(roles, rows.columns, "the table")
    guesses = not typed and not roles.used and len({*rows.columns} - {label, *groups}) > 0
    if guesses:
        with in_words(READING):
            glances = SparkEngine(without(rows, groups), GlanceAt(label))
            roles = glanced_roles(glances, typed=False, label=label)
    model = fit(
        rows,
        label=label,
        text=roles.text,
        numeric=roles.numeric,
        categorical=roles.categorical,
        language=options["language"],
        labels_as_text=True,
        rule=size_rule(options),
        groups=options.get("groups"),
        **class_words_of(options),
    )
    return as_guessed(model, roles) if guesses else model


def _named(options: Options) -> Roles:
    return Roles(options["text"], options["numeric"], options["categorical"])


def tell_unread(told: Session, frame: DataFrame) -> None:
    """Say how many rows of delimited text have characters that could not be read."""
    with in_words(READING):
        unread = unread_rows(frame)
    if unread:
        told.note(
            f"{unread:,} rows have characters that could not be read; if the table is not "
            "UTF-8, name its encoding with --encoding"
        )


def labelled_rows(told: Session, frame: DataFrame, label: str) -> DataFrame:
    """The rows that have a label; how many have none is told."""
    check_frame(frame)
    require_label(label, frame.columns, "the table", "; name the right one with --label")
    with in_words(READING):
        total, labelled = counted_labels(frame, label, blank_is_none=True)
    if total:
        require_labelled(label, labelled, total - labelled)
    if labelled == total:
        return frame
    told.note(f"{total - labelled:,} of {total:,} rows have no label and are left out")
    return frame.filter(has_label(frame, label, blank_is_none=True))


def read_frame(spark: SparkSession, source: str, options: Options) -> tuple[DataFrame, bool]:
    """The table at a path that Spark can read, and whether its cells have types.

    It is Parquet, unless names of files say otherwise.
    """
    with in_words(f"Spark cannot read {source}", WHAT_TO_NAME):
        files = files_at(spark, source, WHAT_TO_NAME)
        kinds = {
            PurePath(without_suffix(file.name)).suffix.lower(): file.name for file in files
        }
        readers = {READERS[kind] for kind in kinds if kind in READERS}
        if len(readers) != 1 or not READERS.keys() >= kinds.keys():
            found = " and ".join(sorted(kinds.values())[:2]) or "no file"
            raise InvalidInputError(
                f"expected files of one kind at {source} and found {found}; {WHAT_TO_NAME}"
            )
        read = readers.pop()
        return read(spark, files, source, options), read is not read_delimited


def _read_json(
    spark: SparkSession, _files: Sequence[SparkFile], source: str, _options: Options
) -> DataFrame:
    frame = spark.read.json(source)
    first = spark.read.text(source).first()
    try:
        written = json.loads(first.value) if first is not None else {}
    except ValueError:
        written = {}
    # Spark sorts the keys; from files columns are in the order in which they are written.
    names = dict.fromkeys([*(written if isinstance(written, dict) else ()), *frame.columns])
    return frame.select(*(quoted(name) for name in names if name in frame.columns))


def _read_parquet(
    spark: SparkSession, files: Sequence[SparkFile], source: str, _options: Options
) -> DataFrame:
    check_parquet(spark, files)
    return spark.read.parquet(source)


Read = Callable[[SparkSession, Sequence[SparkFile], str, Options], DataFrame]
READERS: Final[Mapping[str, Read]] = {
    "": _read_parquet,
    ".parquet": _read_parquet,
    ".pq": _read_parquet,
    ".csv": read_delimited,
    ".tsv": read_delimited,
    ".tab": read_delimited,
    ".json": _read_json,
    ".jsonl": _read_json,
    ".ndjson": _read_json,
}

__all__ = ["fitted", "labelled_rows", "read_frame", "spark_model", "tell_unread"]
