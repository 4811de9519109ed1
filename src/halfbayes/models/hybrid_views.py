"""Which views the hybrid classifier has: one of each region, and the discriminant last."""

from collections.abc import Mapping, Sequence

from halfbayes.core.logspace import row_sums
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.views import Discriminant, Documents, EventView, SharedWords, View
from halfbayes.errors import InvalidParameterError
from halfbayes.models.regions import Region
from halfbayes.models.validation import require_smoothing
from halfbayes.types import FloatArray

EXPONENTS: Mapping[str | None, float] = {None: 0.0, "length": 1.0, "sqrt": 0.5}
"""Power of a region's length that its score is divided by."""
PRECISION = 0.3
"""Of the discriminant, where documents have length one."""
DISCRIMINANT = "discriminant"


def named_views(
    regions: Sequence[Region],
    documents: Documents,
    *,
    shared: bool,
    normalisation: str | None,
    discriminant: bool,
) -> dict[str, View]:
    """Views by the names of their regions, and last the discriminant."""
    if normalisation not in EXPONENTS:
        raise InvalidParameterError(
            f"normalisation must be 'length', 'sqrt' or None; got {normalisation!r}"
        )
    g = EXPONENTS[normalisation]
    views = _shared(regions, g) if shared else _separate(regions, g)
    read = [number for number, region in enumerate(regions) if region.is_words]
    if discriminant and read:
        views[DISCRIMINANT] = discriminant_of(read, documents)
    if not views:
        message = "nothing to weigh: give a region an event model, or words a discriminant"
        raise InvalidParameterError(message)
    return views


def _shared(regions: Sequence[Region], exponent: float) -> dict[str, View]:
    everywhere, smoothing = tuple(range(len(regions))), _shared_smoothing(regions)
    return {
        region.name: SharedWords(number, everywhere, smoothing, exponent, expected=None)
        for number, region in enumerate(regions)
    }


def _separate(regions: Sequence[Region], exponent: float) -> dict[str, View]:
    return {
        region.name: EventView(
            number, region.event, exponent if region.is_words else 0.0, expected=None
        )
        for number, region in enumerate(regions)
        if region.event is not None
    }


def discriminant_of(read: list[int], documents: Documents) -> Discriminant:
    """The discriminant over regions of words: each has an equal part, whatever its scale.

    >>> import numpy as np
    >>> from scipy import sparse
    >>> X = sparse.csr_array([[3.0, 4.0], [0.0, 5.0]])
    >>> view = discriminant_of([0], Documents([X], np.array([0, 1]), 2))
    >>> view.shares, round(view.precision, 9)
    ((0.04,), 7.5)
    """
    shares = []
    for number in read:
        X = documents.regions[number]
        squares = row_sums(X.multiply(X).tocsr())
        m = (squares > 0.0) * (1.0 if documents.weights is None else documents.weights)
        total = float(m @ squares)
        shares.append(float(m.sum()) / total if total > 0.0 else 1.0)
    precision = PRECISION * len(shares) / sum(shares)
    return Discriminant(tuple(read), tuple(shares), precision)


def _shared_smoothing(regions: Sequence[Region]) -> float | FloatArray:
    """Smoothing of the one word model that all regions share."""
    event, widths = regions[0].event, {len(region.columns) for region in regions}
    if any(region.event is not event for region in regions) or not isinstance(
        event, Multinomial
    ):
        message = "shared=True needs one multinomial for all regions; pass event='multinomial'"
        raise InvalidParameterError(message)
    if len(widths) > 1:
        raise InvalidParameterError(
            "shared=True needs regions over one vocabulary; they have "
            f"{sorted(widths)} columns: count all of them by one counter"
        )
    smoothing: float | FloatArray = require_smoothing(
        event.smoothing, len(regions[0].columns), low=0.0, strict=True
    )
    return smoothing


__all__ = ["discriminant_of", "named_views"]
