"""Formulas of the documentation as MathML: browsers draw it without script or network."""

import re
from typing import Any, Final

from docutils import nodes
from latex2mathml.converter import convert

_FUNCTION: Final = re.compile(r"(<mi>(?:log|exp|max|min)</mi>)(?=<m[insf])")


def mathml(formula: str, display: str = "inline") -> str:
    r"""A formula of LaTeX as MathML; an error where a command is not known.

    >>> mathml("x_k")[:64]
    '<math xmlns="http://www.w3.org/1998/Math/MathML" display="inline'
    """
    drawn = convert(formula, display=display)
    if "\\" in drawn:
        raise ValueError(f"no MathML for {formula!r}; write it in other commands")
    # Between a function and what it is of: TeX leaves a thin space there.
    return _FUNCTION.sub(r'\1<mspace width="0.17em"/>', drawn)


def visit_math(translator: Any, node: nodes.math) -> None:
    """A formula in a line."""
    translator.body.append(mathml(node.astext()))
    raise nodes.SkipNode


def visit_math_block(translator: Any, node: nodes.math_block) -> None:
    """A formula of its own, which can be scrolled where the page is narrow."""
    drawn = mathml(node.astext(), "block")
    style = "overflow-x:auto; margin:1.2em 0"
    translator.body.append(f'<div class="formula" style="{style}">{drawn}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
