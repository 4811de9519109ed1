"""fastText and Vowpal Wabbit, set up as a careful user would; extra ``peers``.

Both read the same words as the other rivals.

    fastText        supervised, softmax, learning rate 0.5 (halved where it diverges), passes
                    enough to see 20,000 documents, 25 to 1000 of them. Its tutorial's 25 passes
                    with pairs of words do much worse when there are few documents.
    Vowpal Wabbit   one logistic machine per class (--oaa, --probabilities), 20 passes over
                    tf-idf weights

Both run on one thread. fastText's version 0.9.2 is used: 0.9.3 reads memory it has not written
when there are few documents ("Encountered NaN"). With NumPy 2 its Python ``predict`` fails for
one line and gives all classes the same probability for several, so the function beneath it is
called.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from halfbayes.data.corpora import Fields, joined
from halfbayes.errors import MissingExtraError
from halfbayes.experiments.fewlabel.rivals import Method, Predict, words
from halfbayes.types import CountMatrix, FloatArray, IndexArray

LABEL: Final = "__label__"
RATES: Final = (0.5, 0.25, 0.1, 0.05)
SEEN: Final = 20_000
FEWEST_PASSES, MOST_PASSES = 25, 1000

PASSES: Final = 20
BITS: Final = 22


def fasttext(fields: Fields, y: IndexArray) -> Predict:
    """FastText's supervised classifier."""
    package = _package("fasttext")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "training.txt"
        lines = (f"{LABEL}{k} {_line(text)}" for k, text in zip(y, joined(fields), strict=True))
        path.write_text("\n".join(lines) + "\n", "utf-8")
        passes = min(MOST_PASSES, max(FEWEST_PASSES, SEEN // len(y)))
        model = _trained(package, path, passes)
    n_classes = int(y.max()) + 1

    def predict(new: Fields) -> FloatArray:
        lines = [_line(text) for text in joined(new)]
        P = np.full((len(lines), n_classes), np.finfo(np.float32).tiny, dtype=np.float64)
        for row, line in zip(P, lines, strict=True):
            for value, name in model.f.predict(f"{line}\n", -1, 0.0, "strict"):
                row[int(name.removeprefix(LABEL))] = value
        return np.asarray(P / P.sum(axis=1, keepdims=True))

    return predict


def _trained(package: Any, path: Path, passes: int) -> Any:
    for rate in RATES:
        try:
            return package.train_supervised(
                str(path),
                lr=rate,
                epoch=passes,
                thread=1,
                seed=0,
                verbose=0,
            )
        except RuntimeError as error:
            diverged = error
    raise diverged


def _line(text: str) -> str:
    # "</s>" is fastText's own end of line; words have no such sign.
    return " ".join(words(text))


def vowpal_wabbit(fields: Fields, y: IndexArray) -> Predict:
    """Vowpal Wabbit's one-against-all."""
    package = _package("vowpalwabbit")
    vectoriser = TfidfVectorizer(analyzer=words, sublinear_tf=True)
    training = _features(vectoriser.fit_transform(joined(fields)))
    machine = package.Workspace(
        f"--oaa {int(y.max()) + 1} --loss_function logistic --probabilities -b {BITS} --quiet"
    )
    examples = [machine.parse(f"{k + 1} | {line}") for k, line in zip(y, training, strict=True)]
    for _ in range(PASSES):
        for example in examples:
            machine.learn(example)
    for example in examples:
        machine.finish_example(example)

    def predict(new: Fields) -> FloatArray:
        lines = _features(vectoriser.transform(joined(new)))
        P = np.array([machine.predict(f"| {line}") for line in lines], dtype=np.float64)
        return np.asarray(P / P.sum(axis=1, keepdims=True))

    return predict


def _features(X: CountMatrix) -> list[str]:
    """Each row as Vowpal Wabbit reads it: number of the column, colon, weight."""
    entries = [f"{j}:{x:.6g}" for j, x in zip(X.indices, X.data, strict=True)]
    return [
        " ".join(entries[first:last])
        for first, last in zip(X.indptr[:-1], X.indptr[1:], strict=True)
    ]


def _package(name: str) -> Any:
    # Imported when it takes part: the rest works without it.
    try:
        return import_module(name)
    except ImportError as error:
        message = (
            f"this rival needs {name}, which is not installed; "
            "run: pip install 'halfbayes[peers]', or choose other --methods"
        )
        raise MissingExtraError(message) from error


PEERS: Final[Mapping[str, Method]] = {"fasttext": fasttext, "vowpal-wabbit": vowpal_wabbit}
PACKAGES: Final[Mapping[str, tuple[str, str]]] = {
    "fasttext": ("fasttext", "fasttext-wheel"),
    "vowpal-wabbit": ("vowpalwabbit", "vowpalwabbit"),
}
"""Of each peer, the module to import and the distribution it is installed from."""


def is_installed(method: str) -> bool:
    """Whether the method can run here; true of all that are no peers."""
    return method not in PACKAGES or find_spec(PACKAGES[method][0]) is not None


__all__ = ["PACKAGES", "PEERS", "fasttext", "is_installed", "vowpal_wabbit"]
