import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

import halfbayes
from halfbayes.errors import InvalidInputError
from halfbayes.evaluate.displays import AccuracyCoverageDisplay, ReliabilityDisplay

mpl.use("Agg")
DISPLAYS = [AccuracyCoverageDisplay, ReliabilityDisplay]


@pytest.fixture(autouse=True)
def closed_figures():
    yield
    plt.close("all")


def predictions(n=200, seed=0):
    rng = np.random.default_rng(seed)
    proba = rng.dirichlet(np.ones(3), n)
    y = np.array(["a", "b", "c"])[[rng.choice(3, p=p) for p in proba]]
    return proba, y


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_display_of_a_model_is_that_of_its_predictions(display):
    X = np.random.default_rng(0).poisson(1.0, (60, 5))
    y = np.where(X[:, 0] > X[:, 1], "yes", "no")
    model = halfbayes.MultinomialNaiveBayes().fit(X, y)
    first = display.from_estimator(model, X, y)
    second = display.from_predictions(model.predict_proba(X), y, classes=model.classes_)
    assert first.name == "MultinomialNaiveBayes"
    assert first.ax_ is not second.ax_
    assert np.array_equal(*(_drawn(shown) for shown in (first, second)))


def _drawn(shown):
    line = shown.line_ if hasattr(shown.line_, "get_xydata") else shown.line_[0]
    return line.get_xydata()


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_display_draws_where_it_is_told_and_again(display):
    _, ax = plt.subplots()
    shown = display.from_predictions(*predictions(), ax=ax, name="mine", color="red")
    assert shown.ax_ is ax
    assert shown.figure_ is ax.figure
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["mine"]
    assert shown.plot().ax_ is not ax


def test_the_curve_ends_at_the_overall_accuracy():
    proba, y = predictions()
    shown = AccuracyCoverageDisplay.from_predictions(proba, y)
    right = np.array(["a", "b", "c"])[proba.argmax(axis=1)] == y
    assert shown.line_.get_xydata()[-1] == pytest.approx([1.0, right.mean()])


def test_a_band_of_more_confidence_is_wider():
    low, high = (
        AccuracyCoverageDisplay.from_predictions(*predictions(), confidence=c).report.band
        for c in (0.5, 0.99)
    )
    assert np.all(high.low <= low.low)
    assert np.any(high.high > low.high)


@pytest.mark.parametrize("display", DISPLAYS)
@pytest.mark.parametrize(
    ("proba", "y"),
    [(np.ones((2, 2)), ["a", "b", "a"]), (np.ones((2, 3)), ["a", "b"]), (np.ones((0, 2)), [])],
)
def test_predictions_that_do_not_fit_are_an_error(display, proba, y):
    with pytest.raises(InvalidInputError):
        display.from_predictions(proba, y)


@pytest.mark.parametrize("display", DISPLAYS)
def test_a_display_is_printed_by_its_name(display):
    proba, y = predictions()
    shown = repr(display.from_predictions(proba, y, name="ours"))
    assert shown.startswith(f"{display.__name__}(")
    assert "name='ours'" in shown
    assert len(shown) < 100


def test_displays_are_found_at_the_top():
    assert halfbayes.AccuracyCoverageDisplay is AccuracyCoverageDisplay
    assert halfbayes.ReliabilityDisplay is ReliabilityDisplay
