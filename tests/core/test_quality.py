import numpy as np
from numpy.testing import assert_allclose

from halfbayes.core.counts import ClassCounts
from halfbayes.core.estimates import log_count_variance
from halfbayes.core.quality import estimate_quality, expected_counts

TERMS = np.array([[30.0, 10.0, 1.0], [300.0, 120.0, 40.0], [2.0, 1.0, 1.0]])
COUNTS = ClassCounts(TERMS, np.array([20.0, 200.0, 1.0]))
CLASSES = np.array(["a", "b", "c"])


def test_expected_counts_keep_the_words_of_a_class():
    assert_allclose(expected_counts(TERMS).sum(axis=1), TERMS.sum(axis=1))
    # c saw two words once, of four in all: half its mass goes to the words of all classes.
    pooled = TERMS.sum(axis=0) / TERMS.sum()
    assert_allclose(expected_counts(TERMS)[2], [1.0, 0.5, 0.5] + 2 * pooled)
    assert_allclose(expected_counts(np.zeros((2, 3))), 0.0)


def test_variance_is_equation_3_7_of_the_mean_document():
    quality = estimate_quality(COUNTS, CLASSES, np.array(1.0))
    document = TERMS.sum(axis=0) / 221
    variances = log_count_variance(expected_counts(TERMS), np.array(1.0))
    assert_allclose(quality.variance, (variances * document**2).sum(axis=1))
    assert_allclose(quality.share.sum(), 1.0)
    assert_allclose(quality.prior_weight, 3 / (3 + TERMS.sum(axis=1)))


def test_the_class_with_few_documents_is_named():
    quality = estimate_quality(COUNTS, CLASSES, np.array(1.0))
    assert quality.advice() == (
        f"class c has 1 document and contributes {100 * quality.share[2]:.0f} % of the "
        "variance: label more of it"
    )
    lines = quality.table().splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["c", "a", "b"]
    assert lines[-1] == quality.advice()


def test_a_document_of_its_own_changes_the_weights_of_the_words():
    quality = estimate_quality(COUNTS, CLASSES, np.ones(3), np.array([0.0, 0.0, 2.0]))
    variances = log_count_variance(expected_counts(TERMS), np.array(1.0))
    assert_allclose(quality.variance, 4 * variances[:, 2])


def test_the_share_follows_the_poorly_known_class_in_simulation():
    rng = np.random.default_rng(0)
    theta = rng.dirichlet(np.full(300, 0.4), size=3)
    words = np.array([20_000, 20_000, 500])
    draws = np.array(
        [[rng.multinomial(n, t) for n, t in zip(words, theta, strict=True)] for _ in range(400)]
    )
    document = draws[0].sum(axis=0) / 400
    simulated = (np.log(0.5 + draws) @ document).var(axis=0)
    counts = ClassCounts(draws[0].astype(float), words / 100)
    quality = estimate_quality(counts, CLASSES, np.array(0.5), document)
    assert quality.share.argmax() == simulated.argmax() == 2
    # One sample stands for the unknown theta: right in kind, within a factor of two.
    assert 0.5 < quality.variance[2] / simulated[2] < 2.0


def test_no_words_at_all_is_no_trouble():
    nothing = ClassCounts(np.zeros((2, 3)), np.ones(2))
    assert_allclose(estimate_quality(nothing, CLASSES[:2], np.array(1.0)).share, 0.0)
