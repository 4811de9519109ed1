"""The page as a browser shows it."""

import base64
import time

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from halfbayes import DocumentClassifier

OVERFLOW = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


def told(browser) -> tuple[str, str, int]:
    """What the slider shows: the accuracy, the sentence, documents for a person."""
    shown = browser.run(
        "return ['asked-value', 'told'].map(id => document.getElementById(id).textContent)"
    )
    person = browser.run("return document.querySelector('[data-person]').textContent")
    return shown[0], shown[1], int(person.replace(",", ""))


def moved_to(browser, place: int) -> None:
    browser.run(
        "const s = document.getElementById('asked'); s.value = arguments[0];"
        "s.dispatchEvent(new Event('input'))",
        place,
    )


def test_nothing_is_fetched_and_nothing_is_complained_of(browser, report):
    browser.open(report)
    assert browser.run("return document.readyState") == "complete"
    own = ("data:", "chrome://")  # what Chromium has in itself, its first empty tab among it
    fetched = {url for url in browser.requests() if not url.startswith(own)}
    assert fetched == {report.as_uri()}
    assert browser.log("browser") == []


def test_the_slider_works_by_keyboard(browser, report):
    browser.open(report)
    slider = browser.driver.find_element(By.ID, "asked")
    assert slider.is_displayed()
    before = told(browser)
    assert before[0] == "70\xa0%"
    slider.send_keys(Keys.ARROW_LEFT)
    assert told(browser)[0] == "69\xa0%"
    assert slider.get_attribute("aria-valuetext") == "69\xa0%"
    slider.send_keys(Keys.END)
    assert told(browser)[0] == "99\xa0%"
    assert "goes to a person" in told(browser)[1]
    assert told(browser)[2] == 120


def test_the_slider_works_by_mouse(browser, report):
    browser.open(report)
    before = told(browser)
    slider = browser.driver.find_element(By.ID, "asked")
    slider.click()  # in the middle
    after = told(browser)
    assert after[0] in {"74\xa0%", "75\xa0%"}
    assert after != before


def test_every_document_goes_somewhere_wherever_the_slider_stands(browser, report):
    browser.open(report)
    for place in range(0, 50, 7):
        moved_to(browser, place)
        piles = browser.run(
            "return [...document.querySelectorAll('[data-pile]')].map(c => +c.textContent)"
        )
        assert sum(piles) + told(browser)[2] == 120
        widths = browser.run(
            "return [...document.querySelectorAll('.piles .value')]"
            ".map(r => +r.getAttribute('width'))"
        )
        assert sum(widths) == pytest.approx(100.0, abs=0.1)


def test_the_page_before_the_script_says_what_the_script_says(browser, report):
    browser.open(report)
    after = told(browser)
    browser.ask("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(report)
        slider = browser.driver.find_element(By.ID, "asked")
        assert not slider.is_displayed()
        sentence = browser.driver.find_element(By.ID, "told").text
        assert sentence.replace("\xa0", " ") == after[1].replace("\xa0", " ")
    finally:
        browser.ask("Emulation.setScriptExecutionDisabled", value=False)


def test_hostile_documents_stay_text(browser, report):
    browser.open(report)
    assert browser.run("return window.hacked") is None
    assert browser.run("return document.scripts.length") == 1
    strange = "article script, article img, td img, td script, main a, main iframe"
    assert browser.run("return document.querySelectorAll(arguments[0]).length", strange) == 0
    text = browser.run("return document.body.textContent")
    assert "<script>window.hacked = 1</script>" in text
    assert "law <b>" in text
    assert "\\u202e" in text
    assert "\\x00" in text
    assert "\\ud83d" in text


def test_the_policy_stops_what_an_attacker_would_write(browser, report, tmp_path):
    added = (
        "<main><script>window.hacked = 1</script>"
        "<img src='nowhere.png' onerror='window.hacked = 2'>"
        "<iframe src='https://example.org/'></iframe><p style='color: red' id=red>x</p>"
    )
    page = tmp_path / "attacked.html"
    page.write_text(report.read_text("utf-8").replace("<main>", added), "utf-8")
    browser.open(page)
    assert browser.run("return window.hacked") is None
    assert browser.log("browser") != []
    assert told(browser)[0] == "70\xa0%"  # what is ours still runs
    assert [url for url in browser.requests() if url.startswith("https:")] == []


@pytest.mark.parametrize("width", [320, 360, 390, 768, 1280])
def test_nothing_is_wider_than_the_screen(browser, report, width):
    browser.open(report, width=width)
    assert browser.run("return innerWidth") == width
    assert browser.run(OVERFLOW) == 0


def test_a_dark_page_is_dark_and_can_be_read(browser, report):
    colours = []
    for scheme in ("light", "dark"):
        browser.open(report, prefers_color_scheme=scheme)
        style = "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]"
        colours.append([brightness(colour) for colour in browser.run(style)])
    (light_paper, light_ink), (dark_paper, dark_ink) = colours
    assert light_paper - light_ink > 180
    assert dark_ink - dark_paper > 180


def brightness(colour: str) -> float:
    parts = colour.removeprefix("rgb(").removesuffix(")").split(",")
    return sum(map(float, parts)) / 3


def test_paper_shows_every_number_and_no_slider(browser, report):
    browser.open(report)
    browser.ask("Emulation.setEmulatedMedia", media="print", features=[])
    hidden = "return getComputedStyle(document.querySelector('.asked')).display"
    assert browser.run(hidden) == "none"
    shown = "return [...document.querySelectorAll('details table')].map(t => t.offsetHeight)"
    assert min(browser.run(shown)) > 0
    printed = base64.b64decode(browser.ask("Page.printToPDF", preferCSSPageSize=True)["data"])
    assert printed.startswith(b"%PDF")


def _told(browser):
    """Roles and names of what a screen reader finds."""
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in browser.ask("Accessibility.getFullAXTree")["nodes"]
        if not node.get("ignored")
    ]


def test_charts_and_controls_have_names_for_those_who_listen(browser, report):
    browser.open(report)
    drawn = browser.run("return document.querySelectorAll('svg[role=img]').length")
    for _ in range(100):  # the browser builds the tree in its own time
        named = _told(browser)
        charts = [name for role, name in named if role in {"image", "img", "graphics-document"}]
        if len(charts) == drawn:
            break
        time.sleep(0.1)
    assert len(charts) == drawn
    assert all(charts)
    (slider,) = [name for role, name in named if role == "slider"]
    assert slider.startswith("Of the automatic labels")


def test_a_card_shows_hostile_names_as_text(browser, tmp_path):
    names = ["<img src=x onerror='window.hacked = 4'>", "<script>window.hacked = 5</script>"]
    model = DocumentClassifier().fit(["a b", "c d", "a e", "c f"], [*names, *names])
    page = tmp_path / "card.html"
    page.write_text(f"<!DOCTYPE html><meta charset=utf-8>{model._repr_html_()}", "utf-8")
    browser.open(page)
    assert browser.run("return window.hacked") is None
    assert names[0] in browser.run("return document.body.textContent")
