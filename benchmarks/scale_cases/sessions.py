"""A Spark session that listens to this machine only."""

import os
import sys

from pyspark.sql import SparkSession


def session(master, **others):
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "3g",
        "spark.executor.memory": "1500m",
        "spark.sql.shuffle.partitions": "8",
        **others,
    }
    return SparkSession.builder.master(master).config(map=settings).getOrCreate()
