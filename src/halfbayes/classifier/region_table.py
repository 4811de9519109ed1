"""The weights of one region of a model, feature by feature (``weight_table``)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np

from halfbayes.text.topics import TopicsOfStems
from halfbayes.types import FloatArray

STEM: Final = "stem"
"""A feature of topics that has no value: it says how much of a topic a word has."""


@dataclass(frozen=True, slots=True, eq=False)
class RegionTable:
    """The weights of one region; ``ends`` are low and high of its columns of numbers."""

    name: str
    kind: str  # words, pairs, pieces, topics, field, writing, numbers, categories
    columns: tuple[str, ...]  # of the documents
    features: list[str]  # the kind of each
    column: Sequence[str | None]  # of the documents, that a feature is of; of a stem the topic
    names: Sequence[str | None]  # of the terms and categories
    centre: FloatArray  # (features,)
    scale: FloatArray  # (features,)
    weights: FloatArray  # w: (features, classes)
    present: FloatArray  # b: (classes,)
    ends: FloatArray = field(default_factory=lambda: np.empty((2, 0)))  # (2, columns)

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
        }

    def with_stems(self, of_stems: TopicsOfStems) -> "RegionTable":
        """The same of topics, with what they are of each word."""
        rows = [
            (topic, stem, share)
            for stem, topics in of_stems.by_stem().items()
            for topic, share in topics.items()
        ]
        column, names, scale = zip(*rows, strict=True)
        nothing = np.zeros((len(rows), self.weights.shape[1]))
        return replace(
            self,
            features=[*self.features, *[STEM] * len(rows)],
            column=[*self.column, *column],
            names=[*self.names, *names],
            centre=np.concatenate([self.centre, np.zeros(len(rows))]),
            scale=np.concatenate([self.scale, scale]),
            weights=np.vstack([self.weights, nothing]),
        )

    def of_documents(self) -> "RegionTable":
        """The features alone that have values."""
        stems = [feature == STEM for feature in self.features]
        if not any(stems):
            return self
        end = stems.index(True)
        return replace(
            self,
            features=self.features[:end],
            column=self.column[:end],
            names=self.names[:end],
            centre=self.centre[:end],
            scale=self.scale[:end],
            weights=self.weights[:end],
        )


__all__ = ["STEM", "RegionTable"]
