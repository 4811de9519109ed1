"""Stochastic gradient, finished by variance reduction so that it ends at the minimum itself.

Problem: F(w) = sum_i F_i(w); a step looks at a batch B of b documents only, whose gradient
scaled by n / b is an unbiased estimate G_B(w) of that of F.

1. Averaged stochastic gradient, a few epochs: w <- w - t_e G_B(w), with t_e = 1 / (L (1 + e))
   falling by epochs and the mean of the points of the last epoch as the answer (Robbins & Monro
   1951, Polyak & Juditsky 1992). Fast at first; its noise keeps it from the minimum.
2. Stochastic variance-reduced gradient (Johnson & Zhang 2013): with the full gradient g at a
   snapshot v, w <- w - t (G_B(w) - G_B(v) + g). The noise vanishes as w and v near the minimum,
   so a constant step t = 1 / L converges, at a geometric rate. Each epoch ends with a new
   snapshot; if F fell the next step is longer, if not the epoch is taken back and the step
   halved.

L is the objective's bound of the curvature that batches of this size can show. Documents are
drawn in a fresh random order each epoch; the same ``rng`` gives the same result.
"""

import numpy as np

from halfbayes.core.objective import Iterate, Result, SampledObjective, Stopping
from halfbayes.types import FloatArray, IndexArray

AVERAGED_EPOCHS = 3
SMALLEST_BATCH = 8
LENGTHENED = 1.2  # per good epoch; where p is near 0 or 1, F curves far less than L


def variance_reduced(
    objective: SampledObjective,
    start: FloatArray,
    stopping: Stopping,
    rng: np.random.Generator,
) -> Result:
    """Minimum of a sum by averaged, then variance-reduced stochastic gradient.

    An iteration is an epoch: two passes over the documents at first, three later.
    """
    n = objective.n_samples
    batch = min(n, max(SMALLEST_BATCH, int(np.sqrt(n))))
    step = 1.0 / objective.smoothness(batch)
    at = Iterate.at(objective, start)
    trace, evaluations = [at.value], 1
    while at.norm > stopping.gradient_norm and len(trace) <= stopping.iterations:
        batches = _batches(n, batch, rng)
        if len(trace) <= AVERAGED_EPOCHS:
            point = _averaged_epoch(objective, at.point, step / len(trace), batches)
            evaluations += 2
        else:
            point = _reduced_epoch(objective, at, step, batches)
            evaluations += 3
        reached = Iterate.at(objective, point)
        # Next to the minimum rounding hides the descent of F, not yet that of its gradient.
        if reached.value < at.value or reached.norm < at.norm:
            at = reached
            step *= LENGTHENED
        else:
            step /= 2
        trace.append(at.value)
    return at.result(trace, evaluations, stopping)


def _batches(n_samples: int, batch: int, rng: np.random.Generator) -> list[IndexArray]:
    order = rng.permutation(n_samples)
    return [order[first : first + batch] for first in range(0, n_samples, batch)]


def _averaged_epoch(
    objective: SampledObjective, start: FloatArray, step: float, batches: list[IndexArray]
) -> FloatArray:
    point, total = start.copy(), np.zeros_like(start)
    for samples in batches:
        scale = step * objective.n_samples / len(samples)
        point -= scale * objective.sample_gradient(point, samples)
        total += point
    return total / len(batches)


def _reduced_epoch(
    objective: SampledObjective, snapshot: Iterate, step: float, batches: list[IndexArray]
) -> FloatArray:
    point, drift = snapshot.point.copy(), step * snapshot.gradient
    for samples in batches:
        difference = objective.sample_gradient(point, samples)
        difference -= objective.sample_gradient(snapshot.point, samples)
        difference *= step * objective.n_samples / len(samples)
        point -= difference
        point -= drift
    return point


__all__ = ["variance_reduced"]
