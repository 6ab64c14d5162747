#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# writer.sh - trace/warpfold_writer.h, compiled as C99 and as C++: random records and lines, read back by the program value by value; bad
# arguments; files that cannot be written: TAP.
. tests/tools/tap.sh
strict='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror'
strict="$strict -O1 -fsanitize=address,undefined -fno-sanitize-recover=all"
cc=${CC:-cc}
cxx=${CXX:-c++}

# packed FILE: the records of a .wft file, behind its head
packed() { tail -c +13 "$1" | zstd -dc; }

# read_back SEED LANES INSTRUCTIONS RECORDS: the program reads every value, and packs the records into the same bytes
read_back() {
    rm -f "$work"/[a-z].*
    "$writer" trace "$@" "$work/a.wft" "$work/a.wtx" || return 1
    "$warpfold" convert "$work/a.wft" -o "$work/b.wtx" > /dev/null && cmp "$work/a.wtx" "$work/b.wtx" || return 1
    "$warpfold" convert "$work/a.wft" -o "$work/b.wft" > /dev/null || return 1
    for file in a b; do packed "$work/$file.wft" > "$work/$file.records" || return 1; done
    cmp "$work/a.records" "$work/b.records" || return 1
    cmp -n 12 "$work/a.wft" "$work/b.wft" && [ "$(grep -c '^+*[wrmi]' "$work/b.wtx")" -ge "$4" ]
}

# several: of each number of lanes, with and without instructions. The checksum of fewer than 32 bytes is another: such files of each length
several() {
    for lanes in 4 8 16 32 64 128; do
        read_back $lanes $lanes 0 150 && read_back $lanes $lanes 1 150 || return 1
    done
    for seed in $(seq 0 30); do
        rm -f "$work/a.wft" && "$writer" trace "$seed" 4 0 0 "$work/a.wft" "$work/a.wtx" && packed "$work/a.wft" > /dev/null || return 1
    done
}

lines_back() {
    for bytes in 32 64 128; do
        for count in 0 1 1000; do
            rm -f "$work/lines" && "$writer" lines $bytes $bytes $count "$work/lines" "$work/twin" && cmp "$work/lines" "$work/twin" || return 1
        done
        "$warpfold" stats --raw --line $bytes "$work/lines" --json "$work/lines.json" > /dev/null || return 1
        [ "$(value "$work/lines.json" raw__lines)" = 1000 ] || return 1
    done
}

refused_back() {
    "$writer" refused "$work/a.wft" "$work/a.wtx" || return 1
    "$warpfold" convert "$work/a.wft" -o "$work/c.wtx" > /dev/null && cmp "$work/a.wtx" "$work/c.wtx"
}

# fails PATH COUNT REASON: the writer says so, for a trace and for lines
fails() { "$writer" fails "$1" "$2" > "$work/said" && [ "$(grep -c -x -F -e "$3" "$work/said")" = 2 ] || { cat "$work/said"; return 1; }; }

# too_large: a file grows beyond what it may have, in its middle or when it is closed; nothing is left
too_large() {
    mkdir -p "$work/full" || return 1
    for count in 100 5000; do
        (trap '' XFSZ && ulimit -f 8 && fails "$work/full/x" $count 'File too large') || return 1
        [ -z "$(ls "$work/full")" ] || { ls "$work/full"; return 1; }
    done
}

# taken: a file that is there is not overwritten, nor is what a link to nothing has the name of
taken() {
    mkdir -p "$work/taken" && echo old > "$work/taken/x" && ln -s none "$work/taken/y" || return 1
    fails "$work/taken/x" 10 'File exists' && fails "$work/taken/y" 10 'File exists' && [ "$(cat "$work/taken/x")" = old ] &&
        [ "$(cd "$work/taken" && echo *)" = "x y" ]
}

