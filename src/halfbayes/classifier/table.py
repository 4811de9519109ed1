"""Tables of documents from whatever a user has: data frames, Arrow, dicts, plain lists.

A list of str is a table with one text column, named ``text``; all else has named columns.
Values are those of ``data.cells``, as in files: a decimal is a number, a date or list is text.
``texts``, ``numbers`` and ``categories`` read one column as what it is used for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import narwhals as nw
import numpy as np
from scipy import sparse

from halfbayes.data.cells import TEXTS, no_number, number_of, text_of, value_of
from halfbayes.data.column_names import ALL_THAT_ARE_READ, require
from halfbayes.data.columns import label_of
from halfbayes.errors import InvalidInputError
from halfbayes.text.columns import only_text
from halfbayes.types import FloatArray

ONLY_TEXT: Final = "text"
"""Name of the column where documents come as plain strings."""

PLAIN: Final = (
    f"; texts in a list or a Series are a column called {ONLY_TEXT!r}: pass a table with the "
    "columns that are named, such as df[['body']]"
)

_FLOATS: Final = frozenset({float, type(None)})
_PLAIN: Final = TEXTS | {int, bool}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns of equal length, by name; values may be None.

    A table without rows lacks no column: an empty list has no dicts to name any.
    """

    columns: Mapping[str, Sequence[Any]]
    n_rows: int

    def texts(self, name: str) -> list[str | None]:
        """A column as text; what is not text is written out as text."""
        column = self._column(name)
        if isinstance(column, list) and only_text(column):
            return column
        return [
            value if value is None or isinstance(value, str) else text_of(value)
            for value in column
        ]

    def numbers(self, name: str) -> FloatArray:
        """A column as numbers, NaN where there is none: (rows,)."""
        values, found = self._column(name), []
        if _FLOATS.issuperset(map(type, values)):
            floats = np.array(values, dtype=np.float64)  # None becomes NaN
            if not np.isinf(floats).any():
                return floats
        for value in values:
            try:
                number = number_of(value)
            except ValueError:
                raise InvalidInputError(
                    f"column {name!r} is to be numbers, but it has {no_number(value)}; repair "
                    "the value or leave it empty, or fit a model to the column as text or "
                    "categorical"
                ) from None
            found.append(np.nan if number is None else number)
        return np.array(found, dtype=np.float64)

    def categories(self, name: str) -> list[str | None]:
        """A column as names of categories; numbers that are whole lose their point."""
        return [_category(value) for value in self._column(name)]

    def rows(self, keep: Sequence[int]) -> "Table":
        """The rows ``keep``, in that order."""
        columns = {name: [values[i] for i in keep] for name, values in self.columns.items()}
        return Table(columns, len(keep))

    def joined(self, other: "Table") -> "Table":
        """The rows of both; a column that only one has is empty in the other."""
        columns = {}
        for name in dict.fromkeys([*self.columns, *other.columns]):
            first = self.columns.get(name, [None] * self.n_rows)
            second = other.columns.get(name, [None] * other.n_rows)
            columns[name] = [*first, *second]
        return Table(columns, self.n_rows + other.n_rows)

    def require(self, names: Sequence[str]) -> None:
        """Refuse a table that lacks one of the columns that a model reads."""
        if self.n_rows:
            require(names, self.columns, advice=self.plain_advice or ALL_THAT_ARE_READ)

    @property
    def plain_advice(self) -> str:
        """What to do where names of columns are expected, and plain texts came; or nothing."""
        return PLAIN if set(self.columns) == {ONLY_TEXT} else ""

    def _column(self, name: str) -> Sequence[Any]:
        self.require([name])
        return self.columns.get(name, [])


