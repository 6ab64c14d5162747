#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_sweep.sh - sweeps: what is done once is never done again, after kills at any instant, beside another sweep, with a damaged cache or a full disk;
# a task that fails stops no other; results are the same to the byte however they came about; make's tokens go back. TAP.
. tests/tools/tap.sh
. tests/tools/plots.sh
tree=$PWD program=$(realpath "$warpfold")
warpfold=$program
real_yosys=$(command -v "${YOSYS:-yosys}")
export XDG_CACHE_HOME="$work/home"
unset MAKEFLAGS # of the make that runs the tests
cd "$work" || exit 1

# Yosys that leaves a line at the beginning and the end of each mapping: "+" and "-". Where `meet` is, the first one waits for a second one
# beside it, for a minute at most, so that two run at a time whatever else the machine does. Where `line` is, all but the first one wait for the
# line of a task in `said`
cat > yosys << END
#!/bin/sh
case "\$*" in *.front.ys*) echo + >> "$work/runs" ;; *) exec "$real_yosys" "\$@" ;; esac
tries=0
[ ! -f "$work/line" ] || mkdir "$work/first" 2> /dev/null || while [ -f "$work/line" ] && [ \$tries -lt 600 ]; do
    ! grep -q '^task 1/2, ' "$work/said" || { rm "$work/line"; break; }
    sleep 0.1
    tries=\$((tries + 1))
done
while [ -f "$work/meet" ] && [ "\$(grep -c '^+' "$work/runs")" -lt 2 ] && [ \$tries -lt 600 ]; do sleep 0.1; tries=\$((tries + 1)); done
[ ! -f "$work/murder" ] || { rm "$work/murder"; kill -9 "\$(awk '{ print \$4 }' /proc/\$PPID/stat)"; sleep 1; }
"$real_yosys" "\$@"
code=\$?
echo - >> "$work/runs"
exit \$code
END
chmod +x yosys
export YOSYS="$work/yosys"

cat > s.ini << 'END'
# Three points that are mapped in a moment
[sweep]
name = three
effort = 0
[set clocks]
unit = warpbdi
lanes = 4
module = move
clock-ns = 1 2 3
END
tasks=3

# sweep OUT FLAG...: the sweep of s.ini; what it says is in `said` and `err`
sweep() { out=$1; shift; "$program" sweep s.ini -o "$out" "$@" > said 2> err || { cat err; false; }; }
runs() { n=$(grep -c '^+' runs 2> /dev/null); echo "${n:-0}"; }
entries() { find "$1" -type f -name '????????????????????????????????????????????????????????????????' | wc -l; }
# most: how many mappings ran at a time
most() { awk '{ n += $1 == "+" ? 1 : -1; if (n > m) m = n } END { print m + 0 }' runs; }
same() { cmp "$1/points.csv" "$2/points.csv" && cmp "$1/sweep.json" "$2/sweep.json" && cmp "$1/report.html" "$2/report.html"; }

# ---- A whole run ----

