"""The weights of one region of a model, feature by feature (``weight_table``)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class RegionTable:
    """The weights of one region; ``ends`` are low and high of its columns of numbers."""

    name: str
    kind: str  # words, pairs, pieces, topics, field, writing, numbers, categories
    columns: tuple[str, ...]  # of the documents
    features: list[str]  # the kind of each
    column: Sequence[str | None]  # of the documents, that a feature is of
    names: Sequence[str | None]  # of the terms and categories
    centre: FloatArray  # (features,)
    scale: FloatArray  # (features,)
    weights: FloatArray  # w: (features, classes)
    present: FloatArray  # b: (classes,)
    ends: FloatArray = field(default_factory=lambda: np.empty((2, 0)))  # (2, columns)
    stems: Mapping[str, Mapping[str, float]] = field(default_factory=dict)  # with their topics

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values."""
        return {
            "region": self.name,
            "kind": self.kind,
            "columns": list(self.columns),
            "present": self.present.tolist(),
            "features": self.features,
            "column": list(self.column),
            "names": list(self.names),
            "centre": self.centre.tolist(),
            "scale": self.scale.tolist(),
            "weights": self.weights.tolist(),
            "low": self.ends[0].tolist(),
            "high": self.ends[1].tolist(),
            "stems": dict(self.stems),
        }


__all__ = ["RegionTable"]
