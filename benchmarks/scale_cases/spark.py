"""Documents on Spark: FOLDER MODEL local|cluster."""

import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from rules import COUNTED, TEXT
from sessions import session

import halfbayes.spark

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from spark_cluster import cluster


def on_cluster(master):
    return session(master, **halfbayes.spark.SETTINGS)


def fit(master, folder, output):
    # With the settings of ``halfbayes train --spark``; the cluster listens to itself only.
    started = halfbayes.spark.session if master.startswith("local") else on_cluster
    spark = started(master)
    frame = spark.read.parquet(folder)
    halfbayes.spark.fit(frame, label="label", text=TEXT, rule=COUNTED).save(output)
    spark.stop()


if __name__ == "__main__":
    folder, output, where = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        made = cluster(Path(place), memory="2G") if where == "cluster" else nullcontext()
        with made as found:
            fit("local[2]" if found is None else found.url, folder, output)
