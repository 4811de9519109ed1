"""A standalone Spark cluster on this machine alone: a master and workers as processes."""

import os
import re
import signal
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pyspark

LOOPBACK = "127.0.0.1"
SPARK_CLASS = Path(pyspark.__file__).parent / "bin" / "spark-class"
DEPLOY = "org.apache.spark.deploy"


class Cluster:
    """Processes of a cluster; each leads a process group, with its executors in it."""

    def __init__(self, folder):
        self._folder = folder
        self._processes = []
        self.url = None

    def start(self, n_workers, memory):
        """A master and so many workers of one core, all on ports that are free."""
        self._start("master", f"{DEPLOY}.master.Master", "--port", "0")
        self.url = self._logged("master", r"spark://127\.0\.0\.1:\d+")
        for number in range(n_workers):
            worker = (f"{DEPLOY}.worker.Worker", "--cores", "1", "--memory", memory)
            work = ("--work-dir", str(self._folder / f"work{number}"))
            self._start(f"worker{number}", *worker, *work, self.url)
        for number in range(n_workers):
            self._logged(f"worker{number}", "Successfully registered with master")

    def kill_worker(self, number):
        """The worker and its executors are gone at once."""
        os.killpg(self._processes[1 + number].pid, signal.SIGKILL)

    def stop(self):
        """End what is left of it."""
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def _start(self, name, main_class, *arguments):
        log = (self._folder / f"{name}.log").open("wb")
        environment = {**os.environ, "SPARK_LOCAL_IP": LOOPBACK, "SPARK_DAEMON_MEMORY": "256m"}
        command = [SPARK_CLASS, main_class, "--host", LOOPBACK, "--webui-port", "0"]
        with log:
            self._processes.append(
                subprocess.Popen(
                    [*command, *arguments],
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    start_new_session=True,
                )
            )

    def _logged(self, name, pattern, seconds=120):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            match = re.search(pattern, (self._folder / f"{name}.log").read_text())
            if match:
                return match[0]
            time.sleep(0.1)
        raise TimeoutError(f"{name} did not say {pattern!r}")


@contextmanager
def cluster(folder, n_workers=2, memory="600M"):
    """A cluster for as long as it is needed."""
    made = Cluster(folder)
    try:
        made.start(n_workers, memory)
        yield made
    finally:
        made.stop()