rm -f runs
check "a sweep" sweep fresh --cache c0 -j 2
ran() { [ "$(runs)" = "$1" ] || { echo "$(runs) mappings, expected $1" >> "$log"; false; }; }
check "each task ran once" ran $tasks
two() { [ "$(most)" -le 2 ]; }
check "no more than two at a time with -j 2" two
told() { grep -q "$1" said; }
check "a summary" told "^three: $tasks tasks: $tasks made, 0 from the cache, 0 failed; "
check "a summary of points" told "^three: $tasks points: $tasks done, 0 failed, 0 skipped"
quiet() { [ ! -s err ]; }
check "a pipe gets nothing on standard error" quiet
lined() { [ "$(sed -n 's/^task \([0-9]*\/'"$1"'\), point [1-9][0-9]* move: [0-9]*\.[0-9] s$/\1/p' said | tr '\n' ' ')" = "$2" ] && [ "$(grep -c '^task ' said)" = "$(echo $2 | wc -w)" ]; }
check "a log gets a line a task, in their order of ending" lined 3 "1/3 2/3 3/3 "
rows() { [ "$(cut -d, -f1 fresh/points.csv | tail -n +2 | tr '\n' ' ')" = "$(seq $tasks | tr '\n' ' ')" ]; }
check "a row a point, in their order" rows
contained() { ! grep -E -q '(src|href)="(https?:)?/|<script|<link|@import|url\(' fresh/report.html; }
check "the page is all in one file and has no script" contained
linked() { [ "$(grep -o '<a href="#p[0-9]*"><circle' fresh/report.html | sort -u | wc -l)" = $tasks ] && [ "$(grep -o '<tr id="p[0-9]*"' fresh/report.html | wc -l)" = $tasks ]; }
check "each dot leads to a row" linked
hover() { grep -q '<title>1: warpbdi 4 lanes, clock-ns 1: .*µm², .*ns, .*pJ' fresh/report.html; }
check "a dot tells its configuration and figures" hover
rm -f runs
check "a second run" sweep second --cache c0 --svg second/plots
check "it maps nothing" ran 0
check "and says so" told "^three: $tasks tasks: 0 made, $tasks from the cache"
check "at its beginning, too" told "^$tasks of $tasks tasks are in the cache$"
check "a task that was there has no line" lined 3 ""
rm -f runs && touch line
check "a run of two tasks beside each other" sweep lines --cache lines-cache -j 2 --set "clock-ns=1 2"
check "a task has its line while others run" test ! -e line
check "with the same results" same fresh second
check "its plots stand alone" alone second/plots 2
# columns CSV: number, area, delay and clock of each point, in their order
columns() {
    awk -F, '{ gsub(/"[^"]*"/, "in quotes") } NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { print $1, $at["area_um2"], $at["delay_ns"], $at["meets_clock"] }' "$1" | sort -n
}
plotted() { columns fresh/points.csv > rows && [ -s rows ] && columns second/plots/three-group1-area-delay.csv | cmp - rows; }
check "their numbers are those of the points" plotted
figures() {
    "$program" gen --unit warpbdi --lanes 4 -o d && "$program" synth d --effort 0 --module move --clock-ns 3 || return 1
    for key in move__area_um2 move__delay_ns move__power_mw move__energy_pj; do
        awk -F, -v key=$key -v is="$(value d/synth.json $key)" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == key) at = i } /^3,/ { n = split($0, f, /,/)
            good = index($0, "," is ",") > 0 } END { exit !good }' fresh/points.csv || { echo "$key"; return 1; }
    done
}
check "the figures are those of synth" figures

# Units differ in their defaults of decs, which nobody gave
sed 's/^clock-ns = .*/clock-ns = default 3 # 4 5/; s/^unit = .*/& bytewise/' s.ini > clocks.ini
told_apart() {
    "$program" sweep clocks.ini -o apart --cache c0 > said 2> err && grep -q '^three: 4 points: 4 done' said && grep -q '<title>1: warpbdi 4 lanes, clock-ns default: ' apart/report.html &&
        grep -q '<title>2: warpbdi 4 lanes, clock-ns 3: ' apart/report.html && ! grep -q '>decs<' apart/report.html
}
check "a default beside a value is told apart, and a comment is none" told_apart

# ---- Wires ----

