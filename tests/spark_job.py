"""Learns from a table on a cluster, and says when it is in the middle: MASTER TABLE MODEL."""

import sys
import threading
import time

from pyspark.sql import SparkSession

import halfbayes.spark
from halfbayes.classifier.size import SizeRule

TASKS_BEFORE = 4
"""Tasks of the count of words that are done when the middle is reached."""


def tell_the_middle(context, jobs_before):
    """Print a line once the third job, which counts words, has finished some tasks."""
    tracker = context.statusTracker()
    while True:
        for stage in tracker.getActiveStageIds():
            told = tracker.getStageInfo(stage)
            if told and stage >= jobs_before and told.numCompletedTasks >= TASKS_BEFORE:
                sys.stdout.write("middle\n")
                sys.stdout.flush()
                return
        time.sleep(0.01)


def main(master, table, output):
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executor.memory": "512m",
        "spark.sql.shuffle.partitions": "4",
    }
    spark = SparkSession.builder.master(master).config(map=settings).getOrCreate()
    frame = spark.read.parquet(table).repartition(24)
    # Reading the size takes two stages, the survey two more: then words are counted.
    watcher = threading.Thread(
        target=tell_the_middle, args=(spark.sparkContext, 5), daemon=True
    )
    watcher.start()
    rule = SizeRule(documents=50, checked=100)
    model = halfbayes.spark.fit(frame, label="label", text=["title", "body"], rule=rule)
    model.save(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
