"""Documents to matrices: tokens, counts and weights over a native kernel."""

from halfbayes.text.counter import TermCounter
from halfbayes.text.vocabulary import TermStatistics, Vocabulary

__all__ = ["TermCounter", "TermStatistics", "Vocabulary"]
