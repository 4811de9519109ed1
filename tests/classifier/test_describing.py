from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.describing import NAMES_READ, described


def test_what_was_learnt_is_told():
    rows, labels = invented(30)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    told = described(model.learnt_)
    assert told.startswith("30 documents of 3 classes (text: title, body). ")
    assert "% discriminative" in told
    assert "The say of each part: " in told
    assert NAMES_READ in told
    assert told == model.describe()
