"""Documents without labels: used as far as they make the labelled ones more likely.

With them, vocabulary and idf are learnt from all documents, expectation-maximisation gives them
classes, and each counts as a share of a labelled document (``core.expectation``). ``WAYS`` are
tried, and not using them at all. Each is judged by the log likelihood of the classes of the
labelled documents, every one scored by a model that has not heard its class: exactly left out,
and with EM run without the fold it is in. The most likely is kept, so that this likelihood is
never worse than without unlabelled documents.

Learning only vocabulary and idf from them is not among the ways: on three corpora with 3 and 10
labels per class it raised the error of new documents as often as it lowered it, by a hundredth
on average, and log loss more often than not.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np

from halfbayes.classifier.material import COUNTED, Fitted, Material, Reading
from halfbayes.classifier.progress import Progress, folds_told, silent, within
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.core.expectation import FOLDS, SemiSupervised, Teaching
from halfbayes.core.hybrid import SmallFit
from halfbayes.errors import InvalidInputError

WAYS: Final = (
    Teaching(weight=0.3, steps=1),
    Teaching(weight=0.1, steps=3),
    Teaching(weight=0.3, steps=3),
    Teaching(weight=1.0, steps=3),
)
"""What is tried: the weight of an unlabelled document, and the steps of EM."""

MOST_GUESSED: Final = 2_000
"""Of more unlabelled documents EM takes so many, evenly spread; words are learnt from all."""

MOST_LABELLED: Final = 3_000
"""With more labelled documents than this, others are not used: there is little to gain."""

ENOUGH: Final = (
    f"beside more than {MOST_LABELLED:,} labelled ones, or very long ones, they add little"
)

PLAIN: Final = 0.02
READ: Final = 0.05
"""Shares of the work that are done when the model without them is fitted, and all is read."""


@dataclass(frozen=True, slots=True)
class UnlabelledUse:
    """What unlabelled documents were used for, and what it was worth.

    >>> use = UnlabelledUse(1000, used=True, weight=0.1, before=-1.43, after=-1.25)
    >>> str(use).split(": ")[0]
    '1,000 unlabelled documents are used, each as 0.1 of a labelled one'
    >>> str(use).split(": ")[1]
    'log likelihood rises from -1.430 to -1.250 per labelled document left out'
    """

    documents: int
    used: bool
    weight: float = 0.0  # of one of them, in labelled documents
    before: float | None = None  # log likelihood per labelled document without them
    after: float | None = None  # with them, in the best way; None where nothing can be judged

    @property
    def gain(self) -> float:
        """Of log likelihood per labelled document, by the best way; used where above 0."""
        return 0.0 if self.before is None or self.after is None else self.after - self.before

    def __str__(self) -> str:
        told = f"{self.documents:,} unlabelled documents are"
        if self.before is None:
            why = "for the words only: no label is there to judge them by"
            not_used = ENOUGH if self.documents else "there are none"
            return f"{told} used {why}" if self.used else f"{told} not used: {not_used}"
        change = f"from {self.before:.3f} to {self.after:.3f} per labelled document left out"
        if not self.used:
            return f"{told} not used, as they would not help: log likelihood {change}"
        how = f"each as {self.weight:g} of a labelled one"
        return f"{told} used, {how}: log likelihood rises {change}"


def fitted_with_unlabelled(
    material: Material, unlabelled: Table, tell: Progress = silent
) -> tuple[Fitted, UnlabelledUse]:
    """The most likely model of labelled documents and unlabelled ones beside them."""
    beside = _columns(unlabelled, material.roles)
    if len(material.y) == 0:  # word lists only
        tell("counting", 0.0)
        fitted = material.read(beside).fitted(within(tell, COUNTED, 1.0))
        return fitted, UnlabelledUse(beside.n_rows, used=True)
    if beside.n_rows == 0 or len(material.y) > MOST_LABELLED:
        return material.fitted(tell), UnlabelledUse(beside.n_rows, used=False)
    plain = material.fitted(within(tell, 0.0, PLAIN))
    before = float(plain.log_likelihoods.mean())
    tell("counting", PLAIN)
    reading = material.read(beside)
    ways = list(_with_classes(reading, within(tell, READ, 1.0)))
    after = [float(fitted.log_likelihoods.mean()) for fitted in ways]
    best = int(np.argmax(after))
    used = after[best] > before
    use = UnlabelledUse(beside.n_rows, used, WAYS[best].weight, before, after[best])
    return ways[best] if used else plain, use


def _with_classes(reading: Reading, tell: Progress) -> Iterator[Fitted]:
    step = -(-int(reading.unlabelled[0].shape[0]) // MOST_GUESSED)
    some = [X[::step] for X in reading.unlabelled]
    semi = SemiSupervised(reading.views, reading.documents, some, SmallFit())
    steps = [0, *accumulate(how.steps for how in WAYS)]
    for how, done, after in zip(WAYS, steps, steps[1:], strict=False):
        part = within(tell, done / steps[-1], after / steps[-1])
        part("guessing classes", 0.0)
        each = folds_told(part, "guessing classes", 1.0 / (FOLDS + 1.0))
        yield Fitted(reading, semi.hybrid(how, each))


def _columns(unlabelled: Table, roles: Roles) -> Table:
    """The columns that are used; an error where one of text is not there."""
    missing = [name for name in roles.text if name not in unlabelled.columns]
    if missing:
        raise InvalidInputError(
            f"unlabelled documents must have the text columns {list(roles.text)!r} of the "
            f"labelled ones; they have {list(unlabelled.columns)!r}: add {missing[0]!r}"
        )
    columns = {
        name: unlabelled.columns[name] for name in roles.used if name in unlabelled.columns
    }
    return Table(columns, unlabelled.n_rows)


__all__ = ["UnlabelledUse", "fitted_with_unlabelled"]
