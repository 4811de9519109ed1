"""The text of HTML, for reading words only: tags, scripts, styles and comments left out.

One pass from left to right: what is never closed ends with the text, so hostile markup costs no
more than its length.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

TAG: Final = re.compile(r"<(?=[a-zA-Z/!?])")
TAG_END: Final = re.compile(">")
COMMENT_END: Final = re.compile("-->")
NUMBER: Final = re.compile("&#0*([0-9]{1,8})[0-9]*")
"""A character by its number; one of eight digits is none, however many follow."""

HIDDEN: Final = re.compile(r"<(script|style|title)\b", re.IGNORECASE)
HIDDEN_END: Final = {
    name: re.compile(f"</{name}[^<>]*>", re.IGNORECASE) for name in ("script", "style", "title")
}


def text_of_markup(markup: str) -> str:
    """Text a reader sees; tags become spaces.

    >>> text_of_markup("<p>Caf&eacute;<script>x < y</script> <b>noir</b><!-- no --> 1 < 2")
    'Café noir 1 < 2'
    """
    shown = "".join(_shown(markup))
    return " ".join(unescape(NUMBER.sub(r"&#\1", shown)).split())


def _shown(markup: str) -> Iterator[str]:
    place = 0
    while place < len(markup):
        tag = TAG.search(markup, place)
        if tag is None:
            yield markup[place:]
            return
        yield markup[place : tag.start()]
        yield " "
        end = _ending(markup, tag.start()).search(markup, tag.end())
        place = end.end() if end else len(markup)


def _ending(markup: str, start: int) -> re.Pattern[str]:
    """What ends the tag, comment or hidden element that begins at ``start``."""
    if markup.startswith("<!--", start):
        return COMMENT_END
    hidden = HIDDEN.match(markup, start)
    return HIDDEN_END[hidden[1].lower()] if hidden else TAG_END


__all__ = ["text_of_markup"]
