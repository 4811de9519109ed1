"""Text straight to the scores of classes, where these are sums over parts of the text.

    f_k(x) = sum over parts p that x has of  b_pk + w_pk . x_p        x_p of unit length

The parts are those of ``text.representation``: words, pairs, pieces, topics, single fields, and
the way a document is written. The kernel reads a document twice, once as it was written and
once in lower case, finds its words and pairs in one table each, and adds up their weights;
nothing is kept of a document but K sums. What a word is, as documents write it (its stem, its
number, the sums of its pieces and topics), each thread finds out when it first meets it, and
keeps from call to call, up to 64 MB, of which one call may hold more while it runs; it makes no
difference to any score, and words that no document has cost nothing. Documents are dealt out to
threads, which wait for one another only at the end. The law: the scores are those of the
matrices that ``TextRepresentation.transform`` makes, to rounding, and each thread gives the
same bytes.

Cost: one look-up per word and one per pair of known words, K additions per distinct word and
part, and, for the length of x, one per piece and topic of a distinct word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.errors import InvalidInputError
from halfbayes.text.columns import source
from halfbayes.text.counting import how_to_read
from halfbayes.text.fields import one_column, term_counter
from halfbayes.text.native_kernel import kernel
from halfbayes.text.options import thread_count, token_options
from halfbayes.text.pieces import PIECE_LENGTHS
from halfbayes.text.representation import Key, TextRepresentation
from halfbayes.text.stemming import IN_KERNEL, stems_for_kernel
from halfbayes.text.tokens import TokenOptions
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.types import FloatArray

BLOCK_CELLS: Final = 1 << 14
"""Weights added up together: they stay in the cache."""

LINE: Final = 8
"""Numbers that lie in one line of the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class PartWeights:
    """What one part of the text says of each class: b_k + w_k . x where it is not empty."""

    records: FloatArray  # (terms, classes + 1): the w_k of each term, then its idf
    base: FloatArray  # (classes,)

    @classmethod
    def total(
        cls, idf: FloatArray, n_classes: int, said: Sequence[tuple[float, Any, Any]]
    ) -> "PartWeights":
        """The sum of what several say: a factor, (terms, classes) and (classes,) of each.

        What says something of few terms only is sparse.
        """
        records = _records(len(idf), n_classes)
        records[:, -1] = idf
        dense = [
            (factor, terms)
            for factor, terms, _ in said
            if not isinstance(terms, sparse.csr_array)
        ]
        step = max(1, BLOCK_CELLS // (1 + n_classes))
        for start in range(0, len(idf), step):
            some = slice(start, start + step)
            weights = records[some, :-1]
            for place, (factor, of_terms) in enumerate(dense):
                if place == 0:
                    np.multiply(of_terms[some], factor, out=weights)
                else:
                    weights += factor * of_terms[some]
        for factor, of_terms, _ in said:
            if isinstance(of_terms, sparse.csr_array):
                rows = np.repeat(np.arange(len(idf)), np.diff(of_terms.indptr))
                records[rows, of_terms.indices] += factor * of_terms.data
        base = sum((factor * of_base for factor, _, of_base in said), np.zeros(n_classes))
        return cls(records, base)

    def scores(self, X: Any) -> FloatArray:
        """The same for a matrix: (documents, classes)."""
        present = (np.diff(X.indptr) > 0)[:, None]
        return np.asarray((X @ self.records[:, :-1] + self.base) * present)


def _records(n_terms: int, n_classes: int) -> FloatArray:
    """Zeros, laid out so that a record reaches over as few lines of the cache as can be."""
    numbers = n_classes + 1
    width = max(numbers + -numbers % 4, 1 << (min(numbers, LINE) - 1).bit_length())
    cells = np.zeros(n_terms * width + LINE)
    start = -(cells.ctypes.data // cells.itemsize) % LINE
    return cells[start : start + n_terms * width].reshape(n_terms, width)[:, :numbers]


class TextScorer:
    """Scores documents by weights for the parts of their text.

    >>> text = TextRepresentation()
    >>> parts = text.fit_transform({"text": ["cheap pills", "the meeting"]})
    >>> rng = np.random.default_rng(0)
    >>> weights = {}
    >>> for part in parts:
    ...     key, said = (part.kind, part.field), rng.normal(size=(part.X.shape[1], 2))
    ...     weights[key] = PartWeights.total(text.idf(*key), 2, [(1.0, said, np.ones(2))])
    >>> new = {"text": ["a cheap meeting", "pill"]}
    >>> direct = TextScorer(text, weights).scores(new)
    >>> matrices = {(part.kind, part.field): part.X for part in text.transform(new)}
    >>> slow = sum(weights[key].scores(X) for key, X in matrices.items())
    >>> bool(np.allclose(direct, slow, rtol=1e-12))
    True
    """

    def __init__(self, text: TextRepresentation, weights: Mapping[Key, PartWeights]) -> None:
        self.text = text
        self.weights = weights
        self.options = token_options(term_counter(text.language, text.threads, (1, 2)))
        self.scorer = None if kernel is None else _kernel_scorer(text, weights, self.options)

    def scores(self, fields: Mapping[str, Any]) -> FloatArray:
        """Scores of documents given by field: (documents, classes)."""
        if tuple(fields) != self.text.fields:
            raise InvalidInputError(
                f"expected the fields {list(self.text.fields)}, as they were learnt; got "
                f"{list(fields)}"
            )
        if self.scorer is None:
            return self._scores_of_matrices(fields)
        _, characters, prepared = how_to_read(self.options)
        return self.scorer.scores(
            source(one_column(fields)),
            characters,
            prepared,
            n_fields=len(fields),
            stems=self._stems,
            english=self.text.language == IN_KERNEL,
            threads=thread_count(self.text.threads),
        )

    def _stems(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], list[str]]:
        return stems_for_kernel(Vocabulary(packed, offsets), self.text.language)

    def _scores_of_matrices(self, fields: Mapping[str, Any]) -> FloatArray:
        parts = self.text.transform(fields)
        return np.asarray(
            sum(self.weights[part.kind, part.field].scores(part.X) for part in parts)
        )


def _kernel_scorer(
    text: TextRepresentation, weights: Mapping[Key, PartWeights], options: TokenOptions
) -> "kernel.Scorer":
    known = text.counter.vocabulary_.pair_table
    n_classes = len(weights["words", None].base)
    scorer = kernel.Scorer(known, how_to_read(options)[0], n_classes, *PIECE_LENGTHS)
    setters = {"words": scorer.set_words, "pairs": scorer.set_pairs, "field": scorer.add_field}
    for kind, field in text.weighted:
        part = weights[kind, field]
        setters[kind](part.records, part.base)
    if text.pieces is not None:
        part = weights["pieces", None]
        table = text.pieces.counter.vocabulary_.piece_table
        scorer.set_pieces(table, part.records, part.base)
    if text.topics is not None:
        part, known_of = weights["topics", None], text.topics.of_stems
        numbers = (known_of.starts.astype(np.uint32), known_of.topics.astype(np.uint32))
        scorer.set_topics(known_of.stems.table, *numbers, part.records, part.base)
    if text.writing is not None:
        part = weights["writing", None]
        scorer.set_writing(part.records, part.base)
    return scorer


__all__ = ["PartWeights", "TextScorer"]
