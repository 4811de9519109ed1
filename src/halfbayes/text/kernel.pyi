"""Types of the native kernel (kernel.cpp)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

class Options:
    analyzer: int
    shortest: int
    longest: int
    lowercase: bool
    min_length: int
    max_length: int
    numbers: bool
    emails: bool
    unsegmented_shortest: int
    unsegmented_longest: int

class Characters:
    def __init__(self, classes: NDArray[np.uint8], lower: NDArray[np.uint32]) -> None: ...

class TermTable:
    def __init__(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64], seed: tuple[int, int]
    ) -> None: ...
    def __len__(self) -> int: ...
    def places(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64]
    ) -> NDArray[np.uint32]: ...

class PairTable:
    def __init__(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64], seed: tuple[int, int]
    ) -> None: ...
    def __len__(self) -> int: ...
    def word_numbers(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64]
    ) -> NDArray[np.uint32]: ...

class PieceTable:
    def __init__(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64], seed: tuple[int, int]
    ) -> None: ...
    def __len__(self) -> int: ...

class Scorer:
    def __init__(
        self, known: PairTable, options: Options, classes: int, shortest: int, longest: int
    ) -> None: ...
    def set_words(self, records: NDArray[np.float64], base: NDArray[np.float64]) -> None: ...
    def set_pairs(self, records: NDArray[np.float64], base: NDArray[np.float64]) -> None: ...
    def add_field(self, records: NDArray[np.float64], base: NDArray[np.float64]) -> None: ...
    def set_pieces(
        self, table: PieceTable, records: NDArray[np.float64], base: NDArray[np.float64]
    ) -> None: ...
    def set_topics(
        self,
        stems: TermTable,
        starts: NDArray[np.uint32],
        topics: NDArray[np.uint32],
        records: NDArray[np.float64],
        base: NDArray[np.float64],
    ) -> None: ...
    def set_writing(self, records: NDArray[np.float64], base: NDArray[np.float64]) -> None: ...
    def scores(
        self,
        source: Source,
        character_table: Callable[[int], Characters],
        prepared: Callable[[str], str],
        n_fields: int,
        stems: Callable[
            [NDArray[np.uint8], NDArray[np.int64]], tuple[NDArray[np.bool_], list[str]]
        ],
        english: bool,
        threads: int,
    ) -> NDArray[np.float64]: ...

class Source:
    def __len__(self) -> int: ...
    def read_tuple(self, documents: tuple[object, ...]) -> bool: ...
    def read_stream(self, stream: object) -> bool: ...
    def read_array(self, schema: object, array: object) -> bool: ...

class Counts:
    def __len__(self) -> int: ...
    def distinct_terms(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
    def sorted_terms(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
    @property
    def in_pairs(self) -> bool: ...
    def drop_rare_pairs(self, least: int, n_fields: int) -> None: ...
    def paired_terms(
        self, packed: NDArray[np.uint8], offsets: NDArray[np.int64], number: NDArray[np.uint32]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]: ...
    def pair_known(self, known: PairTable, number: NDArray[np.uint32]) -> None: ...
    def arrange(self, target: NDArray[np.uint32] | None, columns: int) -> None: ...
    def frequencies(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]: ...
    def row_starts(self, keep: NDArray[np.uint32] | None) -> NDArray[np.int64]: ...
    def write(
        self,
        keep: NDArray[np.uint32] | None,
        starts: NDArray[np.int64],
        indices: NDArray[np.int32] | NDArray[np.int64],
        data: NDArray[np.int32] | NDArray[np.int64] | NDArray[np.float64],
        binary: bool,
    ) -> None: ...

def counted(
    source: Source,
    options: Options,
    character_table: Callable[[int], Characters],
    prepared: Callable[[str], str],
    seed: tuple[int, int],
    fixed: TermTable | None,
    stop_words: TermTable | None,
    threads: int,
) -> Counts: ...
def sorted_union(
    packed: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    replaced: NDArray[np.bool_] | None,
    strings: list[str],
    english: bool,
    seed: tuple[int, int],
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.uint32]]: ...
def beyond_english(
    packed: NDArray[np.uint8], offsets: NDArray[np.int64]
) -> NDArray[np.bool_]: ...
def decoded(
    packed: NDArray[np.uint8], offsets: NDArray[np.int64], chosen: NDArray[np.bool_] | None
) -> list[str]: ...
def only_text(values: list[Any]) -> bool: ...
def writing(
    source: Source,
    character_table: Callable[[int], Characters],
    n_fields: int,
    threads: int,
) -> NDArray[np.uint32]: ...
def word_pieces(
    packed: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    shortest: int,
    longest: int,
    seed: tuple[int, int],
) -> tuple[
    tuple[NDArray[np.uint8], NDArray[np.int64]],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.float64],
]: ...
def add_inner_products(
    starts: NDArray[np.int32] | NDArray[np.int64],
    terms: NDArray[np.int32] | NDArray[np.int64],
    values: NDArray[np.float64],
    n_terms: int,
    scale: float,
    most: int,
    inner: NDArray[np.float32] | NDArray[np.float64],
) -> NDArray[Any]: ...
