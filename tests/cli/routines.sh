#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# routines.sh [all] - the assist warp routines (docs/routines.md) against the golden models, and that a wrong one is noticed: TAP. With "all" more lines,
# every carried trace, and every list of codes. The campaign has millions of lines.
. tests/tools/tap.sh
page=docs/routines.md tool=build/bin/simt_routines
unset MAKEFLAGS MFLAGS MAKELEVEL

sed -n '/^    # SPDX/,/^[^ ]/s/^    //p; /^    # SPDX/,/^[^ ]/s/^$//p' "$page" > "$work/shown"
check "the page shows the routine that is carried" diff -B routines/onebase.S "$work/shown"

if ! command -v "${RISCV:-riscv64-unknown-elf-}gcc" > /dev/null || [ ! -e /usr/lib/picolibc/riscv64-unknown-elf/include/stdint.h ]; then
    skip "the routines do what the golden models do" "no cross compiler here"
    plan
    exit
fi
check "the routines are built" make -s build/routines/routines.elf $tool
elf=build/routines/routines.elf
"$tool" --store $elf > "$work/store" 2> "$log"
check "the code that is carried is what the sources give" diff routines/store.txt "$work/store"

# held ELF LINES TRACE...: the tool's lines of TAP, as checks of this script
held() {
    "$tool" "$@" > "$work/said" 2> "$log" || cat "$work/said" >> "$log"
    sed -n 's/^\(ok\|not ok\) [0-9]* - \(.*\)/\1 \2/p' "$work/said" > "$work/verdicts"
    check "$1: all routines have a verdict" [ "$(wc -l < "$work/verdicts")" = "$(grep -c '^ROUTINE(' routines/routines.def)" ]
    while read -r verdict; do
        case $verdict in ok*) pass "${verdict#ok }" ;; *) fail "${verdict#not ok }" ;; esac
    done < "$work/verdicts"
}
traces=$(if_all "workloads/traces/*-t32.wft" workloads/traces/spmv-t32.wft)
# shellcheck disable=SC2086 # words
held $elf "$(if_all 100000 6000)" $traces

# run ROW ARGUMENT...: what the program itself says
for row in 0 9 10 11; do
    check "row $row: the lines that fit come back" "$warpfold" trace $elf -- --routine $row
done
"$warpfold" trace $elf --order plain > "$work/said" 2> "$log"
if [ $? = 1 ] && grep -q "is a vote of a warp's lanes" "$log"; then pass "one thread alone runs no routine"; else fail "one thread alone runs no routine"; fi

# Any list of codes makes a routine, since each loads what those before it have not. A list that is not in order is refused.
# with_lists LIST...: a folder whose rows are also compressions with these lists of codes
with_lists() {
    rm -rf "$work/lists" && cp -r routines "$work/lists" && : > "$work/rows"
    for list; do
        row=list_$(wc -l < "$work/rows")
        echo "    compress $row, $(echo "$list" | tr - _)" >> "$work/lists/linebdi_compress.S"
        echo "ROUTINE($row, \"linebdi\", BDI \"$list\", $row, linebdi_by_head)" >> "$work/rows"
    done
    { grep -v '^#undef' routines/routines.def && cat "$work/rows" && grep '^#undef' routines/routines.def; } > "$work/lists/routines.def"
}
all_lists() { awk 'BEGIN { n = split("zeros repeat 8-1 4-1 8-2 4-2 2-1 8-4", code, " ")
    for (m = 1; m < 2 ^ n; m++) { list = ""; for (i = 1; i <= n; i++) if (int(m / 2 ^ (i - 1)) % 2) list = list (list == "" ? "" : ",") code[i]; print list } }'; }
# shellcheck disable=SC2046 # words
with_lists $(if_all "$(all_lists)" "zeros,4-1,8-2,4-2 repeat,2-1,8-4 4-2,2-1,8-4 8-1,4-1")
check "routines of other lists of codes are built" make -s ROUTINE_DIR="$work/lists" ROUTINES="$work/lists.elf" "$work/lists.elf"
"$tool" "$work/lists.elf" "$(if_all 20000 2000)" > "$work/said" 2> "$log" || cat "$work/said" >> "$log"
check "they do what the golden model does with these" [ "$(grep -c '^ok .* list_' "$work/said")" = "$(wc -l < "$work/rows")" ]
with_lists 8-2,4-1
if make -s ROUTINE_DIR="$work/lists" ROUTINES="$work/order.elf" "$work/order.elf" > "$log" 2>&1 || ! grep -q 'list_0: code 4_1 must stand before' "$log"; then
    fail "a list that is not in order is refused"
else
    pass "a list that is not in order is refused"
fi

make -s routines ROUTINE_DIR="$work/nowhere" > "$log" 2>&1
if [ $? = 2 ] && grep -q "^no $work/nowhere/driver.c; ROUTINE_DIR is" "$log"; then pass "a folder that is not there is told"; else fail "a folder that is not there is told"; fi

# wrong FILE SED ROW: a copy with the fault must fail in the row, which is a word of the tool's lines
wrong() {
    rm -rf "$work/faulty" && mkdir -p "$work/faulty" && cp routines/* "$work/faulty"
    sed "$2" "routines/$1" > "$work/faulty/$1"
    cmp -s "routines/$1" "$work/faulty/$1" && echo "nothing changed" > "$log" && fail "$1 with $2" && return
    make -s ROUTINE_DIR="$work/faulty" ROUTINES="$work/faulty.elf" "$work/faulty.elf" > "$log" 2>&1 &&
        ! $tool "$work/faulty.elf" 3000 > "$work/said" 2>> "$log" && grep -q "^not ok [0-9]* - $3:" "$work/said"
    if [ $? = 0 ]; then pass "noticed: $1 with $2"; else fail "noticed: $1 with $2"; fi
}
wrong linebdi_decompress.S 's/sltu t2, t0, t2/li t2, 0/' linebdi_8_1
wrong linebdi_compress.S 's/sb zero, 32 \*/sb a0, 32 */' linebdi_zeros
wrong linebdi_compress.S 's/vote.all \\ok, \\ok/vote.any \\ok, \\ok/' linebdi_4_2
wrong onebase.S 's/li a0, 37/li a0, 36/' onebase
check "a wrong length is told beside the right one" grep -q '^# onebase_compress: it returns a length of 36; the golden model has 37' "$work/said"
wrong fpc.S 's/addi t1, WORD, 8$/addi t1, WORD, 7/' fpc
wrong fpc.S 's/bltu LIMIT, t2, .Lraw/nop/' fpc
wrong cpack.S 's/sb WORD, 13(t2)/sb WORD, 14(t2)/' cpack
wrong cpack.S 's/addi t3, t0, -3/addi t3, t0, -2/' cpack

"$tool" --table $elf > "$work/table" 2> "$log"
sed -n '/^| routine |/,/^$/p' "$page" | sed '/^$/d' > "$work/printed"
check "the page's table is what is measured" diff "$work/table" "$work/printed"
plan
