"""Where the offsets of the classes count: for what a document has.

    r_i = share of the bearing regions that document i has        z_i = log pi + r_i c + ...

The offsets c put right what the views say, of any document. So they count as far as there is
something to put right: a document with nothing in it, or with nothing that the model knows,
gets the class prior pi. They are borne by the last discriminative view, or by the first view
where there is none: each of the regions it names adds an equal part of c to what it says of a
document that has it, as a line has its intercept. Where there is text these are its words and
pieces: a document of numbers alone has no c then. The law: of documents that have all these
regions the logits are as if c were added to all.

Weights of any sign, as in the paper, have a constant for every document (Raina et al. 2003,
eq. 9), and so has a dense region alone, in which zero is a number like any other.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from halfbayes.core.blocks import present_documents
from halfbayes.core.view import Documents, LearntView, View
from halfbayes.types import FloatArray


def bearer(views: Sequence[View], regions: Sequence[Any]) -> int | None:
    """The place of the view that bears the offsets; None where they count for everything."""
    discriminative = [place for place, view in enumerate(views) if view.discriminative]
    if discriminative:
        return discriminative[-1]
    first_region = regions[views[0].parts[0][0]]
    return None if isinstance(first_region, np.ndarray) else 0


def offset_share(view: View, documents: Documents) -> FloatArray | None:
    """R of documents left out: (documents,); None where all are 1.

    What nobody else has of a document is not there.
    """
    r = np.zeros(len(documents.y))
    for region in view.bearers:
        here = present_documents(documents.regions[region])
        known = None if documents.known is None else documents.known[region]
        r += here if known is None else here & (known.share > 0.0)
    return None if (r == len(view.bearers)).all() else r / len(view.bearers)


def borne(
    learnt: Sequence[LearntView], place: int, theta: FloatArray, offsets: FloatArray
) -> tuple[LearntView, ...]:
    """The views, of which the one at ``place`` says ``offsets`` more, once it is weighed."""
    views = list(learnt)
    views[place] = views[place].favouring(offsets / theta[place])
    return tuple(views)


__all__ = ["bearer", "borne", "offset_share"]
