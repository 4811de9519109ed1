"""How generative and how discriminative a model is: enough documents decide."""

import numpy as np
import pytest

from halfbayes import DocumentClassifier

N_DOCUMENTS, LENGTH = 300, 12


def as_naive_bayes_has_it(rng, y):
    """Words that are drawn one by one, each class with its own frequencies."""
    common = rng.dirichlet(np.full(400, 0.1))
    own = [rng.dirichlet(80.0 * common + 0.02) for _ in range(2)]
    mixed = [0.75 * common + 0.25 * frequencies for frequencies in own]
    return [" ".join(f"w{i}" for i in rng.choice(400, LENGTH, p=mixed[k])) for k in y]


def decided_by_one_word(rng, y):
    """Words of one topic, which half of the time tells the class, and one that decides."""
    documents = []
    for k in y:
        topic = rng.integers(12) if rng.random() < 0.5 else 6 * k + rng.integers(6)
        words = [f"t{topic}x{i}" for i in rng.choice(8, LENGTH)]
        words.insert(rng.integers(LENGTH), f"{'yes' if k else 'no'}{rng.integers(3)}")
        documents.append(" ".join(words))
    return documents


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_documents_turn_the_dial(seed):
    dials = []
    for corpus in (as_naive_bayes_has_it, decided_by_one_word):
        rng = np.random.default_rng(seed)
        y = rng.integers(0, 2, N_DOCUMENTS)
        dials.append(DocumentClassifier(threads=1).fit(corpus(rng, y), y).dial_)
    # Six other seeds: .35 to .51, and .92 to .93.
    assert dials[0] < 0.65
    assert dials[1] > 0.8
