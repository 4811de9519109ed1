"""What one cell of a table is: a value a model can use, a number, or text to be written.

An empty cell is None. In tables without types it is the empty string; where a number is
expected also NA, N/A, NaN, null, None and -. A time is written as in ISO 8601 with a space, in
UTC if it knows its zone, and with no more digits than it has.
"""

import json
import math
import re
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any, Final

import numpy as np

Value = str | int | float | bool | None

TEXTS: Final = frozenset({str, type(None)})
"""Types of cells that are values as they are, text or empty."""

MISSING: Final = frozenset({"", "-", "na", "n/a", "nan", "null", "none"})
NUMBER: Final = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d{1,3})?|[+-]?\.\d+")
"""Numbers as people and programs write them; 007 is no number but a name."""

WITH_COMMA: Final = re.compile(
    r"[+-]?(?:[0-9.]*[0-9],[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?)"
)
"""Numbers with a comma, which some write for decimals and others between thousands."""

SURROGATE: Final = re.compile("[\ud800-\udfff]")
LAST_ZEROS: Final = re.compile(r"(?:\.0+|(\.\d*?[1-9])0+)$")
SURELY_READ: Final = 2_000
"""Bits of whole numbers that Python reads and writes whatever limit it is set to."""

LONGEST_WHOLE: Final = 4_300
"""Digits of whole numbers that Python reads and writes unless it is set otherwise."""

LONGEST_SHOWN: Final = 40
"""Characters of a cell in a message."""

NO_COMMA: Final = "with a comma (decimals have a point, and thousands nothing between them)"

NOTHING: Final = frozenset({"NAType", "NaTType"})
"""What pandas calls the types of its empty cells."""


def value_of(cell: Any) -> Value:
    r"""The cell as text, number or truth value; what is none of these as text.

    >>> value_of(["a", 1]), value_of(b"caf\xc3\xa9"), value_of(Decimal("1.50"))
    ('["a", 1]', 'café', 1.5)
    """
    if isinstance(cell, float):
        return None if math.isnan(cell) else cell
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, int):
        return cell if cell.bit_length() <= SURELY_READ else _whole(cell)
    if isinstance(cell, Decimal):
        return _of_decimal(cell)
    if isinstance(cell, np.number | np.bool):
        return value_of(cell.item())
    return None if type(cell).__name__ in NOTHING else text_of(cell)


def text_of(cell: Any) -> str:
    r"""The cell as text for people and files; None is empty.

    >>> text_of(None), text_of(2.5), text_of({"a": [True]}), text_of("\ud800")
    ('', '2.5', '{"a": [true]}', '�')
    """
    if isinstance(cell, str):
        # Half a character cannot be written in any encoding.
        return cell if cell.isascii() else SURROGATE.sub("\ufffd", cell)
    if cell is None:
        return ""
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    if isinstance(cell, datetime | time):
        return time_text(str(_in_utc(cell)))
    if isinstance(cell, np.ndarray):
        cell = cell.tolist()
    if isinstance(cell, dict | list | tuple):
        cell = json.dumps(cell, ensure_ascii=False, default=text_of)
    if isinstance(cell, int):
        cell = _whole(cell)
    return SURROGATE.sub("\ufffd", str(cell))


def time_text(text: str) -> str:
    """A time as text, without zeros at the end of its seconds.

    >>> time_text("2024-01-02 03:04:05.500000"), time_text("03:04:00.000")
    ('2024-01-02 03:04:05.5', '03:04:00')
    """
    return LAST_ZEROS.sub(r"\1", text)


def number_of(cell: Any) -> float | None:
    """The cell as a finite number, None where it is empty; otherwise a ``ValueError``.

    >>> number_of(" 2.50 "), number_of("n/a"), number_of(True)
    (2.5, None, 1.0)
    """
    if isinstance(cell, float) and (math.isfinite(cell) or math.isnan(cell)):
        return None if math.isnan(cell) else cell
    if cell is None or (isinstance(cell, str) and cell.strip().lower() in MISSING):
        return None
    try:
        number = float(cell)
    except (TypeError, OverflowError):
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(cell)
    return number


def looks_like_number(cell: str) -> bool:
    """Whether text is a number, and not a name made of digits.

    >>> looks_like_number("-1.5e3"), looks_like_number("007"), looks_like_number("1_000")
    (True, False, False)
    """
    return NUMBER.fullmatch(cell) is not None


def has_comma(cell: str) -> bool:
    """Whether text is a number to people, with a comma in it.

    >>> has_comma("23,91"), has_comma("1,234.5"), has_comma("1,2,3"), has_comma("2.5")
    (True, True, False, False)
    """
    return WITH_COMMA.fullmatch(cell.strip()) is not None


def no_number(cell: Any) -> str:
    """A cell that is no number as messages show it, and why where that can be told.

    >>> no_number("many"), no_number(float("inf"))
    ("'many'", "'inf', which is not finite")
    >>> no_number("23,91")
    "'23,91' with a comma (decimals have a point, and thousands nothing between them)"
    """
    text = text_of(cell)
    shown = repr(text[:LONGEST_SHOWN])
    if has_comma(text):
        return f"{shown} {NO_COMMA}"
    return f"{shown}, which is not finite" if isinstance(cell, float) else shown


def _whole(cell: int) -> int | str:
    """The number, or its digits where Python would refuse to write them."""
    try:
        str(cell)
    except ValueError:
        return str(Decimal(cell))
    return cell


def _of_decimal(cell: Decimal) -> Value:
    if not cell.is_finite() or cell.adjusted() >= LONGEST_WHOLE:
        return None if cell.is_nan() else float(cell)
    number = float(cell)
    # Whole numbers are names as often as amounts: no digit of them is lost.
    return int(cell) if cell == cell.to_integral_value() and number != cell else number


def _in_utc(cell: datetime | time) -> datetime | time:
    if isinstance(cell, datetime) and cell.tzinfo is not None:
        return cell.astimezone(UTC).replace(tzinfo=None)
    return cell


__all__ = [
    "MISSING",
    "TEXTS",
    "Value",
    "has_comma",
    "looks_like_number",
    "no_number",
    "number_of",
    "text_of",
    "time_text",
    "value_of",
]
