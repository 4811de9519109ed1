"""Files that Spark is to read: how each of them begins, and what that says of all.

Spark takes one encoding, one delimiter and one list of columns for all files of a table, and
finds columns by their place; of Parquet files it takes the columns of one, and leaves cells
empty where another lacks them. So the first ``MOST_FILES`` are looked at, as far as ``HEAD``
bytes go, through the file system that Spark reads them from:

    encoding   that was named, or UTF-16 by its mark, or UTF-8; what is not is refused
    dialect    of ``data.dialects``, the same in all files
    columns    the same names in all files; where their order differs, files of one order are
               read together and put beside the others by name

Of files beyond these, Spark itself compares the first line; rows with bytes that are not of the
encoding are counted wherever they are.
"""

import codecs
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from halfbayes.data.column_names import listed, no_column
from halfbayes.data.compression import MAGIC
from halfbayes.data.dialects import Dialect, detected_dialect
from halfbayes.data.encodings import MARKS, check_encoding
from halfbayes.engines.spark_frame import quoted
from halfbayes.errors import InvalidInputError

MOST_FILES: Final = 1000
"""Of a folder that are looked at."""

HEAD: Final = 1 << 18
"""Bytes at the beginning of a file that are looked at."""

EVERYWHERE: Final = True  # in folders below, too
HIDDEN: Final = (".", "_")
"""With these begin names of files and folders that Spark passes over."""

ANY_CHARSET: Final = "spark.sql.legacy.javaCharsets"
"""Without this setting Spark reads Unicode and Latin-1 only."""

UNREAD: Final = "\ufffd"
"""What Spark has in place of bytes that are not of the encoding."""

CHARSETS: Final = {
    "ascii": "US-ASCII",
    "iso8859-1": "ISO-8859-1",
    "utf-8-sig": "UTF-8",
    "utf-16-le": "UTF-16LE",
    "utf-16-be": "UTF-16BE",
    "utf-32-le": "UTF-32LE",
    "utf-32-be": "UTF-32BE",
}
"""Encodings that Spark calls otherwise than Python."""

OF_SPARK: Final = (
    "US-ASCII",
    "ISO-8859-1",
    "UTF-8",
    "UTF-16",
    "UTF-16LE",
    "UTF-16BE",
    "UTF-32",
)
"""Encodings that Spark reads without being told that it may read any."""


@dataclass(frozen=True, slots=True)
class SparkFile:
    """A file where Spark finds it."""

    name: str
    path: str
    start: bytes = b""  # of its text, not compressed


@dataclass(frozen=True, slots=True)
class Written:
    """How delimited text is written."""

    encoding: str
    dialect: Dialect
    columns: tuple[str, ...]


def files_at(spark: SparkSession, source: str, advice: str) -> list[SparkFile]:
    """The files at a path; of many, the first. ``advice`` is for where there is nothing."""
    java: Any = spark
    path = java._jvm.org.apache.hadoop.fs.Path(source)  # noqa: SLF001 (Spark has no other way)
    system = path.getFileSystem(java._jsc.hadoopConfiguration())  # noqa: SLF001
    places = system.globStatus(path)
    if not places:
        raise InvalidInputError(f"there is nothing at {source}; {advice}")
    found: list[SparkFile] = []
    for place in places:
        below = system.listFiles(place.getPath(), EVERYWHERE)
        while below.hasNext() and len(found) < MOST_FILES:
            file = below.next().getPath()
            parts = file.toString().removeprefix(place.getPath().toString()).split("/")
            if any(part.startswith(HIDDEN) for part in [*parts, file.getName()]):
                continue
            _check_folders(parts[1:-1], file.getName(), source)
            found.append(SparkFile(file.getName(), file.toString()))
    return found


def _check_folders(folders: Sequence[str], name: str, source: str) -> None:
    plain = [folder for folder in folders if "=" not in folder]  # others are partitions
    if plain:
        raise InvalidInputError(
            f"{name} is in the folder {plain[0]} below {source}, which Spark passes over; name "
            f"the folders, for instance as '{source}/*', or move it"
        )


