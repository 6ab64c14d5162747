#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# io.sh - file calls that fail: a full disk, a denied name, a bad disk, a short write. Each command runs with its 1st, 2nd, 3rd ... call on
# files failing (tests/cli/failing.c), until none fails: it ends with exit code 1 or 2 and a line that says why, or all of its output is there. No file is
# half-written, no temporary file stays. TAP. io.sh COMMAND... runs some of the commands: list gen cosim report stats study encode decode convert
# trace replay synth flow.
# A long command makes hundreds of calls: after the first ones only each STEP-th fails, in every run the same ones. The calls of tools are
# not ours to fail, so Verilator builds a bench once, and the runs after that get what it built. io.sh all [COMMAND...]: more calls of each, what
# Verilator builds, flow, and a synthesis of all modules.
. tests/tools/tap.sh
. tests/cli/quick.sh
warpfold=$(realpath "$warpfold")
traces=$PWD/traces corpus=$PWD/tests/fuzz/corpus
maker=$PWD/build/bin/simt_program
[ -x "$maker" ] || make -s build/bin/simt_program || exit 2
library=$work/failing.so
"${CC:-cc}" -shared -fPIC -O1 -D_GNU_SOURCE -o "$library" tests/cli/failing.c -ldl || exit 2
thinner=$(if_all 1 3) # the steps of calls are so many times as long
chosen=" ${*:-list gen cosim report stats study encode decode convert trace replay synth flow} "
mkdir "$work/in" "$work/tmp"
cd "$work/in" || exit 1
export XDG_CACHE_HOME="$work/cache" TMPDIR="$work/tmp"
design="--lanes 4 --bank 32 --encs 1 --decs 1"

# failed AT HOW COMMAND...: runs the command with this call failing; false if it makes fewer calls. What it says goes to $said by a pipe: a short
# file must not cut the message
failed() {
    at=$1 how=$2 && shift 2
    : > "$work/call"
    said=$(LD_PRELOAD=$library FAIL_AT=$at FAIL_HOW=$how FAIL_LOG=$work/call timeout 300 "$warpfold" "$@" 2>&1 > "$work/out")
    code=$?
    [ -s "$work/call" ]
}

# all_told: every line of what it said is a message of the program, and there is one
all_told() {
    [ -n "$said" ] && echo "$said" | while read -r line; do case $line in 'warpfold: '?*) ;; *) echo "not a message: $line"; exit 1 ;; esac; done
}

# wrong: lines on what is wrong with the folder "now" after such a run. "before" is it as it was, "good" after a run in which nothing fails.
# What differs between two good runs ($varies) is not compared.
wrong() {
    case $code in
        0) ;;
        1 | 2) all_told || echo "exit code $code without a message" ;;
        *) echo "exit code $code" ;;
    esac
    diff -rq "$work/good" "$work/now" | grep -v -E "$varies" | while read -r line; do
        case $line in
            "Only in $work/good"*) [ $code != 0 ] || echo "exit code 0, but: $line" ;;
            Files*)
                file=${line##* and "$work/now"/} && file=${file% differ}
                [ $code != 0 ] && cmp -s "$work/before/$file" "$work/now/$file" || told "$work/now/$file" || echo "$line" ;;
            *) echo "$line" ;;
        esac
    done
    for left in "$TMPDIR"/*; do [ ! -e "$left" ] || { echo "left in TMPDIR: $left" && rm -rf "$left"; }; done
    [ $code != 0 ] || [ -n "$varies_out" ] || cmp -s "$work/out" "$work/good.out" || echo "exit code 0, but standard output is not whole"
}

# told FILE: a step's figures say that the step failed
told() { [ $code != 0 ] && case $1 in */cosim.json | */synth.json | */trace.json) grep -q '__failed"' "$1" ;; *) false ;; esac; }

