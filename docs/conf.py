"""Sphinx configuration: Markdown pages, and a reference made from the docstrings."""

import re
import sys
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

project = "halfbayes"
author = "The halfbayes developers"
project_copyright = author
version = release = installed_version("halfbayes")

extensions = [
    "myst_parser",
    "sphinx.ext.apidoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "mathml",
]
html_math_renderer = "mathml"
exclude_patterns = ["_build", "reference/api/modules.rst"]
myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_heading_anchors = 3

apidoc_modules = [
    {
        "path": "../src/halfbayes",
        "destination": "reference/api",
        "separate_modules": True,
        "module_first": True,
        "automodule_options": {"members", "show-inheritance"},
    }
]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_default_options = {"ignore-module-all": True}  # a name is described where it is written
# Types are written in words ("lists of columns"), some of which several classes have.
suppress_warnings = ["ref.python"]
# Docstrings are written as plain text: formulas are indented, fitted names end in "_".
_LITERAL = re.compile(r"(``.*?``|`.*?`)")
_LIST_ITEM = re.compile(r"[-*] |\d+\. ")
_MARKUP_BY_ACCIDENT = re.compile(r"(\w_(?=\W|$)|\|)")

html_theme = "pydata_sphinx_theme"
html_title = "halfbayes"
html_show_sourcelink = False
html_theme_options = {"secondary_sidebar_items": ["page-toc"], "show_prev_next": False}


def plain_text_as_written(*event: Any) -> None:
    """Show indented blocks and aligned columns as they stand, and make no links by accident."""
    lines: list[str] = event[-1]
    text = "\n".join(lines)
    lines.clear()
    sections = re.search(r"^---+$", text, re.MULTILINE) is not None
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        lines.extend([*_shown(paragraph.split("\n"), sections=sections), ""])


def _shown(paragraph: list[str], *, sections: bool) -> list[str]:
    """The lines of a paragraph as Sphinx is to read them."""
    if paragraph[0].startswith(">>>"):
        # An example would run into a section such as Parameters.
        return [*(["Examples", "--------", ""] if sections else []), *paragraph]
    indented = [line.startswith(" ") for line in paragraph]
    if any(indented) and not sections and not _LIST_ITEM.match(paragraph[0]):
        return ["::", "", *(f"    {line}" for line in paragraph)]
    return [line if line.startswith(" ") else _escaped(line) for line in paragraph]


def _escaped(line: str) -> str:
    parts = _LITERAL.split(line)
    parts[::2] = [_MARKUP_BY_ACCIDENT.sub(_with_backslash, part) for part in parts[::2]]
    return "".join(parts)


def _with_backslash(match: re.Match[str]) -> str:
    text = match.group()
    return f"{text[:-1]}\\{text[-1]}"


def skip_scikit_learn_requests(*event: Any) -> bool | None:
    """Leave out ``set_fit_request`` and the like, which scikit-learn adds to estimators."""
    name: str = event[2]
    return True if name.startswith("set_") and name.endswith("_request") else None


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", plain_text_as_written, priority=100)
    app.connect("autodoc-skip-member", skip_scikit_learn_requests)
