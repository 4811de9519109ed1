"""Arrow batches as documents, and with answers: what runs on the workers of a cluster."""

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from halfbayes.classifier.answers import Answering
from halfbayes.classifier.glance import Glance
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.table import Table, as_table
from halfbayes.data.columns import label_of


@dataclass(frozen=True, slots=True)
class ArrowRows:
    """Arrow batches to documents with labels."""

    roles: Roles
    label: str
    labels_as_text: bool = False

    def __call__(self, batch: "pa.RecordBatch | pa.Table") -> Labelled:
        """The documents of a batch."""
        table = as_table(pa.table(batch) if isinstance(batch, pa.RecordBatch) else batch)
        labels = list(table.columns[self.label])
        if self.labels_as_text:
            named = map(label_of, labels)
            labels = [label if label.strip() else None for label in named]
        used = {name: table.columns[name] for name in self.roles.used}
        return Labelled(Table(used, table.n_rows), labels)


@dataclass(frozen=True, slots=True)
class GlanceAt:
    """Arrow batches to a glance at their rows that have a label."""

    label: str

    def __call__(self, batch: pa.RecordBatch) -> Glance:
        """At the rows of a batch."""
        table = as_table(pa.table(batch))
        labels = table.columns[self.label]
        kept = [row for row, label in enumerate(labels) if label is not None]
        others = {name: cells for name, cells in table.columns.items() if name != self.label}
        rows = Table(others, table.n_rows).rows(kept)
        return Glance.of(rows, [labels[row] for row in kept])


@dataclass(frozen=True, slots=True)
class AnswerTask:
    """Arrow batches to the same with answers, in columns of these types."""

    answering: Answering
    types: dict[str, pa.DataType]

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Answers for the rows of a partition."""
        used = self.answering.model.roles_.used
        for batch in batches:
            columns = pa.table(batch).select(used).to_pydict()
            answers = self.answering.answers(columns, batch.num_rows)
            added = [pa.array(answers[name], type=kind) for name, kind in self.types.items()]
            names = [*batch.schema.names, *self.types]
            yield pa.RecordBatch.from_arrays([*batch.columns, *added], names=names)


__all__ = ["AnswerTask", "ArrowRows", "GlanceAt"]
