# SPDX-License-Identifier: Apache-2.0
# cases.sh - sourced after tap.sh: the units of units.def and their cases, tests/cases/NAME (tests/tools/cases.awk tells what is in them).

# all_units: their names
all_units() { sed -nE 's/^WF_(UNIT|LINE_CODEC)\(([a-z0-9_]*)\).*/\2/p' units.def; }

# usage TEXT: one line, exit code 2
usage() { echo "$1" >&2; exit 2; }

# read_cases KINDS [UNIT...]: reads the cases of these kinds for next_case; of all units if none is named
read_cases() {
    kinds=$1 && shift
    for unit; do
        all_units | grep -qx "$unit" || usage "$0: no unit \"$unit\"; units.def has $(all_units | tr '\n' ' ')"
    done
    [ $# -gt 0 ] || { check_cases && set -- $(all_units); }
    for unit; do
        [ -f "tests/cases/$unit" ] || usage "units.def: no cases of $unit; expected tests/cases/$unit"
    done
    set -- $(printf 'tests/cases/%s ' "$@")
    awk -v want="$kinds" -f tests/tools/cases.awk "$@" > "$work/cases" || exit 2
    # FEW=1: of each kind the first, with what goes with it
    [ -z "${FEW:-}" ] || { awk -F '\t' -v few="$FEW" '
        $3 ~ /^(hit|corners|stack|refuted|broken|disproven|misuse)$/ { if (on) print; next }
        { on = ++count[$3] <= few || $3 == "ref" }
        on' "$work/cases" > "$work/few" && mv "$work/few" "$work/cases"; }
    exec 3< "$work/cases"
}

# check_cases: every file in tests/cases belongs to a unit
check_cases() {
    for file in $(ls tests/cases); do
        all_units | grep -qx "$file" || usage "tests/cases/$file: no unit \"$file\"; units.def has $(all_units | tr '\n' ' ')"
    done
}

# next_case: sets $unit, $line, $kind and $rest of the next case, and $selection, the flag that selects the unit. False after the last
next_case() {
    IFS='	' read -r unit line kind rest <&3 || return 1
    selection="--unit $unit"
}

# design_case: the case is one of the kind "design", for those that follow
design_case() { [ "$kind" = design ] && design=$rest made=; }

# design_made: its design is in $d, made when the first case asks for it; or a test fails
design_made() {
    [ -z "$made" ] || return 0
    rm -rf "$d"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection $design -o "$d" > "$log" 2>&1 || { fail "$unit $design is made"; return 1; }
    made=1
}

# next_row HOW: $flags and $ns of the next case bench of this HOW
next_row() {
    while next_case; do
        [ "${rest%% *}" = "$1" ] && chosen "$rest" || continue
        rest="$rest " flags=${rest#* } ns=
        case $flags in [0-9]*) ns=${flags%% *} && flags=${flags#* } ;; esac
        flags=${flags% }
        return 0
    done
    return 1
}

# chosen FLAGS...: true if their width is one of $WIDTHS and they contain $ONLY, if these are set
chosen() {
    case "$*" in *${ONLY:-}*) ;; *) return 1 ;; esac
    [ -n "${WIDTHS:-}" ] || return 0
    case " $WIDTHS " in *" $(width_of "$@") "*) ;; *) return 1 ;; esac
}

# width_of FLAGS...: the lanes, or the bytes of a line
width_of() { echo " $*" | sed -n 's/.* --\(lanes\|line\) \([0-9]*\).*/\2/p'; }

# What the environment says of the library: $library, flags of synth from LIBERTY, DRIVER and LOAD_FF, and $library_name
library="${LIBERTY:+--liberty $LIBERTY} ${DRIVER:+--driver $DRIVER} ${LOAD_FF:+--load-ff $LOAD_FF}"
library_name=$(basename "${LIBERTY:-osu018 of Debian}")

# Commands of Yosys that fail where a register has the falling edge of the clock, which no simulation by cycles shows
rising="select -assert-none r:CLK_POLARITY=1'0 t:\$mem* %d"

# code_sum FILE...: of the Verilog without its comments
code_sum() { cat "$@" | sed 's,//.*,,; s/[ \t]*$//; /^$/d' | sha256sum | cut -c 1-16; }

# results NAME [UNIT...]: prints its input. After a whole campaign (no UNIT, WIDTHS, ONLY) docs/results/NAME.txt keeps it
results() {
    name=$1 && shift
    if [ $# = 0 ] && [ -z "${WIDTHS:-}${ONLY:-}" ]; then
        mkdir -p docs/results
        tee "docs/results/$name.txt"
    else
        cat
    fi
}

# spoil DIR COPY FILE SED-EXPRESSION: puts the fault of this case into a file of a copy of DIR. False, and $log says so, if it changes nothing
spoil() {
    rm -rf "$2" && cp -r "$1" "$2"
    sed -i "$4" "$2/$3" 2> "$log"
    cmp -s "$2/$3" "$1/$3" || return 0
    echo "tests/cases/$unit:$line: the fault changes no line" >> "$log"
    return 1
}
