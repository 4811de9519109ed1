"""Spark sessions: the one there is, or one that is started for learning."""

import os
import sys
from typing import Any, Final

from pyspark.sql import DataFrame, SparkSession

LOOPBACK: Final = "127.0.0.1"
JAVA_OPTIONS: Final = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
SETTINGS: Final[dict[str, Any]] = {
    "spark.python.daemon.module": "halfbayes.classifier.worker_daemon",
    "spark.rdd.compress": "false",  # numbers, which hardly become shorter
    "spark.driver.extraJavaOptions": JAVA_OPTIONS,
    "spark.executor.extraJavaOptions": JAVA_OPTIONS,
}
"""Of a session that is started for learning. Java compiles what runs often, but does not
optimise it: the work is done by the kernel, and optimising would take more than all of Java's
part in it. Its rows are long, which its simplest collector of garbage is best at."""

LOCAL_SETTINGS: Final[dict[str, Any]] = {
    "spark.driver.memory": "2g",  # everything runs in it
    "spark.driver.bindAddress": LOOPBACK,
    "spark.driver.host": LOOPBACK,
    "spark.sql.shuffle.partitions": "8",  # Spark's 200 are for clusters
    "spark.sql.adaptive.enabled": "false",  # there is nothing to adapt to
    "spark.shuffle.compress": "false",  # nothing leaves the machine
    "spark.broadcast.compress": "false",
}
"""Of a session on one machine, besides."""


def session(master: str | None = None) -> SparkSession:
    """The session there is, or a new one on ``master``; a local one listens to itself only.

    A new one has ``SETTINGS``, which make learning cheaper.
    """
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("halfbayes").master(master or "local[*]")
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config(map=SETTINGS)
    if master is None or master.startswith("local"):
        os.environ.setdefault("SPARK_LOCAL_IP", LOOPBACK)
        builder = builder.config(map=LOCAL_SETTINGS)
    return builder.getOrCreate()


def use_this_python(frame: DataFrame) -> None:
    """On this machine, workers run the Python that runs here, unless another is named.

    Spark would start the first ``python3`` it finds, which may not have halfbayes.
    """
    context = getattr(frame.sparkSession, "_sc", None)  # a remote session has none
    named = {"PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"} & set(os.environ)
    if context is not None and context.master.startswith("local") and not named:
        context.pythonExec = sys.executable


__all__ = ["LOCAL_SETTINGS", "SETTINGS", "session", "use_this_python"]
