#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# promises.sh - what docs/running.md, docs/sweep.md and trace/warpfold_writer.h promise, on days that are not good: files that come late, signals,
# limits, caches and folders that somebody changed. What is right was written down from these pages and POSIX before it was tried.
. tests/tools/tap.sh
program=$(realpath "$warpfold")
told=$work/told

# A trace of four lanes, in two halves
awk 'BEGIN { print "# warptrace-text 1\n# lanes 4"; for (i = 0; i < 8000; i++) printf "w 0 %d %x alu x5 f %x %x %x %x\n", i % 4, 4 * i, i, i * i, i + 1, 7 }' > "$work/four.wtx"
head -n 4000 "$work/four.wtx" > "$work/half1"
sed 1,4000d "$work/four.wtx" > "$work/half2"

# ends CODE: told is one line, and the code that came is CODE
ends() { cat "$told" && [ "$code" = "$1" ] && [ "$(wc -l < "$told")" = 1 ]; }
# feed COMMAND...: runs it in a folder of its own, $work/fed, until it has read most of the first half of its input from the pipe `in`; $runner is
# its process
feed() {
    rm -rf "$work/fed" && mkdir "$work/fed" && mkfifo "$work/fed/in" || return 1
    (cd "$work/fed" && exec "$program" "$@") > /dev/null 2> "$told" &
    runner=$!
    exec 3<> "$work/fed/in"
    give "$work/half1"
}
# lives PROCESS
lives() { grep -q '^State:[[:space:]]*[^ZX]' "/proc/$1/status" 2> /dev/null; }
# give FILE: puts it into the pipe, as long as the command lives
give() {
    cat "$1" >&3 &
    giver=$!
    while lives $giver && lives $runner; do sleep 0.01; done
    kill $giver 2> /dev/null
    wait $giver
}
# fed: the rest of the input, and the command's end, $code
fed() {
    give "$work/half2"
    exec 3>&-
    wait $runner
    code=$?
}
# only NAME...: these and nothing else are in the folder
only() { [ "$(cd "$work/fed" && ls -A | sort | tr '\n' ' ')" = "$(printf '%s\n' in "$@" | sort | tr '\n' ' ')" ]; }

# ---- Outputs that come late: docs/running.md, "What is overwritten" ----

late_link() {
    feed convert in -o out.wtx && ln -s elsewhere "$work/fed/out.wtx" && fed
    ends 1 && only out.wtx && [ "$(readlink "$work/fed/out.wtx")" = elsewhere ]
}
check "convert: a link that leads nowhere, late: it stays, and nothing is written where it leads" late_link

late_json() {
    feed stats in --json out.json && echo '{"mine": 1}' > "$work/fed/out.json" && fed
    ends 1 && only out.json && grep -q mine "$work/fed/out.json"
}
check "stats --json: somebody's file, late: it stays" late_json

codec=$(images | head -n 1)
late_folder() {
    # shellcheck disable=SC2086
    feed encode $codec --line 64 --image in -o out.wfi && mkdir "$work/fed/out.wfi" && fed
    ends 1 && only out.wfi && [ -z "$(ls -A "$work/fed/out.wfi")" ]
}
check "encode --image: a folder, late: it stays empty" late_folder

# ---- The writer ----

cc=${CC:-gcc}
written() { $cc -std=c99 -D_POSIX_C_SOURCE=200809L -O1 -Wall -Werror -I trace tests/foreign/writers.c -o "$work/writers"; }
two_writers() {
    written && mkdir "$work/two" && "$work/writers" two "$work/two/t.wft" > "$told" || return 1
    cat "$told"
    printf 'first ok\nsecond exists\n' | diff - "$told" && [ "$(ls -A "$work/two")" = t.wft ] &&
        "$warpfold" convert "$work/two/t.wft" -o "$work/two.wtx" && [ "$(grep -c '^w 0 1 10 alu x5 f 1 1 1 1$' "$work/two.wtx")" = 3 ] &&
        [ "$(grep -c '^w' "$work/two.wtx")" = 3 ]
}
check "two writers of one name: the first has it, whole, the second is told" two_writers

child() {
    mkdir "$work/child" && "$work/writers" child "$work/child/lines" > "$told" || return 1
    cat "$told"
    printf 'open ok\nchild'"'"'s line value\nchild'"'"'s close value\nclose ok\n' | diff - "$told" && [ "$(ls -A "$work/child")" = lines ] || return 1
    head -c 320 /dev/zero | tr '\0' '\1' | cmp - "$work/child/lines" || return 1
    # A name that is a link to nothing is there
    ln -s nowhere "$work/child/link" && "$work/writers" child "$work/child/link" > "$told"
    cat "$told" && grep -q exists "$told" && [ -L "$work/child/link" ] && [ ! -e "$work/child/nowhere" ] && [ "$(ls -A "$work/child" | wc -l)" = 2 ]
}
check "a forked child that writes and closes its parent's lines; a name that is a link to nothing" child

# ---- Signals and limits: docs/running.md, "Exit codes" ----

# Those of batch systems, of timers and those without a name: 34 is the first of real time
signals() {
    for signal in 34 50 12 16 24 26 29; do
        feed encode in -o out.wfc || return 1
        kill -"$signal" $runner
        exec 3>&-
        wait $runner
        code=$?
        echo "signal $signal: code $code, left: $(ls -A "$work/fed" | tr '\n' ' ')"
        [ "$code" = $((128 + signal)) ] && only || return 1
    done
}
check "encode in the middle of its input: signals of batch systems, timers and real time leave nothing" signals

