"""Arrays of a model file, taken one by one, each checked for its type and size."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from halfbayes.errors import ModelFileError
from halfbayes.text.vocabulary import Vocabulary

LARGEST: Final = 1e100
"""Of statistics and weights: products of three are finite still."""


@dataclass(slots=True, eq=False)
class Shelf:
    """Named arrays of a model file; what is not taken at the end does not belong there."""

    arrays: dict[str, NDArray[Any]]
    taken: set[str] = field(default_factory=set)

    def take(self, name: str, kind: str, *shape: int | None) -> NDArray[Any]:
        """The array ``name``, of this type and shape; None stands for any length."""
        if name not in self.arrays:
            raise ModelFileError(f"the file has no array {name!r}")
        array = self.arrays[name]
        fits = len(shape) == array.ndim and all(
            want is None or want == have for want, have in zip(shape, array.shape, strict=True)
        )
        if array.dtype.name != kind or not fits:
            wanted = " x ".join("any" if want is None else str(want) for want in shape)
            raise ModelFileError(
                f"array {name!r} should be {kind} of {wanted}, it is {array.dtype} of "
                f"{' x '.join(map(str, array.shape))}"
            )
        self.taken.add(name)
        return array

    def take_numbers(self, name: str, *shape: int | None) -> NDArray[np.float64]:
        """As ``take``, of numbers whose products are finite: as large as a model can have."""
        array = self.take(name, "float64", *shape)
        if np.abs(array).max(initial=0.0) > LARGEST:
            raise ModelFileError(f"array {name!r} has numbers larger than a model can have")
        return array

    def take_vocabulary(self, name: str) -> Vocabulary:
        """Terms packed in two arrays: in order, each once, and decodable."""
        packed = self.take(f"{name}_packed", "uint8", None)
        offsets = self.take(f"{name}_offsets", "int64", None)
        ends = len(offsets) > 0 and offsets[0] == 0 and offsets[-1] == len(packed)
        if not ends or np.any(offsets[1:] < offsets[:-1]):
            raise ModelFileError(f"array {name}_offsets does not divide {name}_packed")
        vocabulary = Vocabulary(packed.copy(), offsets.copy())
        try:
            terms = vocabulary.terms
        except UnicodeDecodeError as error:
            raise ModelFileError(f"array {name}_packed is not text: {error}") from error
        if any(first >= second for first, second in pairwise(terms)):
            raise ModelFileError(f"the terms of {name} are not in order, each once")
        return vocabulary

    def check_empty(self) -> None:
        """Nothing may be left over."""
        left = sorted(set(self.arrays) - self.taken)
        if left:
            raise ModelFileError(f"the file has an array that no model has: {left[0]!r}")


__all__ = ["LARGEST", "Shelf"]
