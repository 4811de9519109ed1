"""Documents on Apache Spark: learn from a data frame of any size, and answer for one.

    model = halfbayes.spark.fit(frame, label="topic", text=["subject", "body"])
    answers = halfbayes.spark.transform(model, frame)

What is learnt depends on the documents alone: the model is that of the same documents in memory
or in files, to the byte, however the frame is partitioned. Up to the size of
``classifier.size`` the documents are brought to the driver; beyond it they stay where they are
and only sums travel (``engines.spark``). The session is the frame's own, on whatever cluster;
workers need halfbayes and numpy installed, as any Python package that a job uses.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql
from pyspark.sql.types import BooleanType, DoubleType, LongType, StringType, StructField

from halfbayes.classifier.arrow_rows import AnswerTask, ArrowRows, GlanceAt
from halfbayes.classifier.counted import CountedSettings, counted_model
from halfbayes.classifier.document import DocumentClassifier, holding
from halfbayes.classifier.glance import Glance
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.roles import Roles, named_roles
from halfbayes.classifier.sample import ABOVE_ALL
from halfbayes.classifier.size import STANDARD, Size, SizeRule
from halfbayes.classifier.survey import SizeOf
from halfbayes.classifier.table import Table, as_table
from halfbayes.classifier.word_lists import WEIGHT, word_lists
from halfbayes.engines.spark import SparkEngine
from halfbayes.errors import InvalidInputError

Names = Sequence[str] | str | None

SAMPLED: Final = 4
"""Times as many documents are looked at for the sample as it has room for."""

OWN_ERRORS: Final = "halfbayes.errors."
UNREADABLE: Final = "Encountered error while reading file"
"""What Spark says of a file, in the middle of a traceback."""

LOOPBACK: Final = "127.0.0.1"
JAVA_OPTIONS: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SETTINGS: Final[dict[str, Any]] = {
    "spark.python.daemon.module": "halfbayes.classifier.worker_daemon",
    "spark.rdd.compress": "false",  # numbers, which hardly become shorter
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.executor.extraJavaOptions": JAVA_OPTIONS,
}
"""Of a session that is started for learning. Java compiles what runs often, but does not
optimise it: the work is done by the kernel, and optimising would take more than all of Java's
part in it. Its rows are long, which its simplest collector of garbage is best at."""

LOCAL_SETTINGS: Final[dict[str, Any]] = {
    "spark.driver.memory": "2g",  # everything runs in it
    "spark.driver.bindAddress": LOOPBACK,
    "spark.driver.host": LOOPBACK,
    "spark.sql.shuffle.partitions": "8",  # Spark's 200 are for clusters
    "spark.sql.adaptive.enabled": "false",  # there is nothing to adapt to
    "spark.shuffle.compress": "false",  # nothing leaves the machine
    "spark.broadcast.compress": "false",
}
"""Of a session on one machine, besides."""

TYPES: Final = {"U": StringType(), "O": StringType(), "i": LongType(), "b": BooleanType()}


def fit(  # noqa: PLR0913 (the parameters are those of an estimator)
    frame: DataFrame,
    *,
    label: str,
    text: Names = None,
    numeric: Names = None,
    categorical: Names = None,
    language: str | None = "english",
    **others: Any,
) -> DocumentClassifier:
    """A model of the documents of ``frame``, whose labels are in the column ``label``.

    The other columns, ``class_words`` and ``class_words_weight`` are as in
    ``DocumentClassifier``. ``labels_as_text`` reads labels as the command line does, and
    ``rule`` is another ``SizeRule``.
    """
    roles = (_names(text), _names(numeric), _names(categorical))
    asked = _Asked(label, *roles, language, **others)
    _use_this_python(frame)
    with _told():
        return asked.fitted(frame)


def transform(
    model: DocumentClassifier,
    frame: DataFrame,
    *,
    accuracy: float = 0.95,
    confidence: float = 0.95,
) -> DataFrame:
    """The frame with the columns ``predicted``, ``probability`` and ``decision``.

    A decision is "accept" or "review", so that with this ``confidence`` the accepted answers
    are right as often as ``accuracy`` says.
    """
    taken = [name for name in ("predicted", "probability", "decision") if name in frame.columns]
    if taken:
        raise InvalidInputError(
            f"the frame has a column {taken[0]!r} already; rename it before transform"
        )
    _use_this_python(frame)
    rule = model.promise(accuracy=accuracy, confidence=confidence)
    light = holding(_without_documents(model.learnt_), **{**model.get_params(), "threads": 1})
    kind = TYPES.get(model.classes_.dtype.kind, DoubleType())
    schema = frame.schema
    for name, type_ in (
        ("predicted", kind),
        ("probability", DoubleType()),
        ("decision", StringType()),
    ):
        schema = type(schema)([*schema.fields, StructField(name, type_, True)])  # noqa: FBT003
    return frame.mapInArrow(AnswerTask(light, rule), schema)


def session(master: str | None = None) -> SparkSession:
    """The session there is, or a new one on ``master``; a local one listens to itself only.

    A new one has ``SETTINGS``, which make learning cheaper.
    """
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("halfbayes").master(master or "local[*]")
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config(map=SETTINGS)
    if master is None or master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", LOOPBACK)
        builder = builder.config(map=LOCAL_SETTINGS)
    return builder.getOrCreate()


@dataclass(frozen=True, slots=True)
class _Asked:
    """What ``fit`` was asked for."""

    label: str
    text: tuple[str, ...]
    numeric: tuple[str, ...]
    categorical: tuple[str, ...]
    language: str | None
    labels_as_text: bool = False
    rule: SizeRule = STANDARD
    class_words: Mapping[Any, Sequence[str]] | None = None
    class_words_weight: float = WEIGHT

    @property
    def _named(self) -> bool:
        """Whether somebody said what the columns are for."""
        return bool(self.text or self.numeric or self.categorical)

    def fitted(self, frame: DataFrame) -> DocumentClassifier:
        """The model, fitted where the size of the corpus says."""
        roles = self._roles(frame)
        names = dict.fromkeys([self.label, *(roles.used if self._named else frame.columns)])
        used = frame.select(*(f"`{name}`" for name in names))
        rows = ArrowRows(roles, self.label, self.labels_as_text)
        size = _size(used, rows, self.rule)
        if size is None:
            message = "the frame has no rows; pass documents of two classes"
            raise InvalidInputError(message)
        if not self.rule.counts(size):
            return self._gathered(used, rows)
        return self._counted(used, rows, size)

    def _roles(self, frame: DataFrame) -> Roles:
        nothing: Any = Table(dict.fromkeys(frame.columns, ()), 0)
        if self.label not in frame.columns:
            raise InvalidInputError(
                f"the frame has no column {self.label!r} for the labels; it has "
                f"{', '.join(map(repr, frame.columns))}"
            )
        if self._named:
            return named_roles(nothing, self.text, self.numeric, self.categorical)
        glance = SparkEngine(frame, GlanceAt(self.label)).total(_itself)
        return Roles() if glance is None else glance.roles()

    def _gathered(self, used: DataFrame, rows: ArrowRows) -> DocumentClassifier:
        """The whole model, of documents that are few enough to be brought together."""
        table = used.toArrow()
        documents = as_table(table)
        labels = rows(table).labels
        missing = sum(value is None for value in labels)
        if missing:
            raise InvalidInputError(
                f"{missing:,} of {len(labels):,} documents have no label; leave them out, for "
                f"instance with frame.filter('`{self.label}` is not null')"
            )
        others = {k: v for k, v in documents.columns.items() if k != self.label}
        model = DocumentClassifier(**self._parameters()).sized(self.rule)
        return model.fit(Table(others, documents.n_rows), labels)

    def _counted(self, used: DataFrame, rows: ArrowRows, size: Size) -> DocumentClassifier:
        """The counted model: its passes over the documents are wherever these are."""
        lists = word_lists(self.class_words, self.class_words_weight)
        settings = CountedSettings(rows.roles, self.language, 1, self.rule, lists)
        cut = _cut(self.rule.checked, size.documents)
        with SparkEngine(used, rows) as engine:
            learnt = counted_model(engine, settings, _silent, cut)
        learnt.evidence.use_threads(None)
        return holding(learnt, **self._parameters())

    def _parameters(self) -> dict[str, Any]:
        return {
            "text": list(self.text) or None,
            "numeric": list(self.numeric) or None,
            "categorical": list(self.categorical) or None,
            "language": self.language,
            "class_words": self.class_words,
            "class_words_weight": self.class_words_weight,
        }


def _size(used: DataFrame, rows: ArrowRows, rule: SizeRule) -> Size | None:
    """The size of the corpus, of the text only where it matters; None of an empty one.

    Counting rows is cheap; where all text is strings, Spark alone can tell their length.
    """
    counted = Size(used.count())
    if counted.documents == 0 or rule.counts(counted):
        return counted if counted.documents else None
    kinds = dict(used.dtypes)
    if any(kinds[name] != "string" for name in rows.roles.text):
        return SparkEngine(used, rows).total(SizeOf(rows.roles))
    lengths = [sql.sum(sql.octet_length(f"`{name}`")) for name in rows.roles.text]
    if not lengths:
        return counted
    found = used.agg(*lengths).toArrow().to_pylist()[0].values()
    return Size(counted.documents, sum(length or 0 for length in found))


def _cut(n_sampled: int, n_documents: int) -> bytes:
    """A digest below which there are several times as many documents as the sample takes."""
    if n_documents <= SAMPLED * n_sampled:
        return ABOVE_ALL
    return ((SAMPLED * n_sampled << 128) // n_documents).to_bytes(16)


def _use_this_python(frame: DataFrame) -> None:
    """On this machine, workers run the Python that runs here, unless another is named.

    Spark would start the first ``python3`` it finds, which may not have halfbayes.
    """
    context = getattr(frame.sparkSession, "_sc", None)  # a remote session has none
    named = {"PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"} & set(os.environ)
    if context is not None and context.master.startswith("local") and not named:
        context.pythonExec = sys.executable


def _without_documents(learnt: Learnt) -> Learnt:
    whole = None if learnt.whole is None else replace(learnt.whole, training=None)
    return replace(learnt, training=None, whole=whole)


def _itself(glance: Glance) -> Glance:
    return glance


def _silent(_stage: str, _share: float) -> None:
    pass


def _names(names: Names) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names or ())


@contextmanager
def _told() -> Iterator[None]:
    """What Spark says went wrong, in a sentence; it names the file if it was one."""
    try:
        yield
    except (PySparkException, Py4JJavaError) as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        ours = [line.partition(": ")[2] for line in lines if line.startswith(OWN_ERRORS)]
        theirs = [line.partition(": ")[2] for line in lines if UNREADABLE in line]
        told = (ours + theirs + lines)[0]
        raise InvalidInputError(f"Spark could not read the documents: {told}") from error


__all__ = ["LOCAL_SETTINGS", "SETTINGS", "fit", "session", "transform"]
