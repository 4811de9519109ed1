import inspect

import pytest

from halfbayes import errors


def classes() -> list[type]:
    return [member for _, member in inspect.getmembers(errors, inspect.isclass)]


@pytest.mark.parametrize("error", classes(), ids=lambda error: error.__name__)
def test_every_error_is_under_the_root_exported_and_in_the_picture(error):
    assert issubclass(error, errors.HalfbayesError)
    assert error.__name__ in errors.__all__
    assert error.__name__ in errors.__doc__


@pytest.mark.parametrize("error", classes(), ids=lambda error: error.__name__)
def test_the_built_in_error_in_the_picture_is_a_base(error):
    (line,) = [
        line for line in errors.__doc__.splitlines() if f" {error.__name__} " in f"{line} "
    ]
    if "(" in line:
        name = line.partition("(")[2].partition(")")[0]
        assert issubclass(error, getattr(__import__("builtins"), name))
