"""Without the extension there is one warning and the same result."""

import subprocess
import sys

from halfbayes.text.native_kernel import kernel, warn_of_missing_kernel

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
