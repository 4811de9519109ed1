import ctypes
import os
import platform
import subprocess
import sys

import pytest

from halfbayes.engines.freed_memory import keep_freed_memory

FAULTS = """
import resource
import numpy as np
from halfbayes.engines.freed_memory import keep_freed_memory

if {kept}:
    assert keep_freed_memory()
for _ in range(3):  # the first rounds ask for the memory either way
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    arrays = [np.ones(1 << 17) for _ in range(100)]  # a megabyte each
    del arrays
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def page_faults(*, kept):
    program = FAULTS.format(kept=kept)
    tuned = ("MALLOC_", "GLIBC_TUNABLES", "LD_PRELOAD")
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={name: value for name, value in os.environ.items() if not name.startswith(tuned)},
    )
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has this switch")
def test_memory_that_is_freed_is_not_asked_for_again():
    assert page_faults(kept=True) < page_faults(kept=False) / 2


@pytest.mark.parametrize("error", [OSError, AttributeError, TypeError])
def test_another_c_library_is_left_as_it_is(monkeypatch, error):
    def missing(_name):
        raise error

    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert not keep_freed_memory()
