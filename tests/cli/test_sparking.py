"""The command itself is tested with the rest of Spark, in ``tests/test_spark.py``."""

import pytest

sparking = pytest.importorskip("halfbayes.cli.sparking", reason="pyspark is not installed")

from halfbayes.cli.session import Session  # noqa: E402
from halfbayes.errors import InvalidInputError  # noqa: E402


def test_what_is_not_for_spark_is_told():
    with pytest.raises(InvalidInputError, match="not for tables on Spark"):
        sparking.spark_model(Session.of({}), {"unlabelled": "x"})
