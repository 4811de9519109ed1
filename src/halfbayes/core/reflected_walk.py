"""Points drawn at random from cones, by walks that are reflected where they meet a side.

A direction drawn uniformly from the cone {w: a_i . w > 0 for all i} is that of a standard
normal w that lies in it. Such a w moves on w cos t + v sin t, with v normal as well, and is
reflected by every side it meets:

    v <- v - 2 (a_i . v) / |a_i|^2 a_i

This leaves the distribution as it is (Pakman & Paninski 2014, exact Hamiltonian Monte Carlo),
and crosses thin cones in few reflections. After a while, the *duration* of a piece, a new v is
drawn. The first quarter of the reflections, in runs with a v of their own, tells how long one
takes; the duration is then one that brings half of the ``pieces`` asked for, or more, within
the reflections that are left, ``LONGEST`` at most. It is fixed before an end counts.

Several walks go on at once, each in its own cone or all in one. Ends count by their number, the
same ones of all walks, as far as the slowest has come; where a walk happens to be after so many
reflections would not do: it is more often where there are many. An end that rounding has put
outside is replaced by the one before. A reflection costs two products with the sides of the
cone.
"""

from typing import Final, NamedTuple, Protocol

import numpy as np

from halfbayes.types import FloatArray, IndexArray

LONGEST: Final = 1.5  # duration of a piece: w is forgotten at pi / 2
FIRST: Final = 4  # one reflection in so many is there to find the durations
RUN: Final = 5  # reflections with one v, until they are found
SHORT: Final = 0.25  # quantile of the times of runs: few walks turn out much slower
INSIDE: Final = 1e-12  # least margin, where rounding has left less
PIECES: Final = 40
REFLECTIONS: Final = 20  # per column, within the next two
LEAST_REFLECTIONS: Final = 300
MOST_REFLECTIONS: Final = 3000


