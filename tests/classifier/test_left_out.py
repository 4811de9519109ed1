import numpy as np
import pytest
from classifier.test_counted import counted, engine, read
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.classifier.counting import Counting
from halfbayes.classifier.left_out import LeftOutScores
from halfbayes.core.grid import units
from halfbayes.core.left_out_words import LeftOutWords, WordTable
from halfbayes.core.views import Documents
from halfbayes.errors import ChangedInputError


@pytest.fixture(scope="module")
def scored():
    learnt = counted(60)
    (chunk,) = engine(60).chunks
    reading = Counting(learnt.evidence, learnt.classes)
    documents = reading.read(chunk)
    views, n_text = learnt.hybrid.views, len(documents.text)
    whole = [units(np.ascontiguousarray(v.statistics.terms.T)) for v in views[:n_text]]
    firsts = np.cumsum([0, *(len(sums) for sums in whole)]).tolist()
    words = [
        LeftOutWords.of(view.view.event, first, sums)
        for view, first, sums in zip(views[:n_text], firsts[:n_text], whole, strict=True)
    ]
    by = LeftOutScores(tuple(words), tuple(views[n_text:]))
    return learnt, chunk, by, documents, WordTable.of(np.concatenate(whole))


def test_scores_are_those_of_the_views_without_each_document(scored):
    learnt, chunk, by, documents, table = scored
    together = Documents(read(learnt, chunk.table), documents.y, 3)
    expected = np.stack([view.leave_one_out(together) for view in learnt.hybrid.views])
    assert_allclose(by.left_out(documents, table), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("most", [1, 40, 10**6])
def test_portions_with_the_rows_they_need_are_scored_alike(scored, most):
    _, _, by, documents, table = scored
    whole = by.scores(documents, table)
    parts = list(by.parts(documents, most))
    found = [by.scores(part, table.rows(by.places(part))) for part in parts]
    assert_array_equal(np.concatenate([block.y for block in found]), whole.y)
    together = np.concatenate([block.differences for block in found], axis=2)
    assert_array_equal(together, whole.differences)
    assert all(len(part.y) == 1 for part in parts) == (most == 1)


def test_documents_without_text_need_no_rows(scored):
    _, _, by, documents, _ = scored
    alone = type(documents)(documents.y, (), documents.columns)
    of_columns = LeftOutScores((), by.columns)
    (part,) = of_columns.parts(alone, 5)
    assert len(part.y) == 60
    assert len(of_columns.places(part)) == 0


@pytest.mark.filterwarnings("ignore:.* encountered in log:RuntimeWarning")
def test_sums_without_the_documents_are_refused(scored):
    _, _, by, documents, table = scored
    other = WordTable(table.sums, table.totals * 0.0)
    with pytest.raises(ChangedInputError, match="less was added up than a document has"):
        by.scores(documents, other)
