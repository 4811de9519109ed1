"""Every document of a large corpus, scored by the views of the counted model without it.

Text is looked up in the table of the sums by class and word (``core.left_out_words``), numbers
and categories in their statistics, which are small. What is kept of a document is what each
view says of each class more than of the document's own, in single precision: all that the small
fit asks of it (``core.summed_scores``). It depends on the document and the sums alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from halfbayes.classifier.counting import ReadDocuments
from halfbayes.core.left_out_words import LeftOutWords, WordTable
from halfbayes.core.summed_scores import ScoreBlock, score_block
from halfbayes.core.views import LearntEventView
from halfbayes.errors import ChangedInputError
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutScores:
    """Documents to their scores."""

    words: tuple[LeftOutWords, ...]
    columns: tuple[LearntEventView, ...]

    def parts(self, documents: ReadDocuments, most: int) -> Iterator[ReadDocuments]:
        """The documents, in portions with at most so many words in all, or of one document."""
        n = len(documents.y)
        bounds = np.zeros(n + 1, dtype=np.int64)
        for rows in documents.text:
            bounds += rows.bounds
        start = 0
        while start < n:
            stop = int(np.searchsorted(bounds, bounds[start] + most, side="right")) - 1
            stop = max(stop, start + 1)
            yield documents.rows(slice(start, stop))
            start = stop

    def places(self, documents: ReadDocuments) -> NDArray[np.int64]:
        """The rows of the table that documents need: each once, in order."""
        pairs = zip(self.words, documents.text, strict=True)
        found = [words.first + rows.terms.astype(np.int64) for words, rows in pairs]
        return np.unique(np.concatenate([np.zeros(0, dtype=np.int64), *found]))

    def scores(self, documents: ReadDocuments, table: WordTable) -> ScoreBlock:
        """What is kept of documents."""
        return score_block(self.left_out(documents, table), documents.y)

    def left_out(self, documents: ReadDocuments, table: WordTable) -> FloatArray:
        """What each view says of documents without them: (views, documents, classes)."""
        y = documents.y
        words = zip(self.words, documents.text, strict=True)
        columns = zip(self.columns, documents.columns, strict=True)
        scores = [model.scores(rows.matrix, y, table) for model, rows in words]
        scores += [view.view.event.leave_one_out(X, y, view.statistics) for view, X in columns]
        together = np.stack(scores)
        if np.isnan(together).any():
            message = (
                "less was added up than a document has: documents changed while they were "
                "read; learn from a copy that stays as it is"
            )
            raise ChangedInputError(message)
        return together


__all__ = ["LeftOutScores"]
