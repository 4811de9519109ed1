"""What goes wrong on Spark, in a sentence: without the Java and Python around it."""

import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException

from halfbayes.errors import InvalidInputError

OWN_ERRORS: Final = "halfbayes.errors."
UNREADABLE: Final = "Encountered error while reading file"
"""What Spark says of a file, in the middle of a traceback."""

JAVA_CLASS: Final = re.compile(r"^:?\s*(?:Caused by: )?(?:[a-z]\w*\.)+[A-Z]\w*(?:\$\w+)*: ")
CALLED: Final = "An error occurred while calling"
TRACEBACK: Final = "Traceback (most recent call last):"
PYTHON_ERROR: Final = re.compile(r"(?:\w+\.)*[A-Z]\w*(?:: |$)")
"""The line that a traceback ends with."""


@contextmanager
def in_words(doing: str, advice: str = "") -> Iterator[None]:
    """Errors of Spark as one sentence: what could not be done, why, and what to do.

    Spark's own use of pandas warns of what pandas will do one day; that is for Spark to mend.
    """
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=FutureWarning, module=r"pyspark\.")
            yield
    except (PySparkException, Py4JError) as error:
        told = "; ".join(part for part in (cause(str(error)), advice) if part)
        raise InvalidInputError(f"{doing}: {told}") from error


def cause(message: str) -> str:
    r"""The line of a message that says it best.

    That is ours, one that names a file, what ended a Python function, or the first.

    >>> cause("An error occurred while calling o1.x.\n: java.io.IOException: no disk\n at o")
    'no disk'
    """
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    ours = [line.partition(": ")[2] for line in lines if line.startswith(OWN_ERRORS)]
    files = [JAVA_CLASS.sub("", line) for line in lines if UNREADABLE in line]
    others = [JAVA_CLASS.sub("", line) for line in lines if not line.startswith(CALLED)]
    found = (ours or files or _of_python(message.splitlines()) or others or [""])[0]
    return found.rstrip(" .")


def _of_python(lines: list[str]) -> list[str]:
    """What a traceback of Python ends in: the first line that is not indented."""
    if TRACEBACK not in lines:
        return []
    after = lines[lines.index(TRACEBACK) + 1 :]
    return [line for line in after if PYTHON_ERROR.match(line)]


__all__ = ["cause", "in_words"]
