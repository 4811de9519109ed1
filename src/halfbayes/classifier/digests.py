"""What a document is, as 16 bytes: the digest of its label and of all that is read of it.

    digest_i = BLAKE2b-128 of the label, then the values of the columns that have a role

Values are taken as the model takes them: text that is not there is empty, a number is a double,
a category is a name. So the digest does not depend on the kind of table, on other columns, or
on where the document stands, and the order of documents by class and digest (``canonical``) is
the same however they came: what is computed in that order is the same to the bit. Documents
with equal digests are equal, and may stand in any order.
"""

import math
from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from typing import Any, Final

import numpy as np

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.types import IndexArray

SIZE: Final = 16
"""Bytes of a digest: two of a billion documents agree by chance once in 10^20 times."""


def document_digests(table: Table, roles: Roles, labels: Sequence[Any] | None) -> list[bytes]:
    """The digest of each row, with its label if there are any.

    >>> from halfbayes.classifier.table import as_table
    >>> one, other = as_table({"text": ["a", "b", "a"]}), as_table({"n": [1, 2, 3]})
    >>> a, b, c = document_digests(one, Roles(text=("text",)), [0, 0, 1])
    >>> len({a, b, c}), a == document_digests(one, Roles(text=("text",)), [0, 0, 0])[2]
    (3, True)
    """
    columns: list[Iterable[str]] = []
    if labels is not None:
        columns.append(map(repr, labels))
    columns += [(text or "" for text in table.texts(name)) for name in roles.text]
    there = table.columns
    columns += [
        (_number(value) for value in table.numbers(name).tolist())
        for name in roles.numeric
        if name in there
    ]
    columns += [
        ("" if value is None else f"={value}" for value in table.categories(name))
        for name in roles.categorical + roles.groups
        if name in there
    ]
    # The length before each value: no value can pass for the end of one and another.
    pattern = "%d:%s" * len(columns)
    with_lengths = [part for column in columns for part in _with_lengths(column)]
    return [
        blake2b((pattern % row).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()
        for row in zip(*with_lengths, strict=True)
    ]


def hash_of_all(digests: Iterable[bytes]) -> str:
    """One hash of all documents, whatever their order.

    >>> hash_of_all([b"a", b"b"]) == hash_of_all([b"b", b"a"])
    True
    """
    return sha256(b"".join(sorted(digests))).hexdigest()


def canonical(y: IndexArray, digests: Sequence[bytes]) -> IndexArray:
    """The places of documents of classes ``y`` in their canonical order.

    >>> canonical(np.array([1, 0, 0]), [b"a", b"c", b"b"]).tolist()
    [2, 1, 0]
    """
    numbers = y.tolist()
    order = sorted(range(len(numbers)), key=lambda i: (numbers[i], digests[i]))
    return np.array(order, dtype=np.intp)


def _with_lengths(column: Iterable[str]) -> tuple[Iterable[int], Iterable[str]]:
    values = list(column)
    return map(len, values), values


def _number(value: float) -> str:
    # Zero has two signs, and one meaning; what is not finite is not there.
    return repr(value + 0.0) if math.isfinite(value) else ""


def n_copies(table: Table, roles: Roles) -> int:
    """How many rows with any text say the same as an earlier one, in every column that is read.

    >>> from halfbayes.classifier.table import as_table
    >>> n_copies(as_table({"text": ["a", "b", "a", "a", "", ""]}), Roles(text=("text",)))
    2
    """
    written = with_text(table, roles)
    return written.n_rows - len(set(document_digests(written, roles, None)))


def with_text(table: Table, roles: Roles) -> Table:
    """The rows that have any text: numbers and categories alone are equal by chance."""
    columns = [table.texts(name) for name in roles.text]
    rows = zip(*columns, strict=True)
    return table.rows([place for place, texts in enumerate(rows) if any(texts)])


__all__ = ["SIZE", "canonical", "document_digests", "hash_of_all", "n_copies", "with_text"]
