#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# library.sh [PREFIX] - the program of docs/library.md, out of the page, with the library of the tree, or the one that is installed below PREFIX: it
# compiles without a warning, and prints what the page says. TAP.
. tests/tools/tap.sh
page=docs/library.md header=cmodel library=build/lib/libwarpfold.a
[ $# = 0 ] || { header=$1/include library=$1/lib/libwarpfold.a; }

# block N: the page's n-th block of code
block() { awk -v n="$1" '/^    / { if (!inside) { inside = 1; count++ } } /^[^ ]/ { inside = 0 } inside && count == n' "$page" | sed 's/^    //' | sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'; }
block 1 > "$work/first.c"
block 3 > "$work/said"
compiles() { "${CC:-cc}" -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$header" -o "$work/first" "$work/first.c" "$library"; }
prints() { "$work/first" > "$work/printed" && diff "$work/said" "$work/printed"; }
check "the page has a program of 30 lines" sh -c "grep -q '^int main' '$work/first.c' && [ \$(grep -c . '$work/first.c') -le 30 ]"
check "it compiles without a warning" compiles
check "it prints what the page says" prints
sed 's/"groups"/"group"/' "$work/first.c" > "$work/wrong.c" && mv "$work/wrong.c" "$work/first.c"
refused() { compiles && ! "$work/first" > "$work/printed" && grep '^bytewise has no parameter "group"; there are lanes, ' "$work/printed"; }
check "with another parameter's name it says which there are" refused
plan
