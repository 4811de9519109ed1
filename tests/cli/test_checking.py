import pytest

from halfbayes.cli.checking import plan
from halfbayes.errors import InvalidInputError


def test_a_plan_says_what_it_needs(model):
    with pytest.raises(InvalidInputError, match="name the table of documents"):
        plan({"model": str(model), "table": None, "number": None})
