from classifier.corpus import invented

from halfbayes import DocumentClassifier


def test_what_was_learnt_is_replaced_as_a_whole_and_never_changed():
    rows, labels = invented(30)
    model = DocumentClassifier(text=["body"]).fit(rows, labels)
    first = model._learnt
    kept = first.hybrid.weights.theta.copy()
    model.partial_fit(*invented(6, seed=9))
    assert model._learnt is not first
    assert (first.hybrid.weights.theta == kept).all()
