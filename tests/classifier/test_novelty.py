import numpy as np
import pytest
from classifier.corpus import invented
from classifier.streams import Stream
from numpy.testing import assert_allclose

import halfbayes
from halfbayes.classifier.novelty import NoveltyReport
from halfbayes.classifier.size import SizeRule


@pytest.fixture
def stream():
    """The classes of the model, other documents."""
    return Stream(0).afresh(1)


@pytest.fixture(scope="module")
def model():
    return halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(200))


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


@pytest.mark.parametrize("name", ["aardvarks", "zebras"])
@pytest.mark.parametrize("documents", [True, False])
@pytest.mark.filterwarnings("ignore:class_words has words")
def test_a_class_known_from_words_alone_goes_through_a_file(name, documents, tmp_path):
    rows, labels = invented(60)
    roles = {"text": ["title", "body"], "numeric": "amount", "categorical": "channel"}
    model = halfbayes.DocumentClassifier(**roles, class_words={name: ["stripes"]}, threads=1)
    model.fit(rows, labels).save(tmp_path / "model.hb", documents=documents)
    loaded = halfbayes.load(tmp_path / "model.hb")
    assert name in loaded.classes_
    found, expected = loaded.novelty(rows), model.novelty(rows)
    assert found.p_value.tolist() == expected.p_value.tolist()
    assert np.all(expected.p_value > 0.0)


def test_a_counted_class_that_no_sampled_document_has_goes_through_a_file(tmp_path):
    texts, labels = Stream(1).draw(400)
    model = halfbayes.DocumentClassifier(threads=1).sized(SizeRule(documents=50, checked=30))
    model.fit([*texts, "w2 w3"], [*labels, "rare"])
    assert model.classes_[-1] == "rare"
    assert model.learnt_.y.max() + 1 < len(model.classes_)
    model.save(tmp_path / "model.hb")
    loaded = halfbayes.load(tmp_path / "model.hb")
    assert (
        loaded.novelty(texts[:5]).p_value.tolist() == model.novelty(texts[:5]).p_value.tolist()
    )


def test_only_a_small_share_is_called_so():
    p_value = np.array([1.0, 0.757, 0.2, 0.1, 0.02, 0.0])
    report = NoveltyReport(p_value, {"words": p_value})
    told = [report.sentence(document) for document in range(len(p_value))]
    assert [sentence.startswith("only ") for sentence in told] == [False] * 3 + [True] * 3
    assert told[1] == (
        "75.7 % of the training documents are less typical (most unusual: words)"
    )
