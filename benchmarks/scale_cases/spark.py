"""Documents on Spark: FOLDER MODEL local|running|cluster."""

import sys
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

from rules import COUNTED, TEXT
from sessions import session

import halfbayes.spark

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from spark_cluster import cluster


def on_cluster(master):
    return session(master, **halfbayes.spark.SETTINGS)


def warmed(spark, folder, output):
    """Learn from one file of the corpus, and tell that what follows is to be measured."""
    first = min(str(path) for path in Path(folder).glob("*.parquet"))
    halfbayes.spark.fit(spark.read.parquet(first), label="label", text=TEXT, rule=COUNTED)
    Path(output).with_suffix(".warm").touch()
    time.sleep(1.0)


def fit(master, folder, output, *, running=False):
    # With the settings of ``halfbayes train --spark``; the cluster listens to itself only.
    started = halfbayes.spark.session if master.startswith("local") else on_cluster
    spark = started(master)
    if running:
        warmed(spark, folder, output)
    frame = spark.read.parquet(folder)
    halfbayes.spark.fit(frame, label="label", text=TEXT, rule=COUNTED).save(output)
    spark.stop()


if __name__ == "__main__":
    folder, output, where = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        made = cluster(Path(place), memory="2G") if where == "cluster" else nullcontext()
        with made as found:
            master = "local[2]" if found is None else found.url
            fit(master, folder, output, running=where == "running")
