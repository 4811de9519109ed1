import re
import sys
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from report.samples import HOSTILE, findings, sorting

from halfbayes.errors import MissingExtraError
from halfbayes.report.findings import ClassRow, Confusions, Findings
from halfbayes.report.page import Page

OURS = Page().html(findings())


class Elements(HTMLParser):
    """Every element of a page with its attributes, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.found]


def test_the_same_findings_give_the_same_bytes():
    assert Page().html(findings()) == OURS


def test_every_section_is_there():
    for title in (
        "How many can be labelled automatically",
        "What more labels would bring",
        "Whether its probabilities mean what they say",
        "Which classes are taken for which",
        "What it looks at",
        "Why: some documents",
        "Documents unlike the others",
        "Labels to check again",
        "Class by class",
        "Data and settings",
    ):
        assert f">{title}</h2>" in OURS


def test_what_was_not_found_has_no_section():
    page = Page().html(Findings(documents=0, left_out=("No document has a label.",)))
    assert "<svg" not in page
    assert "<article" not in page
    assert "No document has a label." in page


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_and_names_change_no_element(text):
    page = Page().html(findings(text=text[:5000], name=text[:60]))
    page.encode("utf-8")
    hostile, ours = Elements(page), Elements(OURS)
    assert hostile.tags == ours.tags
    names = [sorted(attributes) for _, attributes in hostile.found]
    assert names == [sorted(attributes) for _, attributes in ours.found]
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202e\u2066\u200f]", page)


def test_the_policy_allows_this_style_and_this_script_and_nothing_else():
    (policy,) = [
        attributes["content"]
        for tag, attributes in Elements(OURS).found
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert "http" not in policy
    for tag in ("style", "script"):
        (content,) = re.findall(f"<{tag}>(.*?)</{tag}>", OURS, re.DOTALL)
        digest = b64encode(sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


def test_nothing_is_referred_to_outside_the_page():
    attributes = [pair for _, found in Elements(OURS).found for pair in found.items()]
    leading = [
        value for name, value in attributes if name in {"src", "href", "srcset", "action"}
    ]
    assert leading == ["data:,"]
    assert not [name for name, _ in attributes if name.startswith("on") or name == "style"]
    assert "url(" not in OURS
    assert "@import" not in OURS


def test_many_classes_fold_into_the_worst_pairs():
    many = Confusions(tuple(f"class {k}" for k in range(30)), (), (("class 1", "class 2", 5),))
    page = Page().html(findings(confusions=many))
    assert 'class="confusions"' not in page
    assert "There are 30 classes" in page


def test_the_page_says_whether_new_documents_are_sorted():
    assert "Checked documents by where they go" in OURS
    assert "New documents by where" in Page().html(findings(sorting=sorting(are_new=True)))


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'halfbayes\[report\]'"):
        Page()


def test_sections_with_nothing_to_say_are_left_out():
    textless = findings(classes=(ClassRow("law", 30, 22, 20, 4, ()),))
    page = Page().html(textless)
    assert "What points to a class" not in page
    assert "The say of each part" in page
    assert "What it looks at" not in Page().html(replace(textless, regions=()))
    few = replace(textless, novelty=replace(textless.novelty, errors=()))
    page = Page().html(few)
    assert "a fifth each" not in page
    assert "least typical fifth" not in page
    assert "The least typical training documents" in page


def test_where_nothing_is_promised_no_promise_is_explained():
    assert "Each accuracy is promised with" in OURS
    page = Page().html(findings(sorting=sorting(holds=False)))
    assert "romised with 95" not in page.replace("can be promised with 95", "")


def test_documents_are_called_as_they_are_named():
    for name in ("document 3", "document 7", "document 9"):
        assert f">{name}</span>" in OURS
