from importlib import import_module

import pytest

from halfbayes.errors import MissingExtraError
from halfbayes.evaluate.extra import for_pictures


def test_a_package_that_is_there_is_imported():
    with for_pictures():
        found = import_module("matplotlib")
    assert found.__name__ == "matplotlib"


def test_a_package_that_is_missing_is_named_with_the_command_that_installs_it():
    expected = r"pictures need matplotlib.*pip install 'halfbayes\[report\]'"
    with pytest.raises(MissingExtraError, match=expected), for_pictures():
        import_module("matplotlib_of_another_name")
