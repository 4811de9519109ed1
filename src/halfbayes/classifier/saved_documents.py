"""Training documents, labelled and unlabelled, as content of a model file, and back."""

from typing import Any

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import ModelFileError
from halfbayes.types import LabelArray


def written_documents(training: TrainingSet | None, roles: Roles) -> dict[str, Any]:
    """The columns of the documents that are used; labels are kept with the model."""
    if training is None:
        message = (
            "this model was loaded without its documents, so that they cannot be saved; save "
            "it without documents=True, or train it again"
        )
        raise ModelFileError(message)
    content = {"documents": _written_table(training.table, roles)}
    if training.unlabelled is not None:
        content["others"] = _written_table(training.unlabelled, roles)
    return content


def _written_table(table: Table, roles: Roles) -> dict[str, Any]:
    there = set(table.columns)
    numbers = {name: table.numbers(name).tolist() for name in roles.numeric if name in there}
    return {
        **{name: table.texts(name) for name in roles.text},
        **{name: [None if v != v else v for v in col] for name, col in numbers.items()},  # noqa: PLR0124
        **{
            name: table.categories(name)
            for name in roles.categorical + roles.groups
            if name in there
        },
    }


def read_documents(content: dict[str, Any], roles: Roles, labels: LabelArray) -> TrainingSet:
    """What ``written_documents`` wrote, with the labels."""
    names = roles.used + roles.groups
    columns = {name: content["documents"][name] for name in names}
    others = _read_table(content["others"], roles) if "others" in content else None
    return TrainingSet(_read_table(columns, roles, len(labels)), labels, others)


def _read_table(columns: Any, roles: Roles, n_rows: int | None = None) -> Table:
    are_columns = isinstance(columns, dict) and len(columns) > 0
    if not are_columns or not all(isinstance(values, list) for values in columns.values()):
        message = "the documents in the file are not columns of values"
        raise ModelFileError(message)
    n = len(next(iter(columns.values()))) if n_rows is None else n_rows
    if any(len(values) != n for values in columns.values()):
        message = "there are not as many documents as labels, or values in every column"
        raise ModelFileError(message)
    kinds = {**dict.fromkeys(columns, str), **dict.fromkeys(roles.numeric, float)}
    for name, values in columns.items():
        if any(value is not None and type(value) is not kinds[name] for value in values):
            raise ModelFileError(f"column {name!r} has values of another type")
    return Table(columns, n)


__all__ = ["read_documents", "written_documents"]
