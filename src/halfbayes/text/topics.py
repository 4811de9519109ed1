"""Topics that the words of documents are about, weighted: what they say in other words.

A document with *goalie* in it and one with *puck* have no word in common, and both are about
hockey. So a word has the topics of the thesaurus (``text.thesaurus``) that its stem is in, and
of each of its d topics 1/sqrt(d): a vector of unit length (``text.word_features``). All topics
count in the length of a document, also those that no training document has: they were known
before it came, and a training document that is left out is seen as a new one. Where no training
document has any topic, topics are left out.

What a word has is kept with the model: another version may know other topics.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy import sparse

from halfbayes.text.fields import first_rows
from halfbayes.text.native_kernel import kernel
from halfbayes.text.stemming import stems_of_words
from halfbayes.text.thesaurus import LANGUAGE, everyday_topics, with_meaning
from halfbayes.text.vocabulary import ABSENT, Vocabulary
from halfbayes.text.weighting import learnt_weighter, weighter_of
from halfbayes.text.word_features import WordFeatures, summed
from halfbayes.types import CountMatrix, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class TopicsOfStems:
    """Which topics each stem has."""

    names: tuple[str, ...]  # of the topics
    stems: Vocabulary  # in order
    starts: IndexArray  # where the topics of each stem begin in ``topics``, and the end
    topics: IndexArray  # by number, in order within each stem

    @classmethod
    def of_lines(cls, lines: Sequence[tuple[str, Sequence[str]]]) -> "TopicsOfStems":
        """Of names of topics and the stems that each has.

        >>> found = TopicsOfStems.of_lines([("sea", ["fish", "ship"]), ("food", ["fish"])])
        >>> found.stems.terms, found.starts.tolist(), found.topics.tolist()
        (['fish', 'ship'], [0, 2, 3], [0, 1, 0])
        """
        by_stem: dict[str, list[int]] = {}
        for number, (_, stems) in enumerate(lines):
            for stem in dict.fromkeys(stems):
                by_stem.setdefault(stem, []).append(number)
        stems = sorted(by_stem)
        starts = np.cumsum([0, *(len(by_stem[stem]) for stem in stems)])
        topics = [number for stem in stems for number in by_stem[stem]]
        return cls(
            tuple(name for name, _ in lines),
            Vocabulary.of_terms(stems),
            np.asarray(starts, dtype=np.intp),
            np.array(topics, dtype=np.intp),
        )

    def lines(self) -> list[tuple[str, list[str]]]:
        """The same as names of topics and the stems that each has; ``of_lines`` reads them."""
        stems: list[list[str]] = [[] for _ in self.names]
        by_entry = np.repeat(np.arange(len(self.stems)), np.diff(self.starts))
        terms = self.stems.terms
        for stem, topic in zip(by_entry.tolist(), self.topics.tolist(), strict=True):
            stems[topic].append(terms[stem])
        return list(zip(self.names, stems, strict=True))

    def within(self, words: Vocabulary) -> CountMatrix:
        """1/sqrt(d) for each of the d topics of each word: (words, topics)."""
        place = self._places(words)
        known = np.flatnonzero(place != ABSENT)
        of_each = np.zeros(len(words), dtype=np.intp)
        of_each[known] = np.diff(self.starts)[place[known]]
        ends = np.cumsum(of_each)
        first = self.starts[place[known]]
        # One after the other from where the topics of a word begin.
        size = of_each[known]
        at = np.repeat(first - (ends[known] - size), size) + np.arange(int(size.sum()))
        share = np.repeat(np.maximum(size, 1) ** -0.5, size)
        shape = len(words), len(self.names)
        indptr = np.concatenate([[0], ends])
        return sparse.csr_array((share, self.topics[at], indptr), shape=shape)

    def by_stem(self) -> dict[str, dict[str, float]]:
        """How much of which topics each stem has.

        >>> TopicsOfStems.of_lines([(name, ["fish"]) for name in "abcd"]).by_stem()
        {'fish': {'a': 0.5, 'b': 0.5, 'c': 0.5, 'd': 0.5}}
        """
        ends = self.starts.tolist()
        return {
            stem: dict.fromkeys(
                (self.names[topic] for topic in self.topics[start:end]), (end - start) ** -0.5
            )
            for stem, start, end in zip(self.stems.terms, ends[:-1], ends[1:], strict=True)
        }

    def _places(self, words: Vocabulary) -> IndexArray:
        if kernel is not None:
            return np.asarray(self.stems.table.places(words.packed, words.offsets))
        places = [self.stems.columns.get(word, ABSENT) for word in words.terms]
        return np.array(places, dtype=np.int64)


@cache
def topics_of_thesaurus() -> TopicsOfStems:
    """Those of the thesaurus; a topic is called by the first word it goes by."""
    return TopicsOfStems.of_lines(
        [
            (
                topic.names[0],
                stems_of_words([*with_meaning(topic.names), *topic.words], LANGUAGE),
            )
            for topic in everyday_topics()
        ]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Topics(WordFeatures):
    """Topics of words."""

    of_stems: TopicsOfStems

    @classmethod
    def learnt(
        cls, words: Vocabulary, tf: CountMatrix, n_documents: int
    ) -> tuple["Topics | None", "CountMatrix | None"]:
        """From the tf of words in the training documents, and what these are about.

        Only the first rows are documents, of which anything is learnt. None where these have no
        topic.
        """
        of_stems = topics_of_thesaurus()
        X = summed(tf, of_stems.within(words))
        documents = first_rows(X, n_documents)
        if documents.nnz == 0:
            return None, None
        weighter = learnt_weighter("count", documents)
        return cls(weighter, of_stems), weighter.weighed(X)

    @classmethod
    def assembled(cls, of_stems: TopicsOfStems, idf: FloatArray) -> "Topics":
        """Topics that were learnt elsewhere."""
        return cls(weighter_of("count", idf), of_stems)

    def within(self, words: Vocabulary) -> CountMatrix:
        """How much each word has of each topic."""
        return self.of_stems.within(words)

    @property
    def names(self) -> list[str]:
        """What the topics are called."""
        return [*self.of_stems.names]


__all__ = ["Topics", "TopicsOfStems", "topics_of_thesaurus"]
