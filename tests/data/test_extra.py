import pytest

from halfbayes.data.extra import arrow_module
from halfbayes.errors import MissingExtraError


def test_a_package_that_is_there_is_imported():
    assert arrow_module("pyarrow", "Parquet").__name__ == "pyarrow"


def test_a_package_that_is_missing_is_named_with_the_command_that_installs_it():
    with pytest.raises(MissingExtraError, match=r"pip install 'halfbayes\[files\]'"):
        arrow_module("pyarrow_of_another_name", "Parquet")
