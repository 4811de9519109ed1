import pyarrow as pa
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.answers import Answering
from halfbayes.classifier.arrow_rows import AnswerTask, ArrowRows
from halfbayes.classifier.roles import Roles

BATCH = pa.RecordBatch.from_pydict(
    {"label": [1.0, None, 2.5], "text": ["a", None, "b"], "other": [1, 2, 3]}
)


@pytest.mark.parametrize(
    ("as_text", "labels"), [(False, [1.0, None, 2.5]), (True, ["1", None, "2.5"])]
)
def test_a_batch_is_documents_with_labels(as_text, labels):
    found = ArrowRows(Roles(text=("text",)), "label", as_text)(BATCH)
    assert found.labels == labels
    assert found.table.columns == {"text": ["a", None, "b"]}


def test_answers_stand_beside_what_was_there():
    rows, labels = invented(60)
    model = DocumentClassifier(text="body").fit(rows, labels)
    answering = Answering(model, model.promise(accuracy=0.6))
    batch = pa.RecordBatch.from_pylist([{"body": row["body"], "n": 1} for row in rows])
    types = {"predicted": pa.string(), "probability": pa.float64(), "decision": pa.string()}
    (answered,) = AnswerTask(answering, types)(iter([batch]))
    assert answered.schema.names == ["body", "n", *types]
    bodies = [row["body"] for row in rows]
    expected = answering.answers({"body": bodies}, len(bodies))
    for name in types:
        assert answered.column(name).to_pylist() == expected[name]
