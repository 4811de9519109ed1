"""The methods of Raina et al. 2003 on one split: log odds of the second class.

    naive Bayes     log P(1)/P(0) + sum_r log P(x^r|1)/P(x^r|0)                        eq. 4-6
    hybrid          theta_0 + sum_r theta_r b_r,  b_r = n_r^-1 log P(x^r|1)/P(x^r|0)   eq. 9
    unnormalised    the same without n_r^-1                                            end of 2

theta by logistic regression on leave-one-out b_r (eq. 11). The word model is one for subject
and body, so the sum of the two log ratios is that of the whole posting (R = 1): one pass gives
all five. Logistic regression has the features of Nigam, Lafferty & McCallum (1999), the paper's
reference [6]: the count of a word over the length of the document, weights with a Gaussian
prior. The paper does not name its variance; here it is the one of ``PRECISIONS`` whose
leave-one-out likelihood on the training documents is highest.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from scipy import sparse

import halfbayes
from halfbayes.core.logspace import row_sums
from halfbayes.core.small_fit import fitted_weights
from halfbayes.core.views import Documents, SharedWords
from halfbayes.core.weight_priors import FreeWeights
from halfbayes.experiments.raina2003.dual import chosen_logistic
from halfbayes.experiments.raina2003.pairs import Pair
from halfbayes.types import CountMatrix, FloatArray, IndexArray

NAIVE_BAYES: Final = "naive Bayes"
HYBRID: Final = "hybrid (R = 2)"
HYBRID_1: Final = "hybrid (R = 1)"
UNNORMALISED: Final = "unnormalised (R = 2)"
UNNORMALISED_1: Final = "unnormalised (R = 1)"
LOGISTIC: Final = "logistic regression"
HALFBAYES: Final = "halfbayes"
PRECISIONS: Final = tuple(10.0**power for power in range(-5, 0))
"""Of the Gaussian prior, where documents have features of length one on average."""


def generative_odds(
    pair: Pair, training: IndexArray, test: IndexArray
) -> dict[str, FloatArray]:
    """Log odds of the test documents by naive Bayes and the four hybrids."""
    y = pair.y[training]
    regions = [sparse.csr_array(X[training]) for X in pair.regions]
    fresh = [sparse.csr_array(X[test]) for X in pair.regions]
    left_out, seen = log_ratios(regions, y, fresh)
    log_prior = np.log(np.bincount(y, minlength=2) / len(y))
    whole = [np.sum(each, axis=1, keepdims=True) for each in (left_out, seen)]
    lengths = [np.stack([row_sums(X) for X in each], axis=1) for each in (regions, fresh)]
    total = [each.sum(axis=1, keepdims=True) for each in lengths]
    return {
        NAIVE_BAYES: log_prior[1] - log_prior[0] + whole[1][:, 0],
        HYBRID: _weighed(_over(left_out, lengths[0]), y, _over(seen, lengths[1])),
        HYBRID_1: _weighed(_over(whole[0], total[0]), y, _over(whole[1], total[1])),
        UNNORMALISED: _weighed(left_out, y, seen),
        UNNORMALISED_1: _weighed(whole[0], y, whole[1]),
    }


def log_ratios(
    regions: Sequence[CountMatrix], y: IndexArray, fresh: Sequence[CountMatrix]
) -> tuple[FloatArray, FloatArray]:
    """Log P(x^r|1)/P(x^r|0) of training documents, each left out, and of fresh ones.

    Both are (documents, regions).
    """
    documents = Documents(regions, y, n_classes=2)
    everywhere = tuple(range(len(regions)))
    learnt = [SharedWords(r, everywhere).learnt(documents) for r in everywhere]
    left_out = np.stack([view.leave_one_out(documents) for view in learnt], axis=1)
    seen = np.stack([view.scores(fresh) for view in learnt], axis=1)
    return left_out[..., 1] - left_out[..., 0], seen[..., 1] - seen[..., 0]


def logistic_odds(pair: Pair, training: IndexArray, test: IndexArray) -> FloatArray:
    """Log odds of the test documents by logistic regression with a Gaussian prior."""
    F = _frequencies(sparse.csr_array(pair.regions[0] + pair.regions[1]))
    inputs = sparse.csr_array(F[training])
    weights, intercept = chosen_logistic(inputs, pair.y[training], PRECISIONS)
    return np.asarray(F[test] @ weights) + intercept


def halfbayes_odds(pair: Pair, training: IndexArray, test: IndexArray) -> FloatArray:
    """Log odds of the test documents by ``DocumentClassifier`` as it comes."""
    model = halfbayes.DocumentClassifier(text=["subject", "body"], threads=1)
    model.fit(_columns(pair, training), pair.y[training])
    p = model.predict_proba(_columns(pair, test))
    return np.asarray(np.log(np.maximum(p[:, 1], 1e-300)) - np.log(np.maximum(p[:, 0], 1e-300)))


def errors(odds: Mapping[str, FloatArray], y: IndexArray) -> dict[str, float]:
    """Test error of each method."""
    return {name: float(np.mean((z > 0) != (y == 1))) for name, z in odds.items()}


def _weighed(left_out: FloatArray, y: IndexArray, fresh: FloatArray) -> FloatArray:
    """Theta_0 + theta . b of fresh documents, theta fitted on b of those left out."""
    views = np.stack([np.zeros_like(left_out), left_out], axis=-1)  # (documents, regions, 2)
    fit = fitted_weights(
        np.moveaxis(views, 1, 0), y, np.zeros(2), FreeWeights(left_out.shape[1])
    )
    return np.asarray(fresh @ fit.theta + fit.offsets[1] - fit.offsets[0])


def _over(values: FloatArray, lengths: FloatArray) -> FloatArray:
    """Per word; an empty region says nothing."""
    return np.asarray(values / np.maximum(lengths, 1.0))


def _frequencies(counts: CountMatrix) -> CountMatrix:
    """N(d, w) / N(d), scaled to a mean squared length of one."""
    lengths = np.maximum(row_sums(counts), 1.0)
    F = sparse.csr_array(sparse.diags_array(1.0 / lengths) @ counts)
    return sparse.csr_array(F / np.sqrt((F.data**2).sum() / F.shape[0]))


def _columns(pair: Pair, keep: IndexArray) -> dict[str, list[str]]:
    rows = pair.postings.rows(keep)
    return {"subject": rows.subjects, "body": rows.bodies}


__all__ = [
    "HALFBAYES",
    "HYBRID",
    "HYBRID_1",
    "LOGISTIC",
    "NAIVE_BAYES",
    "UNNORMALISED",
    "UNNORMALISED_1",
    "errors",
    "generative_odds",
    "halfbayes_odds",
    "log_ratios",
    "logistic_odds",
]
