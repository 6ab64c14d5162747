#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# progress.sh - a terminal sees how far long work is and the time left; a pipe gets a line a step, with its time. TAP.
. tests/tools/tap.sh
. tests/cli/quick.sh
tree=$PWD program=$(realpath "$warpfold")
warpfold=$program
export XDG_CACHE_HOME="$work/cache"
cp traces/psort-t32.wft "$work/t.wft"
cd "$work" || exit 1
small='--lanes 4 --bank 32 --encs 1 --decs 1'

# once NAME: one line of standard output tells the step's time
once() { [ "$(grep -c "^$1: [0-9]*\.[0-9] s\$" out)" = 1 ]; }
check "flow" sh -c '"$@" > out 2> err' - "$program" flow --lanes 32 --encs 1 --decs 1 --vectors 50 --module move --effort 0 --trace t.wft -o d
for step in "flow, gen" "flow, cosim" "verilator unit, build" "icarus unit, build" "flow, synth" "synth move" "synth, proof" "flow, stats" \
    "flow, report"; do
    check "a line of its own: $step" once "$step"
done
# Of one module the front ends of the others, which take minutes of wide units, are not run
check "one module is synthesised by itself" sh -c '[ -e d/syn/move.front.log ] && [ "$(echo d/syn/*.front.log d/syn/*.gold.log)" = "d/syn/move.front.log d/syn/move.gold.log" ]'
check "how many vectors each simulator takes" grep -qx 'vectors: verilator 50, icarus 20, a share as of the defaults; --sim gives one simulator all of --vectors' out
check "a run's line has its time" grep -q '^icarus *unit .* mismatches  [0-9.]* s ' out
check "nothing for a terminal is in a pipe" sh -c '! grep -q "$(printf "\033")" out err'
failed() { ! YOSYS=/bin/false "$program" synth d --module move > out 2> err && [ ! -s out ] && [ "$(wc -l < err)" = 1 ]; }
check "a step that fails has no line of its time" failed

# A kernel that never ends, up to a limit of instructions
maker=$tree/build/bin/simt_program
[ -x "$maker" ] || make -s -C "$tree" build/bin/simt_program || exit 1
"$maker" endless endless.elf
orders="rr greedy plain"
# ran_out COMMAND...: it fails at the limit, and says nothing else
ran_out() { ! "$@" > out 2> err && [ ! -s out ] && [ "$(wc -l < err)" = 1 ] && grep -q 'the limit of instructions is reached' err; }
for order in $orders; do
    check "trace --order $order of a kernel that never ends is quiet in a pipe" ran_out "$program" trace endless.elf --order $order --max-instructions 20000000
done

# seen COMMAND: what a terminal shows, a line each
if command -v script > /dev/null; then
    seen() { script -qec "$1" /dev/null < /dev/null | tr '\r' '\n' > out; }
    # shellcheck disable=SC2086
    "$program" gen $small -o e > out
    # A mapping that takes its time: a terminal is drawn ten times a second at most.
    printf '#!/bin/sh\nsleep 0.3\nexec yosys-abc "$@"\n' > slow-abc && chmod +x slow-abc
    seen "YOSYS_ABC='$PWD/slow-abc' '$program' synth e --effort 1 --module move"
    check "a terminal sees the number of a step" grep -q '\[2/4\] synth move$' out
    check "a terminal sees how far a step is and the time left" grep -q 'candidates .*\[##*\.*\] [0-9]*/[0-9]*  \([0-9]* s, \)\{0,1\}[0-9]* s left' out
    printf '#!/bin/sh\nsleep 3\nexec verilator "$@"\n' > slow && chmod +x slow
    seen "VERILATOR='$PWD/slow' '$program' flow $small --sim verilator --vectors 900000 --module move --effort 0 -o e"
    check "a step of a step" grep -q '\[2/4\] \[1/1\] verilator unit, build$' out
    check "a simulation's bar" grep -q '\[2/4\] verilator unit .*/900000  \([0-9]* s, \)\{0,1\}[0-9]* s left' out
    ticks() { [ "$(grep -c '\[2/4\] \[1/1\] verilator unit, build  [1-9][0-9]* s$' out)" -ge 2 ]; }
    check "a terminal sees the seconds of a tool that runs long" ticks
    check "lines of times as in a pipe" once "flow, cosim"
    for order in $orders; do
        seen "'$program' trace endless.elf --order $order --max-instructions 20000000"
        check "a terminal sees the instructions of a kernel that never ends, --order $order" grep -q 'instructions  *[1-9][0-9]\{6,\}\(  [0-9]* s\)\{0,1\}$' out
    done
else
    skip "a terminal" "no script"
fi
plan
