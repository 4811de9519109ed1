"""How large a corpus is, and what is fitted to one of that size.

Up to ``documents`` documents and ``text_bytes`` bytes of text the whole model is fitted: words,
pairs, pieces, and the least-squares discriminant, which needs all documents on one machine and
several times over (``docs/guide/scale.md`` has the measured cost). Beyond either the counted
model: words, numbers and categories, all of them sums over the documents.

The rule looks at the data alone: wherever the documents are, the same ones get the same model.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.errors import InvalidInputError

BYTES_OF_A_SUM: Final = 8
COPIES: Final = 3
"""Of the sums by class and word: as whole numbers, as counts, and as logarithms."""

UNITS: Final = ("bytes", "KB", "MB", "GB", "TB")
"""Of sizes; each is 1024 times the one before."""

BYTES_OF_A_WORD: Final = 64
"""What a word takes besides its sums: letters, document frequencies, idf, hash table."""


@dataclass(frozen=True, slots=True)
class SizeRule:
    """Up to where the whole model is fitted, and what the counted model has room for."""

    documents: int = 100_000
    text_bytes: int = 64 << 20
    memory: int = 2 << 30  # bytes for the words of the counted model
    checked: int = 20_000  # documents that a counted model keeps, with leave-one-out scores
    checked_bytes: int = 64 << 20  # of their text
    checked_cells: int = 20_000_000  # of their scores: documents times classes
    checkpoint: int = 64 << 20  # bytes of text after which files are not read again

    def counts(self, size: "Size") -> bool:
        """Whether a corpus of this size gets the counted model."""
        return size.documents > self.documents or size.text_bytes > self.text_bytes

    def room(self, n_classes: int, n_views: int) -> int:
        """Words for which the counted model has room."""
        a_word = COPIES * BYTES_OF_A_SUM * n_classes * n_views + BYTES_OF_A_WORD
        return max(1, self.memory // a_word)


STANDARD: Final = SizeRule()


def n_bytes_in_words(number: int) -> str:
    """A number of bytes, in the unit that makes it short.

    >>> n_bytes_in_words(1), n_bytes_in_words(1 << 10), n_bytes_in_words(3 << 29)
    ('1 byte', '1 KB', '1.5 GB')
    """
    if number == 1:
        return "1 byte"
    power = min(max(number.bit_length() - 1, 0) // 10, len(UNITS) - 1)
    return f"{number / (1 << 10 * power):.3g} {UNITS[power]}"


def refuse_too_many(what: str, documents: str, rule: SizeRule) -> NoReturn:
    """Stop where ``what`` was asked for, and the documents get the counted model without it."""
    raise InvalidInputError(
        f"{documents} are too many for {what}: that is for up to {rule.documents:,} documents "
        f"with {n_bytes_in_words(rule.text_bytes)} of text; leave {what} out, or learn from "
        "fewer documents"
    )


@dataclass(frozen=True, slots=True)
class Size:
    """Documents, and bytes of their text as UTF-8; adds up.

    >>> from halfbayes.classifier.table import as_table
    >>> Size.of(as_table(["naïve", None]), Roles(text=("text",))) + Size(1, 10)
    Size(documents=3, text_bytes=16)
    """

    documents: int = 0
    text_bytes: int = 0

    @classmethod
    def of(cls, table: Table, roles: Roles) -> "Size":
        """The size of a table."""
        sizes = (sum(text_sizes(table.texts(name))) for name in roles.text)
        return cls(table.n_rows, sum(sizes))

    def __add__(self, other: "Size") -> "Size":
        return Size(self.documents + other.documents, self.text_bytes + other.text_bytes)


def text_sizes(texts: Sequence[str | None]) -> list[int]:
    """Length of each text as UTF-8, 0 where there is none.

    >>> text_sizes(["naïve", None])
    [6, 0]
    """
    return [
        (len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass")))
        if text
        else 0
        for text in texts
    ]


__all__ = ["STANDARD", "Size", "SizeRule", "n_bytes_in_words", "refuse_too_many", "text_sizes"]
