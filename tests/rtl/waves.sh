#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# waves.sh - waveforms have the cycles that are told, and the command that is told shows them. TAP.
. tests/tools/tap.sh
. tests/cli/quick.sh
program=$(realpath "$warpfold")
warpfold=$program
export XDG_CACHE_HOME="$work/cache"
cd "$work" || exit 1
top='it'"'"'s a "folder" of $mine'
mkdir "$top" bin
"$program" gen --lanes 4 --bank 32 --encs 1 --decs 1 -o "$top/d" > out
tb=$top/d/tb

# A viewer that opens what it is given: the save file, and the dump that is named in it
cat > bin/gtkwave << 'S'
#!/bin/sh
dump=$(sed -n 's/^\[dumpfile\] "\(.*\)"$/\1/p' "$1") && [ -s "$dump" ] && echo "$dump" >> "$SEEN"
S
chmod +x bin/gtkwave
# told TITLE: the cycles that the line names, first and last; the command of the line
told() { sed -n "s/^$1 of cycles \([0-9]*\) to \([0-9]*\): .*/\1 \2/p" out; }
shown() { rm -f seen; PATH="$PWD/bin:$PATH" SEEN=$PWD/seen sh -c "$(sed -n "s/^$1 of cycles [0-9 to]*: //p" out)" && grep -qx "$2" seen; }
# has FILE FIRST LAST: the times in the head of the dump are those of the cycles, 10 a cycle
has() {
    # shellcheck disable=SC2046
    set -- "$1" "$2" "$3" $(od -An --endian=big -td8 -j9 -N16 "$1")
    echo "cycles $2 to $3, times $4 to $5" && [ "$4" = $((10 * $2)) ] && [ "$5" = $((10 * $3 + 5)) ]
}
size() { wc -c < "$1"; }

check "cosim --wave" sh -c '"$1" cosim "$2" --sim verilator --wave --vectors 20000 > out' - "$program" "$top/d"
check "the first 2,000 cycles are told" test "$(told waveform)" = "0 1999"
check "the dump has them" has "$tb/wave.fst" 0 1999
check "the dump is small" test "$(size "$tb/wave.fst")" -lt 2000000
check "the command that is told works where it is told" shown waveform wave.fst
check "no mismatch, no waveform of one" test ! -e "$tb/mismatch.fst"
check "--wave-cycles" sh -c '"$1" cosim "$2" --sim verilator --wave-cycles 300 --vectors 20000 > out' - "$program" "$top/d"
check "the dump has as many" has "$tb/wave.fst" 0 299
check "fewer cycles than the window" sh -c '"$1" cosim "$2" --sim verilator --wave --vectors 20 > out' - "$program" "$top/d"
# shellcheck disable=SC2046
check "the dump has those that were run" has "$tb/wave.fst" $(told waveform)

# broken CYCLE: a rank whose valid bit is wrong in one cycle
cp "$top/d/rtl/warpbdi4_rank.v" rank.v
broken() {
    sed -e 's/^    reg             valid_q;/    reg [15:0] n = 0; always @(posedge clk_i) n <= n + 1;\n&/' \
        -e "s/valid_o = valid_q;/valid_o = valid_q ^ (n == $1);/" rank.v > "$top/d/rtl/warpbdi4_rank.v"
    "$program" cosim "$top/d" --edited --sim verilator --wave --vectors 20000 > out 2> err
    [ $? = 1 ] && at=$(sed -n 's/.*model (cycle \([0-9]*\), .*/\1/p' err) && [ -n "$at" ]
}
# around AT: the window of the mismatch is told, is in the dump, and holds the cycle
around() {
    # shellcheck disable=SC2046
    set -- "$1" $(told 'waveform of the mismatch,')
    echo "mismatch in $*" && [ $# = 3 ] && [ "$2" -le "$1" ] && [ "$1" -le "$3" ] && has "$tb/mismatch.fst" "$2" "$3" &&
        [ $(($3 - $2)) -le 600 ] && { [ "$2" = 0 ] || [ $(($1 - $2)) = 500 ]; }
}
for cycle in 5000 20; do
    check "a fault in cycle $cycle is noticed" broken $cycle
    check "the dump has the cycle of the mismatch" around "$at"
    check "the cycle is that of the fault" test $((at - cycle)) -ge 0 -a $((at - cycle)) -le 5
    check "the command that is told shows it" shown 'waveform of the mismatch,' mismatch.fst
    check "the marker is at the mismatch" grep -qx '\*-4.0 '"$((10 * at))" "$tb/mismatch.gtkw"
done
again=$(sed -n 's/.*see it again: warpfold //p' err)
check "the command that shows it again" sh -c 'eval "$1 $2" > out 2>&1; grep -q "(cycle $3, " out' - "$program" "$again" "$at"
mv "$top/d" d
plan
