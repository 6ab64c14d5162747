#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# fuzz.sh - every reader takes bad input without a crash, a hang or a sanitizer's report: it dies with one line, or accepts. TAP. The inputs
# are made of tests/fuzz/corpus from SEED (1), COUNT (500; fuzz.sh all: 2000) a reader, fewer where they cost more. READERS="liberty ini"
# restricts it. What the program writes itself, and with the parameters of a codec at its head, is no file of the corpus: it is encoded here, by
# the program of the day. ELF files come from tests/cli/simt_program.c.
# fuzz.sh afl - the campaign, `make fuzz`: AFL++ on each reader for FUZZ_SECONDS (1200). docs/results/fuzz.txt keeps a line a reader; a
# reader whose line has the seconds and no finding is not run again, in whatever checkout: remove its line to run it again. What
# is cut short goes on from build/fuzz/READER. Parts of the campaign with different READERS may run side by side.
. tests/tools/tap.sh
harness=${FUZZ:-build/san/fuzz}
export TMPDIR="$work"
readers=$("$harness") || exit 2
chosen=${READERS:-$readers}
seconds=${FUZZ_SECONDS:-1200}
kept=docs/results/fuzz.txt
for reader in $chosen; do
    echo "$readers" | grep -qx -e "$reader" || { echo "$0: no reader \"$reader\"; there are" $readers >&2; exit 2; }
done

# codecs: a line for each, "registers|line UNIT", and a line with each of its parameters at the last value that it takes
codecs() {
    "$warpfold" list | awk '
        /^[a-z0-9_]+ - / { unit = /\([a-z ]*\)$/ ? "" : $1; kind = "" }
        /^every codec/ { unit = "" }
        unit == "" { next }
        $1 == "lanes" || $1 == "line" { kind = $1 == "line" ? "line" : "registers"; print kind, "--unit", unit; next }
        kind != "" && /^  [a-z]/ && $2 ~ /[|]/ { n = split($2, value, "|"); print kind, "--unit", unit, "--" $1, value[n] }'
}

# encoded READER FLAGS...: adds to the inputs of READER what encode makes, unpacked; a parameter that goes with others only is passed over
encoded() {
    reader=$1 && shift
    case $reader in image) out=$work/made.wfi ;; *) out=$work/made.wfc ;; esac
    "$warpfold" encode "$@" --force -o "$out" > /dev/null 2>&1 || return
    made=$((made + 1))
    echo "$reader $2" >> "$work/units"
    "$harness" --plain "$out" > "$work/inputs/$reader/made-$made"
    [ "$reader" = image ] || [ $((made % 8)) != 1 ] || cp "$out" "$work/inputs/zstd/made-$made"
}

# The inputs of each reader: files of the corpus, and what is encoded
mkdir "$work/inputs" && cp -r tests/fuzz/corpus/. "$work/inputs" && mkdir "$work/inputs/codes" "$work/inputs/lines" "$work/inputs/image" "$work/inputs/elf"
made=0
codecs > "$work/codecs"
while read -r kind flags; do
    # shellcheck disable=SC2086 # flags are words
    case $kind in
        registers)
            for trace in tests/fuzz/corpus/warptrace/*; do encoded codes $flags "$trace"; done ;;
        line)
            encoded lines $flags --line 32 --raw tests/fuzz/sources/lines
            encoded image $flags --line 64 --tag head --image tests/fuzz/sources/lines ;;
    esac
done < "$work/codecs"
maker=build/bin/simt_program
[ -x $maker ] || make -s $maker || exit 2
for name in $($maker); do $maker "$name" "$work/inputs/elf/$name" || exit 2; done
for reader in $chosen; do
    [ -n "$(ls "$work/inputs/$reader")" ] || { echo "$0: no inputs of the reader $reader" >&2; exit 2; }
done

mutations() {
    seed=${SEED:-1} count=${COUNT:-$(if_all 2000 500)}
    for reader in $chosen; do
        # What is refused at its head tries nothing behind it
        case $reader in codes | lines | image | zstd) check "$reader: what encode makes is taken" "$harness" "$reader" --taken "$work/inputs/$reader"/* ;; esac
        check "$reader: inputs from seed $seed" "$harness" "$reader" --mutate 0 "$count" "$seed" "$work/inputs/$reader"/*
    done
    for unit in $(cut -d ' ' -f 3 "$work/codecs" | sort -u); do
        check "$unit has inputs" grep -qx -e "codes $unit" -e "lines $unit" "$work/units"
    done
    for file in tests/fuzz/corpus/*; do
        reader=${file##*/}
        echo "$readers" | grep -qx -e "$reader" || { echo "$file: no such reader" > "$log" && fail "every corpus has its reader"; }
    done
    plan
}

