"""MNIST under naive Bayes: means, deviations and probabilities as pictures, and their worth.

The pictures of the lecture: Gaussian means and standard deviations, means (red and blue) and
deviations (green) in one, Bernoulli and multinomial probabilities. Beside them the test errors
of the three, of logistic regression and of halfbayes, and how well p(x) knows a digit from the
same pixels shuffled.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from scipy import sparse
from sklearn.metrics import roc_auc_score

import halfbayes
from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.picture import image_array, image_text, new_figure
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray, IndexArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FILE: Final = "mnist.npz"
SIDE: Final = 28
LEVELS: Final = 255.0
HALF: Final = 0.5  # from which a pixel is on
TRAINING: Final = 10_000
QUICK_TRAINING: Final = 2_000
TEST: Final = 10_000
ERROR: Final = "test error"
ODD: Final = "area under the curve: digits against shuffled pixels, by p(x)"
MEANS: Final = "Gaussian: means"
DEVIATIONS: Final = "Gaussian: standard deviations"
BERNOULLI: Final = "Bernoulli: probabilities"
MULTINOMIAL: Final = "multinomial: probabilities"
PICTURES: Final = (MEANS, DEVIATIONS, BERNOULLI, MULTINOMIAL)
LOGISTIC: Final = "logistic regression"
NAIVE: Final = ("Gaussian", "Bernoulli", "multinomial")
KNOWN: Final = 0.9  # an area above this: p(x) knows what is no digit


class Images(NamedTuple):
    """Training and test images, from 0 to 1, and their digits."""

    X: FloatArray
    y: IndexArray
    X_new: FloatArray
    y_new: IndexArray


@lru_cache(maxsize=1)
def load_images(data: Path, n_training: int) -> Images:
    """The first images of the training set, and the whole test set."""
    path = data / FILE
    if not path.exists():
        raise MissingCorpusError(
            f"expected MNIST in {path}; write x (images, 784), y and split as {FILE}"
        )
    with np.load(path) as file:
        x, y, training = file["x"], file["y"].astype(np.intp), file["split"] == "train"
    first = np.flatnonzero(training)[:n_training]
    test = np.flatnonzero(~training)[:TEST]
    return Images(x[first] / LEVELS, y[first], x[test] / LEVELS, y[test])


def tasks(*, quick: bool) -> list[Task]:
    """One for each model."""
    n = QUICK_TRAINING if quick else TRAINING
    return [Task(name, {"model": name, "training": n}) for name in MODELS]


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Error, area and pictures of one model."""
    images = load_images(data, settings["training"])
    return MODELS[settings["model"]](images)


def gaussian(images: Images) -> list[Measurement]:
    """Gaussian naive Bayes: means and standard deviations."""
    model = halfbayes.GaussianNaiveBayes().fit(images.X, images.y)
    event: Any = model.event_model(SIDE * SIDE)
    mean, variance, _ = event.parameters(model.statistics_)
    deviation = np.sqrt(variance)
    parts = {MEANS: mean, DEVIATIONS: deviation / deviation.max()}
    return [*_scores("Gaussian", model, images), *_pictures(parts)]


def bernoulli(images: Images) -> list[Measurement]:
    """Bernoulli naive Bayes: a pixel is on or off."""
    model = halfbayes.BernoulliNaiveBayes(binarize=HALF).fit(images.X, images.y)
    event: Any = model.event_model(SIDE * SIDE)
    log_theta, _ = event.log_thetas(model.statistics_)
    return [*_scores("Bernoulli", model, images), *_pictures({BERNOULLI: np.exp(log_theta)})]


def multinomial(images: Images) -> list[Measurement]:
    """Multinomial naive Bayes: grey is a count."""
    model = halfbayes.MultinomialNaiveBayes().fit(images.X, images.y)
    event: Any = model.event_model(SIDE * SIDE)
    theta = np.exp(event.log_theta(model.statistics_))
    brightest = theta.max(axis=1, keepdims=True)
    return [
        *_scores("multinomial", model, images),
        *_pictures({MULTINOMIAL: theta / brightest}),
    ]


