"""Sphinx configuration: Markdown pages, and a reference made from the docstrings."""

import re
from importlib.metadata import version as installed_version
from typing import Any

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
]
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
# Docstrings are written as plain text: formulas are indented, fitted names end in "_".
_LITERAL = re.compile(r"(``.*?``|`.*?`)")
_MARKUP_BY_ACCIDENT = re.compile(r"(\w_(?=\W|$)|\|)")

html_theme = "pydata_sphinx_theme"
html_title = "halfbayes"
html_show_sourcelink = False
html_theme_options = {"secondary_sidebar_items": ["page-toc"], "show_prev_next": False}


def plain_text_as_written(*event: Any) -> None:
    """Mark indented blocks as literal, and keep ``classes_`` from becoming a link."""
    lines: list[str] = event[-1]
    written, before = list(lines), ""
    lines.clear()
    for line in written:
        if line.startswith(">>>") and not before.strip() and _in_section(lines):
            lines.extend(["Examples", "--------", ""])
        opens_block = line.startswith("    ") and not before.strip()
        if opens_block and lines and not _inside_block(lines):
            lines.extend(["::", ""])
        lines.append(line if line.startswith((" ", ">>>")) else _escaped(line))
        before = line


def _in_section(lines: list[str]) -> bool:
    """Whether a section such as Parameters is open, which an example would run into."""
    return any(line.startswith("---") for line in lines) and "Examples" not in lines


def _inside_block(lines: list[str]) -> bool:
    """Whether the last line with text belongs to an indented block already."""
    text = [line for line in lines if line.strip()]
    return bool(text) and (text[-1].startswith("    ") or text[-1].endswith("::"))


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
