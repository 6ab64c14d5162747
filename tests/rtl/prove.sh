#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# prove.sh [UNIT...] - proves by SAT that emitted units equal the plain reading at full width, in a sample of configurations: cases prove,
# independent, roundtrip, lemma and refuted. TAP. What the campaign has proven of the same Verilog, both sides, is not proven again, but for the
# first case of each kind, and of prove the first encoder, decoder, move and block, in the first unit that has it. What is to be refuted is tried
# where claims of the kind were proven anew, the first of a kind of claim of a unit. FRESH=1: everything anew. ALL=1: all that is to be refuted.
# KEEP=1: what is proven is kept, as the campaign keeps it.
# prove.sh all [UNIT...] - the same in many configurations: also those with -all. A proof in ABC may take PROOF_SECONDS of processor time
# (default 600), then there is no verdict. Resumable: docs/results/proofs.txt keeps the verdicts, each as long as the Verilog of both sides
# stays the same, comments aside. A whole campaign leaves a summary in docs/results/prove.txt, one of some units their rows of it.
# prove.sh plain [UNIT...] - where a campaign had no verdict, the plain reading in Verilator and the golden model agree. TAP.
# WIDTHS="8 16": only these lanes, or bytes of a line; ONLY="--form word": only cases with this text.
. tests/tools/tap.sh
. tests/tools/cases.sh
. tests/rtl/equal.sh

# claim: what the case says
claim() {
    case $kind in
    prove*) echo "$unit equals its plain reading: $rest" ;;
    roundtrip*) echo "the decoder of $unit gives the encoder's block back: $rest" ;;
    lemma*) echo "a lemma holds of $unit and its plain reading: $rest" ;;
    *) echo "what $unit says does not depend on inactive lanes: $rest" ;;
    esac
}

# key_of: what a verdict says of the case
key_of() { echo "$unit $(case $kind in prove*) ;; *) echo "${kind%-all} " ;; esac)$rest"; }

# refuted FILE SED-EXPRESSION WHAT: with this fault the lemma or round trip before does not hold
refuted() {
    # shellcheck disable=SC2086
    emit enc ${stated#*"${stated%%--*}"} && spoil "$d/rtl" "$work/rtl" "unit_$1.v" "$2" || return 1
    # shellcheck disable=SC2086
    ! (MUTANT=$work/rtl && proven $stated_kind $stated) && grep -q -e "^SATISFIABLE" -e "^Networks are NOT EQUIVALENT" "$log"
}

# first_unit KIND: the first unit with such a case
first_unit() {
    for file in tests/cases/*; do
        if [ "$1" = "prove block" ]; then grep -q "^prove ${file##*/} " "$file"; else grep -q "^$1\>\|^${1% *} {[a-z|]*\<${1#* }\>[a-z|]*[} ]" "$file"; fi && echo "${file##*/}" && return
    done
}

# anew: the case is one of those that show that proofs still work
anew() {
    what=$kind
    [ "$kind" != prove ] || case $rest in enc* | dec* | move*) what="prove ${rest%% *}" ;; *) what="prove block" ;; esac
    case "$tried " in *" $what, "*) return 1 ;; esac
    tried="$tried $what, "
    [ "$(first_unit "$what")" = "$unit" ]
}

# renewed: a claim of the unit and the kind of $stated_kind was proven in this run
renewed() { case $proven_anew in *" $unit/$stated_kind "*) ;; *) return 1 ;; esac; }

sample() {
    read_cases "prove independent roundtrip lemma refuted" "$@"
    [ -n "${FRESH:-}" ] || grep '^[0-9a-f]* 0 ' docs/results/proofs.txt > "$work/proofs"
    tried= proven_anew=
    while next_case; do
        if [ "$kind" = refuted ]; then
            renewed || [ -n "${ALL:-}" ] || continue
            case " $tried " in *" $unit/refuted/$stated_kind "*) [ -n "${FRESH:-}${ALL:-}" ] || continue ;; *) tried="$tried $unit/refuted/$stated_kind" ;; esac
            IFS='	' read -r file expression what << END
$rest
END
            if refuted "$file" "$expression"; then pass "$unit: a $stated_kind is refuted: $what"; else fail "$unit: a $stated_kind is refuted: $what"; fi
            continue
        fi
        case $kind in lemma | roundtrip) stated_kind=$kind stated=$rest ;; esac
        chosen "$rest" || continue
        kept= ASKED= key=$(key_of)
        [ -n "${FRESH:-}" ] || anew || ASKED=$work/proofs
        [ -z "${KEEP:-}" ] || { ASKED=docs/results/proofs.txt && PROOF_SECONDS=${PROOF_SECONDS:-600}; }
        # shellcheck disable=SC2086
        if proven "$kind" $rest; then pass "$(claim)${kept:+ (kept)}"; else fail "$(claim)"; fi
        [ -n "$kept" ] || proven_anew="$proven_anew $unit/$kind "
        ASKED=
    done
    [ -z "${KEEP:-}" ] || { LC_ALL=C sort -u -k 3 -k 1,2 docs/results/proofs.txt > "$work/kept" && cp "$work/kept" docs/results/proofs.txt; }
    plan
}

