"""Small corpora and rows that the tests of the few-label benchmark share."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.data.corpora import CORPORA
from halfbayes.experiments.fewlabel.results import Row

WORDS = {"ham": "lunch home tonight meeting call", "spam": "free prize win cash claim"}


@pytest.fixture
def folder(tmp_path):
    """A folder with two corpora of invented messages."""
    rng = np.random.default_rng(0)
    labels = [name for name in WORDS for _ in range(40)]
    texts = [" ".join(rng.choice(WORDS[name].split(), size=6)) + " now" for name in labels]
    for name in ("sms", "bbc"):
        description = CORPORA[name]
        path = tmp_path / "corpora" / description.file
        path.parent.mkdir(parents=True, exist_ok=True)
        columns = dict.fromkeys(description.fields, texts)
        pq.write_table(pa.table({"label": labels, **columns}), path)
    return tmp_path / "corpora"


@pytest.fixture
def make_row():
    """A maker of rows: everything but what is named is unimportant."""

    def make(corpus="sms", budget=3, draw=0, method="halfbayes", **values):
        measured = {"error": 0.1, "log_loss": 0.3, "calibration_error": 0.05, "area": 0.02}
        measured |= {"coverage95": 0.5, "fit_cpu": 1.0, "predict_cpu": 0.1}
        about = {"n_training": 6, "n_test": 10, "n_classes": 2, "seed": [1, draw]}
        about |= {"data": "d1", "commit": "c1", "code": "k1", "versions": {"python": "3"}}
        return Row(corpus, budget, draw, method, **{**measured, **about, **values})

    return make
