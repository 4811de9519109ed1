"""Small invented corpora of two regions."""

import numpy as np


def corpus(n=40, n_classes=2, seed=0, terms=7):
    """Subjects and bodies over one vocabulary, not separable."""
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(0, n_classes, n - n_classes)])
    rate = rng.gamma(2.0, 1.0, size=(n_classes, terms))
    rate /= rate.sum(axis=1, keepdims=True)
    lengths = rng.integers(1, 4, n), rng.integers(5, 15, n)
    subject, body = (
        np.array(
            [
                rng.multinomial(m, 0.4 * rate[k] + 0.6 / terms)
                for m, k in zip(length, y, strict=True)
            ]
        )
        for length in lengths
    )
    return subject.astype(float), body.astype(float), y
