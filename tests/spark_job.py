"""Learns from a table on a cluster, and says when it is in the middle of a pass.

MASTER TABLE MODEL PASS
"""

import sys
import threading
import time

from pyspark.sql import SparkSession

import halfbayes.spark
from halfbayes.classifier.size import SizeRule
from halfbayes.engines.spark import SparkEngine
from halfbayes.engines.spark_kept import SparkKept

TASKS_BEFORE = 4
"""Tasks of a stage that are done when the middle of it is reached."""

BEGUN = threading.Event()


def tell_the_middle(context):
    """Print a line once a stage of the pass has finished some of its tasks."""
    BEGUN.wait()
    tracker = context.statusTracker()
    while True:
        for stage in tracker.getActiveStageIds():
            told = tracker.getStageInfo(stage)
            if told and told.numTasks > TASKS_BEFORE <= told.numCompletedTasks:
                sys.stdout.write("middle\n")
                sys.stdout.flush()
                return
        time.sleep(0.01)


def begins_with(owner, name):
    """The pass has begun when this is called first."""
    method = getattr(owner, name)

    def begun(*args, **kwargs):
        BEGUN.set()
        return method(*args, **kwargs)

    setattr(owner, name, begun)


PASSES = {
    "words": (SparkEngine, "survey"),
    "totals": (SparkKept, "total"),
}


def main(master, table, output, which):
    settings = {
        **halfbayes.spark.SETTINGS,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.sql.shuffle.partitions": "2",
    }
    spark = SparkSession.builder.master(master).config(map=settings).getOrCreate()
    frame = spark.read.parquet(table).repartition(10)
    begins_with(*PASSES[which])
    watcher = threading.Thread(target=tell_the_middle, args=(spark.sparkContext,), daemon=True)
    watcher.start()
    rule = SizeRule(documents=50, checked=100)
    model = halfbayes.spark.fit(frame, label="label", text=["title", "body"], rule=rule)
    model.save(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