# shared: two writers of one file, another file that waits under the name of what they write, children that end with the writers of their parent
shared() {
    rm -rf "$work/shared" && mkdir "$work/shared" && echo old > "$work/shared/victim" || return 1
    "$writer" shared "$work/shared/a.wft" "$work/shared/a.wtx" "$work/shared/victim" "$work/shared/lines" || return 1
    [ "$(cat "$work/shared/victim")" = old ] && [ "$(cd "$work/shared" && echo *)" = "a.wft a.wtx lines victim" ] || return 1
    [ "$(wc -c < "$work/shared/lines")" = 384000 ] || return 1
    "$warpfold" convert "$work/shared/a.wft" -o "$work/shared/b.wtx" > /dev/null && cmp "$work/shared/a.wtx" "$work/shared/b.wtx"
}

# longest: texts that the program takes again, and no longer ones
longest() {
    "$writer" texts "$work/l.wft" && "$warpfold" convert "$work/l.wft" -o "$work/l.wtx" > /dev/null &&
        [ "$(sed -n 's/^# \(source\|licence\) \(a*\)$/\2/p' "$work/l.wtx" | awk '{ print length }' | uniq -c)" = "      2 10736" ] &&
        "$warpfold" convert "$work/l.wft" -o "$work/m.wft" > /dev/null
}

standard_output() {
    "$writer" trace 9 8 1 500 /dev/fd/1 "$work/p.wtx" > "$work/p.wft" &&
        "$writer" trace 9 8 1 500 /dev/stdout "$work/p.wtx" | cmp - "$work/p.wft" &&
        "$warpfold" convert "$work/p.wft" -o "$work/q.wtx" > /dev/null && cmp "$work/p.wtx" "$work/q.wtx"
}

# broken: any bit of a file that is turned is noticed, so the checksum covers all
broken() {
    rm -f "$work/e.wft" && "$writer" trace 5 8 0 3 "$work/e.wft" "$work/e.wtx" || return 1
    for at in $(seq 12 5 $(($(wc -c < "$work/e.wft") - 1))) $(seq $(($(wc -c < "$work/e.wft") - 4)) $(($(wc -c < "$work/e.wft") - 1))); do
        flipped "$work/e.wft" "$at" > "$work/f.wft"
        ! "$warpfold" stats "$work/f.wft" > /dev/null 2>&1 || { echo "byte $at"; return 1; }
    done
}

# example: the one of the header's head, as it stands there
example() {
    sed -n '/^ \*     #include/,/^ \*     }/ s/^ \*     \{0,1\}//p' trace/warpfold_writer.h > "$work/example.c"
    # shellcheck disable=SC2086
    $compile -I trace -o "$work/example" "$work/example.c" && (cd "$work" && ./example) || return 1
    "$warpfold" stats "$work/mine.wft" > /dev/null && "$warpfold" convert "$work/mine.wft" -o "$work/mine.wtx" > /dev/null || return 1
    printf '%s\n' 'w 0 1 80000010 alu x5 f 7 8 9 a' 'm 0 1 80000010 st global 4 f 1000 1004 1008 100c : 7 8 9 a' > "$work/mine.txt"
    grep -v '^#' "$work/mine.wtx" | cmp - "$work/mine.txt"
    code=$?
    rm -f "$work"/mine.*
    return $code
}

writer=$work/writer
ln -s /dev/full "$work/device" # a broken writer replaces the link, not the device
for compile in "$cxx -x c++ -std=c++98" "$cc -std=c99"; do
    as=${compile##*-std=}
    compile="$compile $strict"
    # shellcheck disable=SC2086
    check "$as: it compiles without a warning" $compile -o "$writer" tests/cli/writer.c
    check "$as: the example of its head" example
    check "$as: a trace of many blocks" read_back 3 32 1 3000
    check "$as: raw lines" lines_back
    check "$as: bad arguments write nothing" refused_back
    check "$as: a full disk" fails "$work/device" 3000 'No space left on device'
    check "$as: a full disk that shows when the file is closed" fails "$work/device" 1 'No space left on device'
    check "$as: a file that grows too large" too_large
    check "$as: two writers of one file, and children" shared
    check "$as: a missing folder" fails "$work/none/x" 10 'No such file or directory'
done
check "traces of all widths" several
check "the longest texts" longest
check "a turned bit is noticed" broken
check "a name that is taken" taken
check "a device stays one" sh -c '[ -L "$1" ] && [ ! -e "$1.part" ]' - "$work/device"
check "standard output, a pipe or a file" standard_output
plan