disk() {
    mkdir "$work/disk"
    (cd "$work/disk" && ulimit -c 0 && ulimit -f 8 && exec "$program" convert ../four.wtx -o long.wtx) > /dev/null 2> "$told"
    code=$?
    ends 1 && [ -z "$(ls -A "$work/disk")" ]
}
check "convert under a limit of file sizes: a disk that is full" disk

# xz -9 asks for 65 MiB. Less is no fault of the file
memory() {
    xz -9 -k -c "$work/four.wtx" > "$work/four.xz" && "$warpfold" stats "$work/four.xz" > /dev/null || return 1
    (ulimit -v 60000 && exec "$program" stats "$work/four.xz") > /dev/null 2> "$told"
    code=$?
    ends 1 && grep -q memory "$told" && ! grep -Eq 'corrupt|truncated' "$told"
}
check "stats of an xz file under a limit of memory: too little memory, not a bad file" memory

open_files() {
    (exec 3>&- && ulimit -n 4 && exec "$program" convert "$work/four.wtx" -o "$work/few.wft") > /dev/null 2> "$told"
    code=$?
    ends 1 && grep -qi 'open files' "$told" && [ ! -e "$work/few.wft" ]
}
check "convert with one file more than standard input and output: too many open files" open_files

# ---- The cache of results: docs/sweep.md, "Tasks and the cache" ----

cat > "$work/two.ini" << 'END'
[sweep]
name = two widths
effort = 0
module = move

[set moves]
unit = warpbdi
modes = 4-0
lanes = 4 8
END
swept() { timeout 300 "$warpfold" sweep "$work/two.ini" -o "$work/swept" --cache "$work/cache" --jobs 1 > "$told" 2>&1; }
entries() { grep -rl move__area_um2 "$work/cache" 2> /dev/null | sort; }
swept && cp "$work/swept/points.csv" "$work/points.csv"
# swept_alike: again, with the same result
swept_alike() { swept && cat "$told" && cmp "$work/points.csv" "$work/swept/points.csv"; }

endless() {
    [ "$(entries | wc -l)" = 2 ] || return 1
    entry=$(entries | head -n 1)
    ln -sf /dev/zero "$entry" && swept_alike
}
check "sweep: an entry of the cache that is a link to a device without an end" endless

exchanged() {
    [ "$(entries | wc -l)" = 2 ] || return 1
    one=$(entries | head -n 1) other=$(entries | tail -n 1)
    cp "$one" "$work/kept" && cp "$other" "$one" && cp "$work/kept" "$other" && ! cmp -s "$one" "$other" && swept_alike
}
check "sweep: two entries of the cache under each other's names" exchanged

# ---- Files and folders that somebody changed ----

"$warpfold" gen --unit compare --lanes 4 -o "$work/design" > /dev/null && "$warpfold" synth "$work/design" --effort 0 > /dev/null
cp "$work/design/synth.json" "$work/synth.json"

# >> instead of >
twice() {
    cat "$work/synth.json" "$work/synth.json" > "$work/design/synth.json"
    "$warpfold" report "$work/design" > /dev/null 2> "$told"
    code=$?
    cp "$work/synth.json" "$work/design/synth.json"
    ends 2 && grep -q 'synth\.json' "$told" && [ ! -e "$work/design/report.html" ] && [ ! -e "$work/design/metrics.json" ]
}
check "report: figures behind figures in synth.json" twice

# A script of one's own that knew no figure
unknown() {
    printf '{\n  "run__codec": "warpbdi",\n  "run__lanes": 4,\n  "enc__energy_pj": 2.5,\n  "dec__energy_pj": 3.5\n}\n' > "$work/units.json"
    "$warpfold" stats "$work/four.wtx" --units "$work/units.json" > /dev/null || return 1
    sed -i 's/3\.5/null/' "$work/units.json"
    "$warpfold" stats "$work/four.wtx" --units "$work/units.json" > /dev/null 2> "$told"
    code=$?
    ends 2 && grep -q '"dec__energy_pj" is null' "$told"
}
check "stats --units: an energy that is null" unknown

# power DESIGN FLAGS...: is refused with one line, and leaves no figures
refused() { timeout 300 "$warpfold" power "$@" -n 20 > /dev/null 2> "$told"; code=$?; ends 2 && [ ! -e "$work/design/power.json" ]; }

# A corner of the vendor's next release, under the same names
released() {
    mkdir "$work/next" && sed 's/0.0393659/0.0493659/' /usr/share/qflow/tech/osu018/osu018_stdcells.lib > "$work/next/osu018_stdcells.lib"
    refused "$work/design" --liberty "$work/next/osu018_stdcells.lib" && grep -q 'osu018_stdcells' "$told"
}
check "power: another library of the same names" released

infinite() {
    sed 's/"run__load_ff": [0-9.]*/"run__load_ff": 1e999/' "$work/synth.json" > "$work/design/synth.json"
    refused "$work/design"
    refusal=$?
    cp "$work/synth.json" "$work/design/synth.json"
    [ $refusal = 0 ] && grep -q 'run__load_ff' "$told"
}
check "power: a load that no number holds" infinite

linked() {
    mv "$work/design/syn" "$work/elsewhere" && ln -s ../elsewhere "$work/design/syn" && rm "$work/design/synth.json" || return 1
    (cd "$work/elsewhere" && find . -type f -exec sha256sum {} + | sort) > "$work/before"
    "$warpfold" synth "$work/design" --effort 0 > /dev/null 2> "$told"
    code=$?
    (cd "$work/elsewhere" && find . -type f -exec sha256sum {} + | sort) > "$work/after"
    ends 2 && cmp "$work/before" "$work/after" && [ ! -e "$work/design/synth.json" ]
}
check "synth: a folder syn that is a link to another place" linked
plan
