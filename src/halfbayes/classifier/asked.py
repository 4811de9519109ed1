"""What a promise is asked for: an accuracy, with a confidence, and of which documents."""

from dataclasses import dataclass

from halfbayes.models.shares import require_share


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of answers: so accurate, with so much confidence."""

    accuracy: float = 0.95
    confidence: float = 0.95
    per_class: bool = False
    novelty: float | None = None

    def __post_init__(self) -> None:
        for name in ("accuracy", "confidence", "novelty"):
            value = getattr(self, name)
            if value is None and name == "novelty":
                continue
            require_share(name, value)

    @property
    def delta(self) -> float:
        """Chance that the promise fails."""
        return 1.0 - self.confidence


__all__ = ["Asked"]
