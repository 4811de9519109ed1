"""Text to be shown: what could change the screen or the order of reading becomes an escape.

Documents, names of columns and labels come from anywhere, and end in messages and reports.
"""

import re
from typing import Final

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

CUT: Final = "…"


def visible(text: str) -> str:
    r"""The text with control characters, turns of direction and half characters escaped.

    >>> visible("red \x1b[31m and \u202ereversed")
    'red \\x1b[31m and \\u202ereversed'
    """
    return HIDDEN.sub(_escaped, text)


def visible_line(text: str) -> str:
    r"""The same with ends of lines escaped: a name cannot begin a line of its own.

    >>> visible_line("spam\nall right")
    'spam\\nall right'
    """
    return visible(text).replace("\n", "\\n")


def excerpt(text: str, most: int) -> str:
    r"""The beginning of a text in one line of at most ``most`` characters.

    >>> excerpt("one\n  two three", 9)
    'one two…'
    """
    line = " ".join(text[: 8 * most].split())
    if len(line) <= most and len(text) <= 8 * most:
        return line
    begun = line[:most]
    whole = begun[: begun.rfind(" ")] if " " in begun[most // 2 :] else begun[: most - 1]
    return whole.rstrip() + CUT


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"  # noqa: PLR2004 (one byte)


__all__ = ["excerpt", "visible", "visible_line"]
