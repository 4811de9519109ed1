"""What is looked at of a Spark data frame before it is read: its session, names and labels."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.types import (
    BooleanType,
    ByteType,
    CalendarIntervalType,
    CharType,
    DayTimeIntervalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    ShortType,
    StringType,
    VarcharType,
    VariantType,
    YearMonthIntervalType,
)

from halfbayes.errors import InvalidInputError

FRACTIONS: Final = (FloatType, DoubleType)
LABELS: Final = (
    *(StringType, CharType, VarcharType, BooleanType),
    *(ByteType, ShortType, IntegerType, LongType),
    *FRACTIONS,
)
"""Types of labels; whether fractions are whole is told when they are read."""

STRANGE: Final = (
    CalendarIntervalType,
    DayTimeIntervalType,
    VariantType,
    YearMonthIntervalType,
)
"""Types that Spark hands over as bytes or not at all."""

NOT_BLANK: Final = r"(?U)[^\s\x1c-\x1f]"
"""A character that Python's ``strip`` leaves."""


def check_frame(frame: Any) -> None:
    """Refuse what is no Spark data frame, or one that cannot be read."""
    if not hasattr(frame, "sparkSession"):
        kind = f"{type(frame).__module__.partition('.')[0]}.{type(frame).__name__}"
        raise InvalidInputError(
            f"expected a Spark data frame and got {kind}; use halfbayes.DocumentClassifier for "
            "tables in memory, or spark.createDataFrame"
        )
    context = getattr(frame.sparkSession, "_sc", None)  # a remote session has none
    if context is not None and context._jsc is None:  # noqa: SLF001 (nothing else tells)
        message = (
            "the Spark session of the frame has been stopped; start one, for instance with "
            "halfbayes.spark.session(), and read the frame again"
        )
        raise InvalidInputError(message)
    called = [as_spark_reads(frame, name) for name in frame.columns]
    twice = [
        name for name, read in zip(frame.columns, called, strict=True) if called.count(read) > 1
    ]
    if twice:
        names = " and ".join(map(repr, dict.fromkeys(twice)))
        raise InvalidInputError(
            f"the frame has {len(twice)} columns named {names}; rename all but one, for "
            "instance with frame.toDF(...)"
        )


def as_spark_reads(frame: DataFrame, name: str) -> str:
    """The name of a column by which Spark tells it from others: capitals seldom count."""
    is_sensitive = frame.sparkSession.conf.get("spark.sql.caseSensitive", "false")
    return name if is_sensitive == "true" else name.lower()


def check_rests(frame: DataFrame) -> None:
    """Refuse to learn from a stream, which nobody can read twice."""
    if frame.isStreaming:
        message = (
            "the frame is a stream, and learning reads the documents several times; learn from "
            "a table, and use transform on the stream"
        )
        raise InvalidInputError(message)


def check_types(frame: DataFrame, names: Iterable[str]) -> None:
    """Refuse columns of types that are no text, number or truth value, nor lists of such."""
    for name in names:
        kind = frame.schema[name].dataType
        if isinstance(kind, STRANGE):
            raise InvalidInputError(
                f"the column {name!r} is {kind.simpleString()}, which is read as neither text "
                f"nor number; leave it out, or write it as text, for instance with "
                f"frame.withColumn({name!r}, frame[{name!r}].cast('string'))"
            )


def check_labels(frame: DataFrame, label: str) -> None:
    """Refuse a column of labels that are no names of classes."""
    kind = frame.schema[label].dataType
    if not isinstance(kind, LABELS):
        raise InvalidInputError(
            f"labels are text, whole numbers or truth values, and the column {label!r} is "
            f"{kind.simpleString()}; write them as text, for instance with "
            f"frame.withColumn({label!r}, frame[{label!r}].cast('string'))"
        )


def quoted(name: str) -> str:
    """The name of a column as Spark reads it wherever a column is named.

    >>> quoted("a.b"), quoted("a`b")
    ('`a.b`', '`a``b`')
    """
    return f"`{name.replace('`', '``')}`"


def without(frame: DataFrame, names: Sequence[str]) -> DataFrame:
    """The other columns of a frame."""
    return frame.select(*(quoted(name) for name in frame.columns if name not in names))


@dataclass(frozen=True, slots=True, eq=False)
class Renamed:
    """A task over batches whose columns are called so."""

    task: Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]
    names: tuple[str, ...]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """What the task makes of the batches."""
        names = list(self.names)
        return self.task(pa.RecordBatch.from_arrays(b.columns, names=names) for b in batches)


def mapped(frame: DataFrame, task: Any, schema: Any) -> DataFrame:
    """``frame.mapInArrow``, also where a column has a dot or a backtick in its name.

    Spark looks for each column by its name, and reads it as an expression.
    """
    names = tuple(frame.columns)
    if not any(mark in name for name in names for mark in ".`"):
        return frame.mapInArrow(task, schema)
    plain = frame.toDF(*(f"column_{place}" for place in range(len(names))))
    return plain.mapInArrow(Renamed(task, names), schema)


def has_label(frame: DataFrame, label: str, *, blank_is_none: bool) -> Column:
    """Whether a row has a label; that of white space may count as none, as it does in files."""
    column, kind = sql.col(quoted(label)), frame.schema[label].dataType
    there = column.isNotNull()
    if isinstance(kind, FRACTIONS):
        there &= ~sql.isnan(column)
    if blank_is_none and isinstance(kind, StringType | CharType | VarcharType):
        there &= column.rlike(NOT_BLANK)
    return there


def filter_of_labels(frame: DataFrame, label: str) -> str:
    """How to leave out rows without a label, as an expression for ``frame.filter``."""
    there = f"{quoted(label)} is not null"
    is_fraction = isinstance(frame.schema[label].dataType, FRACTIONS)
    return f"{there} and not isnan({quoted(label)})" if is_fraction else there


def counted_labels(frame: DataFrame, label: str, *, blank_is_none: bool) -> tuple[int, int]:
    """How many rows there are, and how many of them have a label."""
    labelled = sql.when(has_label(frame, label, blank_is_none=blank_is_none), 1)
    counts = frame.agg(sql.count(sql.lit(1)).alias("rows"), sql.count(labelled).alias("named"))
    found = counts.toArrow().to_pylist()[0]
    return found["rows"], found["named"]


__all__ = [
    "Renamed",
    "as_spark_reads",
    "check_frame",
    "check_labels",
    "check_rests",
    "check_types",
    "counted_labels",
    "filter_of_labels",
    "has_label",
    "mapped",
    "quoted",
    "without",
]