class Effort(NamedTuple):
    """How far walks go: at most so many reflections and pieces."""

    reflections: int
    pieces: int

    @classmethod
    def of(cls, columns: int, samples: int) -> "Effort":
        """What it takes to forget the start, and then to draw so many samples of each walk.

        With 16 to 128 columns and as many examples, or twice as many, the mean error of
        random separating hyperplanes is within 0.01 of that after four times the effort.
        """
        each = int(np.clip(REFLECTIONS * columns, LEAST_REFLECTIONS, MOST_REFLECTIONS))
        times = max(1, -(-2 * samples // PIECES))  # the first half does not count
        return cls(times * each, times * PIECES)


class Cones(Protocol):
    """The cones of several walks."""

    def margins(self, walks: IndexArray, points: FloatArray) -> FloatArray:
        """a_i . w of a point for each of ``walks``: (walks, sides)."""

    def normals(self, walks: IndexArray, sides: IndexArray) -> FloatArray:
        """a_i of one side of each: (walks, columns)."""

    def speed(self, rng: np.random.Generator, walks: IndexArray) -> FloatArray:
        """Standard normal v of each, within the space of the cone: (walks, columns)."""


class ManyCones:
    """A cone for each walk: A (walks, sides, columns)."""

    def __init__(self, A: FloatArray) -> None:
        self.A = A

    def margins(self, walks: IndexArray, points: FloatArray) -> FloatArray:
        """a_i . w."""
        A = self.A if len(walks) == len(self.A) else self.A[walks]
        return np.asarray(np.matmul(A, points[..., np.newaxis])[..., 0])

    def normals(self, walks: IndexArray, sides: IndexArray) -> FloatArray:
        """a_i."""
        return np.asarray(self.A[walks, sides])

    def speed(self, rng: np.random.Generator, walks: IndexArray) -> FloatArray:
        """Standard normal v."""
        return rng.standard_normal((len(walks), self.A.shape[2]))


def piece_ends(
    cones: Cones, start: FloatArray, rng: np.random.Generator, effort: Effort
) -> FloatArray:
    """Ends of the pieces of every walk, in order, after a first one: (ends, walks, columns).

    ``start`` (walks, columns) lies inside.

    >>> quarter = ManyCones(np.array([[[1.0, 0.0], [0.0, 1.0]]]))
    >>> rng, start = np.random.default_rng(0), np.array([[1.0, 1.0]])
    >>> ends = piece_ends(quarter, start, rng, Effort(reflections=300, pieces=100))
    >>> bool((ends > 0).all()), ends.shape
    (True, (101, 1, 2))
    """
    walk = _Walk(cones, start, rng, effort.pieces)
    runs = [walk.run() for _ in range(max(1, effort.reflections // (FIRST * RUN)))]
    rest = effort.reflections - RUN * len(runs)
    later = runs[len(runs) // 2 :]  # out of the corner in which the start may be
    walk.settle(np.quantile(later, SHORT, axis=0) / RUN * rest * 2 / effort.pieces)
    for _ in range(rest):
        if walk.pieces.min() >= effort.pieces:
            break
        walk.reflect()
    return walk.ends[: 1 + min(int(walk.pieces.min()), effort.pieces)]


def later_ends(ends: FloatArray, count: int) -> FloatArray:
    """So many of the later half of the ends, evenly: (count, walks, columns)."""
    last = len(ends) - 1
    places = np.linspace(last, (last + 1) // 2, count)[::-1]
    return np.asarray(ends[places.round().astype(np.intp)])


class _Walk:
    """Positions and velocities of all walks, and their products with the sides."""

    def __init__(
        self, cones: Cones, start: FloatArray, rng: np.random.Generator, pieces: int
    ) -> None:
        n_walks, n_columns = start.shape
        self.cones, self.rng = cones, rng
        self.every = np.arange(n_walks)
        self.w = start * np.sqrt(n_columns) / np.linalg.norm(start, axis=1, keepdims=True)
        self.v = cones.speed(rng, self.every)
        self.to_sides = cones.margins(self.every, self.w)
        self.speeds = cones.margins(self.every, self.v)
        self.duration = np.full(n_walks, LONGEST)
        self.left, self.gone = self.duration.copy(), np.zeros(n_walks)
        self.pieces = np.zeros(n_walks, dtype=np.intp)
        self.ends = np.empty((pieces + 1, *start.shape))
        self.ends[0] = self.w
        self.before = self.w.copy()

    def run(self) -> FloatArray:
        """Some reflections, and then a new v; how long they took: (walks,)."""
        before = self.gone
        for _ in range(RUN):
            self.reflect()
        self._turn(self.every)
        return self.gone - before

    def settle(self, duration: FloatArray) -> None:
        """Fix the durations, and count pieces from here on."""
        self.duration = np.minimum(LONGEST, duration)
        self.left = np.minimum(self.left, self.duration)
        self.pieces[:] = 0
        self.ends[0] = self.before

    def reflect(self) -> None:
        """Move every walk to the side it meets first, or to the end of its piece."""
        self.to_sides = np.maximum(self.to_sides, INSIDE)
        # margin cos t + speed sin t is zero at t = pi - atan2(margin, speed)
        times = np.pi - np.arctan2(self.to_sides, self.speeds)
        side = np.argmin(times, axis=1)
        met = times[self.every, side] < self.left
        self._move(np.where(met, times[self.every, side], self.left))
        normal = self.cones.normals(self.every, side)
        square = np.einsum("ij,ij->i", normal, normal)
        factor = np.where(met, 2.0 * self.speeds[self.every, side] / square, 0.0)[:, np.newaxis]
        self.v = self.v - factor * normal
        self.speeds = self.speeds - factor * self.cones.margins(self.every, normal)
        self._begin(np.flatnonzero(~met))

    def _move(self, time: FloatArray) -> None:
        cos, sin = np.cos(time)[:, np.newaxis], np.sin(time)[:, np.newaxis]
        self.w, self.v = cos * self.w + sin * self.v, cos * self.v - sin * self.w
        self.to_sides, self.speeds = (
            cos * self.to_sides + sin * self.speeds,
            cos * self.speeds - sin * self.to_sides,
        )
        self.left, self.gone = self.left - time, self.gone + time

    def _begin(self, walks: IndexArray) -> None:
        """New pieces of walks whose last one has ended; its end is kept if it is inside."""
        if len(walks) == 0:
            return
        self.to_sides[walks] = self.cones.margins(walks, self.w[walks])
        outside = walks[(self.to_sides[walks] <= 0.0).any(axis=1)]
        self.w[outside] = self.before[outside]
        self.to_sides[outside] = self.cones.margins(outside, self.w[outside])
        self.before[walks] = self.w[walks]
        self.pieces[walks] += 1
        kept = walks[self.pieces[walks] < len(self.ends)]
        self.ends[self.pieces[kept], kept] = self.w[kept]
        self._turn(walks)

    def _turn(self, walks: IndexArray) -> None:
        """A new v, and a new piece."""
        self.v[walks] = self.cones.speed(self.rng, walks)
        self.speeds[walks] = self.cones.margins(walks, self.v[walks])
        self.left[walks] = self.duration[walks]


__all__ = ["Cones", "Effort", "ManyCones", "later_ends", "piece_ends"]