printf '%s\n' '[sweep]' 'lanes = 4' 'effort = 0' 'module = move' 'wires = off on' 'wire-ff-um = 0.2' '[set a]' 'unit = warpbdi' 'modes = 4-0' > wires.ini
# wired: without wires and with them, each is what synth says, and they are no group
wired() {
    "$program" sweep wires.ini -o wires --cache c0 > said 2> err && "$program" gen --unit warpbdi --lanes 4 --modes 4-0 -o w &&
        "$program" synth w --effort 0 --module move --wire-ff-um 0.2 || return 1
    of() { awk -F, -v row="$1" -v column="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) at = i } $1 == row { print $at }' wires/points.csv; }
    for figure in delay_ns energy_pj; do
        [ "$(of 1 $figure)" = "$(value w/synth.json move__$figure)" ] && [ "$(of 2 $figure)" = "$(value w/synth.json move__wires__$figure)" ] &&
            [ "$(of 1 $figure)" != "$(of 2 $figure)" ] || { echo "$figure"; return 1; }
    done
    grep -q 'estimated wires of 0.2 fF/µm, 70 % filled$' said && [ "$(grep -c '^  front energy-delay *points [12]$' said)" = 2 ]
}
check "estimated wires are those of synth, in a group of their own" wired

# ---- Areas by part ----

sed 's/^wires .*/parts = on/; /^wire-ff-um/d' wires.ini > parts.ini
# by_part: the area is that of synth --parts, in a group of its own, and there is no other figure of synthesis
by_part() {
    "$program" sweep parts.ini -o parts --cache c0 > said 2> err && "$program" gen --unit warpbdi --lanes 4 --modes 4-0 -o p &&
        "$program" synth p --module move --parts > /dev/null && grep -q 'osu018_stdcells, areas by part$' said || return 1
    awk -F, -v area="$(value p/syn/parts.json move__total_area_um2)" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        { good = area > 0 && $at["area_um2"] == area && $at["delay_ns"] == "" && $at["energy_pj"] == "" } END { exit !good }' parts/points.csv
}
check "areas by part are those of synth" by_part

# ---- The step `time` ----

printf '%s\n' '[sweep]' "trace = $tree/workloads/traces/aes-t32.wft" '[set a]' 'unit = wcrf' 'time = gtx480' > time.ini
# timed: the task of this step alone, for synthesis of a register file takes long; then what the cache has
timed() { "$program" sweep time.ini --share 2/2 --cache timed-cache > said 2> err; }
of_time() { # its figures are those of `time`
    "$program" sweep time.ini -o timed --collect --cache timed-cache > said 2> err
    "$program" gen --unit wcrf -o file && "$program" time file --trace "$tree/workloads/traces/aes-t32.wft" --json time.json > /dev/null || return 1
    for key in trace__time__cycles trace__time__more trace__time__file__all trace__time__file__leakage trace__time__file__saved trace__time__file__edp_nj_us; do
        awk -v is="$(value time.json $key)" -v key="\"$key\":" '$1 == key { good = is != "" && $2 + 0 == is + 0 } END { exit !good }' timed/sweep.json || { echo "$key"; return 1; }
    done
    [ "$(value time.json trace__time__more)" = "$(value time.json study_mean__more)" ] && [ "$(value time.json trace__time__file__saved)" = "$(value time.json study_mean__saved)" ]
}
check "a register file in a machine" timed
check "has a line of its own" told '^task 1/1, point 1 time: '
check "its figures are those of time" of_time
check "once more" timed
check "it is in the cache" told '^time: 1 tasks: 0 made, 1 from the cache'

# ---- Kills ----

# ended: everything that the killed sweep had started ends too
ended() {
    for i in $(seq 120); do
        cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' ' ' | grep -q -e "$work/killed-[c]ache " || return 0
        sleep 0.5
    done
    return 1
}
# finished N: at least so many tasks are
finished() { [ "$(entries killed-cache)" -ge "$1" ]; }
waits() { # COMMAND...: until it is true
    for i in $(seq 600); do
        "$@" && return 0
        sleep 0.1
    done
    return 1
}
delays=$(od -An -N2 -tu1 /dev/urandom | awk '{ for (i = 1; i <= 2; i++) printf "%.2f ", $i / 1000 }')
mkdir killed-cache
good=true done_then=0
for delay in $delays; do
    # One task at a time: two runs do not come to the end
    "$program" sweep s.ini -o killed --cache "$work/killed-cache" -j 1 > said 2> err &
    victim=$!
    waits finished $((done_then + 1)) || good=false
    sleep "$delay"
    kill -9 $victim 2> /dev/null
    wait $victim 2> /dev/null
    ended || good=false
    done_then=$(entries killed-cache)
done
check "killed twice, $delays s after a task had ended, and nothing runs on" $good
left=$((tasks - $(entries killed-cache)))
rm -f runs
check "it goes on" sweep killed --cache "$work/killed-cache" -j 2
check "what was finished is not done again: $left of $tasks were left" ran $left
check "the results are those of a run without kills" same fresh killed
clean() { [ "$(find killed | sort | tr '\n' ' ')" = "killed killed/points.csv killed/report.html killed/sweep.json " ]; }
check "nothing else is in the folder" clean

# ---- Two at once ----

rm -f runs
"$program" sweep s.ini -o one --cache both -j 2 > one.said 2> one.log &
first=$!
check "a sweep beside another one on the same cache" sweep two --cache both -j 2
check "the other one" wait $first
check "together they did each task once" ran $tasks
counted() { [ "$(sed -n 's/^three: .* tasks: \([0-9]*\) made.*/\1/p' said one.said | paste -sd+ | bc)" = $tasks ]; }
check "and each counts what it did itself" counted
there() { sed -n "s/^\([0-9]*\) of $tasks tasks are in the cache\$/\1/p" said one.said; }
theirs() { [ "$({ cat said one.said | grep -c '^task .*: from the cache$'; there; } | paste -sd+ | bc)" = "$(sed -n 's/^three: .* made, \([0-9]*\) from the cache,.*/\1/p' said one.said | paste -sd+ | bc)" ]; }
check "and tells what the other one made" theirs
check "the one's results" same fresh one
check "the other's results" same fresh two
rm -f runs
"$program" sweep s.ini -o one --cache third -j 1 > one.said 2> one.log &
first=$!
waits test -s runs
busy() { ! sweep one --cache third && grep -q 'in use by another warpfold' err; }
check "but not into the same folder" busy
kill $first 2> /dev/null
wait $first 2> /dev/null

# ---- Shares ----

rm -f runs
shared() { for k in 1 2 3; do "$program" sweep s.ini --share $k/3 --cache shares -j 1 > said 2> err || return 1; done; }
check "three shares, one after the other" shared
check "they did each task once" ran $tasks
early() { ! "$program" sweep s.ini -o early-out --cache none-yet --collect > said 2> err && grep -q "^three: $tasks points: 0 done, 0 failed, 0 skipped, $tasks not run$" said; }
check "what collects before anything ran says so" early
check "what collects them" sweep shares-out --cache shares --collect
check "has the same results" same fresh shares-out

# ---- Impossible points ----

cat > bad.ini << 'END'
[sweep]
effort = 0
module = move
[set some]
unit = warpbdi bytewise
lanes = 4 7
dec-stages = 0
early-tag = 0 1
END
impossible() { "$program" sweep bad.ini -o bad --cache c0 > said 2> err; }
check "a sweep with impossible points ends well" impossible
check "it reports and skips them" told "bad: 8 points: 2 done, 0 failed, 6 skipped"
check "with the reason of each" told '^point 2 (set some: .*early-tag 1) is skipped: early-tag needs a clocked decoder'
why() { grep -q '^7,some,skipped,"lanes: 7 lanes: accepted are' bad/points.csv && grep -q 'lanes: 7 lanes' bad/report.html; }
check "in the table and on the page too" why
nothing() { "$program" sweep bad.ini -o none --cache c0 --set lanes=7 > said 2> err; [ $? = 2 ] && [ "$(wc -l < err)" = 1 ] && grep -q 'no point of bad.ini is a design; of the first: lanes: 7 lanes: accepted' err && [ ! -e none ]; }
check "a sweep of impossible points alone" nothing

# ---- What a user should know of the file ----

osu=$(dpkg -L qflow-tech-osu018 | grep '/osu018_stdcells.lib$')
sed '/internal_power *()/,/^    }/d' "$osu" > plain.lib
noted() {
    sweep noted --cache c1 -j 1 --set clock-ns=1 --set liberty=plain.lib --set "trace=$tree/traces/psort-t32.wft" && cat err && [ "$(wc -l < err)" = 2 ] &&
        grep -q 'no point takes the trace psort-t32.wft, which has 32 lanes: it is in no ratio$' err && grep -q 'plain.lib has no tables of internal power.*: its points have no energy$' err
}
check "a trace that no point takes, a library without power" noted
check "on the page too" grep -q 'No point takes the trace psort-t32.wft, which has 32 lanes: it is in no ratio\.' noted/report.html

# ---- Tasks that fail ----

touch murder
rm -f runs
fails() { ! sweep murdered --cache m -j 1 && grep -q 'point 1, move: killed by signal 9' err; }
check "a task that is killed fails its point" fails
check "and no other" told "$tasks points: $((tasks - 1)) done, 1 failed, 0 skipped"
check "its row says why" grep -q '^1,clocks,failed,move: killed by signal 9,' murdered/points.csv
rm -f runs
check "the next run makes it" sweep murdered --cache m -j 1
check "and no other again" ran 1
check "the results are those of a run without that" same fresh murdered
# OpenSTA of one point ends with an error; its log is in a folder that goes with the task
cat > sta << 'END'
#!/bin/sh
case "$*" in *.unit.tcl*) echo "a line of its log" && echo "Error: sta is broken" && exit 1 ;; esac
exec sta "$@"
END
chmod +x sta
broken() { ! STA=$work/sta "$program" sweep s.ini -o broken --cache b -j 1 --set clock-ns=1 > said 2> err; }
check "a tool that fails fails its point" broken
check "its task has a line" told '^task 1/1, point 1 move: failed after [0-9]*\.[0-9] s$'
check "and its row says why" grep -q '^1,clocks,failed,move: sta failed with exit code 1: Error: sta is broken,' broken/points.csv
check "the log of the tool is in that of the task" grep -q '^a line of its log$' broken/log/1-move.log
check "the next run makes it, and no log is left" sweep broken --cache b -j 1 --set clock-ns=1
unlogged() { [ ! -e broken/log ]; }
check "of what is well now" unlogged
entry=$(find m -type f -name '????????????????????????????????????????????????????????????????' | sort | head -n 1)
flipped "$entry" 300 > bad-entry && cp bad-entry "$entry"
rm -f runs
check "an entry of the cache with a wrong byte" sweep murdered --cache m -j 1
once() { [ "$(grep -c "is damaged; it is made again" err)" = 1 ]; }
check "is told once" once
check "is made again" ran 1
check "and is good then" same fresh murdered
head -c 100 "$entry" > bad-entry && cp bad-entry "$entry"
rm -f runs
check "an entry that was cut is made again" sweep murdered --cache m -j 1
check "alone" ran 1

