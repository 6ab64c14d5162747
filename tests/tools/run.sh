#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh COMMAND... - runs each command (a word or a quoted line without ; or &), JOBS at a time (default 1). Shows the TAP lines that
# failed, and counts. A command counts as one failure if it prints no test, or if it ends with an error without a failed test. Each command's
# line has its seconds by the clock and of processor time; the last lines are all that failed, once more, and the totals.
set -u
nulls_mode=$(stat -c %a /dev/null)
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && trap 'kill $workers 2> /dev/null; wait; exit 130' INT TERM
export CMOCKA_MESSAGE_OUTPUT=TAP

# spent: tenths of a second of processor time that ended commands of this worker took, in $tenths
spent() {
    times > "$work/$place/times"
    tenths=$(awk -F '[ms ]+' 'END { printf "%d", ($1 * 60 + $2 + $3 * 60 + $4) * 10 }' "$work/$place/times")
}

# one LOG COMMAND: runs it, prints the lines that failed and adds "passed failed skipped tenths" to the counts
one() {
    log=$1 command=$2 start=$(date +%s)
    spent
    before=$tenths
    sh -c "exec $command" > "$log" 2>&1 &
    running=$!
    wait $running
    code=$?
    running=
    spent
    took=$((tenths - before))
    ok=$(grep -ac '^ok ' "$log") skip=$(grep -aci '^ok .*# *skip' "$log") bad=$(grep -ac '^not ok ' "$log")
    {
        grep -a -A 6 '^not ok ' "$log"
        if [ "$bad" = 0 ] && { [ "$ok" = 0 ] || [ "$code" != 0 ]; }; then
            echo "not ok - $command ended with code $code"
            tail -n 12 "$log" | sed 's/^/# /'
            bad=1
        fi
        printf '%4d passed %3d failed %3d skipped %4d s %4d.%d s of processor  %s\n' $((ok - skip)) "$bad" "$skip" $(($(date +%s) - start)) \
            $((took / 10)) $((took % 10)) "$command"
        echo "$((ok - skip)) $bad $skip $took" >> "$work/counts"
    } > "$log.seen"
    cat "$log.seen"
    [ "$bad" = 0 ] || cat "$log.seen" >> "$work/failed"
}

# worker COMMAND...: takes one command after another that no other worker has taken
worker() {
    running= place=0
    trap 'kill $running 2> /dev/null; exit 130' INT TERM
    for command; do
        place=$((place + 1))
        mkdir "$work/$place" 2> /dev/null && one "$work/$place/log" "$command"
    done
}

workers=
for job in $(seq "${JOBS:-1}"); do
    worker "$@" &
    workers="$workers $!"
done
wait
totals=$(awk '{ p += $1; f += $2; s += $3; t += $4 } END { print p + 0, f + 0, s + 0, NR, int(t / 10) }' "$work/counts" 2> /dev/null)
read -r passed failed skipped ran seconds << END
${totals:-0 0 0 0 0}
END
[ "$ran" = $# ] || { echo "not ok - $ran of $# commands ended" && failed=$((failed + 1)); }
# A tool that is told to write there as root may give the device the mode of a file, and then nobody else can write to it
[ "$(stat -c %a /dev/null)" = "$nulls_mode" ] || { echo "not ok - /dev/null has another mode than before" && failed=$((failed + 1)); }
[ ! -f "$work/failed" ] || { echo "what failed:" && cat "$work/failed"; }
[ "$skipped" = 0 ] || echo "$skipped skipped"
echo "$seconds s of processor time"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
