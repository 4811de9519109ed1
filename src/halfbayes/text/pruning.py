"""Which terms are worth a column: document frequency and number of occurrences."""

from numbers import Integral

import numpy as np
from numpy.typing import NDArray

from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.text.vocabulary import TermStatistics


def kept_terms(
    statistics: TermStatistics, *, min_df: float = 1, max_df: float = 1.0, min_count: int = 1
) -> NDArray[np.bool_]:
    """Whether each term has min_df <= documents <= max_df and at least min_count occurrences.

    An int is a number of documents, a float a share of them, as in scikit-learn.
    """
    least = document_limit("min_df", min_df, statistics.n_documents)
    most = document_limit("max_df", max_df, statistics.n_documents)
    if least > most and len(statistics.vocabulary):
        raise InvalidParameterError(
            f"min_df={min_df!r} asks for at least {least:g} documents and max_df={max_df!r} "
            f"for at most {most:g} of {statistics.n_documents}; no term can have both"
        )
    documents = statistics.document_frequency
    mask = (documents >= least) & (documents <= most) & (statistics.occurrences >= min_count)
    if len(mask) and not mask.any():
        raise InvalidInputError(
            f"none of the {len(mask)} terms is left by min_df={min_df!r}, max_df={max_df!r} "
            f"and min_count={min_count!r}; lower the first and the last, or raise max_df"
        )
    return mask


def document_limit(name: str, limit: float, n_documents: int) -> float:
    """A number of documents from a number (int) or a share (float)."""
    if isinstance(limit, Integral) and not isinstance(limit, bool) and limit >= 0:
        return float(limit)
    if isinstance(limit, float) and 0.0 <= limit <= 1.0:
        return limit * n_documents
    raise InvalidParameterError(
        f"{name} must be an int of 0 or more, or a float from 0 to 1; got {limit!r}"
    )


__all__ = ["document_limit", "kept_terms"]
