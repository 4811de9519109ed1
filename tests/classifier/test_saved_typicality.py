"""What is typical, through a model file: the same of every kind of region, and checked."""

import numpy as np
import pytest

import halfbayes
from halfbayes.classifier.saved_typicality import read_typicality, written_typicality
from halfbayes.classifier.shelf import Shelf
from halfbayes.errors import ModelFileError


@pytest.fixture(scope="module")
def rows():
    rng = np.random.default_rng(0)
    words = {"sport": "goal league match team", "cooking": "oven salt butter bake"}
    return [
        {
            "label": label,
            "title": " ".join(rng.choice(words[label].split(), 3)),
            "body": " ".join(rng.choice(words[label].split(), 8)),
            "amount": float(rng.normal(label == "sport")),
            "channel": str(rng.choice(["mail", "phone"])),
        }
        for label in ["sport", "cooking"] * 20
    ]


@pytest.fixture(scope="module")
def model(rows):
    roles = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}
    return halfbayes.DocumentClassifier(**roles).fit(rows, [row["label"] for row in rows])


def test_what_was_read_is_what_was_written(model, rows, tmp_path):
    model.save(tmp_path / "model.hb")
    loaded = halfbayes.load(tmp_path / "model.hb")
    found, expected = loaded.novelty(rows), model.novelty(rows)
    assert found.p_value.tolist() == expected.p_value.tolist()
    assert {"title", "body", "numbers", "categories"} <= set(found.regions)
    assert {name: p.tolist() for name, p in found.regions.items()} == {
        name: p.tolist() for name, p in expected.regions.items()
    }
    loaded.save(tmp_path / "again.hb")
    assert (tmp_path / "again.hb").read_bytes() == (tmp_path / "model.hb").read_bytes()


@pytest.mark.parametrize("part", ["documents", "sums", "left_out"])
def test_arrays_that_do_not_fit_are_named(model, part):
    content, arrays = written_typicality(model._typicality())
    name = next(name for name in sorted(arrays) if name.endswith(part))
    arrays[name] = -np.ones(1) if part == "documents" else np.ones((1, 1))
    with pytest.raises(ModelFileError, match=name):
        read_typicality(content, Shelf(arrays), 40, 2)


def test_a_region_of_a_kind_nobody_knows_is_refused(model):
    content, arrays = written_typicality(model._typicality())
    content["regions"][0]["kind"] = "smells"
    with pytest.raises(ModelFileError, match="smells"):
        read_typicality(content, Shelf(arrays), 40, 2)


def test_numbers_with_flags_are_refused(model):
    content, arrays = written_typicality(model._typicality())
    [region] = [region for region in content["regions"] if region["kind"] == "numbers"]
    region["view"]["n_flags"] = 1
    with pytest.raises(ModelFileError, match="has flags"):
        read_typicality(content, Shelf(arrays), 40, 2)