mkdir full
if mount -t tmpfs -o size=64k none full 2> "$log"; then
    trap 'umount "$work/full" 2> /dev/null; rm -rf "$work"' EXIT
    head -c 56000 /dev/zero > full/ballast
    whole() { # every entry is whole
        for f in $(find full -type f -name '????????????????????????????????????????????????????????????????'); do
            [ "$(head -n 1 "$f" | cut -d ' ' -f 5)" = "$(tail -n +2 "$f" | sha256sum | cut -d ' ' -f 1)" ] || return 1
        done
    }
    overflows() { ! sweep filled --cache full -j 2 && grep -q 'No space left on device' err; }
    check "a cache on a full disk: what does not fit fails" overflows
    check "no entry is half" whole
    some() { [ "$(entries full)" -gt 0 ] && [ "$(entries full)" -lt $tasks ]; }
    check "what fitted is kept" some
    left=$((tasks - $(entries full)))
    rm -f full/ballast runs
    mount -o remount,size=1m full
    check "with room it goes on" sweep filled --cache full -j 2
    check "with what was missing" ran $left
    check "the results are those of a run with room" same fresh filled
    umount full
else
    skip "a cache on a full disk" "no tmpfs may be mounted here"
fi
limited() { (ulimit -f 1; ! "$program" sweep s.ini -o limited --cache lim -j 1 > said 2> err); [ "$(entries lim)" = 0 ]; }
check "files that may not grow: nothing half is kept" limited

