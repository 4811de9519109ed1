"""Fixtures every test may use."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine must not fail a law. Under CI Hypothesis has a profile of its own, which draws
# the same examples each time, so that a change is judged by what it changes.
settings.register_profile("local", deadline=None)
if not os.environ.get("CI"):
    settings.load_profile("local")

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of real corpora; tests that need it are skipped where there is none.

    A folder that was named and is not there is an error: nothing is skipped by a slip.
    """
    named = os.environ.get("HALFBAYES_DATA")
    folder = (ROOT / (named or "../shared/data")).resolve()
    if (folder / "20newsgroups_bydate.parquet").exists():
        return folder
    if named:
        pytest.fail(f"HALFBAYES_DATA names {folder}, which has no corpora; correct or unset it")
    pytest.skip(f"no corpora in {folder}: set HALFBAYES_DATA to a folder that has them")


@pytest.fixture(scope="session")
def spark():
    """A Spark session on two threads of this machine; needs Java, which CI always has."""
    if shutil.which("java") is None and not os.environ.get("CI"):
        pytest.skip("Apache Spark needs Java 17, and there is no java on the path")
    sessions = pytest.importorskip("pyspark.sql", reason="pyspark is not installed")
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    builder = sessions.SparkSession.builder.master("local[2]")
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "3",
        "spark.python.daemon.module": "halfbayes.classifier.worker_daemon",
    }
    session = builder.config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()