# stat_of READER NAME: a figure of AFL's
stat_of() { sed -n "s/^$2  *: //p" "build/fuzz/$1/default/fuzzer_stats" 2> /dev/null; }
# left_of READER: seconds of its time that AFL has not run
left_of() { t=$(stat_of "$1" run_time); echo $((seconds - ${t:-0})); }
# found READER KIND: how many crashes or hangs; AFL moves those of an earlier run to KIND.DATE
found() { find "build/fuzz/$1/default" -path "*/$2*/id*" | wc -l; }

# ended READER: its line has the seconds and no finding
ended() { [ -f $kept ] && awk -v reader="$1" -v seconds="$seconds" '$1 == reader && $6 + $8 == 0 && $10 >= seconds { n++ } END { exit !n }' $kept; }

# campaign READER: what is left of its time. A state that has had its time, but whose reader has not ended, is moved aside
campaign() {
    [ "$(left_of "$1")" -gt 0 ] || { rm -rf "build/fuzz/$1.before" && mv "build/fuzz/$1" "build/fuzz/$1.before"; }
    while left=$(left_of "$1") && [ "$left" -gt 0 ]; do
        from="$work/inputs/$1"
        [ ! -f "build/fuzz/$1/default/fuzzer_stats" ] || from=-
        echo "$1: $left s"
        AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 AFL_CRASH_EXITCODE=1 \
            afl-fuzz -i "$from" -o "build/fuzz/$1" -V "$left" -m none -t 60000 -- "$harness" "$1" > "build/fuzz/$1.log" 2>&1 || return
    done
}

# lines READER: the line of this reader, as it is now, and those that the others have
lines() {
    for r in $readers; do
        if [ "$r" = "$1" ]; then
            printf '%-10s %10d executions %6d paths %3d crashes %3d hangs %6d seconds\n' "$r" "$(stat_of "$r" execs_done)" \
                "$(stat_of "$r" corpus_count)" "$(found "$r" crashes)" "$(found "$r" hangs)" "$(stat_of "$r" run_time)"
        elif [ -f $kept ]; then
            grep "^$r " $kept
        fi
    done
}

# record READER: puts its line into the results
record() {
    mkdir -p docs/results
    {
        flock 9
        lines "$1" > "$work/lines"
        {
            echo "make fuzz: AFL++ with the address, undefined-behaviour and float-cast-overflow sanitizers; readers: $(wc -l < "$work/lines") of $(echo "$readers" | wc -l)"
            cat "$work/lines"
        } > $kept.tmp && mv $kept.tmp $kept
    } 9> build/fuzz/lock
}

afl() {
    mkdir -p build/fuzz
    for reader in $chosen; do
        ended "$reader" && continue
        campaign "$reader" || { tail -n 5 "build/fuzz/$reader.log" >&2 && exit 1; }
        record "$reader"
    done
    cat $kept
    for reader in $chosen; do
        ended "$reader" || { echo "$reader: findings in build/fuzz/$reader/default/crashes and hangs; again: $harness $reader FILE" >&2 && failed=1; }
    done
    exit "${failed:-0}"
}

case ${1:-} in
    afl) afl ;;
    '') mutations ;;
    *) echo "usage: $0 [afl]" >&2 && exit 2 ;;
esac
