#!/bin/sh
# Makes .venv where there is none and installs parts of the project into it.
#
#   tools/environment.sh requirements run build    requirements of these parts (tools/requirements.py)
#   tools/environment.sh package                   halfbayes itself, editable, with its C++ kernel
#
# uv does the work when it is there, otherwise venv and pip. PYTHON names an interpreter to use.
set -eu

stop() {
    echo "$1" >&2
    exit 1
}

suitable() { # 3.11 or later, with its C headers
    "$1" -c 'import os, sys, sysconfig
header = os.path.join(sysconfig.get_path("include"), "Python.h")
raise SystemExit(not (sys.version_info >= (3, 11) and os.path.exists(header)))' 2>/dev/null
}

find_python() {
    for name in ${PYTHON:+"$PYTHON"} python3 python python3.14 python3.13 python3.12 python3.11; do
        if suitable "$name"; then
            echo "$name"
            return
        fi
    done
}

make_environment() {
    python=$(find_python)
    if command -v uv >/dev/null; then
        uv venv --quiet --python "${python:-3.13}" .venv
    elif [ -n "$python" ]; then
        "$python" -m venv .venv || {
            rm -rf .venv # half made: the next run must begin again
            stop "$python cannot make environments: install its venv package, or uv."
        }
    else
        stop "halfbayes needs Python 3.11 or later with its C headers (python3-dev), or uv; neither was found."
    fi
}

install() {
    if command -v uv >/dev/null; then
        uv pip install --quiet --python .venv/bin/python --constraint constraints.txt "$@"
    else
        .venv/bin/python -m pip install --quiet --disable-pip-version-check \
            --constraint constraints.txt "$@"
    fi
}

cd "$(dirname "$0")/.."
[ -x .venv/bin/python ] || make_environment
what=$1
shift
case $what in
requirements)
    echo "Installing what is needed to: $*"
    .venv/bin/python tools/requirements.py "$@" >.venv/requirements.txt
    install --requirement .venv/requirements.txt
    ;;
package)
    command -v "${CXX:-c++}" >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null ||
        stop "halfbayes needs a C++ compiler to build its text kernel; none was found."
    echo "Building halfbayes"
    install --no-build-isolation --no-deps --editable .
    ;;
*)
    stop "expected requirements or package; got $what"
    ;;
esac
