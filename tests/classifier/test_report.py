import pytest
from classifier.corpus import invented
from report.samples import HOSTILE
from sklearn import config_context

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.report import check_page
from halfbayes.errors import InvalidInputError, InvalidParameterError

ROWS, LABELS = invented(60)


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    return DocumentClassifier(threads=1).fit(ROWS, LABELS)


def test_the_same_documents_give_the_same_page(model, tmp_path):
    model.report(tmp_path / "one.html")
    again = DocumentClassifier(threads=1).fit(ROWS, LABELS)
    again.report(tmp_path / "two.html")
    first = (tmp_path / "one.html").read_bytes()
    assert first == (tmp_path / "two.html").read_bytes()
    assert first.startswith(b"<!DOCTYPE html>")
    assert len(first) < 1_000_000


def test_a_loaded_model_tells_what_it_told_before_but_for_the_order(model, tmp_path):
    model.save(tmp_path / "m.hb", documents=True)
    load(tmp_path / "m.hb").report(tmp_path / "loaded.html", excerpts=0)
    model.report(tmp_path / "fitted.html", excerpts=0)
    assert (tmp_path / "loaded.html").read_bytes() == (tmp_path / "fitted.html").read_bytes()


def test_a_failure_leaves_the_page_that_was_there(model, tmp_path):
    page = tmp_path / "page.html"
    page.write_text("before")
    with pytest.raises(InvalidParameterError, match="accuracy must be between 0 and 1"):
        model.report(page, accuracy=1.5)
    for wrong in (-1, 1.5, True, "6"):
        with pytest.raises(
            InvalidParameterError, match="excerpts must be a whole number, 0 or"
        ):
            model.report(page, excerpts=wrong)
    with pytest.raises(InvalidInputError, match=r"HTML, and .*page\.pdf ends in \.pdf"):
        model.report(tmp_path / "page.pdf")
    with pytest.raises(InvalidInputError, match="new documents is empty; pass one"):
        model.report(page, new={name: [] for name in ROWS[0]})
    with pytest.raises(InvalidInputError, match="there is no folder"):
        model.report(tmp_path / "nowhere" / "page.html")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert page.read_text() == "before"


@pytest.mark.parametrize("name", ["page.HTML", "page.htm", "page"])
def test_names_of_pages_may_end_in_html_htm_or_nothing(tmp_path, name):
    check_page(str(tmp_path / name))
    check_page("/dev/null")


def test_hostile_documents_labels_and_columns_make_an_ordinary_page(tmp_path):
    texts = [f"{text} word{i}" for i, text in enumerate(HOSTILE)] * 2
    labels = [HOSTILE[i % 2] for i in range(len(texts))]
    model = DocumentClassifier(text="<b>").fit({"<b>": texts}, labels)
    model.report(tmp_path / "page.html", excerpts=30)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert page.count("<script") == 1
    assert "<img" not in page
    assert "window.hacked" in page
    assert len(page) < 1_000_000


def test_many_classes_fit_on_a_page(tmp_path):
    texts = [
        f"topic{(k + (i == 2)) % 80} words of number{i}" for k in range(80) for i in range(3)
    ]
    model = DocumentClassifier(threads=1).fit(texts, [f"class {i // 3}" for i in range(240)])
    model.report(tmp_path / "page.html", accuracy=0.6)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "There are 80 classes" in page
    assert "69 other classes" in page
    assert "the 60 most frequent of 80 classes" in page
    assert len(page) < 1_000_000


def test_a_notebook_shows_a_card_once_something_is_learnt(model):
    bundle = model._repr_mimebundle_()
    assert "labelled document" in bundle["text/html"]
    assert model._repr_html_() == bundle["text/html"]
    unfitted = DocumentClassifier()._repr_mimebundle_()["text/html"]
    assert "sk-top-container" in unfitted
    with config_context(display="text"):
        assert "text/html" not in model._repr_mimebundle_()
