"""Columns of keys: numbers and names of records and times of entry, told from measurements.

New documents come with other keys, so that nothing can be learnt from them. Of n values that
are there, a column is one of keys by its name or by what the values are:

    name     a word of it is id, uid, uuid or guid, or its last word is nr, no, number, index,
             key or row, or it has no name; whole numbers or single words, and more than half
             of the values differ
    dense    whole numbers, nearly all different, though chance would make many equal: n of
             them drawn from R places in a row have n (n - 1) / 2R equal pairs or more, and
             there are fewer than a quarter of these; they must be 8 at least
    huge     whole numbers, nearly all different, all of nine digits or more, the largest less
             than ten times the smallest: numbers of accounts, seconds since 1970
    words    single words, nearly all different, in more than 20 rows
    times    dates or times, nearly all different, or too many for categories (``roles``)

Evenly spread values have the fewest equal pairs, so that a measurement, which is never spread
more evenly, has no fewer of them: a length, a price or a count stays a number even where all of
its values differ. R counts steps of the greatest common divisor: 10, 20, 30 are in a row.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

SHARE_OF_KEYS: Final = 0.95
"""Nearly all: the share of the values that are different."""

SHARE_OF_NAMED_KEYS: Final = 0.5
"""The same where the name of the column says that they are keys."""

FEW_ROWS: Final = 20
"""In so few rows, single words may all differ by chance."""

LEAST_PAIRS: Final = 8.0
FEWER_PAIRS: Final = 4.0
"""Equal pairs that chance would make, at least, and so many times more than there are."""

HUGE: Final = 10**8
"""The first number of nine digits."""

WORDS: Final = frozenset({"id", "uid", "uuid", "guid"})
LAST_WORDS: Final = frozenset({"nr", "no", "number", "index", "key", "row"})
"""Words of names: number_of_words is a count, and invoice_number is none."""

NAMELESS: Final = re.compile(r"#?|Unnamed: \d+")
"""What a column is called that somebody's program wrote without a name."""

HUMP: Final = re.compile(r"(?<=[^\W_A-Z])(?=[A-Z])")
LETTERS: Final = re.compile(r"[^\W\d_]+")
TIME: Final = re.compile(
    r"\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?(\.\d+)? ?(Z|[+-]\d\d:?\d\d)?)?"
)


def names_keys(name: str) -> bool:
    """Whether the name of a column says that it holds keys.

    >>> [names_keys(name) for name in ("doc_id", "ticketNr", "number_of_words", "paid")]
    [True, True, False, False]
    """
    words = [word.lower() for word in LETTERS.findall(HUMP.sub(" ", name))]
    if NAMELESS.fullmatch(name.strip()):
        return True
    return not WORDS.isdisjoint(words) or bool(LAST_WORDS.intersection(words[-1:]))


def numbers_are_keys(name: str, values: Sequence[float]) -> bool:
    """Whether the numbers of a column are keys; the order of the values does not matter.

    >>> numbers_are_keys("ticket", range(5000, 5100)), numbers_are_keys("length", [3, 70, 8])
    (True, False)
    """
    whole = _whole(values)
    if whole is None:
        return False
    counts = Counter(whole)
    if names_keys(name) and len(counts) > SHARE_OF_NAMED_KEYS * len(whole):
        return True
    nearly_all = len(counts) > SHARE_OF_KEYS * len(whole)
    return nearly_all and (_are_huge(whole) or _are_dense(counts))


def texts_are_keys(name: str, values: Sequence[str]) -> bool:
    """Whether the texts of a column are keys or times of entry.

    >>> texts_are_keys("docId", ["a7", "b2"]), texts_are_keys("subject", ["Refund", "Crash"])
    (True, False)
    >>> texts_are_keys("at", ["2024-01-02", "2024-01-03 10:00"])
    True
    """
    n, distinct = len(values), len(set(values))
    nearly_all = distinct > SHARE_OF_KEYS * n
    if nearly_all and are_times(values):
        return True
    named = names_keys(name) and distinct > SHARE_OF_NAMED_KEYS * n
    if not named and not (nearly_all and n > FEW_ROWS):
        return False
    return sum(len(value.split()) for value in values) <= n


def are_times(values: Sequence[str]) -> bool:
    """Whether all texts of a column are dates or times.

    >>> are_times(["2024-01-02", "2024-01-03 10:00"]), are_times(["2024-01-02", "today"])
    (True, False)
    """
    return all(TIME.fullmatch(value.strip()) for value in values)


def _whole(values: Sequence[float]) -> list[int] | None:
    """The values as whole numbers, as exact as they are in a table without types."""
    try:
        floats = [float(value) for value in values]
    except OverflowError:
        return None
    return [int(x) for x in floats] if all(x.is_integer() for x in floats) else None


def _are_huge(whole: list[int]) -> bool:
    return min(whole) >= HUGE and max(whole) < 10 * min(whole)


def _are_dense(counts: Counter[int]) -> bool:
    n, first = counts.total(), min(counts)
    step = math.gcd(*(value - first for value in counts))
    places = (max(counts) - first) // max(step, 1) + 1
    by_chance = n * (n - 1) / (2 * places)
    equal = sum(count * (count - 1) for count in counts.values()) / 2
    return by_chance >= LEAST_PAIRS and equal < by_chance / FEWER_PAIRS


__all__ = ["are_times", "names_keys", "numbers_are_keys", "texts_are_keys"]
