#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh [UNIT...] - proves by SAT that emitted units equal the plain reading at full width, in a sample of configurations: cases prove
# and independent. TAP.
# prove.sh all [UNIT...] - the same in every configuration: also prove-all and independent-all. Resumable: build/prove.txt keeps each
# proof in a line and it is not repeated. A whole campaign leaves a summary in docs/results/prove.txt.
# WIDTHS="8 16": only these lanes, or bytes of a line; ONLY="--form word": only cases with this text.
. tests/tap.sh
. tests/cases.sh
. tests/equal.sh
verdicts=build/prove.txt

# claim: what the case says
claim() {
    case $kind in
    prove*) echo "$unit equals its plain reading: $rest" ;;
    *) echo "what $unit says does not depend on inactive lanes: $rest" ;;
    esac
}

sample() {
    read_cases "prove independent" "$@"
    while next_case; do
        chosen "$rest" || continue
        # shellcheck disable=SC2086
        if proven "$kind" $rest; then pass "$(claim)"; else fail "$(claim)"; fi
    done
    plan
}

campaign() {
    [ "$warpfold" -nt $verdicts ] && rm -f $verdicts
    touch $verdicts
    failed=0
    read_cases "prove prove-all independent independent-all" "$@"
    while next_case; do
        chosen "$rest" || continue
        key="$unit $(case $kind in independent*) echo "independent " ;; esac)$rest"
        grep -qxF -e "$key" $verdicts && continue
        [ -t 2 ] && printf '\r\033[K%s proofs, now %s' "$(wc -l < $verdicts)" "$key" >&2
        # shellcheck disable=SC2086
        if proven "$kind" $rest; then echo "$key" >> $verdicts; else echo "NOT PROVEN: $key" && failed=1; fi
    done
    [ -t 2 ] && echo >&2
    {
        echo "make prove: emitted unit or block = plain reference RTL, for every input, by SAT (configurations proven equal)"
        for unit in $(all_units); do summary "$unit"; done
    } | results prove "$@"
    exit $failed
}

# summary UNIT: a line a part and width
summary() {
    awk -v unit="$1" '
        $1 == unit {
            for (i = 3; i <= NF; i++)
                if ($i == "--lanes" || $i == "--line") count[$2 ", " $(i + 1) ($i == "--lanes" ? " lanes" : " bytes")]++
        }
        END { for (c in count) print unit " " c ": " count[c] }' $verdicts | sort -t ' ' -k 2,2 -k 3,3n
}

if [ "${1:-}" = all ]; then shift && campaign "$@"; else sample "$@"; fi
