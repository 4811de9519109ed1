"""Without the extension there is one warning and the same result."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from halfbayes.text.native_kernel import kernel, warn_of_missing_kernel
from halfbayes.text.vocabulary import Vocabulary

PROGRAM = """
import sys, warnings
sys.modules["halfbayes.text.kernel"] = None  # importing it fails
from halfbayes.text import TermCounter
texts = ["Naïve cats 42", None, "東京 cats ann@x.org running", "the cats"]
options = dict(numbers=True, emails=True, language="english", stop_words=["the"], max_df=2)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    counter = TermCounter(**options)
    X = counter.fit_transform(texts)
    Y = counter.transform(texts)
    Z = TermCounter(vocabulary=["cats", "zebra"]).transform(texts)
print([str(w.category.__name__) for w in caught])
print(counter.get_feature_names_out().tolist(), X.toarray().tolist(), Y.toarray().tolist())
print(Z.toarray().tolist())
"""


def run(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    return done.stdout.splitlines()


def test_a_missing_kernel_costs_one_warning_and_changes_nothing():
    without = run(PROGRAM)
    with_kernel = run(PROGRAM.replace('sys.modules["halfbayes.text.kernel"] = None', ""))
    assert without[0] == "['RuntimeWarning']"
    assert with_kernel[0] == "[]"
    assert without[1:] == with_kernel[1:]


def test_the_kernel_is_built_here():
    assert kernel is not None
    assert callable(warn_of_missing_kernel)


def test_results_do_not_depend_on_the_hash_seed():
    program = (
        "import os, sys, hashlib\nfrom halfbayes.text import TermCounter\n"
        "X = TermCounter(ngram_range=(1, 2), threads=2)\n"
        "M = X.fit_transform([f'word{i} of {i * 7 % 13} x{i % 5}' for i in range(300)])\n"
        "parts = (M.indptr, M.indices, M.data, X.vocabulary_.packed)\n"
        "print(hashlib.sha256(b''.join(p.tobytes() for p in parts)).hexdigest())\n"
    )
    assert (
        len({run(program)[0] for _ in range(3)}) == 1
    )  # Python's seed and ours differ each time


def test_where_no_more_threads_can_be_started_fewer_do_the_work():
    program = (
        "import resource\nfrom halfbayes.text import TermCounter\n"
        "texts = [f'word{i} and more{i % 7}' for i in range(5000)]\n"
        "expected = TermCounter(threads=1).fit_transform(texts)\n"
        "pages = int(open('/proc/self/statm').read().split()[0])\n"
        "most = pages * resource.getpagesize() + (64 << 20)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (most, most))\n"
        "print((expected != TermCounter(threads=64).fit_transform(texts)).nnz)\n"
    )
    if not Path("/proc/self/statm").exists():
        pytest.skip("needs Linux to bound the memory of a process")
    assert run(program) == ["0"]


def test_joined_vocabularies_do_not_depend_on_the_hash_seed():
    words = Vocabulary.of_terms(["b", "a long word, longer than fifteen bytes", "a", "b"])
    found = [
        kernel.sorted_union(words.packed, words.offsets, None, [], False, seed)  # noqa: FBT003
        for seed in ((1, 2), (2**63, 2**64 - 1))
    ]
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one, other)
    assert Vocabulary(*found[0][:2]).terms == [
        "a",
        "a long word, longer than fifteen bytes",
        "b",
    ]
