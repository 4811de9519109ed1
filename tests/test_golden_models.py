"""Files of every version of the format keep loading, and answer as they did when made.

``tools/golden_models.py`` makes them.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import halfbayes
from halfbayes.data.model_file import VERSION, format_version

GOLDEN = Path(__file__).parent / "golden"
FILES = sorted(GOLDEN.glob("*.hb"))
ALL = ("counted", "documents", "mixed", "text")
CASES = {1: ALL[1:], 2: ALL, 3: ALL, 4: ALL, 5: ALL, 6: ALL, 7: ALL}
"""The counted model came with version 2."""
LARGEST = 320 * 1024


def expected(path):
    return json.loads(path.with_suffix(".json").read_text("ascii"))


def test_there_are_files_of_every_version():
    assert list(CASES) == list(range(1, VERSION + 1))
    names = [f"v{version}-{case}" for version, cases in CASES.items() for case in cases]
    assert [path.stem for path in FILES] == sorted(names)
    assert all(path.stat().st_size < LARGEST for path in FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_file_answers_as_it_did(path):
    model, told = halfbayes.load(path), expected(path)
    assert format_version(path) == told["version"]
    assert model.classes_.tolist() == told["classes"]
    assert_allclose(
        model.predict_proba(told["documents"]), told["probabilities"], rtol=1e-9, atol=1e-12
    )
    assert_allclose(model.leave_one_out_proba_, told["leave_one_out"], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_saved_again_a_golden_file_is_of_the_newest_version(path, tmp_path):
    model, told = halfbayes.load(path), expected(path)
    model.save(tmp_path / "again.hb", documents="documents" in path.stem)
    assert format_version(tmp_path / "again.hb") == VERSION
    again = halfbayes.load(tmp_path / "again.hb")
    assert np.array_equal(
        again.predict_proba(told["documents"]), model.predict_proba(told["documents"])
    )


def test_documents_of_a_golden_file_can_be_learnt_from():
    for path in FILES:
        if "documents" in path.stem:
            model = halfbayes.load(path).partial_fit(
                [{"body": "how do I export"}], ["question"]
            )
            assert "question" in model.classes_.tolist()
