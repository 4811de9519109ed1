"""What is taken out of the messages of Spark."""

import warnings

import pytest

errors = pytest.importorskip(
    "halfbayes.engines.spark_errors", reason="pyspark is not installed"
)

from py4j.protocol import Py4JError  # noqa: E402
from pyspark.errors import PySparkException  # noqa: E402

from halfbayes.errors import InvalidInputError  # noqa: E402

TRACE = """An exception was thrown from the Python worker.
Traceback (most recent call last):
  File "table.py", line 1, in numbers
halfbayes.errors.InvalidInputError: column 'n' is to be numbers
"""
WORKER = """An exception was thrown from the Python worker:
Traceback (most recent call last):
  File "job.py", line 9, in <lambda>
    Ratio: 1 / 0
ZeroDivisionError: division by zero
"""
FILE = """Job aborted.
Caused by: org.apache.spark.SparkException: Encountered error while reading file a.parquet.
"""
JAVA = (
    "An error occurred while calling o1.x.\n: java.io.IOException: no disk\n\tat o.a.b(C.java)"
)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (TRACE, "column 'n' is to be numbers"),
        (FILE, "Encountered error while reading file a.parquet"),
        (JAVA, "no disk"),
        (WORKER, "ZeroDivisionError: division by zero"),
        ("[PATH_NOT_FOUND] Path does not exist.", "[PATH_NOT_FOUND] Path does not exist"),
        ("", ""),
    ],
)
def test_the_line_that_says_it_is_found(message, words):
    assert errors.cause(message) == words


@pytest.mark.parametrize("kind", [Py4JError, PySparkException])
def test_an_error_of_spark_is_one_sentence(kind):
    with (
        pytest.raises(InvalidInputError, match=r"^Spark cannot read a: gone; name another$"),
        errors.in_words("Spark cannot read a", "name another"),
    ):
        raise kind(*["gone"])


def test_errors_of_others_stay_as_they_are():
    with pytest.raises(KeyError), errors.in_words("Spark cannot read a"):
        raise KeyError


def test_what_pandas_will_do_is_for_spark_to_mend():
    with errors.in_words("Spark cannot read a"):
        warnings.warn_explicit("soon", FutureWarning, "f.py", 1, module="pyspark.sql.pandas")
