import pytest

from halfbayes.classifier.asked import Asked
from halfbayes.errors import InvalidParameterError


@pytest.mark.parametrize(
    "wrong",
    [
        {"accuracy": 1.0},
        {"accuracy": 0.0},
        {"accuracy": "0.9"},
        {"accuracy": None},
        {"confidence": 1.2},
        {"novelty": 0.0},
    ],
)
def test_shares_outside_zero_and_one_are_an_error(wrong):
    with pytest.raises(InvalidParameterError, match=next(iter(wrong))):
        Asked(**wrong)
