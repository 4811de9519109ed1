r"""Parts of a mail or news posting: headers, subject, body, UU-encoded blocks.

A header block (RFC 5322, RFC 1036) is the lines ``Name: value`` and their continuations (lines
that begin with a blank) at the very start, up to the first empty line; an mbox ``From`` line
may come first. Without that empty line there is none: "Re: lunch" is a text.

A UU-encoded block is ``begin 644 name``, lines of data and ``end``; later parts of a split file
have only lines of data, so three or more full lines (61 characters, the first ``M``) in a row
are a block too.
"""

import re
from typing import Final, NamedTuple

_NEWLINE = r"(?:\r\n|\r|\n)"
_HEADERS: Final = re.compile(
    rf"(?:From [^\r\n]*{_NEWLINE})?"
    rf"(?:[!-9;-~]+:[^\r\n]*{_NEWLINE}(?:[ \t]+[^\r\n]*{_NEWLINE})*)+{_NEWLINE}"
)
_SUBJECT: Final = re.compile(
    rf"^subject:[ \t]*([^\r\n]*(?:{_NEWLINE}[ \t]+[^\r\n]*)*)", re.IGNORECASE | re.MULTILINE
)
_UU_BEGIN: Final = re.compile(r"begin [0-7]{3,4} \S")
_UU_LINE: Final = re.compile(r"[ -`]+")
_FULL_LINE: Final = re.compile(r"M[ -`]{60}")
_FEWEST_LINES: Final = 3


class Message(NamedTuple):
    """The two regions of a posting."""

    subject: str
    body: str


def split_message(text: str) -> Message:
    r"""Subject line and body; every other header is dropped.

    >>> split_message("From: ann\nSubject: Re: a\n test\n\nHello.")
    Message(subject='Re: a test', body='Hello.')
    >>> split_message("Just text: no headers.")
    Message(subject='', body='Just text: no headers.')
    """
    headers = _HEADERS.match(text)
    if headers is None:
        return Message("", text)
    subject = _SUBJECT.search(headers.group())
    folded = subject.group(1) if subject else ""
    return Message(" ".join(folded.split()), text[headers.end() :])


def without_headers(text: str) -> str:
    r"""The body.

    >>> without_headers("Subject: hi\n\nHello.")
    'Hello.'
    """
    return split_message(text).body


def without_uuencoded(text: str) -> str:
    r"""The text without UU-encoded blocks.

    >>> without_uuencoded("Here:\nbegin 644 cat.txt\n#0V%T\n`\nend\nBye.")
    'Here:\nBye.'
    """
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    at = 0
    while at < len(lines):
        end = _block_end(lines, at)
        if end == at:
            kept.append(lines[at])
            end += 1
        at = end
    return "".join(kept)


def only_letters(text: str) -> str:
    """The text with all but letters made blanks.

    >>> only_letters("It's 1993_now")
    'It s      now'
    """
    return re.sub(r"[\W\d_]", " ", text)


def _block_end(lines: list[str], start: int) -> int:
    """One past the UU-encoded block that starts at this line; the line itself if none does."""
    at = start
    if _UU_BEGIN.match(lines[at]):
        at += 1
        while at < len(lines) and _is_data(lines[at]):
            at += 1
        ended = at < len(lines) and lines[at].strip() == "end"
        return at + ended if at > start + 1 or ended else start
    while at < len(lines) and _FULL_LINE.fullmatch(lines[at].rstrip("\r\n")):
        at += 1
    if at - start < _FEWEST_LINES:
        return start
    while at < len(lines) and _is_data(lines[at]):
        at += 1
    return at + (at < len(lines) and lines[at].strip() == "end")


def _is_data(line: str) -> bool:
    """Whether the first character tells the length of the rest (blanks may be lost)."""
    line = line.rstrip("\r\n")
    if not line or not _UU_LINE.fullmatch(line):
        return False
    n_bytes = (ord(line[0]) - ord(" ")) % 64
    n_characters = -(-n_bytes // 3) * 4
    return len(line) - 1 <= n_characters + 1 and len(line.rstrip()) - 1 >= n_characters * 3 // 4


__all__ = ["Message", "only_letters", "split_message", "without_headers", "without_uuencoded"]
