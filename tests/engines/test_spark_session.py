"""Sessions: the one there is, with the Python that runs here; and what cannot be started."""

import socket
import sys

import pytest

spark_session = pytest.importorskip(
    "halfbayes.engines.spark_session", reason="pyspark is not installed"
)

from halfbayes.errors import InvalidInputError  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")


def test_the_session_there_is_is_used_and_another_master_told(spark):
    assert spark_session.session() is spark
    assert spark_session.session("local[2]") is spark
    with pytest.warns(UserWarning, match=r"on local\[2\] is running, and is used instead of"):
        assert spark_session.session("local[1]") is spark


@pytest.mark.parametrize("master", ["lokal", "local[x]", "local[0]", "spark://nowhere", "x"])
def test_what_is_no_master_is_told(master):
    with pytest.raises(InvalidInputError, match="expected a Spark master and got"):
        spark_session.session(master)


@pytest.mark.parametrize(
    "master",
    ["local", "local[2]", "local[*]", "local[2,3]", "yarn", "k8s://x", "spark://a:1,b:2"],
)
def test_masters_are_known(master):
    assert spark_session.MASTER.fullmatch(master)


@pytest.fixture
def none_running(monkeypatch):
    sessions = spark_session.SparkSession
    monkeypatch.setattr(sessions, "getActiveSession", lambda: None)


@pytest.mark.usefixtures("none_running")
def test_a_master_that_does_not_answer_is_told_at_once():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        master = f"spark://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(InvalidInputError, match="no Spark master answers at spark://127"):
            spark_session.session(master)


@pytest.mark.usefixtures("none_running")
def test_java_is_looked_for_first(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(InvalidInputError, match=r"JAVA_HOME names .* which has no bin/java"):
        spark_session.session("local[1]")
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InvalidInputError, match="needs Java 17, and there is no java"):
        spark_session.session("local[1]")


@pytest.mark.parametrize(
    ("host", "here"), [("127.0.0.1", True), ("localhost", True), ("a", False)]
)
def test_a_master_on_this_machine_is_known(host, here):
    assert spark_session._is_here(host) is here


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
