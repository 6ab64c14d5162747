#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# detect.sh [table] [WORD...] - `make detect`: what each test finds. Puts one fault of tests/campaigns/detect.faults at a time into a copy of the
# tree, builds it and runs the tests beside it; a fault that no test notices ends it with an error. WORD: only faults whose line has it. FIRST=1: the
# first test that notices is enough, the rest of it and the others are not run.
# Resumable: docs/results/detect.txt keeps a line a fault, as long as the faulted file, the fault and the list of its tests stay the same.
# detect.sh table: of each test how many faults it was tried on, how many it noticed, and how many no other did.
. tests/tools/tap.sh
faults=tests/campaigns/detect.faults
kept=docs/results/detect.txt
tree=$PWD/build/detect
title="make detect: sum, file and what is wrong there, then the tests that were run: + noticed it, - did not"
[ -s $kept ] || echo "$title" > $kept

# table: of the lines kept
table() {
    awk -F '\t' 'NR > 1 {
        n = split($3, tests, ", ")
        seen = 0
        for (i = 1; i <= n; i++) { name = substr(tests[i], 3); tried[name]++; if (tests[i] ~ /^[+]/) { saw[name]++; seen++; last = name } }
        if (seen == 1) alone[last]++
        if (seen == 0) missed = missed "  " $2 "\n"
        all++
    }
    END {
        printf "%d faults\ntried  noticed  alone  test\n", all
        for (name in tried) printf "%5d %8d %6d  %s\n", tried[name], saw[name], alone[name], name | "sort -k 4"
        close("sort -k 4")
        if (missed != "") printf "noticed by no test:\n%s", missed
    }' $kept
}

# copy: the tree and what is built of it, so that a fault costs the files that it touches
copy() {
    rm -rf "$tree" && mkdir -p "$tree/build"
    tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
    (cd build && tar -cf - $(ls -d .tools *.def assets.s obj lib bin/warpfold san quick 2> /dev/null)) | tar -xf - -C "$tree/build"
}

# in_tree COMMAND...: there, and with what is built there
in_tree() { (cd "$tree" && unset WARPFOLD SAN_WARPFOLD LIBRARY FUZZ && "$@"); }

# build: the program and the C tests of this fault
build() {
    # shellcheck disable=SC2086
    in_tree make -s -j "${JOBS:-2}" CC="${CC:-ccache cc}" program $(printf '%s\n' "$tests" | grep '^build/') > "$log" 2>&1
}

# passes TEST: in the copy
passes() {
    {
        in_tree env CMOCKA_MESSAGE_OUTPUT=TAP timeout "${SECONDS_A_TEST:-900}" sh -c "$1" 2>&1 < /dev/null
        echo "code $?"
    } | awk -v first="${FIRST:-}" -v out="$work/out" '
        { print > out }
        /^ok / { passed++ }
        /^not ok / { bad = 1; if (first) exit }
        /^code [1-9]/ { bad = 1 }
        END { exit bad || !passed }'
}

# honest: each test that noticed a fault passes without one; asked once a copy. The verdicts of one that does not are dropped
honest() {
    awk -F '\t' 'NR > 1 { n = split($3, tests, ", "); for (i = 1; i <= n; i++) if (tests[i] ~ /^[+]/) print substr(tests[i], 3) }' $kept | sort -u > "$work/noticed"
    touch "$tree/clean"
    while read -r test <&4; do
        grep -qxF "$test" "$tree/clean" && continue
        if tests=$test && build && passes "$test"; then echo "$test" >> "$tree/clean" && continue; fi
        echo "$test fails without a fault:" >&2
        grep -A 5 '^not ok ' "$work/out" >&2
        grep -vF "+ $test" $kept > "$work/kept" && cp "$work/kept" $kept
        failed=1
    done 4< "$work/noticed"
}

# tests_of WORD...: a line a test: a script with its arguments, test_NAME, or "unit NAME" for what `make test-NAME` runs
tests_of() {
    echo "$*" | tr ',' '\n' | sed 's/^ *//; s/ *$//' | while read -r first rest; do
        case $first in
        unit) make -s "scripts-$rest" ;;
        test_*) echo "build/san/$first" ;;
        *) echo "sh tests/$first${rest:+ $rest}" ;;
        esac
    done
}

# tried FILE EXPRESSION WHAT: puts the fault in, and tells of each test
tried() {
    # What sees Verilog first is the simulation
    case $1 in rtl_templates/*) before='^sh' ;; *) before='^build' ;; esac
    { printf '%s\n' "$tests" | grep "$before"; printf '%s\n' "$tests" | grep -v "$before"; } > "$work/tests"
    cp "$1" "$tree/$1"
    sed -i "$2" "$tree/$1"
    ! cmp -s "$1" "$tree/$1" || { echo "$faults: the fault changes no line: $1 $2" >&2; failed=1; return; }
    said= seen=
    if build; then
        while read -r test <&4; do
            if passes "$test"; then said="$said, - $test"; else said="$said, + $test" seen=1; fi
            [ -z "$seen" ] || [ -z "${FIRST:-}" ] || break
        done 4< "$work/tests"
    else
        # A fault that the compiler notices is no fault of this list
        echo "$faults: does not build: $1 $2" >&2 && tail -n 3 "$log" >&2
        cp "$1" "$tree/$1" && failed=1
        return
    fi
    cp "$1" "$tree/$1"
    printf '%s\t%s: %s\t%s\n' "$sum" "$1" "$3" "${said#, }" >> $kept
    [ -n "$seen" ] || echo "NOT NOTICED: $1: $3"
}

[ "${1:-}" != table ] || { table; exit 0; }
failed=0
: > "$work/asked"
[ -f "$tree/copied" ] && [ -z "$(find Makefile ./*.mk ./*.def tests docs base cmodel gen trace memory stats simt sim machine synth report sweep cli rtl_templates \
    -newer "$tree/copied" ! -path './docs/results*' ! -path 'docs/results*' -type f | head -n 1)" ] || { copy && touch "$tree/copied"; }
while read -r kind rest <&5; do
    case $kind in
    '' | '#'*) ;;
    against) tests=$(tests_of "$rest") ;;
    fault)
        file=${rest%% *} && expression=${rest#* }
        what=$(echo "$expression" | sed 's,^s/\(\\.\|[^/\\]\)*/\(\\.\|[^/\\]\)*/[0-9]* *,,')
        expression=${expression%" $what"}
        case "$file $what $tests" in *"${1:-}"*) ;; *) continue ;; esac
        sum=$({ cat "$file" && echo "$expression" && echo "$tests${FIRST:+ first}"; } | sha256sum | cut -c 1-16)
        echo "$sum" >> "$work/asked"
        grep -q "^$sum	" $kept || tried "$file" "$expression" "$what"
        ;;
    *) echo "$faults: no kind \"$kind\"; there are against TESTS, fault FILE s/OLD/NEW/ WHAT" >&2 && exit 2 ;;
    esac
done 5< $faults
honest
# A whole campaign drops the lines that it did not ask for
[ $# -gt 0 ] || { { head -n 1 $kept && grep -F -f "$work/asked" $kept; } > "$work/kept" && cp "$work/kept" $kept; }
table
! grep -F -f "$work/asked" $kept | grep -v '	+\|, +' > "$work/missed" && [ $failed = 0 ]
