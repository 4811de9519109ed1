"""Shares: numbers between 0 and 1, of which a share in percent is none.

This module imports neither numpy nor scikit-learn: no ``--help`` has to wait for them.
"""

import re
from numbers import Real
from typing import Any, Final

from halfbayes.errors import InvalidParameterError

HUNDRED: Final = 100.0


def require_share(name: str, value: Any, *, ends: bool = False) -> float:
    """A number between 0 and 1, with these two only where ``ends`` says so.

    >>> require_share("accuracy", 0.95)
    0.95
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        raise InvalidParameterError(
            f"{name} must be a number between 0 and 1; got {value!r}, which is no number; "
            f"{share_advice(str(value))}"
        )
    share = float(value)
    if not (0.0 < share < 1.0 or (ends and share in {0.0, 1.0})):
        advice = share_advice(str(value))
        raise InvalidParameterError(f"{name} must be between 0 and 1; got {value!r}; {advice}")
    return share


def share_advice(text: str) -> str:
    """How a share should be written.

    >>> share_advice("90%"), share_advice("0.95"), share_advice("many")
    ('write 0.9 for 90 %', 'write 0.95', 'write a share such as 0.9')
    """
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)\s*(%?)", text.strip())
    number = float(match[1]) if match else 0.0
    in_percent = match is not None and match[2] == "%"
    if 0.0 < number < 1.0 and not in_percent:
        return f"write {number:.6g}"
    least = 0.0 if in_percent else 1.0
    if not least < number < HUNDRED:
        return "write a share such as 0.9"
    return f"write {number / HUNDRED:.6g} for {number:g} %"


__all__ = ["require_share", "share_advice"]
