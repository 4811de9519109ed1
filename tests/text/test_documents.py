"""Postings: what is a header, what is a UU-encoded block."""

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.text.documents import (
    Message,
    only_letters,
    split_message,
    without_headers,
    without_uuencoded,
)

names = st.from_regex(r"[A-Za-z][A-Za-z-]{0,8}", fullmatch=True).filter(
    lambda name: name.lower() != "subject"
)
values = st.from_regex(r"[a-z ]{0,12}", fullmatch=True)
headers = st.lists(st.tuples(names, values), max_size=4)
bodies = st.text(st.characters(codec="utf-8"), max_size=60)


def uuencoded(data: bytes, name: str = "cat.gif") -> str:
    chunks = [data[i : i + 45] for i in range(0, len(data), 45)]
    lines = [binascii.b2a_uu(chunk, backtick=True).decode() for chunk in chunks]
    return f"begin 644 {name}\n" + "".join(lines) + "`\nend\n"


@given(headers, values, headers, bodies)
def test_subject_and_body_come_back_from_any_posting(before, subject, after, body):
    lines = [f"{n}: {v}" for n, v in [*before, ("Subject", subject), *after]]
    message = split_message("\n".join(lines) + "\n\n" + body)
    assert message == Message(" ".join(subject.split()), body)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_ends_may_be_those_of_any_system(newline):
    text = newline.join(["From ann Mon", "Path: a!b", "Subject: on", "\t two lines", "", "Hi."])
    assert split_message(text) == Message("on two lines", "Hi.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Re: lunch",
        "Note: this\nis text\n\nreally",
        "plain\n\ntext",
        " Indented: no\n\nx",
        "\n\n",
    ],
)
def test_a_text_without_header_block_is_all_body(text):
    assert split_message(text) == Message("", text)


def test_a_posting_without_subject_has_an_empty_one():
    assert split_message("From: a\n\nbody") == Message("", "body")
    assert without_headers("From: a\n\nbody") == "body"


@given(st.binary(min_size=1, max_size=400), bodies, bodies)
def test_an_encoded_file_is_removed_and_nothing_else(data, before, after):
    before, after = without_uuencoded(before), without_uuencoded(after)
    # Lines of the text that look like data, next to the block, cannot be told from it.
    before, after = before + "\nText before.\n", "Text after.\n" + after
    assert without_uuencoded(before + uuencoded(data) + after) == before + after


def test_a_later_part_without_begin_is_removed():
    data = "".join(uuencoded(bytes(range(200))).splitlines(keepends=True)[1:])
    assert without_uuencoded("part 2/3\n" + data + "bye\n") == "part 2/3\nbye\n"


def test_ordinary_sentences_stay():
    text = "begin with 644 words\nMary had a lamb.\nMMMM\nend\nbegin 644 words or so\nThe end\n"
    assert without_uuencoded(text) == text


def test_only_letters_remain():
    assert only_letters("Año 1993_x").split() == ["Año", "x"]
