"""Mails: mbox files and single messages, their subject and body as columns of text.

A message is never trusted: headers that cannot be decoded stay as they are, unknown character
sets are read as Latin-1, broken encodings give what can be read of them. The body is all parts
of plain text that are no attachments, or else the text of the HTML parts. A message that cannot
be taken apart is set aside.
"""

import codecs
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from typing import Any, Final

from halfbayes.data.markup import text_of_markup
from halfbayes.data.sheets import BadRow, Origin, Sheet
from halfbayes.errors import InvalidInputError

TEXT: Final = ("subject", "body")
HEADERS: Final = ("from", "date", "subject")
NAMES_ONLY: Final = frozenset({"idna", "punycode"})
"""Encodings for names of hosts: texts in them take the square of their length to read."""


def read_mbox(data: bytes, name: str) -> Sheet:
    r"""The messages of an mbox file, in their order.

    >>> data = b"From a@b Mon\nSubject: one\n\nfirst\n\nFrom c@d Tue\n\n>From me\n"
    >>> read_mbox(data, "in.mbox").columns["body"]
    ['first', 'From me']
    """
    messages = list(_split(data))
    if not messages:
        raise InvalidInputError(
            f"{name} is no mbox file: it must begin with a line 'From ...'; "
            "save it again, or name single messages .eml"
        )
    return _sheet(messages, name, "message")


def read_message(data: bytes, name: str) -> Sheet:
    """One message as a table of one row."""
    return _sheet([data], name, "message")


def _sheet(messages: list[bytes], name: str, unit: str) -> Sheet:
    origin = Origin(name, unit)
    rows: list[tuple[int, dict[str, str]]] = []
    bad: list[BadRow] = []
    for number, data in enumerate(messages, 1):
        try:
            rows.append((number, _row(data)))
        except Exception as error:  # whatever the parser of mails fails with on hostile ones
            bad.append(BadRow(origin, number, _reason(error), data.decode("latin-1")))
    columns: dict[str, list[Any]] = {"file": [name] * len(rows)}
    columns |= {key: [row[key] for _, row in rows] for key in (*HEADERS, "body")}
    return Sheet(
        columns=columns,
        numbers=[number for number, _ in rows],
        origins=[origin] * len(rows),
        bad=tuple(bad),
        text=TEXT,
    )


def _split(data: bytes) -> Iterator[bytes]:
    """Messages between lines that begin with From and follow a blank line or nothing."""
    message: list[bytes] | None = None
    after_blank = True
    for line in data.splitlines(keepends=True):
        if after_blank and line.startswith(b"From "):
            if message is not None:
                yield b"".join(message)
            message = []
        elif message is not None:
            message.append(line[1:] if _is_escaped(line) else line)
        after_blank = not line.strip(b"\r\n")
    if message is not None:
        yield b"".join(message)


def _is_escaped(line: bytes) -> bool:
    return line.startswith(b">") and line.lstrip(b">").startswith(b"From ")


def _row(data: bytes) -> dict[str, str]:
    message = message_from_bytes(data)
    row = {name: _header(message, name) for name in HEADERS}
    parts = [part for part in message.walk() if part.get_content_maintype() == "text"]
    shown = [part for part in parts if part.get_content_disposition() != "attachment"]
    plain = [part for part in shown if part.get_content_subtype() != "html"]
    bodies = [_text(part) for part in plain] or [text_of_markup(_text(part)) for part in shown]
    return row | {"body": "\n".join(body.strip() for body in bodies)}


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "the message is nested too deeply"
    return f"the message cannot be taken apart ({type(error).__name__}: {error})"


def _header(message: Message, name: str) -> str:
    value = str(message.get(name) or "")
    try:
        parts = decode_header(value)
        if not any(_is_for_names(charset) for _, charset in parts if charset):
            value = str(make_header(parts))
    except (HeaderParseError, LookupError, ValueError):
        pass
    return " ".join(value.split())


def _text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset("utf-8")
    try:
        return data.decode("latin-1" if _is_for_names(charset) else charset)
    except (LookupError, ValueError):
        return data.decode("latin-1")


def _is_for_names(charset: str) -> bool:
    try:
        return codecs.lookup(charset).name in NAMES_ONLY
    except LookupError:
        return False


__all__ = ["read_mbox", "read_message"]
