"""What the columns of a sheet are to a model: values, numbers, labels.

In tables without types every cell is text. To tell what a column is, it counts as numbers when
all its cells that are not empty are numbers. A column that is used as text is never converted:
``1.50`` and ``007`` stay as they are.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from halfbayes.data.cells import (
    MISSING,
    TEXTS,
    Value,
    has_comma,
    looks_like_number,
    no_number,
    number_of,
    text_of,
    value_of,
)
from halfbayes.data.sheets import Sheet

Reasons = dict[int, str]
"""Rows, and why each of them cannot be used."""


def values(sheet: Sheet, name: str) -> list[Value]:
    r"""The cells of a column as a model takes them.

    >>> from halfbayes.data.delimited import read_delimited
    >>> values(read_delimited("n,text\n007,a\n,b\n", "t.csv"), "n")
    ['007', None]
    """
    given = sheet.column(name)
    only_text = TEXTS.issuperset(map(type, given))
    cells = list(given) if only_text else [value_of(cell) for cell in given]
    return cells if sheet.typed else [None if cell == "" else cell for cell in cells]


def numbers(sheet: Sheet, name: str) -> tuple[list[float | None], Reasons]:
    """A column as numbers, and the rows that have something else there."""
    found: list[float | None] = []
    reasons: Reasons = {}
    for row, cell in enumerate(sheet.column(name)):
        try:
            found.append(number_of(cell))
        except ValueError:
            found.append(None)
            reasons[row] = f"{name!r} is to be a number, but is {no_number(cell)}"
    return found, reasons


def labels(sheet: Sheet, name: str) -> tuple[list[str], Reasons]:
    r"""A column as labels, always text, and the rows whose label cannot be used.

    A label that is empty, or white space, is none.

    >>> from halfbayes.data.json_lines import read_json_lines
    >>> labels(read_json_lines('{"class": 1.0}\n{"class": " "}', "t.jsonl"), "class")
    (['1', ''], {})
    """
    cells = _labels_of(sheet.column(name))
    # numpy drops NUL from the end of a text: two labels would become one.
    unusable = {label for label in set(cells) if label.endswith("\0")}
    reasons: Reasons = {
        row: f"the label {name!r} ends in a NUL character"
        for row, label in enumerate(cells)
        if label in unusable
    }
    return cells, reasons


def guessing_columns(sheet: Sheet, names: Iterable[str]) -> dict[str, list[Value]]:
    """Columns from which to guess what each is for."""
    return {name: _as_guessed(sheet, values(sheet, name), name) for name in names}


def _as_guessed(sheet: Sheet, cells: list[Value], name: str) -> list[Value]:
    if sheet.typed:
        return cells
    there = [cell for cell in cells if str(cell or "").strip().lower() not in MISSING]
    if there and all(looks_like_number(str(cell).strip()) for cell in there):
        found: list[Any] = numbers(sheet, name)[0]
        return found
    return cells


def comma_example(cells: Iterable[Any]) -> str | None:
    """A cell with a comma of a column that is all numbers but for commas; otherwise None.

    >>> comma_example(["12", "23,91", ""]), comma_example(["1,5", "many"])
    ('23,91', None)
    """
    example = None
    for cell in cells:
        text = "" if cell is None else str(cell).strip()
        if has_comma(text):
            example = example or text
        elif not looks_like_number(text) and text.lower() not in MISSING:
            return None
    return example


def label_of(cell: Any) -> str:
    """A cell as a label, always text; empty where there is none.

    >>> label_of(1.0), label_of(True), label_of(None)
    ('1', 'True', '')
    """
    if isinstance(cell, str):
        return text_of(cell)
    value = value_of(cell)
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return text_of(value)


def _labels_of(cells: Sequence[Any]) -> list[str]:
    """The label of each cell; worked out once for texts that are equal."""
    if not TEXTS.issuperset(map(type, cells)):
        return [_label(cell) for cell in cells]  # 1 and True are equal, and two labels
    known = {cell: _label(cell) for cell in set(cells)}
    return [known[cell] for cell in cells]


def _label(cell: Any) -> str:
    label = label_of(cell)
    return label if label.strip() else ""


__all__ = [
    "Reasons",
    "comma_example",
    "guessing_columns",
    "label_of",
    "labels",
    "numbers",
    "values",
]
