# SPDX-License-Identifier: Apache-2.0
# cases.sh - sourced after tap.sh: the units of units.def and their cases, tests/cases/NAME (tests/cases.awk tells what is in them).

# all_units: their names; selected UNIT: the flag that selects it, as its line in units.def says: WF_CODEC(NAME) is --codec NAME
all_units() { sed -n 's/^WF_[A-Z]*(\([a-z0-9_]*\)).*/\1/p' units.def; }
selected() { sed -n "s/^WF_\([A-Z]*\)($1).*/--\1/p" units.def | tr 'A-Z\n' 'a-z ' && echo "$1"; }

# usage TEXT: one line, exit code 2
usage() { echo "$1" >&2; exit 2; }

# read_cases KINDS [UNIT...]: the cases of these kinds, of all units where none is named, for next_case
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
    awk -v want="$kinds" -f tests/cases.awk "$@" > "$work/cases" || exit 2
    exec 3< "$work/cases"
}

# check_cases: each file in tests/cases is of a unit
check_cases() {
    for file in $(ls tests/cases); do
        all_units | grep -qx "$file" || usage "tests/cases/$file: no unit \"$file\"; units.def has $(all_units | tr '\n' ' ')"
    done
}

# next_case: $unit, $line, $kind and $rest of the next; $selection, the flags that select the unit. False behind the last
next_case() {
    IFS='	' read -r unit line kind rest <&3 || return 1
    selection=$(selected "$unit")
}

# within KIND TEXT...: the width of FLAGS is one of $WIDTHS, or that is not set; ONLY: they contain this text
chosen() {
    case "$*" in *${ONLY:-}*) ;; *) return 1 ;; esac
    [ -n "${WIDTHS:-}" ] || return 0
    case " $WIDTHS " in *" $(width_of "$@") "*) ;; *) return 1 ;; esac
}

# width_of FLAGS...: the lanes, or the bytes of a line
width_of() { echo " $*" | sed -n 's/.* --\(lanes\|line\) \([0-9]*\).*/\2/p'; }
