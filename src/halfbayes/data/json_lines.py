"""JSON lines: one object a line, its keys are the columns.

A key that a line does not have is an empty cell. NaN is an empty cell too, as some programs
write it. Whole numbers keep every digit; those of more digits than Python reads are text. A
line that is no object, has a key twice, or a fraction that is out of range is set aside.
"""

import json
import math
from collections import Counter
from typing import Any

from halfbayes.data.sheets import BadRow, Origin, Sheet
from halfbayes.errors import InvalidInputError

Row = dict[str, Any]


def read_json_lines(text: str, name: str) -> Sheet:
    r"""The table in ``text``, which came from ``name``.

    >>> sheet = read_json_lines('{"label": "spam", "n": 2}\n{"label": "ham"}\noops\n', "a")
    >>> sheet.columns, sheet.bad[0].number
    ({'label': ['spam', 'ham'], 'n': [2, None]}, 3)
    """
    _check_not_array(text, name)
    return later_json_lines(text, name)


def later_json_lines(text: str, name: str) -> Sheet:
    """The table in lines that need not be the first of a file.

    >>> later_json_lines("[1, 2]", "a").bad[0].reason
    'expected an object {...}, got list'
    """
    origin = Origin(name)
    rows: list[tuple[int, Row]] = []
    bad: list[BadRow] = []
    # Only a line feed ends a line: JSON strings may hold other line separators as they are.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            rows.append((number, _object(line)))
        except (ValueError, RecursionError) as error:
            bad.append(BadRow(origin, number, _reason(error), line.rstrip("\r")))
    if not rows and not bad:
        raise InvalidInputError(f"{name} is empty; it must have one JSON object a line")
    names = dict.fromkeys(key for _, row in rows for key in row)
    return Sheet(
        columns={name: [row.get(name) for _, row in rows] for name in names},
        numbers=[number for number, _ in rows],
        origins=[origin] * len(rows),
        bad=tuple(bad),
        typed=True,
    )


def _check_not_array(text: str, name: str) -> None:
    if text.lstrip()[:1] == "[":
        raise InvalidInputError(
            f"{name} is one JSON array; write one object a line instead, "
            "for instance with: jq -c '.[]'"
        )


def _object(line: str) -> Row:
    row = json.loads(
        line,
        object_pairs_hook=_unique,
        parse_constant=_constant,
        parse_int=_whole,
        parse_float=_number,
    )
    if not isinstance(row, dict):
        raise _RowError(f"expected an object {{...}}, got {type(row).__name__}")
    return row


class _RowError(ValueError):
    """What is wrong with a row, in words."""


def _unique(pairs: list[tuple[str, Any]]) -> Row:
    row = dict(pairs)
    if len(row) < len(pairs):
        times = Counter(key for key, _ in pairs)
        raise _RowError(f"the key {next(k for k in times if times[k] > 1)!r} is there twice")
    return row


def _constant(name: str) -> None:
    if name != "NaN":
        raise _RowError(f"{name} is no number")


def _whole(digits: str) -> int | str:
    try:
        return int(digits)
    except ValueError:  # thousands of digits, which take Python too long
        return digits


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _RowError(f"the number {digits[:20]} is out of range")
    return value


def _reason(error: Exception) -> str:
    if isinstance(error, _RowError):
        return str(error)
    if isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error.msg} at character {error.colno}"
    return "not JSON that can be read: nested too deeply"


__all__ = ["later_json_lines", "read_json_lines"]