# ---- make's job server ----

cat > jobs.mk << END
both: a b
a b:
	+$program sweep s.ini -o make-\$@ --cache make-\$@-cache --set "clock-ns=1 2"
ends:
	-+timeout -s TERM 1 $program sweep s.ini -o make-ends --cache make-ends-cache
	+sleep 0.1
hidden:
	$program sweep s.ini -o make-hidden --cache c0
END
three() { [ "$(most)" -le 3 ] && [ "$(most)" -ge 2 ]; }
rm -f runs && touch meet
check "two sweeps under make -j 3" make -f jobs.mk -j 3 both
check "two or three mappings at a time, no more" three
rm meet
kept() { ! make -f jobs.mk -j 3 "$1" > "$log" 2>&1 || :; ! grep -q 'INTERNAL' "$log"; }
check "the tokens go back" kept both
check "after SIGTERM too" kept ends
hides() { make -f jobs.mk -j 2 hidden > said 2> err && grep -q "job server is not handed down" err; }
check "a recipe without + is told, and runs one at a time" hides
mkfifo fifo
exec 7<> fifo
printf 'xy' >&7
rm -f runs && touch meet
tokens() { MAKEFLAGS="-j3 --jobserver-auth=fifo:$work/fifo" sweep fifo-out --cache fifo-cache; }
check "the job server of make 4.4, a fifo" tokens
check "two or three mappings at a time" three
rm meet
back() { [ "$(timeout 60 head -c 2 <&7 | fold -w 1 | sort | tr -d '\n')" = xy ]; }
check "its tokens go back as they were" back
rm -f runs
alone() { tokens && [ "$(most)" = 1 ]; }
rm -rf fifo-cache
check "without a token one runs at a time" alone
exec 7>&-

