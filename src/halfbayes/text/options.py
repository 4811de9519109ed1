"""The parameters of ``TermCounter``, checked and made complete."""

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

from halfbayes.errors import InvalidParameterError
from halfbayes.text.counting import all_cores
from halfbayes.text.tokens import ANALYZERS, LONGEST_WORD, TokenOptions
from halfbayes.text.vocabulary import Vocabulary

# A character n-gram longer than this is a copy of the document.
LONGEST_NGRAM = 1000

# More than any machine has cores; each takes memory, and none changes the result.
MOST_THREADS = 1024


def token_options(given: Any) -> TokenOptions:
    """The options of a counter (any object with these attributes)."""
    if given.analyzer not in ANALYZERS:
        raise InvalidParameterError(
            f"analyzer must be one of {', '.join(ANALYZERS)}; got {given.analyzer!r}"
        )
    words_only = {"numbers": given.numbers, "emails": given.emails, "language": given.language}
    used = [name for name, value in words_only.items() if value]
    if given.analyzer != "word" and (used or given.stop_words is not None):
        used += ["stop_words"] if given.stop_words is not None else []
        raise InvalidParameterError(
            f"{', '.join(used)}: for words only; got analyzer={given.analyzer!r}, "
            "use analyzer='word' or leave them out"
        )
    return TokenOptions(
        analyzer=given.analyzer,
        ngram_range=_range("ngram_range", given.ngram_range),
        lowercase=bool(given.lowercase),
        min_length=_shortest_word(given.min_length),
        numbers=bool(given.numbers),
        emails=bool(given.emails),
        stop_words=_stop_words(given.stop_words),
        unsegmented=None
        if given.unsegmented is None
        else _range("unsegmented", given.unsegmented),
    )


def thread_count(threads: int | None) -> int:
    """The number of threads to use; all cores for None, and ``MOST_THREADS`` at most."""
    return all_cores() if threads is None else min(_positive("threads", threads), MOST_THREADS)


def value_type(dtype: Any) -> type:
    """``numpy.int32``, ``numpy.int64`` or ``numpy.float64``."""
    for supported in (np.int32, np.int64, np.float64):
        if np.dtype(dtype) == np.dtype(supported):
            return supported
    raise InvalidParameterError(f"dtype must be int32, int64 or float64; got {dtype!r}")


def fixed_vocabulary(given: Mapping[str, int] | Iterable[str]) -> Vocabulary:
    """The vocabulary a user gave: terms in column order, or a mapping to columns."""
    if isinstance(given, Vocabulary):
        return given
    if isinstance(given, str):
        raise InvalidParameterError(
            f"vocabulary must be a collection of terms, got the str {given!r}; put it in a list"
        )
    terms = sorted(given) if isinstance(given, set | frozenset) else list(given)
    wrong = next((term for term in terms if not isinstance(term, str)), None)
    if wrong is not None:
        raise InvalidParameterError(f"vocabulary must hold str only; got {wrong!r}")
    if isinstance(given, Mapping):
        terms.sort(key=given.__getitem__)
        if [given[term] for term in terms] != list(range(len(terms))):
            raise InvalidParameterError(
                f"vocabulary must map its {len(terms)} terms to the columns 0 to "
                f"{len(terms) - 1}, each once; pass a list of terms to have them numbered"
            )
    if len(set(terms)) < len(terms):
        twice = next(term for term in terms if terms.count(term) > 1)
        raise InvalidParameterError(f"vocabulary has {twice!r} more than once; leave one")
    return Vocabulary.of_terms(terms)


def _stop_words(given: Iterable[str] | str | None) -> frozenset[str]:
    if given is None:
        return frozenset()
    if given == "english":
        return frozenset(ENGLISH_STOP_WORDS)
    if isinstance(given, str):
        raise InvalidParameterError(
            f"stop_words must be None, 'english' or a collection of words; got {given!r}"
        )
    return frozenset(given)


def _range(name: str, given: Any) -> tuple[int, int]:
    try:
        shortest, longest = given
    except (TypeError, ValueError):
        shortest = longest = None
    for end in (shortest, longest):
        if not isinstance(end, Integral) or isinstance(end, bool):
            raise InvalidParameterError(f"{name} must be a pair such as (1, 2); got {given!r}")
    if not 1 <= shortest <= longest <= LONGEST_NGRAM:
        raise InvalidParameterError(
            f"{name} must go from 1 or more up to {LONGEST_NGRAM} or less; got {given!r}"
        )
    return int(shortest), int(longest)


def _shortest_word(given: Any) -> int:
    shortest = _positive("min_length", given)
    if shortest > LONGEST_WORD:
        raise InvalidParameterError(
            f"min_length must be {LONGEST_WORD} or less, as longer words are not counted; got "
            f"{given!r}"
        )
    return shortest


def _positive(name: str, given: Any) -> int:
    if not isinstance(given, Integral) or isinstance(given, bool) or given < 1:
        raise InvalidParameterError(f"{name} must be an integer of 1 or more; got {given!r}")
    return int(given)


__all__ = [
    "LONGEST_NGRAM",
    "MOST_THREADS",
    "fixed_vocabulary",
    "thread_count",
    "token_options",
    "value_type",
]
