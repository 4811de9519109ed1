#!/bin/sh
# Builds distributions as a release would, into dist, and uses each where there is no source tree.
#
#   tools/release.sh sdist wheel    both, as they are published
#   tools/release.sh wheel          the wheel alone, which is quicker
#
# Each is installed in an empty environment, without tools, and has to run the demo there.
set -eu
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

# Both names: older pip reads the first for what a build needs, newer pip the second.
export PIP_CONSTRAINT="$PWD/constraints.txt" PIP_BUILD_CONSTRAINT="$PWD/constraints.txt"
export PIP_DISABLE_PIP_VERSION_CHECK=1

quietly() { # what a command says is told only where it fails
    "$@" >"$place/log" 2>&1 || {
        cat "$place/log" >&2
        echo "failed: $*" >&2
        exit 1
    }
}

built() {
    echo "Building the $1"
    quietly "$python" -m build "--$1" --outdir dist .
}

used() { # a distribution in an empty environment, away from the source tree
    echo "Using $(basename "$1") in an empty environment"
    mkdir "$place/there"
    quietly "$python" -m venv "$place/there/venv"
    quietly "$place/there/venv/bin/python" -m pip install "$1"
    cp tools/check_installed.py "$place/there"
    (
        cd "$place/there"
        quietly venv/bin/python check_installed.py
        quietly venv/bin/halfbayes --help
        quietly venv/bin/halfbayes demo
        quietly venv/bin/halfbayes reproduce --list
    )
    rm -rf "$place/there"
}

rm -rf dist
for kind in "$@"; do
    built "$kind"
done
"$python" tools/check_distribution.py dist/*
for distribution in "$PWD"/dist/*; do
    used "$distribution"
done
ls -l dist | awk 'NR > 1 { printf "dist/%s  %.0f kB\n", $9, $5 / 1000 }'
