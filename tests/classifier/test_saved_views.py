import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.saved_views import read_view, write_view
from halfbayes.classifier.shelf import Shelf


@pytest.fixture(scope="module")
def learnt():
    rows, labels = invented(30)
    model = DocumentClassifier(
        text=["title", "body"], numeric=["amount"], categorical=["channel"]
    )
    return model.fit(rows, labels)._learnt


def test_every_view_scores_the_same_after_it_was_written_and_read(learnt):
    sources = [source.X for source in learnt.evidence.read(learnt.training.table)]
    for view in learnt.hybrid.views:
        content, arrays = write_view(view)
        shelf = Shelf({f"v/{name}": array for name, array in arrays.items()})
        again = read_view(content, shelf, "v", 3)
        shelf.check_empty()
        assert np.array_equal(again.scores(sources), view.scores(sources))


def test_what_is_no_view_cannot_be_written():
    with pytest.raises(TypeError, match="str"):
        write_view("a view")
