import mailbox
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.mail import read_mbox, read_message
from halfbayes.errors import InvalidInputError

LONG = b"caf-" + b"9a" * 100_000


def message(subject: str, body: str, **parts: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "Ann <ann@example.org>", subject
    mail.set_content(body)
    if "html" in parts:
        mail.add_alternative(parts["html"], subtype="html")
    if "attached" in parts:
        mail.add_attachment(parts["attached"], filename="a.txt")
    return mail


def only_row(data: bytes) -> dict[str, str]:
    sheet = read_message(data, "a.eml")
    assert sheet.n_rows == 1
    return {name: cells[0] for name, cells in sheet.columns.items()}


def test_subject_and_body_are_the_columns_of_text():
    mail = message("Grüße", "Plain – text\n", html="<b>Rich</b>", attached="secret")
    row = only_row(bytes(mail))
    assert row["subject"] == "Grüße"
    assert row["body"] == "Plain – text"
    assert row["from"] == "Ann <ann@example.org>"
    assert read_message(bytes(mail), "a.eml").text == ("subject", "body")


def test_without_plain_text_the_html_is_read():
    mail = EmailMessage()
    mail.set_content("<p>Only <i>rich</i></p><script>x()</script>", subtype="html")
    assert only_row(bytes(mail))["body"] == "Only rich"


def test_an_mbox_of_the_standard_library_is_read_back(tmp_path):
    box = mailbox.mbox(tmp_path / "in.mbox")
    bodies = ["first", "From the start\n\nFrom here on", "last"]
    for number, body in enumerate(bodies):
        box.add(message(f"mail {number}", body))
    box.close()
    sheet = read_mbox((tmp_path / "in.mbox").read_bytes(), "in.mbox")
    assert sheet.columns["subject"] == ["mail 0", "mail 1", "mail 2"]
    assert sheet.columns["body"] == bodies
    assert sheet.place(2) == "message 3 of in.mbox"


@given(st.lists(st.binary(max_size=80), min_size=1, max_size=4))
def test_any_bytes_are_a_mail(parts):
    only_row(b"\n".join(parts))
    read_mbox(b"From x\n" + b"\n\nFrom y\n".join(parts), "a.mbox")


@pytest.mark.parametrize(
    "head",
    [
        b"Subject: =?utf-8?b?!!!?=",
        b"Subject: =?no-such-charset?q?caf=E9?=",
        b"Subject: =?utf-8?q?=ff=fe?=",
        b"Subject: \xff\xfe raw bytes",
        b"Content-Type: text/plain; charset=no-such",
        b"Content-Type: text/plain; charset*=unknown'x'%ff",
        b"Content-Transfer-Encoding: base64",
        b"Content-Transfer-Encoding: nonsense",
        b"Content-Type: multipart/mixed",
        b"Content-Type: multipart/mixed; boundary=\x00",
        b"Content-Type: ;;;",
        b"Content-Disposition: \xff",
        b": no name",
        b"Subject: a\n Subject:\n\tfolded",
    ],
)
def test_hostile_mails_are_read_as_far_as_they_can_be(head):
    row = only_row(head + b"\n\nbody \xe9\xff text\n")
    assert all(isinstance(cell, str) for cell in row.values())


def test_mails_nested_too_deeply_are_set_aside_not_fatal():
    head = b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n"
    deep = b"".join(head % (i, i) for i in range(3000)) + b"\nend\n"
    sheet = read_mbox(b"From a\n" + deep + b"\nFrom b\n\nshallow\n", "a.mbox")
    assert sheet.n_rows + len(sheet.bad) == 2
    assert sheet.columns["body"][-1] == "shallow"


def test_a_mail_the_parser_fails_on_is_set_aside_with_the_reason():
    hostile = b"Content-Type: text/plain; charset*=x; charset*1*=q\n\nhello\n"
    sheet = read_mbox(b"From a\n" + hostile + b"\nFrom b\n\nplain\n", "a.mbox")
    assert sheet.columns["body"] == ["plain"]
    (bad,) = sheet.bad
    assert bad.number == 1
    assert bad.reason.startswith("the message cannot be taken apart (TypeError: ")
    assert "hello" in bad.text


def test_html_with_numbers_of_thousands_of_digits_is_read():
    data = b"Content-Type: text/html\n\none &#" + b"1" * 5000 + b"; two\n"
    assert only_row(data)["body"] == "one \ufffd two"


@pytest.mark.parametrize("charset", [b"punycode", b"PunyCode", b"idna"])
def test_encodings_for_names_are_not_read_as_such(charset):
    body = only_row(b"Content-Type: text/plain; charset=" + charset + b"\n\n" + LONG)["body"]
    subject = only_row(b"Subject: =?" + charset + b"?q?" + LONG + b"?=\n\n")["subject"]
    assert body == LONG.decode()
    assert LONG.decode() in subject


def test_what_is_no_mbox_is_refused():
    with pytest.raises(InvalidInputError, match="is no mbox file"):
        read_mbox(b"hello\n", "a.mbox")