# ---- Slurm ----

slurm() { sweep slurm --cache "$work/c0" --slurm "$@"; }
missing() { SBATCH=/none/sbatch slurm; [ $? = 1 ] && [ "$(wc -l < err)" = 1 ] && grep -q 'sbatch is not installed' err && [ ! -d slurm/slurm ]; }
check "no sbatch: one line, and nothing is written" missing
check "scripts alone" slurm --dry-run
scripts() { sh -n slurm/slurm/array.sh && sh -n slurm/slurm/collect.sh && grep -q "^#SBATCH --array=1-$tasks\$" slurm/slurm/array.sh; }
check "an element a task" scripts
# A Slurm that runs jobs at once, to try the scripts
cat > sbatch << 'END'
#!/bin/sh
for last; do :; done
n=$(sed -n 's/^#SBATCH --array=1-\([0-9]*\).*/\1/p' "$last")
cd "$(sed -n 's/^#SBATCH --chdir=//p' "$last")" || exit 1
for i in $(seq "${n:-1}"); do SLURM_ARRAY_TASK_ID=$i sh "$last" > /dev/null 2>&1 || exit 1; done
echo 7
END
chmod +x sbatch
rm -f runs
submitted() { SBATCH="$work/sbatch" sweep slurm --cache "$work/slurm-cache" --slurm -j 4 && grep -q "^#SBATCH --array=1-$tasks%4\$" slurm/slurm/array.sh; }
check "the jobs of these scripts" submitted
check "do each task once" ran $tasks
check "and write the same results" same fresh slurm
# A Slurm that takes the array and refuses what stands behind it
printf '#!/bin/sh\ncase "$*" in *--dependency*) echo "sbatch: error: no more jobs" >&2; exit 1 ;; esac\necho 4711\n' > half && chmod +x half
halved() {
    SBATCH="$work/half" sweep slurm --cache "$work/half-cache" --slurm
    [ $? = 1 ] && grep -q 'job array 4711 is submitted and goes on; .*: sbatch --dependency=afterany:4711 slurm/slurm/collect.sh$' err && grep -q 'no more jobs' err
}
check "an array whose collecting job is refused: its number, and what to do" halved

# ---- A terminal ----

