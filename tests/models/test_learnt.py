"""What follows from what was learnt: worked out once, and without the training documents."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.complement import Complement
from halfbayes.core.multinomial import Multinomial
from halfbayes.errors import NoTrainingDataError
from halfbayes.models.learnt import Learnt


def learnt(event, X, y, *, training):
    statistics = event.statistics(X, y, n_classes=2)
    return Learnt(event, statistics, 1.0, (X, y, None) if training else None)


@pytest.mark.parametrize("event", [Multinomial(), Complement()])
def test_leave_one_out_is_bayes_rule_on_the_event_model(event):
    rng = np.random.default_rng(0)
    X, y = sparse.csr_array(rng.poisson(1.0, (8, 4)).astype(float)), np.arange(8) % 2
    model = learnt(event, X, y, training=True)
    likelihood = np.exp(event.leave_one_out(X, y, model.statistics))
    others = np.where(y[:, None] == np.arange(2), 4.0, 5.0) / 9.0  # (N_k + 1) / (N + 2)
    expected = likelihood * others / (likelihood * others).sum(axis=1, keepdims=True)
    assert_allclose(model.leave_one_out_proba, expected)
    assert model.leave_one_out_proba is model.leave_one_out_proba


def test_training_documents_do_not_go_into_a_pickle():
    X, y = sparse.csr_array(np.full((1000, 50), 7.0)), np.arange(1000) % 2
    with_documents, without = (
        learnt(Multinomial(), X, y, training=training) for training in (True, False)
    )
    _ = with_documents.scorer, with_documents.leave_one_out_proba
    assert len(pickle.dumps(with_documents)) == len(pickle.dumps(without))
    with pytest.raises(NoTrainingDataError):
        _ = pickle.loads(pickle.dumps(with_documents)).leave_one_out_proba
