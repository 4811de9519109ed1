"""Names of columns in messages: those that are there, and the one that was probably meant."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from halfbayes.data.cells import looks_like_number
from halfbayes.errors import InvalidInputError

MOST_NAMES: Final = 20
LONGEST: Final = 40
"""Names of columns in a message, and characters of each."""

ALL_THAT_ARE_READ: Final = "; pass every column that the model reads"
"""Advice where a table for a fitted model lacks one of its columns."""


def listed(names: Iterable[str]) -> str:
    """Names for a message: not all of them where there are many, and none in full length.

    >>> listed(["label", "x" * 1000])
    "'label', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'"
    """
    shown = [repr(n if len(n) <= LONGEST else f"{n[: LONGEST - 10]}...") for n in names]
    more = f" and {len(shown) - MOST_NAMES:,} more" if len(shown) > MOST_NAMES else ""
    return ", ".join(shown[:MOST_NAMES]) + more or "no columns"


def meant(name: str, names: Iterable[str]) -> str:
    """A question in brackets after a name that is like one of ``names``; otherwise nothing.

    >>> meant("lable", ["label", "body"]), meant("topic", ["label", "body"])
    (" (did you mean 'label'?)", '')
    """
    like = {known.lower(): known for known in names}
    found = get_close_matches(name.lower(), like, 1)
    return f" (did you mean {like[found[0]]!r}?)" if found else ""


def no_column(missing: Sequence[str], names: Iterable[str]) -> str:
    """What follows "the table has" where columns are missing, and which there are.

    >>> no_column(["titel", "date"], ["title", "body"])
    "no column 'titel' (did you mean 'title'?) nor 'date'; it has 'title', 'body'"
    """
    there = list(names)
    told = [f"{listed([name])}{meant(name, there)}" for name in missing[:MOST_NAMES]]
    if len(missing) > MOST_NAMES:
        told.append(f"{len(missing) - MOST_NAMES:,} more")
    return f"no column {' nor '.join(told)}; it has {listed(there)}"


def require(
    names: Iterable[str], there: Iterable[str], where: str = "the table", advice: str = ""
) -> None:
    """Refuse a table that lacks columns; all of them are named, and the advice comes last."""
    known = list(there)
    missing = [name for name in names if name not in known]
    if missing:
        raise InvalidInputError(f"{where} has {no_column(missing, known)}{advice}")


def unnamed_advice(names: Iterable[str]) -> str:
    """Advice where a name of a column is a number: the first line may have been a document.

    >>> unnamed_advice(["90001", "Late"]), unnamed_advice(["id", "subject"])
    ('; the first line of a table must name its columns, and does not seem to', '')
    """
    if not any(looks_like_number(name) for name in names):
        return ""
    return "; the first line of a table must name its columns, and does not seem to"


__all__ = ["ALL_THAT_ARE_READ", "listed", "meant", "no_column", "require", "unnamed_advice"]
