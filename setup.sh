#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# setup.sh PACKAGE... - installs the Debian packages that are missing: as root, through sudo, or by naming the command.
set -eu
if [ ! -w /dev/null ]; then
    echo "setup: /dev/null cannot be written; as root: chmod 666 /dev/null" >&2
    exit 1
fi
missing=
for p in "$@"; do
    dpkg-query -W -f '${Status}' "$p" 2>/dev/null | grep -q 'ok installed' || missing="$missing $p"
done
[ -n "$missing" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: this is no Debian; install the counterparts of:$missing" >&2
    exit 1
fi
if [ "$(id -u)" = 0 ]; then
    as=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as=sudo
else
    echo "setup: run this once, then make again:" >&2
    echo "  su -c 'apt-get update && apt-get install -y --no-install-recommends$missing'" >&2
    exit 1
fi
echo "setup: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as apt-get update -qq
$as apt-get install -y -qq --no-install-recommends $missing >/dev/null
