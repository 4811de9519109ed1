import numpy as np
import pytest
from experiments.numbers import summary_of

import halfbayes
from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.picture import image_array
from halfbayes.experiments.straka2021 import mnist


@pytest.fixture(scope="module")
def digits(tmp_path_factory):
    """Ten bright bars, one for each digit, with noise."""
    folder = tmp_path_factory.mktemp("mnist")
    rng = np.random.default_rng(0)
    y = np.arange(120) % 10
    x = rng.integers(0, 60, size=(120, 28, 28))
    for image, digit in zip(x, y, strict=True):
        image[2 * digit : 2 * digit + 4, 4:24] += 180
    split = np.where(np.arange(120) < 80, "train", "test")
    np.savez(folder / mnist.FILE, x=x.reshape(120, 784).astype(np.uint8), y=y, split=split)
    return folder


@pytest.fixture(scope="module")
def summary(digits):
    found = [
        one
        for task in mnist.tasks(quick=True)
        for one in mnist.run({**task.settings, "training": 80}, digits)
    ]
    return summary_of(*found)


def test_means_are_the_means_of_the_digit(summary, digits):
    images = mnist.load_images(digits, 80)
    expected = images.X[images.y == 3].mean(axis=0).reshape(28, 28)
    found = image_array(summary.find("3", mnist.MEANS).image, 28)
    assert found == pytest.approx(expected, abs=0.5 / 255 + 1e-9)  # grey has 256 levels


def test_probabilities_are_shares_of_images_with_the_pixel_on(summary, digits):
    images = mnist.load_images(digits, 80)
    on = (images.X[images.y == 3] > 0.5).sum(axis=0)
    expected = ((on + 1) / (8 + 2)).reshape(28, 28)
    found = image_array(summary.find("3", mnist.BERNOULLI).image, 28)
    assert found == pytest.approx(expected, abs=0.5 / 255 + 1e-9)


def test_deviations_are_roots_of_variances_relative_to_the_largest(summary, digits):
    images = mnist.load_images(digits, 80)
    by_digit = [images.X[images.y == digit] for digit in range(10)]
    squares = np.array([len(X) * X.var(axis=0) for X in by_digit])
    pooled = (squares.sum(axis=0) + images.X.var(axis=0)) / (len(images.y) + 1)
    expected = np.sqrt((squares + pooled) / (8 + 1))  # one pseudo-document of the pooled one
    expected /= expected.max()
    for digit in (3, 8):
        found = image_array(summary.find(str(digit), mnist.DEVIATIONS).image, 28)
        assert found.ravel() == pytest.approx(expected[digit], abs=0.5 / 255 + 1e-6)


def test_multinomial_pictures_are_brightest_where_most_of_the_digit_is(summary, digits):
    images = mnist.load_images(digits, 80)
    grey = 1.0 + images.X[images.y == 3].sum(axis=0)  # one is added to every count
    found = image_array(summary.find("3", mnist.MULTINOMIAL).image, 28)
    assert found.ravel() == pytest.approx(grey / grey.max(), abs=0.5 / 255 + 1e-9)


def test_every_picture_is_drawn_in_its_place_and_deviations_are_green(summary):
    axes = np.reshape(mnist.draw(summary).axes, (5, 10))
    for digit in (0, 7):
        shown = [np.asarray(place.images[0].get_array()) for place in axes[:, digit]]
        for name, picture in zip(mnist.PICTURES, shown, strict=False):
            expected = image_array(summary.find(str(digit), name).image, 28)
            np.testing.assert_array_equal(picture, expected)
        means, deviations, *_, colours = shown
        for channel, expected in enumerate((means, deviations, means)):
            np.testing.assert_array_equal(colours[..., channel], expected)


def test_what_is_no_digit_has_the_pixels_of_the_digit_in_another_order(digits, monkeypatch):
    images = mnist.load_images(digits, 80)
    asked = []

    def seen(_, X):
        asked.append(X)
        return X.sum(axis=1)

    monkeypatch.setattr(halfbayes.MultinomialNaiveBayes, "log_evidence", seen)
    found = {one.row: one.value for one in mnist.multinomial(images)}
    real, shuffled = asked
    np.testing.assert_array_equal(real, images.X_new)
    np.testing.assert_array_equal(np.sort(shuffled, axis=1), np.sort(real, axis=1))
    assert (shuffled != real).any(axis=1).all()
    # The sum of all pixels cannot tell them apart, but for its rounding.
    assert found[mnist.ODD] == pytest.approx(0.5, abs=0.02)


def test_every_model_has_an_error_and_the_claims_are_judged(summary):
    assert summary.mean(mnist.ERROR, mnist.LOGISTIC) < 0.1
    assert summary.mean(mnist.ERROR, "halfbayes") < 0.5
    claims = mnist.claims(summary)
    assert claims["outliers"].holds
    assert set(claims) == {"discriminative", "outliers"}
    assert len(mnist.draw(summary).axes) == 50


def test_a_missing_file_says_what_is_expected(tmp_path):
    with pytest.raises(MissingCorpusError, match="MNIST"):
        mnist.load_images(tmp_path, 5)
