"""Terms of one document, in Python: analyzers for scikit-learn's ``CountVectorizer``.

A document is a sequence of text fields, None where there is none. The terms are those a
``TermCounter`` with the same options and language counts; this says it one document at a time,
for whoever wants to follow a model by hand or in other tools.

    StemAnalyzer     the words of all fields, stemmed
    PairAnalyzer     two stems in a row, within a field
    PieceAnalyzer    character n-grams of the distinct stems, each with the sum over stems of
                     (1 + log tf of the stem) (times the n-gram is in the stem)
    TopicAnalyzer    topics of the distinct stems, each with the sum over stems of
                     (1 + log tf of the stem) (how much of the topic the stem has)
    written          marks, and shapes of words
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from halfbayes.text.reference import terms_of
from halfbayes.text.stemming import stems_of_words
from halfbayes.text.tokens import TokenOptions
from halfbayes.text.writing import features_of

Fields = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class StemAnalyzer:
    """Words of a document, stemmed.

    >>> StemAnalyzer(TokenOptions(), "english")(["Cats ran", None, "the dogs"])
    ['cat', 'ran', 'the', 'dog']
    """

    options: TokenOptions
    language: str | None

    def __call__(self, fields: Fields) -> list[str]:
        """The stems of all fields, in reading order."""
        words = [term for term in _terms(fields, self.options) if " " not in term]
        return stems(words, self.language)


@dataclass(frozen=True, slots=True)
class PairAnalyzer:
    """Pairs of words of a document, each word stemmed.

    >>> PairAnalyzer(TokenOptions(ngram_range=(1, 2)), "english")(["Cats ran", "the dogs ate"])
    ['cat ran', 'the dog', 'dog ate']
    """

    options: TokenOptions
    language: str | None

    def __call__(self, fields: Fields) -> list[str]:
        """The pairs of all fields, in reading order."""
        pairs = [term.split(" ") for term in _terms(fields, self.options) if " " in term]
        flat = stems([word for pair in pairs for word in pair], self.language)
        joined, at = [], 0
        for pair in pairs:
            joined.append(" ".join(flat[at : at + len(pair)]))
            at += len(pair)
        return joined


@dataclass(frozen=True, slots=True)
class PieceAnalyzer:
    """Pieces of the words of a document, with how much of each there is.

    >>> words = StemAnalyzer(TokenOptions(), None)
    >>> pieces = PieceAnalyzer(words, TokenOptions(analyzer="char_wb", ngram_range=(3, 3)))
    >>> pieces(["an ant"])
    {' an': 2.0, 'an ': 1.0, 'ant': 1.0, 'nt ': 1.0}
    """

    words: StemAnalyzer
    options: TokenOptions

    def __call__(self, fields: Fields) -> dict[str, float]:
        """How much of each piece the document has."""
        return amounts_of_words(
            self.words(fields), lambda word: Counter(terms_of(word, self.options))
        )


@dataclass(frozen=True, slots=True)
class TopicAnalyzer:
    """Topics of the words of a document, with how much of each there is.

    >>> words = StemAnalyzer(TokenOptions(), "english")
    >>> TopicAnalyzer(words, {"fish": {"sea": 0.6, "food": 0.8}})(["Two fishes, one rod"])
    {'sea': 0.6, 'food': 0.8}
    """

    words: StemAnalyzer
    by_stem: Mapping[str, Mapping[str, float]]

    def __call__(self, fields: Fields) -> dict[str, float]:
        """How much of each topic the document has."""
        return amounts_of_words(self.words(fields), lambda word: self.by_stem.get(word, {}))


def amounts_of_words(
    words: Iterable[str], features_of_word: Callable[[str], Mapping[str, float]]
) -> dict[str, float]:
    """How much of each feature the words have: (1 + log tf) times what each has of it."""
    amounts: dict[str, float] = {}
    for word, count in Counter(words).items():
        for feature, much in features_of_word(word).items():
            amounts[feature] = amounts.get(feature, 0.0) + (1.0 + log(count)) * much
    return amounts


def written(fields: Fields) -> list[str]:
    """How all fields are written, in reading order.

    >>> written(["Stop!", None])
    ['Capitalised words', 'single “!”']
    """
    return [feature for text in fields if text for feature in features_of(text)]


def stems(words: list[str], language: str | None) -> list[str]:
    """The stem of each word; the words themselves without a language."""
    return words if language is None else stems_of_words(words, language)


def _terms(fields: Fields, options: TokenOptions) -> list[str]:
    return [term for text in fields if text for term in terms_of(text, options)]


__all__ = [
    "PairAnalyzer",
    "PieceAnalyzer",
    "StemAnalyzer",
    "TopicAnalyzer",
    "amounts_of_words",
    "stems",
    "written",
]
