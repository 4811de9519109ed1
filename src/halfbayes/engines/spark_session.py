"""Spark sessions: the one there is, or one that is started for learning."""

import os
import re
import shutil
import socket
import sys
import warnings
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Final

from pyspark import SparkConf, SparkContext, java_gateway
from pyspark.sql import DataFrame, SparkSession

from halfbayes.engines.spark_errors import in_words
from halfbayes.errors import InvalidInputError

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

LISTENING: Final[dict[str, Any]] = {
    "spark.driver.bindAddress": LOOPBACK,
    "spark.driver.host": LOOPBACK,
}
"""Of a session whose master is on this machine."""

LOCAL_SETTINGS: Final[dict[str, Any]] = {
    **LISTENING,
    "spark.driver.memory": "2g",  # everything runs in it
    # Rows are long and live for a moment: with room for them, garbage is seldom collected.
    "spark.driver.extraJavaOptions": f"{JAVA_OPTIONS} -Xms1g -Xmn700m",
    "spark.sql.shuffle.partitions": "8",  # Spark's 200 are for clusters
    "spark.sql.adaptive.enabled": "false",  # there is nothing to adapt to
    "spark.shuffle.compress": "false",  # nothing leaves the machine
    "spark.broadcast.compress": "false",
}
"""Of a session on one machine, besides."""

QUIET: Final[dict[str, Any]] = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",  # what goes wrong comes as an error, too
}

MASTER: Final = re.compile(
    r"local(\[([1-9]\d*|\*)(, *\d+)?\])?|local-cluster\[.+\]|yarn|(k8s|mesos)://.+"
    r"|spark://[^/:,]+:\d+(,[^/:,]+:\d+)*"
)
SECONDS: Final = 5.0
"""How long a master may take to answer."""


def session(master: str | None = None) -> SparkSession:
    """The session there is, or a new one on ``master``; a local one listens to itself only.

    A new one has ``SETTINGS``, which make learning cheaper, and logs nothing.
    """
    if master is not None and not MASTER.fullmatch(master):
        raise InvalidInputError(
            f"expected a Spark master and got {master!r}; name local[*], local[2], "
            "spark://HOST:PORT, yarn or k8s://..."
        )
    active = SparkSession.getActiveSession()
    if active is None:
        check_java()
        return _started(master or "local[*]")
    running = active.conf.get("spark.master", None)
    if master not in {None, running}:
        warnings.warn(
            f"a Spark session on {running} is running, and is used instead of {master}; stop "
            "it first to start another",
            stacklevel=2,
        )
    return active


def check_java() -> None:
    """Refuse to start Spark where there is no Java."""
    home = os.environ.get("JAVA_HOME")
    if home and shutil.which("java", path=str(Path(home) / "bin")) is None:
        raise InvalidInputError(
            f"JAVA_HOME names {home}, which has no bin/java; set it to the folder of Java 17, "
            "or unset it"
        )
    if not home and shutil.which("java") is None:
        message = (
            "Apache Spark needs Java 17, and there is no java on the path; install it, or set "
            "JAVA_HOME to its folder"
        )
        raise InvalidInputError(message)


def use_this_python(frame: DataFrame) -> None:
    """On this machine, workers run the Python that runs here, unless another is named.

    Spark would start the first ``python3`` it finds, which may not have halfbayes.
    """
    context = getattr(frame.sparkSession, "_sc", None)  # a remote session has none
    named = {"PYSPARK_PYTHON", "PYSPARK_DRIVER_PYTHON"} & set(os.environ)
    if context is not None and context.master.startswith("local") and not named:
        context.pythonExec = sys.executable


def _started(master: str) -> SparkSession:
    addresses = re.findall(r"([^/:,]+):(\d+)", master) if master.startswith("spark:") else []
    if addresses and not any(_answers(host, int(port)) for host, port in addresses):
        raise InvalidInputError(
            f"no Spark master answers at {master}; start one there, or name another, such as "
            "local[*]"
        )
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = {**SETTINGS, **QUIET}
    if master.startswith("local"):
        settings |= LOCAL_SETTINGS
    elif addresses and all(_is_here(host) for host, _ in addresses):
        settings |= LISTENING
    if "spark.driver.host" in settings:
        os.environ.setdefault("SPARK_LOCAL_IP", LOOPBACK)
    conf = SparkConf().setMaster(master).setAppName("halfbayes").setAll(list(settings.items()))
    with in_words(f"Spark cannot start on {master}", "check Java and the master"):
        _start_java(conf)
        return SparkSession.builder.config(conf=conf).getOrCreate()


def _start_java(conf: SparkConf) -> None:
    """Start Java, if there is none yet, with what it says on the way set aside."""
    if SparkContext._gateway is None:  # noqa: SLF001 (nothing else tells)
        with TemporaryFile() as said:
            gateway: Any = java_gateway
            SparkContext(conf=conf, gateway=gateway.launch_gateway(conf, {"stderr": said}))


def _answers(host: str, port: int) -> bool:
    with suppress(OSError), socket.create_connection((host, port), timeout=SECONDS):
        return True
    return False


def _is_here(host: str) -> bool:
    return host == "localhost" or host.startswith("127.")


__all__ = ["LOCAL_SETTINGS", "SETTINGS", "check_java", "session", "use_this_python"]
