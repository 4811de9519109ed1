import numpy as np
from hypothesis import given
from hypothesis.extra.numpy import arrays

from halfbayes.experiments.picture import (
    image_array,
    image_text,
    new_figure,
    panels,
    write_picture,
)

LEVELS = arrays(np.uint8, (3, 4))


@given(LEVELS)
def test_an_image_is_read_as_it_was_written(levels):
    image = levels / 255.0
    assert (image_array(image_text(image), 4) == image).all()


def test_the_same_figure_gives_the_same_file(tmp_path):
    for name in ("a", "b"):
        figure = new_figure(3.0, 2.0)
        axes = panels(figure, 2, columns=3)
        assert len(axes) == 2
        axes[0].plot([0, 1], [1, 0])
        write_picture(figure, tmp_path / f"{name}.svg", tmp_path / f"{name}.png")
    for suffix in ("svg", "png"):
        one, other = ((tmp_path / f"{name}.{suffix}").read_bytes() for name in "ab")
        assert one == other


def test_panels_that_are_not_needed_are_hidden():
    figure = new_figure(3.0, 2.0)
    assert len(panels(figure, 4, columns=3)) == 4
    assert [axes.axison for axes in figure.axes] == [True] * 4 + [False] * 2
