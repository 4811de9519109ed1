"""What the documents say is true: their programs run, and they leave nothing public out."""

import ast
import re
from pathlib import Path

import click
import pytest

import halfbayes
from halfbayes import errors
from halfbayes.cli.root import COMMANDS, main

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    *sorted(path for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts),
]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PRINTED = re.compile(r"^```python\n(.*?)^```\n+^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(page: Path) -> list[str]:
    return BLOCK.findall(page.read_text("utf-8"))


def title(page: Path) -> str:
    return str(page.relative_to(ROOT))


WITH_PROGRAMS = [page for page in PAGES if programs(page)]


@pytest.mark.parametrize("page", WITH_PROGRAMS, ids=title)
def test_the_programs_of_a_page_run_and_print_what_it_says(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    expected = dict(PRINTED.findall(page.read_text("utf-8")))
    names = {"__name__": "__main__"}
    for program in programs(page):
        exec(compile(program, title(page), "exec"), names)
        printed = capsys.readouterr().out
        assert printed == expected.get(program, printed)


def test_the_readme_has_a_program_of_ten_lines_and_shows_a_picture_that_exists():
    readme = (ROOT / "README.md").read_text("utf-8")
    assert any(len(program.splitlines()) <= 10 for program in programs(ROOT / "README.md"))
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", readme, re.DOTALL)
    assert pictures
    assert all((ROOT / picture).exists() for picture in pictures)


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_to_files_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


WRITTEN_BY_PROGRAMS = {"docs/benchmarks.md", "docs/papers.md", "docs/reference/commands.md"}
WRITTEN_BY_HAND = [page for page in PAGES if title(page) not in WRITTEN_BY_PROGRAMS]


@pytest.mark.parametrize("page", WRITTEN_BY_HAND, ids=title)
def test_no_page_says_the_same_twice(page):
    lines = page.read_text("utf-8").splitlines()
    prose = [line for line in lines if len(line) >= 60 and not line.startswith(("|", "    "))]
    assert sorted(prose) == sorted(set(prose))


PATHS = r"`[\w/]+\.\w+`(?:, `[\w/]+\.\w+`)*"
STEP = re.compile(rf"^\| .+? \| ({PATHS}) \| (.*?) ?\|$", re.MULTILINE)


def names_of(module: Path) -> set[str]:
    """Functions, classes and, after a point, their methods."""
    names = set()
    for node in ast.parse(module.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
            names |= {f"{node.name}.{method.name}" for method in methods}
    return names


def test_the_way_of_a_document_leads_through_what_is_there():
    design = (ROOT / "docs" / "design.md").read_text("utf-8")
    steps = STEP.findall(design)
    assert len(steps) > 20
    rows = [line for line in design.splitlines() if re.search(r"\| `[\w/]+\.(py|cpp)`", line)]
    assert len(rows) == len(steps)
    for paths, told in steps:
        modules = [ROOT / "src" / "halfbayes" / path for path in re.findall(r"`(.+?)`", paths)]
        assert all(module.exists() for module in modules), paths
        there = [names_of(module) for module in modules if module.suffix == ".py"]
        missing = set(re.findall(r"`([\w.]+)`", told)) - set().union(*there)
        assert not missing, f"{paths} has no {missing}"


FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)


def formulas(page: Path) -> list[str]:
    text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    return [block or line for block, line in FORMULA.findall(text)]


def test_every_formula_can_be_drawn_without_a_network(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    mathml = __import__("mathml").mathml
    drawn = [mathml(formula) for page in PAGES for formula in formulas(page)]
    assert len(drawn) > 100
    assert all(one.startswith("<math") for one in drawn)
    with pytest.raises(ValueError, match="other commands"):
        mathml(r"\nosuchcommand x")


def test_every_command_and_option_is_in_the_reference():
    reference = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    commands = [main, *(main.get_command(None, name) for name in COMMANDS)]
    commands += [
        under for group in commands[1:] for under in getattr(group, "commands", {}).values()
    ]
    parameters = [p for command in commands for p in command.params]
    shown = [p for p in parameters if isinstance(p, click.Option) and not p.hidden]
    options = [option for parameter in shown for option in parameter.opts]
    assert [name for name in COMMANDS if f"## halfbayes {name}" not in reference] == []
    assert [option for option in options if option not in reference] == []


def test_every_error_is_documented():
    page = (ROOT / "docs" / "reference" / "errors.md").read_text("utf-8")
    assert [name for name in errors.__all__ if f"`{name}`" not in page] == []


def test_every_make_target_is_explained():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    contributing = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"^#   make (\w+)", makefile, re.MULTILINE)
    assert {"demo", "test", "check", "bench", "docs"} <= set(named)
    assert [name for name in named if f"`make {name}`" not in contributing] == []


def test_the_newest_entry_of_the_changelog_is_this_version():
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## (\S+)", changelog, re.MULTILINE).group(1) == halfbayes.__version__
    assert "### Changed numbers" in changelog


def test_the_readme_names_every_folder_of_the_tree():
    readme = (ROOT / "README.md").read_text("utf-8")
    packages = [path.parent.name for path in (ROOT / "src" / "halfbayes").glob("*/__init__.py")]
    assert [name for name in packages if f"{name}/" not in readme] == []
