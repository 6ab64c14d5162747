#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# format.sh - the C and C++ files are formatted as .clang-format says. Versions of the formatter differ, so only FORMATTER's version is used.
# A C file of more than 150 lines begins with what it does: text behind the licence, in the first comment or in the one below it.
# No file has an odd name.
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

headless() {
    find . -path ./build -prune -o -name '*.[ch]' -print | sort | xargs awk '
        function judge() { if (lines > 150 && !told) print file " has no head that says what it does" }
        FNR == 1 { judge(); file = FILENAME; told = 0 }
        FNR <= 4 && /^(\/\*| \*) [A-Za-z].* / && !/SPDX-License-Identifier/ { told = 1 }
        { lines = FNR }
        END { judge() }'
}
no_headless() { said=$(headless); echo "$said"; [ -z "$said" ]; }
check "C files of more than 150 lines begin with what they do" no_headless

# What a redirection that went wrong leaves has such names
odd_names() { find . \( -path ./build -o -path ./.git \) -prune -o -name '*[!A-Za-z0-9._-]*' -print; }
no_odd_names() { said=$(odd_names); echo "$said"; [ -z "$said" ]; }
check "names of files are of letters, digits, points, _ and -" no_odd_names
plan
