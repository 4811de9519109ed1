import pytest
from classifier.corpus import invented

import halfbayes
from halfbayes import DocumentClassifier, load
from halfbayes.classifier.particulars import left_out, settings

ROWS, LABELS = invented(30)


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    return DocumentClassifier(threads=1, categorical="channel", text="body").fit(ROWS, LABELS)


def test_every_setting_and_version_is_told_but_how_many_threads(model):
    told = dict(settings(model, model.learnt_))
    assert set(model.get_params()) - {"threads"} <= set(told)
    assert told["text"] == "'body'"
    assert told["numeric"] == "not given"
    assert told["Training documents"] == "30"
    assert f"halfbayes {halfbayes.__version__}" in told["Versions"]


def test_the_hash_of_documents_that_are_gone_is_not_known(model, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = load(tmp_path / "m.hb")
    before, after = (dict(settings(one, one.learnt_)) for one in (model, loaded))
    assert len(before["SHA-256 of documents and labels"]) == 64
    assert before["SHA-256 of the vocabulary"] == after["SHA-256 of the vocabulary"]
    assert "without its training documents" in left_out(loaded.learnt_, 6)[0]


def test_nothing_is_left_out_of_a_whole_model(model):
    assert left_out(model.learnt_, 6) == ()
