#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# format.sh - the C and C++ files are formatted as .clang-format says. Versions of the formatter differ, so only FORMATTER's version is used.
. tests/tools/tap.sh
formatter=${FORMATTER:-clang-format}

as_formatted() {
    find . -path ./build -prune -o -name '*.[ch]' -print -o -name '*.cpp' -print -o -name '*.hh' -print | sort | xargs "$formatter" --dry-run -Werror
}

if "$formatter" --version 2> /dev/null | grep -q ' version 14\.'; then
    check "the C files are formatted (make format)" as_formatted
else
    skip "the C files are formatted" "no clang-format 14 here"
fi
plan
