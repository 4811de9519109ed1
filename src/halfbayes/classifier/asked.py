"""What a promise is asked for: an accuracy, with a confidence, and of which documents."""

from dataclasses import dataclass

import numpy as np

from halfbayes.errors import InvalidParameterError


@dataclass(frozen=True, slots=True)
class Asked:
    """What ``decide`` was asked for."""

    accuracy: float = 0.95
    confidence: float = 0.95
    per_class: bool = False
    novelty: float | None = None

    def __post_init__(self) -> None:
        for name in ("accuracy", "confidence", "novelty"):
            value = getattr(self, name)
            if value is None and name == "novelty":
                continue
            if not isinstance(value, int | float | np.number) or not 0.0 < value < 1.0:
                raise InvalidParameterError(f"{name} must be between 0 and 1; got {value!r}")

    @property
    def delta(self) -> float:
        """Chance that the promise fails."""
        return 1.0 - self.confidence


__all__ = ["Asked"]
