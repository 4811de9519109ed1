"""Text to be shown: what could change the screen or the order of reading becomes an escape.

Documents, names of columns and labels come from anywhere, and end in messages and reports.
"""

import re
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""The text with control characters, turns of direction and half characters escaped.

    >>> visible("red \x1b[31m and \u202ereversed")
    'red \\x1b[31m and \\u202ereversed'
    """
    return HIDDEN.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 (one byte)


__all__ = ["visible"]
