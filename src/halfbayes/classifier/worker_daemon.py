"""What Spark starts its Python workers from: a process that has imported all they need.

    spark.python.daemon.module    halfbayes.classifier.worker_daemon

Spark forks a worker for each core from one process, which by itself has imported nothing of
what a task uses: every worker would import it again, some 1.5 s of CPU. Workers collect garbage
after each task, which takes longer the more is imported; what is there before the fork is not
looked at again (``gc.freeze``).
"""

import gc

import pandas as pd
import pyarrow as pa
from pyspark import daemon, worker

from halfbayes.classifier import arrow_rows, counting, left_out, survey
from halfbayes.engines import spark_kept
from halfbayes.engines.freed_memory import keep_freed_memory

IMPORTED = (pd, pa, worker, arrow_rows, counting, left_out, survey, spark_kept)
"""Modules that tasks use."""


def serve() -> None:
    """Fork workers for as long as Spark asks for them."""
    keep_freed_memory()
    gc.collect()
    gc.freeze()
    daemon.manager()


if __name__ == "__main__":
    serve()


__all__ = ["IMPORTED", "serve"]
