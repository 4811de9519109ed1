"""A worker of a real cluster is killed in the middle: the model is the same to the byte."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.size import SizeRule

pytestmark = pytest.mark.xdist_group("spark")

JOB = Path(__file__).with_name("spark_job.py")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("which", ["words", "totals"])
def test_a_worker_killed_in_the_middle_changes_no_bit(tmp_path, which):
    if shutil.which("java") is None and not os.environ.get("CI"):
        pytest.skip("Apache Spark needs Java 17, and there is no java on the path")
    spark_cluster = pytest.importorskip("spark_cluster", reason="pyspark is not installed")
    rows, labels = invented(3000)
    table = pd.DataFrame(rows)[["title", "body"]].assign(label=labels)
    (tmp_path / "table").mkdir()
    table.to_parquet(tmp_path / "table" / "a.parquet")
    rule = SizeRule(documents=50, checked=100)
    in_memory = DocumentClassifier(text=["title", "body"]).sized(rule)
    in_memory.fit(table, table["label"]).save(tmp_path / "memory.hb")
    with spark_cluster.cluster(tmp_path) as cluster:
        job = [sys.executable, JOB, cluster.url, tmp_path / "table", tmp_path / "spark.hb"]
        command = [*job, which]
        settings = {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        with subprocess.Popen(
            list(map(str, command)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **settings},
        ) as job:
            assert job.stdout.readline() == "middle\n"
            cluster.kill_worker(0)
            _, errors = job.communicate(timeout=240)
    assert job.returncode == 0, errors[-3000:]
    assert "lost" in errors.lower()  # Spark saw the worker go
    assert digest(tmp_path / "spark.hb") == digest(tmp_path / "memory.hb")