# each HOW NAME COMMAND...: the command, in a copy of the folder "in"; from call $first (20) on only each $step-th (1) call fails
each() {
    how=$1 name=$2 at=1 && shift 2
    : > "$log"
    rm -rf "$work/good" "$work/before" && cp -r . "$work/good" && cp -r . "$work/before"
    (cd "$work/good" && exec "$warpfold" "$@") > "$work/good.out" 2> "$work/err" || { cat "$work/err" > "$log" && fail "$name" && return; }
    while rm -rf "$work/now" && cp -r . "$work/now" && cd "$work/now" && failed $at "$how" "$@"; do
        wrong > "$work/wrong"
        [ ! -s "$work/wrong" ] || sed "s/^/call $at, $(cat "$work/call"): /" "$work/wrong" >> "$log"
        at=$((at + (at < ${first:-20} ? 1 : ${step:-1} * thinner)))
        cd "$work/in" || exit 1
    done
    cd "$work/in" || exit 1
    [ $at -gt 1 ] || echo "no call failed" >> "$log"
    [ $code = 0 ] || echo "no call fails, but exit code $code: $said" >> "$log"
    if [ -s "$log" ]; then fail "$name"; else pass "$name: $((at - 1)) calls"; fi
}

# of COMMAND [ARGUMENT...]: in both ways, if the command is chosen
of() {
    case $chosen in *" $1 "*) ;; *) return ;; esac
    each full "$* and a call that fails" "$@"
    [ -n "${full_only:-}" ] || each short "$* and a short write" "$@"
}

varies='/tb$|/tb: |/tb/|/syn: |/syn/|\.log' varies_out=
cp "$traces/cutracer-vecadd-t32.wft" t.wft
of list
of stats t.wft --json s.json
of study "$("$warpfold" study --list | sed -n 's/ .*//;1p')" t.wft -o studies --svg plots
of encode t.wft -o t.wfc
of convert t.wft -o t.wtx
"$maker" good good.elf && of trace good.elf -o g.wft
rm good.elf
"$warpfold" gen --unit "$(register_file)" --lanes 4 --bank 32 -o f > "$work/out"
cp "$corpus/warptrace/four" t4.wtx
of replay f --fit --trace t4.wtx --json s.json --report r.html
cp "$corpus/ports/small" t.wpt
of replay f --fit --ports t.wpt --json s.json
rm -r f t4.wtx t.wpt
"$warpfold" encode t.wft -o c.wfc > "$work/out"
of decode c.wfc -o d.wft
image=$(images | head -n 1)
head -c 100000 "$warpfold" > bytes
# shellcheck disable=SC2086
{
    of encode $image --image bytes -o i.wfi
    "$warpfold" encode $image --image bytes -o c.wfi > "$work/out"
}
of decode c.wfi -o d
rm -f bytes c.wfi
# shellcheck disable=SC2086
step=17 full_only=1 of gen $design -o d
# shellcheck disable=SC2086
"$warpfold" gen $design -o e > "$work/out"
varies_out=1 step=12 full_only=1 of cosim e --sim icarus --vectors 50
varies_out=1 first=8 step=91 full_only=1 of synth e --module move --effort 0
"$warpfold" cosim e --sim icarus --vectors 50 > "$work/out"
step=4 of report e

[ -n "$all" ] || { plan; exit; }

# Verilator, which keeps what it built of a bench
cat > "$work/verilator" <<'S'
#!/bin/sh
[ ! -d "$BUILT" ] || exec cp -r "$BUILT/." .
"$TOOL" "$@" && cp -r . "$BUILT"
S
chmod +x "$work/verilator"
export TOOL="${VERILATOR:-verilator}" VERILATOR="$work/verilator" BUILT="$work/built"
rm -rf d e t.* c.wfc
cp "$traces/sort-t16.wft" t.wft
design="--lanes 16 --encs 1 --decs 1"
# shellcheck disable=SC2086
varies_out=1 first=6 step=404 full_only=1 of flow $design --sim verilator --vectors 50 --module move --effort 0 --trace t.wft -o e
# shellcheck disable=SC2086
"$warpfold" gen $design -o e > "$work/out"
varies_out=1 step=18 full_only=1 of cosim e --sim verilator --vectors 50 --trace t.wft
# All of a codec's modules
"$warpfold" gen --lanes 4 --bank 32 --modes 4-0 --encs 1 --decs 1 -o a > "$work/out"
varies_out=1 first=1 step=1499 full_only=1 of synth a --effort 0
plan
