import pytest
import sklearn
from scipy import sparse
from sklearn.pipeline import make_pipeline

from halfbayes import TermCounter, TermSelector, TermWeighter
from halfbayes.errors import InvalidParameterError

TEXTS, LABELS = ["one two", "two three", "one one"], ["a", "b", "a"]
PIPELINES = [
    make_pipeline(TermCounter()),
    make_pipeline(TermCounter(), TermWeighter()),
    make_pipeline(TermCounter(), TermSelector(k=2)),
]


@pytest.mark.parametrize("pipeline", PIPELINES, ids=lambda pipeline: pipeline.steps[-1][0])
@pytest.mark.parametrize("frames", ["pandas", "polars"])
def test_matrices_stay_matrices_where_frames_are_set(pipeline, frames):
    with sklearn.config_context(transform_output=frames):
        assert sparse.issparse(pipeline.fit(TEXTS, LABELS).transform(TEXTS))


@pytest.mark.parametrize("estimator", [TermCounter(), TermWeighter(), TermSelector()])
def test_asked_for_frames_it_says_what_to_do(estimator):
    assert estimator.set_output(transform="default") is estimator
    assert estimator.set_output() is estimator
    name = type(estimator).__name__
    with pytest.raises(InvalidParameterError, match=f"{name} gives matrices.*from_spmatrix"):
        estimator.set_output(transform="pandas")
