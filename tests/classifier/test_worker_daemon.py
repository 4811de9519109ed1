"""Workers of a session begin with what they need."""

import pytest

worker_daemon = pytest.importorskip(
    "halfbayes.classifier.worker_daemon", reason="pyspark is not installed"
)

pytestmark = pytest.mark.xdist_group("spark")


def test_a_worker_begins_with_everything_imported_and_nothing_to_collect(spark):
    names = [module.__name__ for module in worker_daemon.IMPORTED]

    def found(batches):
        import gc  # noqa: PLC0415 (runs on a worker)
        import sys  # noqa: PLC0415

        import pyarrow  # noqa: ICN001, PLC0415

        for _ in batches:
            ready = all(name in sys.modules for name in names) and gc.get_freeze_count() > 0
            yield pyarrow.RecordBatch.from_pydict({"ready": [ready]})

    answers = spark.range(8, numPartitions=2).mapInArrow(found, "ready boolean")
    assert set(answers.toArrow().column("ready").to_pylist()) == {True}
