#!/bin/sh
# Builds the wheel as a release would and uses it in an empty environment: no source tree, no tools.
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

echo "Building the wheel"
# Both names: older pip reads the first for what a build needs, newer pip the second.
PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
    .venv/bin/python -m build --wheel --outdir "$place/dist" . >"$place/log" 2>&1 || {
    cat "$place/log" >&2
    exit 1
}

echo "Installing it in an empty environment"
.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint constraints.txt "$place"/dist/*.whl

cp tools/check_installed.py "$place"
cd "$place"
venv/bin/python check_installed.py
venv/bin/halfbayes --help >/dev/null
venv/bin/halfbayes demo >/dev/null
venv/bin/halfbayes reproduce --list | grep -q raina2003/figure1
echo "The wheel works by itself"
