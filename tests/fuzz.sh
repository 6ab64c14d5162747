#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh - every reader takes bad input without a crash, a hang or a sanitizer's report: it dies with one line, or accepts. TAP. The inputs
# are made of tests/fuzz/corpus from SEED (1), COUNT (3000) a reader, fewer where they cost more. READERS="liberty ini" restricts it.
# fuzz.sh afl - the campaign, `make fuzz`: AFL++ on each reader for FUZZ_SECONDS (1200). Resumable: build/fuzz/READER keeps AFL's state; a
# reader that has had its time is not run again. docs/results/fuzz.txt keeps the result of a whole campaign.
. tests/tap.sh
harness=${FUZZ:-build/san/fuzz}
export TMPDIR="$work"
all=$("$harness") || exit 2
chosen=${READERS:-$all}
seconds=${FUZZ_SECONDS:-1200}
for reader in $chosen; do
    echo "$all" | grep -qx -e "$reader" || { echo "$0: no reader \"$reader\"; there are" $all >&2; exit 2; }
    [ -n "$(ls "tests/fuzz/corpus/$reader")" ] || { echo "tests/fuzz/corpus/$reader: no inputs" >&2; exit 2; }
done

mutations() {
    seed=${SEED:-1} count=${COUNT:-3000}
    for reader in $chosen; do
        check "$reader: inputs from seed $seed" "$harness" "$reader" --mutate 0 "$count" "$seed" "tests/fuzz/corpus/$reader"/*
    done
    for file in tests/fuzz/corpus/*; do
        reader=${file##*/}
        echo "$all" | grep -qx -e "$reader" || { echo "$file: no such reader" > "$log" && fail "every corpus has its reader"; }
    done
    plan
}

# stat_of READER NAME: a figure of AFL's
stat_of() { sed -n "s/^$2  *: //p" "build/fuzz/$1/default/fuzzer_stats" 2> /dev/null; }
time_of() { t=$(stat_of "$1" run_time); echo "${t:-0}"; }

# campaign READER: what is left of its time
campaign() {
    left=$((seconds - $(time_of "$1"))) from="tests/fuzz/corpus/$1"
    [ $left -gt 0 ] || return 0
    [ ! -f "build/fuzz/$1/default/fuzzer_stats" ] || from=-
    mkdir -p build/fuzz
    echo "$1: $left s"
    AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_CRASH_EXITCODE=1 \
        afl-fuzz -i "$from" -o "build/fuzz/$1" -V $left -m none -t 10000 -- "$harness" "$1" > "build/fuzz/$1.log" 2>&1
}

# found READER KIND: how many crashes or hangs
found() { find "build/fuzz/$1/default/$2" -name 'id*' 2> /dev/null | wc -l; }

results() {
    echo "make fuzz: AFL++ with the address and undefined-behaviour sanitizers, $seconds s a reader"
    for reader in $chosen; do
        printf '%-10s %10d executions %6d paths %3d crashes %3d hangs\n' "$reader" "$(stat_of "$reader" execs_done)" \
            "$(stat_of "$reader" corpus_count)" "$(found "$reader" crashes)" "$(found "$reader" hangs)"
    done
}

afl() {
    failed=0
    for reader in $chosen; do
        campaign "$reader" || { tail -n 5 "build/fuzz/$reader.log" >&2 && exit 1; }
        [ "$(found "$reader" crashes)$(found "$reader" hangs)" = 00 ] || failed=1
    done
    if [ "$chosen" = "$all" ] && [ "$seconds" -ge 1200 ]; then
        mkdir -p docs/results
        results | tee docs/results/fuzz.txt
    else
        results
    fi
    [ $failed = 0 ] || echo "the inputs are in build/fuzz/READER/default/crashes and hangs; again: $harness READER FILE" >&2
    exit $failed
}

case ${1:-} in
    afl) afl ;;
    '') mutations ;;
    *) echo "usage: $0 [afl]" >&2 && exit 2 ;;
esac
