"""Documents on Apache Spark: learn from a data frame of any size, and answer for one.

    model = halfbayes.spark.fit(frame, label="topic", text=["subject", "body"])
    answers = halfbayes.spark.transform(model, new)

What is learnt depends on the documents alone: the model is that of the same documents in memory
or in files, to the byte, however the frame is partitioned. Up to the size of
``classifier.size`` the documents are brought to the driver; beyond it they stay where they are
and only sums travel (``engines.spark``). The session is the frame's own, on whatever cluster;
workers need halfbayes and numpy installed, as any Python package that a job uses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, Final

from halfbayes.errors import InvalidInputError, MissingExtraError

if find_spec("pyspark") is None:
    NEEDED = "halfbayes.spark needs pyspark, which is not installed"
    raise MissingExtraError(f"{NEEDED}; run: pip install 'halfbayes[spark]'")

from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import to_arrow_type
from pyspark.sql.types import (
    BooleanType,
    DoubleType,
    LongType,
    StringType,
    StructField,
    StructType,
)
from sklearn.utils.validation import check_is_fitted

from halfbayes.classifier.answers import Answering
from halfbayes.classifier.arrow_rows import AnswerTask, ArrowRows, GlanceAt
from halfbayes.classifier.counted import CountedSettings, counted_model
from halfbayes.classifier.document import DocumentClassifier, for_a_worker, holding
from halfbayes.classifier.glance import glanced_roles
from halfbayes.classifier.lessons import require_apart, require_label, require_others
from halfbayes.classifier.named_columns import names_of, require_apart_from_groups
from halfbayes.classifier.progress import silent
from halfbayes.classifier.roles import Roles, named_roles, with_groups
from halfbayes.classifier.sample import ABOVE_ALL
from halfbayes.classifier.size import STANDARD, Size, SizeRule, refuse_too_many
from halfbayes.classifier.survey import SizeOf
from halfbayes.classifier.table import Table, as_table
from halfbayes.classifier.word_lists import WEIGHT, word_lists
from halfbayes.data.column_names import ALL_THAT_ARE_READ, require
from halfbayes.engines.spark import SparkEngine
from halfbayes.engines.spark_errors import in_words
from halfbayes.engines.spark_frame import (
    as_spark_reads,
    check_frame,
    check_labels,
    check_rests,
    check_types,
    counted_labels,
    filter_of_labels,
    mapped,
    quoted,
    without,
)
from halfbayes.engines.spark_session import SETTINGS, session, use_this_python

Names = Sequence[str] | str | None

READING: Final = "Spark could not read the documents"
SAMPLED: Final = 4
"""Times as many documents are looked at for the sample as it has room for."""

ANSWERS: Final = {
    "probability": DoubleType(),
    "decision": StringType(),
    "novelty": DoubleType(),
}
TYPES: Final = {"U": StringType(), "O": StringType(), "i": LongType(), "b": BooleanType()}


def fit(  # noqa: PLR0913 (the parameters are those of an estimator)
    frame: DataFrame,
    *,
    label: str,
    text: Names = None,
    numeric: Names = None,
    categorical: Names = None,
    language: str | None = "english",
    groups: str | None = None,
    class_words: Mapping[Any, Sequence[str]] | None = None,
    class_words_weight: float = WEIGHT,
    class_names: bool | Mapping[Any, str] = True,
    topics: bool = True,
    labels_as_text: bool = False,
    rule: SizeRule = STANDARD,
) -> DocumentClassifier:
    """A model of the documents of ``frame``, whose labels are in the column ``label``.

    The other columns, ``groups``, ``class_words``, ``class_names`` and ``topics`` are as
    in ``DocumentClassifier``. ``labels_as_text`` reads labels as the command line does, and
    ``rule`` is another ``SizeRule``.
    """
    asked = _Asked(
        label,
        *(names_of("text", text), names_of("numeric", numeric)),
        names_of("categorical", categorical),
        language,
        labels_as_text,
        rule,
        groups,
        class_words,
        class_words_weight,
        class_names,
        topics,
    )
    check_frame(frame)
    check_rests(frame)
    require_label(label, frame.columns, "the frame")
    if not labels_as_text:
        check_labels(frame, label)
    use_this_python(frame)
    with in_words(READING):
        return asked.fitted(frame)


def transform(  # noqa: PLR0913 (the parameters are those of decide)
    model: DocumentClassifier,
    frame: DataFrame,
    *,
    accuracy: float = 0.95,
    confidence: float = 0.95,
    per_class: bool = False,
    novelty: float | None = None,
) -> DataFrame:
    """The frame with the columns ``predicted``, ``probability``, ``decision`` and ``novelty``.

    They are those of ``halfbayes predict``: a decision is "accept" or "review", so that the
    accepted answers are right as often as ``model.decision_.statement`` promises; the
    parameters are those of ``decide``, and novelty is there where the model knows what is
    typical.
    """
    if not isinstance(model, DocumentClassifier):
        raise InvalidInputError(
            f"expected a DocumentClassifier and got {type(model).__name__}; a model in a file "
            "is opened with halfbayes.load"
        )
    check_is_fitted(model)
    check_frame(frame)
    require(model.roles_.used, frame.columns, "the frame", ALL_THAT_ARE_READ)
    check_types(frame, model.roles_.used)
    use_this_python(frame)
    rule = model.promise(
        accuracy=accuracy, confidence=confidence, per_class=per_class, novelty=novelty
    )
    model.decision_ = rule
    answering = Answering(for_a_worker(model), rule)
    columns = list(answering.answers({name: [] for name in model.roles_.used}, 0))
    added = _answer_fields(columns, model, frame)
    types = {field.name: to_arrow_type(field.dataType) for field in added}
    schema = StructType([*frame.schema.fields, *added.fields])
    with in_words("Spark cannot answer for the frame"):
        return mapped(frame, AnswerTask(answering, types), schema)


def _answer_fields(
    columns: Sequence[str], model: DocumentClassifier, frame: DataFrame
) -> StructType:
    """The columns of the answers with their types; the frame must not have them already."""
    there = {as_spark_reads(frame, name): name for name in frame.columns}
    taken = [there[name] for name in columns if name in there]
    if taken:
        raise InvalidInputError(
            f"the frame has a column {taken[0]!r} already; rename it before transform"
        )
    kinds = {**ANSWERS, "predicted": TYPES.get(model.classes_.dtype.kind, DoubleType())}
    return StructType([StructField(name, kinds[name]) for name in columns])


@dataclass(frozen=True, slots=True)
class _Asked:
    """What ``fit`` was asked for."""

    label: str
    text: tuple[str, ...]
    numeric: tuple[str, ...]
    categorical: tuple[str, ...]
    language: str | None
    labels_as_text: bool
    rule: SizeRule
    groups: str | None
    class_words: Mapping[Any, Sequence[str]] | None
    class_words_weight: float
    class_names: bool | Mapping[Any, str]
    topics: bool

    @property
    def _named(self) -> bool:
        """Whether somebody said what the columns are for."""
        return bool(self.text or self.numeric or self.categorical)

    def fitted(self, frame: DataFrame) -> DocumentClassifier:
        """The model, fitted where the size of the corpus says."""
        total, labelled = counted_labels(frame, self.label, blank_is_none=self.labels_as_text)
        self._check_labelled(frame, total, labelled)
        roles = self._roles(frame)
        read = [*roles.used, *roles.groups] if self._named else frame.columns
        names = dict.fromkeys([self.label, *read])
        used = frame.select(*map(quoted, names))
        rows = ArrowRows(roles, self.label, self.labels_as_text)
        size = _size(used, rows, self.rule, Size(total))
        if not self.rule.counts(size):
            return self._gathered(used, rows)
        return self._counted(used, rows, size)

    def _check_labelled(self, frame: DataFrame, total: int, labelled: int) -> None:
        if total == 0:
            message = "the frame has no rows; pass documents of two classes"
            raise InvalidInputError(message)
        if labelled < total:
            raise InvalidInputError(
                f"{total - labelled:,} of {total:,} documents have no label; leave them out, "
                f'for instance with frame.filter("{filter_of_labels(frame, self.label)}")'
            )

    def _roles(self, frame: DataFrame) -> Roles:
        nothing: Any = Table(dict.fromkeys(frame.columns, ()), 0)
        read_by_name = (*self.text, *self.numeric, *self.categorical)
        require_apart(self.label, (*read_by_name, self.groups), "label")
        require_apart_from_groups(self.groups, read_by_name)
        others, groups = with_groups(nothing, self.groups)
        read = [name for name in others.columns if name != self.label]
        require_others(read, frame.columns, "the frame")
        if self._named:
            named = named_roles(others, self.text, self.numeric, self.categorical)
            check_types(frame, [*named.used, *groups])
            return replace(named, groups=groups)
        check_types(frame, read)
        glances = SparkEngine(without(frame, groups), GlanceAt(self.label))
        return replace(glanced_roles(glances, label=self.label), groups=groups)

    def _gathered(self, used: DataFrame, rows: ArrowRows) -> DocumentClassifier:
        """The whole model, of documents that are few enough to be brought together."""
        table = used.toArrow()
        documents = as_table(table)
        labels = rows(table).labels
        others = {k: v for k, v in documents.columns.items() if k != self.label}
        model = DocumentClassifier(**self._parameters()).sized(self.rule)
        return model.fit(Table(others, documents.n_rows), labels)

    def _counted(self, used: DataFrame, rows: ArrowRows, size: Size) -> DocumentClassifier:
        """The counted model: its passes over the documents are wherever these are."""
        if self.groups is not None:
            refuse_too_many("groups", f"{size.documents:,} documents", self.rule)
        lists = word_lists(self.class_words, self.class_words_weight)
        settings = CountedSettings(rows.roles, self.language, 1, self.rule, lists)
        cut = _cut(self.rule.checked, size.documents)
        with SparkEngine(used, rows) as engine:
            learnt = counted_model(engine, settings, silent, cut)
        learnt.evidence.use_threads(None)
        return holding(learnt, **self._parameters())

    def _parameters(self) -> dict[str, Any]:
        return {
            "text": list(self.text) or None,
            "numeric": list(self.numeric) or None,
            "categorical": list(self.categorical) or None,
            "language": self.language,
            "groups": self.groups,
            "class_words": self.class_words,
            "class_words_weight": self.class_words_weight,
            "class_names": self.class_names,
            "topics": self.topics,
        }


def _size(used: DataFrame, rows: ArrowRows, rule: SizeRule, counted: Size) -> Size:
    """The size of the corpus, of the text only where it matters.

    Counting rows is cheap; where all text is strings, Spark alone can tell their length.
    """
    if rule.counts(counted) or not rows.roles.text:
        return counted
    kinds = dict(used.dtypes)
    if any(kinds[name] != "string" for name in rows.roles.text):
        return SparkEngine(used, rows).total(SizeOf(rows.roles)) or counted
    lengths = [sql.sum(sql.octet_length(sql.col(quoted(name)))) for name in rows.roles.text]
    found = used.agg(*lengths).toArrow().to_pylist()[0].values()
    return Size(counted.documents, sum(length or 0 for length in found))


def _cut(n_sampled: int, n_documents: int) -> bytes:
    """A digest below which there are several times as many documents as the sample takes."""
    if n_documents <= SAMPLED * n_sampled:
        return ABOVE_ALL
    return ((SAMPLED * n_sampled << 128) // n_documents).to_bytes(16)


__all__ = ["SETTINGS", "fit", "session", "transform"]
