"""Print what `pip install -r` needs for parts of the project, one requirement a line.

python tools/requirements.py build        what building the package takes
python tools/requirements.py run          what using it takes
python tools/requirements.py dev docs     extras of pyproject.toml, by name
"""

import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))
# scikit-build-core asks for these by itself only where it builds in an environment of its own.
BUILD_TOOLS = ["cmake", "ninja"]


def requirements(part: str) -> list[str]:
    """The requirements of one part, as pyproject.toml has them."""
    parts = {
        "build": PROJECT["build-system"]["requires"] + BUILD_TOOLS,
        "run": PROJECT["project"]["dependencies"],
        **PROJECT["project"]["optional-dependencies"],
    }
    if part not in parts:
        raise SystemExit(f"expected one of {', '.join(parts)}; got {part}")
    return list(parts[part])


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for part in sys.argv[1:] for line in requirements(part))
