#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# aarch64.sh - the forms of the models for aarch64, compiled with Debian's cross compiler and run under qemu-user: libwarpfold without a warning, and
# tests/units/test_many.c with it, with NEON and without. Skipped where gcc-aarch64-linux-gnu and qemu-user are not installed. MANY=N tries more. TAP.
. tests/tools/tap.sh
cross=${AARCH64_CC:-aarch64-linux-gnu-gcc} run=${AARCH64_RUN:-qemu-aarch64}
missing=
for tool in "$cross" "$run"; do command -v "$tool" > "$work/where" || missing="$missing $tool"; done
if [ -n "$missing" ]; then
    echo "ok 1 - the models for aarch64 # SKIP not installed:$missing (Debian: gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)"
    echo 1..1
    exit 0
fi
# shellcheck disable=SC2046
compiles() {
    "$cross" -std=c11 -D_GNU_SOURCE -O1 -static -Wall -Wextra -Wpedantic -Wshadow -Werror -iquote . -I tests/foreign/aarch64 -o "$work/many" \
        tests/units/test_many.c $(ls cmodel/*.c cmodel/*/*.c)
}
agrees() { "$run" "$work/many"; }
check "libwarpfold compiles for aarch64 without a warning" compiles
check "its forms are the specification" agrees
plan
