"""Documents to matrices: tokens, counts and weights over a native kernel."""

from halfbayes.text.counter import TermCounter
from halfbayes.text.documents import split_message, without_headers, without_uuencoded
from halfbayes.text.presets import preset
from halfbayes.text.vocabulary import TermStatistics, Vocabulary
from halfbayes.text.weighting import TermWeighter

__all__ = [
    "TermCounter",
    "TermStatistics",
    "TermWeighter",
    "Vocabulary",
    "preset",
    "split_message",
    "without_headers",
    "without_uuencoded",
]