def begun(spark: SparkSession, file: SparkFile) -> SparkFile:
    """The file with how it begins; it is unpacked where its name says that it is compressed."""
    java: Any = spark
    hadoop, settings = java._jvm.org.apache.hadoop, java._jsc.hadoopConfiguration()  # noqa: SLF001
    path = hadoop.fs.Path(file.path)
    codec = hadoop.io.compress.CompressionCodecFactory(settings).getCodec(path)
    stream = path.getFileSystem(settings).open(path)
    try:
        unpacked = stream if codec is None else codec.createInputStream(stream)
        start = bytes(unpacked.readNBytes(HEAD))
    finally:
        stream.close()
    if codec is None and start.startswith(tuple(MAGIC)):
        raise InvalidInputError(
            f"{file.name} is compressed, and Spark would not know: it reads gzip, bzip2 and "
            "zstd, in files that are named .gz, .bz2 and .zst; rename or unpack it"
        )
    return SparkFile(file.name, file.path, start)


def written(file: SparkFile, encoding: str | None, delimiter: str | None) -> Written:
    """How a file is written, from its beginning."""
    if encoding is not None:
        check_encoding(encoding)
    named = encoding or _marked(file.start)
    decoder = codecs.getincrementaldecoder(named)()
    try:
        text = decoder.decode(file.start, final=len(file.start) < HEAD).removeprefix("\ufeff")
    except UnicodeError as error:
        line = file.start.count(b"\n", 0, getattr(error, "start", 0)) + 1
        raise InvalidInputError(
            f"{file.name} is not {named.upper()} (line {line}); name its encoding with "
            "--encoding, for instance windows-1252"
        ) from None
    dialect = detected_dialect(text, delimiter)
    first = next(dialect.records(text.splitlines(keepends=True)), None)
    return Written(_java_name(named), dialect, tuple(first.cells if first else ()))


def read_delimited(
    spark: SparkSession, files: Sequence[SparkFile], source: str, options: Mapping[str, Any]
) -> DataFrame:
    """The table in files of delimited text."""
    named = options.get("encoding"), options.get("delimiter")
    of_each = [(file, written(begun(spark, file), *named)) for file in files]
    of_each = [(file, how) for file, how in of_each if how.columns]
    if not of_each:
        raise InvalidInputError(
            f"{source} is empty; it must name its columns in the first line"
        )
    _check_alike([(file, how.columns) for file, how in of_each])
    _, first = of_each[0]
    for file, how in of_each:
        if (how.encoding, how.dialect) != (first.encoding, first.dialect):
            raise InvalidInputError(
                f"Spark reads files of one encoding and delimiter, and {file.name} is not "
                f"written as {of_each[0][0].name} is; name both with --encoding and "
                "--delimiter, or write the files alike"
            )
    orders = dict.fromkeys(how.columns for _, how in of_each)
    if len(orders) == 1:
        return _read(spark, source, first)
    parts = [
        _read(spark, [file.path for file, how in of_each if how.columns == order], first)
        for order in orders
    ]
    return reduce(DataFrame.unionByName, parts)


def unread_rows(frame: DataFrame) -> int:
    """How many rows have a character that stands for bytes which are no text."""
    broken = [sql.contains(sql.col(quoted(name)), sql.lit(UNREAD)) for name in frame.columns]
    return frame.filter(reduce(operator.or_, broken)).count()


def check_parquet(spark: SparkSession, files: Sequence[SparkFile]) -> None:
    """Refuse Parquet files of which one lacks a column that another has."""
    _check_alike([(file, tuple(spark.read.parquet(file.path).columns)) for file in files])


def _check_alike(columns: Sequence[tuple[SparkFile, tuple[str, ...]]]) -> None:
    everything = dict.fromkeys(name for _, names in columns for name in names)
    for file, names in columns:
        missing = [name for name in everything if name not in names]
        if missing:
            other = next(other.name for other, have in columns if missing[0] in have)
            raise InvalidInputError(
                f"{file.name} has {no_column(missing, names)}; the files of one table have the "
                f"same columns, and {other} has {listed([missing[0]])}"
            )


def _read(spark: SparkSession, paths: str | list[str], how: Written) -> DataFrame:
    if how.encoding.upper() not in OF_SPARK:
        spark.conf.set(ANY_CHARSET, "true")
    return spark.read.csv(
        paths,
        sep=how.dialect.delimiter,
        quote=how.dialect.quote or "",
        escape=how.dialect.escape or how.dialect.quote,
        header=True,
        multiLine=True,
        enforceSchema=False,
        encoding=how.encoding,
    )


def _marked(start: bytes) -> str:
    return next((name for mark, name in MARKS if start.startswith(mark)), "utf-8")


def _java_name(encoding: str) -> str:
    name = codecs.lookup(encoding).name
    return CHARSETS.get(name, name)


__all__ = [
    "MOST_FILES",
    "SparkFile",
    "Written",
    "begun",
    "check_parquet",
    "files_at",
    "read_delimited",
    "unread_rows",
    "written",
]
