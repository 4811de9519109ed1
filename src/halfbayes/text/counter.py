"""``TermCounter``: documents to a sparse matrix of term counts.

The columns are the distinct terms in order of their code points, so that the result depends
neither on the number of threads nor on how the corpus was cut: ``statistics`` of chunks add
up, ``fit_statistics`` of the sum is ``fit`` of the whole. What a term is: see ``tokens``;
differences from scikit-learn's ``CountVectorizer``: docs/text.md.
"""

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.exceptions import NotFittedError

from halfbayes.text.arranging import learn_columns, take_columns
from halfbayes.text.counting import Columns, Counts, counted, matrix
from halfbayes.text.matrix_output import MatrixOutput
from halfbayes.text.options import fixed_vocabulary, thread_count, token_options, value_type
from halfbayes.text.pruning import kept_terms
from halfbayes.text.stemming import checked_language
from halfbayes.text.tokens import Analyzer, TokenOptions
from halfbayes.text.vocabulary import ABSENT, TermStatistics, Vocabulary


class TermCounter(MatrixOutput, TransformerMixin, BaseEstimator):  # type: ignore[misc]  # sklearn has no types
    """Counts the terms of documents; like scikit-learn's ``CountVectorizer``, natively.

    Parameters
    ----------
    analyzer : "word", "char" (character n-grams) or "char_wb" (character n-grams within words).
    ngram_range : the shortest and the longest n-gram.
    lowercase : whether to lower-case first (``str.lower``).
    min_length : the shortest word that counts, in characters.
    numbers, emails : whether to count these as NUMBER and EMAILADDR.
    unsegmented : the shortest and longest character n-gram for scripts without spaces (Chinese,
        Japanese, Thai, Lao, Khmer, Burmese); None treats them as other letters.
    language : of the Snowball stemmer, such as "english"; None leaves words as they are.
    stop_words : words that do not count; None, "english" (scikit-learn's list) or a collection.
    min_df, max_df : least and greatest number (int) or share (float) of documents with a term.
    min_count : least number of occurrences in all documents.
    vocabulary : the only terms to count, in the order of their columns; None learns them.
    binary : whether to tell only that a term occurs.
    threads : how many to use; None uses every core.
    dtype : of the counts, ``numpy.int32``, ``numpy.int64`` or ``numpy.float64``.

    >>> counter = TermCounter()
    >>> X = counter.fit_transform(["Free money, free!", None, "The money of São Paulo"])
    >>> counter.get_feature_names_out().tolist()
    ['free', 'money', 'of', 'paulo', 'são', 'the']
    >>> X.toarray()
    array([[2, 1, 0, 0, 0, 0],
           [0, 0, 0, 0, 0, 0],
           [0, 1, 1, 1, 1, 1]], dtype=int32)
    """

    vocabulary_: Vocabulary

    def __init__(  # noqa: PLR0913 (scikit-learn's parameters are constructor arguments)
        self,
        *,
        analyzer: Analyzer = "word",
        ngram_range: tuple[int, int] = (1, 1),
        lowercase: bool = True,
        min_length: int = 2,
        numbers: bool = False,
        emails: bool = False,
        unsegmented: tuple[int, int] | None = (1, 2),
        stop_words: Iterable[str] | str | None = None,
        language: str | None = None,
        min_df: float = 1,
        max_df: float = 1.0,
        min_count: int = 1,
        vocabulary: Mapping[str, int] | Iterable[str] | None = None,
        binary: bool = False,
        threads: int | None = None,
        dtype: type = np.int32,
    ) -> None:
        self.analyzer = analyzer
        self.ngram_range = ngram_range
        self.lowercase = lowercase
        self.min_length = min_length
        self.numbers = numbers
        self.emails = emails
        self.unsegmented = unsegmented
        self.stop_words = stop_words
        self.language = language
        self.min_df = min_df
        self.max_df = max_df
        self.min_count = min_count
        self.vocabulary = vocabulary
        self.binary = binary
        self.threads = threads
        self.dtype = dtype

    def fit(self, documents: Any, y: object = None) -> Self:
        """Learn the vocabulary."""
        del y
        if self.vocabulary is not None:
            self._take_fixed_vocabulary()
            return self
        return self.fit_statistics(self.statistics(documents))

    def fit_transform(self, documents: Any, y: object = None) -> "sparse.csr_array[Any]":
        """Learn the vocabulary and count: (documents, terms)."""
        if self.vocabulary is not None:
            return self.fit(documents, y).transform(documents)
        counts, vocabulary = self._arranged(documents)
        if self._prunes():
            mask = self._mask(self._statistics(counts, vocabulary))
            keep = np.where(mask, np.cumsum(mask) - 1, ABSENT).astype(np.uint32)
            self.vocabulary_ = vocabulary.kept(mask)
            return self._matrix(counts, keep)
        self.vocabulary_ = vocabulary
        return self._matrix(counts, None)

    def transform(self, documents: Any) -> "sparse.csr_array[Any]":
        """Count the terms of the vocabulary: (documents, terms)."""
        vocabulary = self._fitted_vocabulary()
        options, threads = self._options(), thread_count(self.threads)
        if self.language is None and not options.in_pairs:
            counts = counted(documents, options, fixed=vocabulary, threads=threads)
            counts.arrange(None, len(vocabulary))
        else:
            counts = counted(documents, options, threads=threads)
            take_columns(counts, vocabulary, self.language)
        return self._matrix(counts, None)

    def statistics(self, documents: Any) -> TermStatistics:
        """Terms, document frequencies and occurrences, not pruned; of chunks, they add up."""
        return self._statistics(*self._arranged(documents))

    def fit_statistics(self, statistics: TermStatistics) -> Self:
        """Learn the vocabulary from (the sum of) ``statistics`` of documents."""
        self.vocabulary_ = statistics.vocabulary
        if self._prunes():
            self.vocabulary_ = statistics.vocabulary.kept(self._mask(statistics))
        return self

    def get_feature_names_out(self, input_features: object = None) -> NDArray[np.object_]:
        """The terms in the order of their columns."""
        del input_features
        return np.array(self._fitted_vocabulary().terms, dtype=object)

    def _arranged(self, documents: Any) -> tuple[Counts, Vocabulary]:
        counts = counted(documents, self._options(), threads=thread_count(self.threads))
        return counts, learn_columns(counts, self.language)

    def _statistics(self, counts: Counts, vocabulary: Vocabulary) -> TermStatistics:
        n_documents = len(counts.row_starts(None)) - 1
        return TermStatistics(vocabulary, *counts.frequencies(), n_documents)

    def _matrix(self, counts: Counts, keep: Columns | None) -> "sparse.csr_array[Any]":
        return matrix(
            counts,
            len(self.vocabulary_),
            keep=keep,
            binary=self.binary,
            dtype=value_type(self.dtype),
        )

    def _options(self) -> TokenOptions:
        if self.language is not None:
            checked_language(self.language)
        return token_options(self)

    def _prunes(self) -> bool:
        every = self.max_df == 1.0 and not isinstance(self.max_df, Integral)
        return not (self.min_df in (0, 1) and self.min_count <= 1 and every) or (
            isinstance(self.min_df, float) and self.min_df > 0
        )

    def _mask(self, statistics: TermStatistics) -> NDArray[np.bool_]:
        return kept_terms(
            statistics, min_df=self.min_df, max_df=self.max_df, min_count=self.min_count
        )

    def _take_fixed_vocabulary(self) -> None:
        self._options()
        if self.vocabulary is None:
            problem = "this TermCounter has no vocabulary yet; call fit, or pass vocabulary="
            raise NotFittedError(problem)
        self.vocabulary_ = fixed_vocabulary(self.vocabulary)

    def _fitted_vocabulary(self) -> Vocabulary:
        if not hasattr(self, "vocabulary_"):
            self._take_fixed_vocabulary()
        return self.vocabulary_

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "vocabulary_") or self.vocabulary is not None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = self.vocabulary is None
        tags.transformer_tags.preserves_dtype = []
        return tags


__all__ = ["TermCounter"]
