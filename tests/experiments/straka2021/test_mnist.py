import numpy as np
import pytest
from experiments.numbers import summary_of

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
