import numpy as np
import pytest
from classifier.corpus import invented
from classifier.streams import Stream
from numpy.testing import assert_allclose

import halfbayes


@pytest.fixture(scope="module")
def stream():
    return Stream(0)


@pytest.fixture(scope="module")
def model(stream):
    return halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(200))


def test_strange_documents_are_less_typical_than_all_others(model, stream):
    usual = model.novelty(stream.draw(100)[0]).p_value
    strange = model.novelty(stream.strange(20)).p_value
    assert np.all(strange <= 0.02)
    assert np.mean(usual <= 0.02) < 0.1


def test_new_documents_of_the_same_kind_have_even_p_values(stream):
    """Over several models: of new documents, a tenth is below the tenth."""
    p = []
    for _ in range(6):
        model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(120))
        p.append(model.novelty(stream.draw(200)[0]).p_value)
    assert np.mean(np.concatenate(p) <= 0.1) == pytest.approx(0.1, abs=0.04)


def test_each_region_has_its_own_say():
    rows, labels = invented(90)
    roles = {"text": ["title", "body"], "numeric": "amount", "categorical": "channel"}
    model = halfbayes.DocumentClassifier(**roles, threads=1).fit(rows, labels)
    rows[0]["amount"] = 1.0
    odd_number = {**rows[0], "amount": 1e6}
    odd_text = {**rows[0], "body": "xylophone quartz zeppelin " * 4}
    report = model.novelty([rows[0], odd_number, odd_text])
    assert {"title", "body", "numbers", "categories"} <= set(report.regions)
    assert report.regions["numbers"][1] < 0.05 < report.regions["numbers"][0]
    assert report.regions["body"][2] < 0.05 < report.regions["body"][0]
    assert_allclose(report.regions["body"][1], report.regions["body"][0])
    assert "most unusual" in report.sentence(2)


@pytest.mark.parametrize("documents", [True, False])
def test_a_loaded_model_knows_what_is_typical_to_the_bit(model, stream, tmp_path, documents):
    model.save(tmp_path / "model.hb", documents=documents)
    texts = stream.draw(10)[0]
    loaded = halfbayes.load(tmp_path / "model.hb")
    assert loaded.novelty(texts).p_value.tolist() == model.novelty(texts).p_value.tolist()
