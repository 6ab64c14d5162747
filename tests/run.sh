#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh COMMAND... - runs each command (one word or a quoted line), shows its TAP lines that failed, and counts. A command
# that prints no test, or ends with an error without a failed test, counts as one failure. Last line: the totals.
set -u
passed=0 failed=0 skipped=0
log=$(mktemp) && trap 'rm -f "$log"' EXIT && trap 'exit 130' INT TERM
export CMOCKA_MESSAGE_OUTPUT=TAP
for command; do
    start=$(date +%s)
    sh -c "$command" > "$log" 2>&1
    code=$?
    ok=$(grep -c '^ok ' "$log") skip=$(grep -c -i '^ok .*# *skip' "$log") bad=$(grep -c '^not ok ' "$log")
    grep -A 6 '^not ok ' "$log"
    if [ "$bad" = 0 ] && { [ "$ok" = 0 ] || [ "$code" != 0 ]; }; then
        echo "not ok - $command ended with code $code"
        tail -n 12 "$log" | sed 's/^/# /'
        bad=1
    fi
    passed=$((passed + ok - skip)) failed=$((failed + bad)) skipped=$((skipped + skip))
    printf '%4d passed %3d failed %3d skipped %4d s  %s\n' $((ok - skip)) "$bad" "$skip" $(($(date +%s) - start)) "$command"
done
echo "$passed passed, $failed failed$([ $skipped = 0 ] || echo ", $skipped skipped")"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
