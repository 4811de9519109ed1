#!/bin/sh
# Installs Chromium, its driver and a typeface where that needs no question: as root, with apt-get.
#
# Anywhere else nothing happens, and the tests that need a browser say so.
set -eu
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "There is no chromium with chromedriver: tests and pictures that need a browser are left out." >&2
    exit 0
fi
echo "Installing Chromium"
export DEBIAN_FRONTEND=noninteractive
{
    apt-get -qq update && apt-get -qq install --yes --no-install-recommends \
        chromium chromium-driver fonts-inter
} >/dev/null 2>&1 || echo "Chromium could not be installed: tests that need it are left out." >&2
