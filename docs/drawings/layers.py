"""The layers of the package as a picture, from the rule that the imports are checked by."""

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
WIDTH, LEFT, HEIGHT, GAP, TOP = 760, 250, 46, 8, 16
TOLD = {
    "__main__": "python -m halfbayes",
    "cli": "commands, one module each; no logic",
    "experiments": "tables and figures of the papers; benchmarks",
    "classifier": "DocumentClassifier, the front door; the same on a cluster",
    "report": "pages and pictures from plain results; knows no model",
    "evaluate": "metrics, curves, protocols; readers, writers, corpora, model files",
    "models": "scikit-learn estimators over matrices; input is validated here",
    "engines": "where the documents are: memory, files, Spark",
    "text": "documents to matrices; the C++ kernel",
    "core": "arithmetic: numpy and scipy; no input or output, clock or framework",
    "types": "names for arrays; every error raised on purpose",
}


def layers() -> list[list[str]]:
    """Packages of each layer, the highest first; packages that are not there are left out."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contract = rules["tool"]["importlinter"]["contracts"][0]
    named = [
        [name.strip(" ()") for name in layer.replace(":", "|").split("|")]
        for layer in contract["layers"]
    ]
    home = ROOT / "src" / "halfbayes"
    there = [
        [name for name in names if (home / name).is_dir() or (home / f"{name}.py").is_file()]
        for names in named
    ]
    return [names for names in there if names]


def picture() -> str:
    """The picture as SVG."""
    found = layers()
    height = TOP + len(found) * (HEIGHT + GAP) + TOP
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="14">',
        "<title>Layers of halfbayes; imports point downwards only</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        '<defs><marker id="head" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto">',
        '<path d="M0 0 8 4 0 8z" fill="#555555"/></marker></defs>',
    ]
    for number, names in enumerate(found):
        lines += _band(number, names)
    lines += [
        f'<line x1="16" y1="{TOP + 8}" x2="16" y2="{height - TOP - 16}" stroke="#555555" '
        'stroke-width="2" marker-end="url(#head)"/>',
        "</svg>",
        "",
    ]
    return "\n".join(lines)


def _band(number: int, names: list[str]) -> list[str]:
    top = TOP + number * (HEIGHT + GAP)
    shade = f"hsl(210 45% {93 - 2 * number}%)"
    middle = top + HEIGHT / 2 + 5
    return [
        f'<rect x="36" y="{top}" width="{WIDTH - 48}" height="{HEIGHT}" rx="6" fill="{shade}" '
        'stroke="#8aa0b6"/>',
        f'<text x="52" y="{middle}" font-weight="600" fill="#102a43">'
        f"{escape(', '.join(names))}</text>",
        f'<text x="{LEFT}" y="{middle}" fill="#243b53">{escape(TOLD[names[0]])}</text>',
    ]


def draw_layers(path: Path) -> None:
    """Draw the layers into a file."""
    path.write_text(picture(), "utf-8")