def as_table(data: Any) -> Table:
    """The table in ``data``.

    >>> as_table(["one", None]).columns
    {'text': ['one', None]}
    >>> as_table([{"subject": "a"}, {"subject": "b", "amount": 2}]).columns
    {'subject': ['a', 'b'], 'amount': [None, 2]}
    """
    if isinstance(data, Table):
        return data
    if isinstance(data, str | bytes):
        raise InvalidInputError(
            f"expected a table or a list of documents, got one {type(data).__name__}; "
            "put it in a list: [document]"
        )
    if isinstance(data, Mapping):
        _reject_one_document(data)
        return _of_columns({str(name): _plain(list(given)) for name, given in data.items()})
    try:
        native = nw.from_native(data, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError as error:
        told = " ".join(str(error).split())
        raise InvalidInputError(f"{told}; rename all but one of them") from error
    if isinstance(native, nw.LazyFrame):
        raise InvalidInputError(
            f"expected a table with its rows at hand, got a lazy {type(data).__name__}; call "
            ".collect() on it first, or for Apache Spark use halfbayes.spark"
        )
    if isinstance(native, nw.DataFrame):
        return _of_columns(_named_columns(native))
    if isinstance(native, nw.Series):
        return _of_texts(_without_nan(native.to_list()))
    return _of_rows(data)


def _named_columns(frame: "nw.DataFrame[Any]") -> dict[str, list[Any]]:
    names = [str(name) for name in frame.columns]  # numbers, where a file had no header
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InvalidInputError(f"the table has two columns named {twice!r}; rename one")
    # By place: a number in brackets would mean a row.
    columns = zip(names, frame.iter_columns(), strict=True)
    return {name: _plain(_cells(name, column)) for name, column in columns}


def _cells(name: str, column: "nw.Series[Any]") -> list[Any]:
    try:
        return column.to_list()
    except UnicodeDecodeError as error:
        raise InvalidInputError(
            f"the column {name!r} has text that is not UTF-8 ({error}); mend it first (on "
            "Spark: make_valid_utf8)"
        ) from None


def _reject_one_document(columns: Mapping[Any, Any]) -> None:
    for name, values in columns.items():
        if isinstance(values, str | bytes) or not isinstance(values, Iterable):
            raise InvalidInputError(
                f"expected columns, but {str(name)!r} is one {type(values).__name__}; "
                "put a single document in a list: [document]"
            )


def _of_rows(data: Any) -> Table:
    if isinstance(data, np.ndarray) and data.shape[1:] == (1,):
        data = data[:, 0]  # as scikit-learn passes a frame of one column on
    _reject_matrix(data)
    try:
        rows = data.to_pylist() if hasattr(data, "to_pylist") else list(data)  # of pyarrow
    except TypeError:
        raise InvalidInputError(
            "expected a data frame, a list of dicts or a list of str, "
            f"got {type(data).__name__}; put documents in a list"
        ) from None
    if rows and all(isinstance(row, Mapping) for row in rows):
        names = dict.fromkeys(str(name) for row in rows for name in row)
        return _of_columns({name: _plain([row.get(name) for row in rows]) for name in names})
    return _of_texts(_without_nan(rows))


def _reject_matrix(data: Any) -> None:
    dense = isinstance(data, np.ndarray) and data.ndim > 1 and data.dtype.kind in "biuf"
    if dense or sparse.issparse(data):
        raise InvalidInputError(
            f"expected documents, got a matrix of numbers ({type(data).__name__}); fit "
            "halfbayes.HybridClassifier to it, or pass the texts it was made of"
        )


def _of_texts(texts: list[Any]) -> Table:
    if only_text(texts):
        return Table({ONLY_TEXT: texts}, len(texts))
    wrong = next((i for i, t in enumerate(texts) if not isinstance(t, str | None)), None)
    if wrong is not None:
        raise InvalidInputError(
            f"expected documents as str, got {type(texts[wrong]).__name__} at row {wrong}; "
            "pass a data frame or a list of dicts for several columns"
        )
    return Table({ONLY_TEXT: texts}, len(texts))


def _of_columns(columns: dict[str, list[Any]]) -> Table:
    lengths = {name: len(values) for name, values in columns.items()}
    if len(set(lengths.values())) > 1:
        raise InvalidInputError(
            f"columns must be equally long, got {lengths}; put None where there is no value"
        )
    return Table(columns, next(iter(lengths.values()), 0))


def _plain(values: list[Any]) -> list[Any]:
    """The values as those of a file would be: text, numbers, truth values or None."""
    plain = only_text(values) or _PLAIN.issuperset(map(type, values))
    return values if plain else [value_of(v) for v in values]


def _without_nan(values: list[Any]) -> list[Any]:
    """NaN is how some tables write "nothing here"."""
    if only_text(values):
        return values
    return [v if isinstance(v, bytes) else _nothing_or(v) for v in values]


def _nothing_or(value: Any) -> Any:
    return None if value_of(value) is None else value


def _category(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else label_of(value)


__all__ = ["ONLY_TEXT", "Table", "as_table"]
