"""How far a long run is, and when that is put down: states that outlive a process."""

from dataclasses import dataclass
from typing import Any, Final, Protocol

Position = tuple[int, int]
"""A file, and how many of its portions are done."""

START: Final[Position] = (0, 0)


class Store(Protocol):
    """Where a state outlives the process."""

    def load(self, name: str) -> Any:
        """What was saved under this name, or None."""

    def save(self, name: str, state: Any) -> int:
        """Save, whole or not at all; its size in bytes."""


@dataclass(slots=True, eq=False)
class State:
    """How far a pass is, and the sums so far."""

    position: Position = START
    small: Any = None
    keyed: Any = None  # word frequencies not yet set down
    runs: int = 0  # set down in the store
    result: Any = None  # where the pass is over


@dataclass(slots=True, eq=False)
class Pace:
    """A state is saved after so many bytes, or after as many as the last one was long."""

    store: Store
    every: int
    since: int = 0  # bytes since the last state
    size: int = 0  # of the last state

    def due(self, n_bytes: int) -> bool:
        """Whether it is time for a state, after so many bytes more."""
        self.since += n_bytes
        return self.since >= max(self.every, self.size)

    def save(self, name: str, state: State) -> None:
        """Save a state."""
        self.size = self.store.save(name, state)
        self.since = 0


__all__ = ["START", "Pace", "Position", "State", "Store"]
