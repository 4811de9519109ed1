"""Sessions: the one there is, with the Python that runs here."""

import sys

import pytest

spark_session = pytest.importorskip(
    "halfbayes.engines.spark_session", reason="pyspark is not installed"
)

pytestmark = pytest.mark.xdist_group("spark")


def test_the_session_there_is_is_used(spark):
    assert spark_session.session() is spark
    assert spark_session.session("spark://127.0.0.1:1") is spark


def test_workers_on_this_machine_run_the_python_that_runs_here(spark, monkeypatch):
    for name in ("PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"):
        monkeypatch.delenv(name, raising=False)
    context = spark.sparkContext
    monkeypatch.setattr(context, "pythonExec", "python-of-nobody")
    spark_session.use_this_python(spark.range(1))
    assert context.pythonExec == sys.executable


def test_a_python_that_was_named_stays(spark, monkeypatch):
    monkeypatch.setenv("PYSPARK_PYTHON", "python-of-mine")
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "python-of-mine")
    spark_session.use_this_python(spark.range(1))
    assert spark.sparkContext.pythonExec == "python-of-mine"
