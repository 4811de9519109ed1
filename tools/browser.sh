#!/bin/sh
# Installs Chromium, its driver and a typeface where that needs no question: as root, with apt-get.
#
#   tools/browser.sh [STAMP]    touches STAMP when there is a browser; otherwise the next run tries again
#
# Where it cannot be installed, the tests and pictures that need a browser say so.
set -eu

present() {
    command -v chromium >/dev/null && command -v chromedriver >/dev/null
}

if ! present && [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium"
    export DEBIAN_FRONTEND=noninteractive
    for _ in 1 2 3; do # a mirror may be busy
        { apt-get -qq update &&
            apt-get -qq install --yes --no-install-recommends \
                chromium chromium-driver fonts-inter; } >/dev/null 2>&1 && break
        sleep 5
    done
fi
if present; then
    [ $# -eq 0 ] || touch "$1"
else
    echo "There is no chromium with chromedriver: what needs a browser is left out." >&2
fi
