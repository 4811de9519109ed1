"""Text straight to the scores of classes, where these are sums over parts of the text.

    f_k(x) = sum over parts p that x has of  b_pk + w_pk . x_p        x_p of unit length

The parts are those of ``text.representation``: words, pairs, pieces, single fields. The kernel
reads a document once, finds its words and pairs in one table each, and adds up their weights;
nothing is kept of a document but K sums. What the pieces of a known word say together is worked
out beforehand. What a word is, as documents write it (its stem, its number, the sum of its
pieces where it was never seen), is found out once and kept from call to call, up to 64 MB; it
makes no difference to any score. The law: the scores are those of the matrices that
``TextRepresentation.transform`` makes, to rounding.

Cost: one look-up per word and one per pair of known words, K additions per distinct word and
part, and, for the length of x, one per piece of a distinct word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from halfbayes.text.columns import source
from halfbayes.text.counting import how_to_read
from halfbayes.text.fields import one_column, term_counter
from halfbayes.text.native_kernel import kernel
from halfbayes.text.options import thread_count, token_options
from halfbayes.text.representation import PIECE_LENGTHS, Key, Pieces, TextRepresentation
from halfbayes.text.stemming import IN_KERNEL, stems_for_kernel
from halfbayes.text.tokens import TokenOptions
from halfbayes.text.vocabulary import ABSENT, Vocabulary
from halfbayes.types import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class PartWeights:
    """What one part of the text says of each class: b_k + w_k . x where it is not empty."""

    terms: FloatArray  # (terms, classes)
    base: FloatArray  # (classes,)

    def scores(self, X: Any) -> FloatArray:
        """The same for a matrix: (documents, classes)."""
        present = (np.diff(X.indptr) > 0)[:, None]
        return np.asarray((X @ self.terms + self.base) * present)


class TextScorer:
    """Scores documents by weights for the parts of their text.

    >>> text = TextRepresentation()
    >>> parts = text.fit_transform({"text": ["cheap pills", "the meeting"]})
    >>> rng = np.random.default_rng(0)
    >>> weights = {}
    >>> for part in parts:
    ...     terms = rng.normal(size=(part.X.shape[1], 2))
    ...     weights[part.kind, part.field] = PartWeights(terms, np.ones(2))
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
    table = text.counter.vocabulary_.pair_table
    n_words, column = table.words(), table.columns()
    of_words = _Rows(text.is_word, column[:n_words])
    of_pairs = _Rows(text.is_pair, column[n_words:])
    n_classes = len(weights["words", None].base)
    scorer = kernel.Scorer(table, how_to_read(options)[0], n_classes, *PIECE_LENGTHS)
    setters = {"words": (scorer.set_words, of_words), "field": (scorer.add_field, of_words)}
    setters["pairs"] = scorer.set_pairs, of_pairs
    for kind, field in text.weighted:
        given, idf = weights[kind, field], text.weighters[kind, field].idf_
        set_part, rows = setters[kind]
        set_part(rows.taken(given.terms), rows.taken(idf), _contiguous(given.base))
    if text.pieces is not None:
        _set_pieces(scorer, text.pieces, weights["pieces", None], of_words.kept(text.words))
    return scorer


def _set_pieces(
    scorer: "kernel.Scorer", pieces: Pieces, weights: PartWeights, words: list[str]
) -> None:
    in_pieces = pieces.weighted(words)
    terms = _contiguous(weights.terms)
    scorer.set_pieces(
        pieces.counter.vocabulary_.table,
        terms,
        _contiguous(pieces.weighter.idf_),
        _contiguous(weights.base),
    )
    starts, places = in_pieces.indptr.astype(np.int32), in_pieces.indices.astype(np.int32)
    scorer.set_words_in_pieces(_contiguous(in_pieces @ terms), starts, places, in_pieces.data)


class _Rows:
    """Rows of one kind of term, brought from the order of the columns into the kernel's."""

    def __init__(self, of_kind: BoolArray, column: NDArray[np.uint32]) -> None:
        self.known = column != ABSENT
        rank = np.cumsum(of_kind) - 1
        self.rows = rank[column[self.known]]

    def taken(self, values: FloatArray) -> FloatArray:
        """Rows of ``values`` in the kernel's order; a word without a column says nothing."""
        if self.known.all():
            return np.ascontiguousarray(values[self.rows], dtype=np.float64)
        taken = np.zeros((len(self.known), *values.shape[1:]))
        taken[self.known] = values[self.rows]
        return taken

    def kept(self, words: Vocabulary) -> list[str]:
        """The words in the kernel's order; empty where one has no column."""
        terms = words.terms
        if self.known.all():
            return [terms[row] for row in self.rows.tolist()]
        rows = iter(self.rows.tolist())
        return [terms[next(rows)] if known else "" for known in self.known]


def _contiguous(values: Any) -> FloatArray:
    return np.ascontiguousarray(values, dtype=np.float64)


__all__ = ["PartWeights", "TextScorer"]