campaign() {
    ASKED=docs/results/proofs.txt PROOF_SECONDS=${PROOF_SECONDS:-600}
    touch "$ASKED" "$work/verdicts" "$work/sums"
    failed=0 columns="proven  no verdict in $PROOF_SECONDS s  unit, part, lanes or bytes of a line"
    read_cases "prove prove-all independent independent-all roundtrip roundtrip-all lemma lemma-all" "$@"
    total=$(wc -l < "$work/cases")
    while next_case; do
        chosen "$rest" || continue
        key=$(key_of)
        [ -t 2 ] && printf '\r\033[K%s of %s: %s' "$(wc -l < "$work/verdicts")" "$total" "$key" >&2
        # shellcheck disable=SC2086
        proven "$kind" $rest
        case $? in
        0) echo "proven $key" >> "$work/verdicts" ;;
        2) echo "none $key" >> "$work/verdicts" ;;
        *) echo "NOT PROVEN: $key" && failed=1 ;;
        esac
    done
    [ -t 2 ] && echo >&2
    tidy "$@"
    rows "$@" > "$work/rows"
    if [ -n "${WIDTHS:-}${ONLY:-}" ] || ! { [ $# = 0 ] || [ "$(sed -n 2p docs/results/prove.txt)" = "$columns" ]; }; then
        cat "$work/rows"
    else
        { echo "make prove: emitted unit or block = plain reference RTL, for every input, by SAT: configurations"; cat "$work/rows"; } | tee docs/results/prove.txt
    fi
    exit $failed
}

# plain [UNIT...]: SAT that finds no verdict does not find a fault of the plain reading either, so this one is simulated, without ranks
plain() {
    read_cases "prove prove-all" "$@"
    while next_case; do
        chosen "$rest" && ! grep -q "^[0-9a-f]* 0 $unit $rest\$" docs/results/proofs.txt || continue
        d=$work/plain flags=$(echo "${rest#* }" | sed 's/--[encd]*-stages [0-9]*//g')
        rm -rf "$d"
        # shellcheck disable=SC2046,SC2086
        if ! "$warpfold" gen --name unit $selection $(without_ranks ${rest%% *} $flags) -o "$d" > "$log" 2>&1; then
            # A form that iterates has no design without ranks
            grep -q " iterates and needs a clock" "$log" && skip "the plain reading of $unit: $rest" "no design without ranks" || fail "gen: $unit $rest"
            continue
        fi
        make_plain "$d" "$unit"
        # Verilator takes a file for SystemVerilog, of which a plain reading may use words as names
        for file in $(grep -l _ref "$d"/rtl/*.v); do
            { echo '`begin_keywords "1364-2005"' && cat "$file" && echo '`end_keywords'; } > "$work/file" && cp "$work/file" "$file"
        done
        check "the plain reading of $unit is as its model: $rest" "$warpfold" cosim "$d" --edited --sim verilator --vectors 20000
    done
    plan
}

# tidy [UNIT...]: sorts the verdicts, and drops those of these units (none: of all) that the campaign did not ask for
tidy() {
    awk -v units=" ${*:-$(all_units | tr '\n' ' ')} " -v part="${WIDTHS:-}${ONLY:-}" 'part != "" || index(units, " " $3 " ") == 0 { print $1 }' "$ASKED" >> "$work/sums"
    grep -F -f "$work/sums" "$ASKED" | LC_ALL=C sort -u -k 3 -k 1,2 > "$work/kept"
    cp "$work/kept" "$ASKED"
}

# rows [UNIT...]: of the summary: of other units than these those that are there
rows() {
    echo "$columns"
    for unit in $(all_units); do
        case " ${*:-$unit} " in *" $unit "*) summary "$unit" ;; *) awk -v unit="$unit" 'NR > 2 && $3 == unit' docs/results/prove.txt ;; esac
    done
}

# summary UNIT: a line a part and width
summary() {
    awk -v unit="$1" -v wide=${#PROOF_SECONDS} '
        $2 == unit {
            for (i = 4; i < NF; i++)
                if ($i == "--lanes" || $i == "--line") {
                    c = $3 ", " $(i + 1) ($i == "--lanes" ? " lanes" : " bytes")
                    all[c] = 1
                    count[c, $1]++
                }
        }
        END { for (c in all) printf "%6d  %*d  %s %s\n", count[c, "proven"], 16 + wide, count[c, "none"], unit, c }' "$work/verdicts" |
        sort -k 4,4 -k 5,5n
}

[ -z "$all" ] || campaign "$@"
case ${1:-} in
plain) shift && plain "$@" ;;
*) sample "$@" ;;
esac