def logistic(images: Images) -> list[Measurement]:
    """Logistic regression with a weak prior."""
    model = halfbayes.LogisticRegression(precision=1.0, tolerance=1e-4)
    return [_error(LOGISTIC, model.fit(images.X, images.y), images, images.X_new)]


def hybrid(images: Images) -> list[Measurement]:
    """``HybridClassifier`` as it comes."""
    model = halfbayes.HybridClassifier().fit(sparse.csr_array(images.X), images.y)
    return [_error("halfbayes", model, images, sparse.csr_array(images.X_new))]


MODELS: Final[Mapping[str, Callable[[Images], list[Measurement]]]] = {
    "Gaussian": gaussian,
    "Bernoulli": bernoulli,
    "multinomial": multinomial,
    LOGISTIC: logistic,
    "halfbayes": hybrid,
}


def claims(summary: Summary) -> dict[str, Finding]:
    """Generative against discriminative, and p(x)."""
    errors = {name: summary.mean(ERROR, name) for name in (*NAIVE, LOGISTIC)}
    areas = {name: summary.mean(ODD, name) for name in NAIVE}
    return {
        "discriminative": Finding(
            errors[LOGISTIC] < min(errors[name] for name in NAIVE),
            ", ".join(f"{name} {value:.3f}" for name, value in errors.items()),
        ),
        "outliers": Finding(
            max(areas.values()) > KNOWN,
            ", ".join(f"{name} {value:.3f}" for name, value in areas.items()),
        ),
    }


def draw(summary: Summary) -> "Figure | None":
    """Ten digits in a row for each kind of picture."""
    figure = new_figure(9.6, 5.2)
    axes = figure.subplots(len(PICTURES) + 1, 10, squeeze=False)
    for digit in range(10):
        images = {name: _image(summary, digit, name) for name in PICTURES}
        for row, name in enumerate(PICTURES):
            axes[row, digit].imshow(images[name], cmap="gray", vmin=0, vmax=1)
        mean, deviation = images[MEANS], images[DEVIATIONS]
        axes[-1, digit].imshow(np.stack([mean, deviation, mean], axis=-1))
    names = (*PICTURES, "means (red and blue),\ndeviations (green)")
    for row, name in enumerate(names):
        axes[row, 0].set_ylabel(name.replace(": ", ":\n"), rotation=0, ha="right", va="center")
    for place in axes.ravel():
        place.set(xticks=[], yticks=[])
    return figure


def _scores(name: str, model: Any, images: Images) -> list[Measurement]:
    shuffled = np.random.default_rng(0).permuted(images.X_new, axis=1)
    evidence = [model.log_evidence(X) for X in (images.X_new, shuffled)]
    digit = np.repeat([1, 0], len(images.y_new))
    area = float(roc_auc_score(digit, np.concatenate(evidence)))
    return [_error(name, model, images, images.X_new), Measurement(ODD, name, area)]


def _error(name: str, model: Any, images: Images, X_new: Any) -> Measurement:
    return Measurement(ERROR, name, float(np.mean(model.predict(X_new) != images.y_new)))


def _pictures(parts: Mapping[str, FloatArray]) -> list[Measurement]:
    return [
        Measurement(str(digit), name, float(image.mean()), image=image_text(image))
        for name, stack in parts.items()
        for digit, image in enumerate(stack)
    ]


def _image(summary: Summary, digit: int, name: str) -> FloatArray:
    found = summary.find(str(digit), name)
    return np.zeros((SIDE, SIDE)) if found is None else image_array(found.image, SIDE)


REPRODUCTION: Final = Reproduction(
    "straka2021/mnist", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = [
    "MODELS",
    "REPRODUCTION",
    "Images",
    "bernoulli",
    "claims",
    "draw",
    "gaussian",
    "hybrid",
    "load_images",
    "logistic",
    "multinomial",
    "run",
    "tasks",
]
