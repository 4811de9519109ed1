import json

from classifier.corpus import invented

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.inspection import inspected, inspection_lines


def test_everything_in_a_model_file_is_told(tmp_path):
    rows, labels = invented(45)
    DocumentClassifier(topics=False).fit(rows, labels).save(tmp_path / "m.hb")
    found = inspected(str(tmp_path / "m.hb"))
    json.dumps(found)
    assert found["documents"] == 45
    assert found["classes"] == {"food": 15, "law": 15, "sport": 15}
    assert found["training_documents_kept"] is False
    words = {word for row in rows for word in row["body"].split()} | {*labels}
    # Stems begin as their words do.
    assert all(
        any(w.startswith(stem[:3]) for w in words) for stem in found["vocabulary"]["words"]
    )
    assert "channel=web" in found["vocabulary"]["categories"]
    told = "\n".join(inspection_lines(found))
    assert "45 documents of 3 classes" in told
    assert "numeric: amount" in told
    assert "are not in the file" in told
    assert "of them are right" in told
    assert "unlabelled" not in told
    assert found["names_of_classes_read"] is True
    assert "The names of the classes are read" in told


def test_what_unlabelled_documents_were_good_for_is_told(tmp_path):
    rows, labels = invented(30)
    model = DocumentClassifier(text="body").fit(
        rows, labels, unlabelled=invented(20, seed=2)[0]
    )
    model.save(tmp_path / "m.hb")
    assert f"{model.unlabelled_}." in list(inspection_lines(inspected(str(tmp_path / "m.hb"))))


def test_a_model_without_text_has_no_words(tmp_path):
    rows = [{"n": float(i % 7), "m": float(i % 3)} for i in range(20)]
    DocumentClassifier(numeric=["n", "m"]).fit(rows, ["a", "b"] * 10).save(tmp_path / "m.hb")
    found = inspected(str(tmp_path / "m.hb"))
    assert found["vocabulary"] == {}
    assert "Vocabulary: none." in list(inspection_lines(found))
