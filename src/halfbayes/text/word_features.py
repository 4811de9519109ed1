"""What the words of documents have: pieces they are made of, or topics they are about.

    tf_t = sum over distinct words w of a document of (1 + log count of w) m_wt
    x_t = tf_t idf_t / length of the row

m_wt says how much word w has of feature t: the product of two sparse matrices, so that reading
features costs the distinct words of a document and not its text. idf are "smooth", learnt from
the training documents; rows are of unit length. What a feature says of a class is told of the
words that have it (``factors``).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from halfbayes.text.vocabulary import Vocabulary
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import CountMatrix, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class WordFeatures(ABC):
    """Features of words, weighted; those of a document are the sum of its words'."""

    weighter: TermWeighter

    @abstractmethod
    def within(self, words: Vocabulary) -> CountMatrix:
        """M: how much each word has of each feature, (words, features)."""

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """What a person calls the features."""

    def of(self, words: Vocabulary, tf: CountMatrix) -> CountMatrix:
        """Of documents with these ``logarithmic`` counts of words: (documents, features)."""
        return self.weighter.weighed(summed(tf, self.within(words)))

    def factors(self, words: Vocabulary, tf: CountMatrix) -> tuple[CountMatrix, CountMatrix]:
        """What words do in documents and features in words; their product is ``of``."""
        documents, features = tf.copy(), self.within(words)
        features.data = features.data * self.weighter.idf_[features.indices]
        X = sparse.csr_array(documents @ features)
        length = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)))
        length[length == 0.0] = 1.0
        documents.data = documents.data / np.repeat(length, np.diff(documents.indptr))
        return documents, features


def summed(tf: CountMatrix, within: CountMatrix) -> CountMatrix:
    """Tf of each feature, from those of words: the product with M."""
    return sparse.csr_array(tf @ within)


def logarithmic(counts: CountMatrix) -> CountMatrix:
    """1 + log count, where there is one."""
    weights: FloatArray = 1.0 + np.log(counts.data)
    return sparse.csr_array((weights, counts.indices, counts.indptr), shape=counts.shape)


__all__ = ["WordFeatures", "logarithmic", "summed"]