if command -v script > /dev/null; then
    rm -rf seen-cache
    script -qec "'$program' sweep s.ini -o seen --cache seen-cache -j 2" /dev/null < /dev/null | tr '\r' '\n' > out
    check "a terminal sees points, what is cached and failed, and the time left" \
        grep -q "$tasks  points [0-9]*/$tasks, cached 0, failed 0  *\([0-9]* s, \)\{0,1\}[0-9]* s left" out
else
    skip "a terminal" "no script"
fi

# ---- Bad usage ----

refuses() { # TEXT FLAG...
    text=$1 && shift
    "$program" sweep "$@" > said 2> err
    [ $? = 2 ] && [ "$(wc -l < err)" = 1 ] && grep -q -e "$text" err
}
check "no folder" refuses 'no output folder; give -o DIR' s.ini
check "no file" refuses 'no file; give the INI file' -o new
check "a file that is not there" refuses 'cannot read none.ini' none.ini -o new
check "a wrong share" refuses 'K/N is expected' s.ini --share 4/3
check "a share with results" refuses 'leave -o out' s.ini --share 1/3 -o new
check "a switch that is neither" refuses 'wires maybe: accepted are on and off' s.ini -o new --set wires=maybe
check "another switch that is neither" refuses 'parts maybe: accepted are on and off' s.ini -o new --set parts=maybe
check "a capacitance of wires that are off" refuses 'wire-ff-um: belongs to estimated wires; expected wires = on in \[set ' s.ini -o new --set wire-ff-um=0.2
sed '/^trace/d' time.ini > untraced.ini
check "a codec in a machine" refuses 'set time: warpbdi is no register file' s.ini -o new --set time=gtx480
check "a machine without a trace" refuses 'time: there is nothing to run; expected trace = FILE' untraced.ini -o new
check "a change without a value" refuses 'KEY=VALUES is expected' s.ini -o new --set lanes
check "--dry-run alone" refuses 'goes with --slurm' s.ini -o new --dry-run
check "a trace that is not there, with its place" refuses '^warpfold: --set trace: cannot read no.wft: No such file' s.ini -o new --set trace=no.wft
check "libraries with a comma between" refuses '^warpfold: --set liberty: cannot read a.lib,b.lib: .*; values stand apart by blanks' s.ini -o new --set liberty=a.lib,b.lib
sed '$a fpga = 1' s.ini > fpga.ini
check "a flag of synth that is no key" refuses 'fpga.ini:10: fpga: no unit .*keys of synthesis are liberty, clock-ns' fpga.ini -o new
check "a driving cell that no library has" refuses 'set driver: the driving cell BUFX9 is not in osu018_stdcells.lib' s.ini -o new --set driver=BUFX9
check "an effort that is none" refuses 'effort 7: a whole number from 0 to 2' s.ini -o new --set effort=7
mkdir mine && echo mine > mine/points.csv
check "a file that is no sweep's stays" refuses 'is there already and is not overwritten' s.ini -o mine --cache c0
mkdir taken && echo mine > taken/three-group1-area-delay.csv
check "numbers of somebody else are not overwritten by plots" refuses 'is there already and is not overwritten' s.ini -o new --svg taken --cache c0
check "a share makes no plots" refuses 'leave --svg out' s.ini --share 1/2 --svg new --cache c0
mkdir flow && "$program" study "$("$program" study --list | sed -n 's/ .*//;1p')" "$tree/traces/cutracer-vecadd-t32.wft" -o flow > said 2> err
mv flow/*.html flow/report.html
check "nor is a page of another command" refuses 'is there already and is not overwritten' s.ini -o flow --cache c0
mkdir -p keeps/log && echo mine > keeps/log/mine.log && echo old > keeps/log/3-move.log
keeps_log() { sweep keeps --cache c0 && [ "$(ls keeps/log)" = mine.log ]; }
check "a folder of logs keeps what is not the sweep's" keeps_log
kept_mine() { [ "$(cat mine/points.csv)" = mine ] && [ ! -e new ]; }
check "nothing was written" kept_mine
rm -rf d
plan
