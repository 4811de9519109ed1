"""Spark equals memory, however the rows are partitioned, and however the table is sent."""

import sys
import zipfile

import pytest
from engines import sums

pytest.importorskip("pyarrow")
cloudpickle = pytest.importorskip("pyspark.cloudpickle")

from halfbayes.engines.memory import MemoryEngine  # noqa: E402
from halfbayes.engines.spark import SparkEngine  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")


def read(batch):
    return batch.column("text").to_pylist()


def persisted(session):
    return dict(session.sparkContext._jsc.getPersistentRDDs())


@pytest.fixture(scope="module")
def workers(spark, tmp_path_factory):
    """The session, with workers that know what these tests are made of."""
    archive = tmp_path_factory.mktemp("modules") / "modules.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.write(sums.__file__, "engines/sums.py")
        file.writestr("engines/__init__.py", "")
    spark.sparkContext.addPyFile(str(archive))
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    return spark


@pytest.mark.parametrize(("n_partitions", "most_bytes"), [(1, 10**9), (4, 10**9), (3, 0)])
def test_any_partitioning_gives_what_memory_gives(workers, n_partitions, most_bytes):
    frame = workers.createDataFrame([(text,) for text in sums.TEXTS], "text string")
    with SparkEngine(frame.repartition(n_partitions), read, most_bytes) as engine:
        assert sums.results(engine) == sums.results(MemoryEngine([sums.TEXTS]))
    assert not persisted(workers)
