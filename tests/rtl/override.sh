#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# override.sh [all] [cells] [UNIT...] - every parameter of every emitted module is overridden, TAP. A value is taken by all tools without a
# warning, or none elaborates the module with it. At least one value of a parameter is refused, and it is this parameter that the tool names. Designs: cases design; a module that several
# have once, the modules of a child with the child's own unit. Cells are the same in all units: "cells" tries them, and nothing else.
# Without "all" Icarus alone tries cells and what a user instantiates, the encoder, the decoder or the block, of two designs of a unit: 0, or
# 7 where 0 is the value already, then 99999, until one is refused: by the module itself, without what it instantiates, which is many times as much of
# a large number, or else with it. With "all" Icarus, Verilator and Yosys try 0, 7, the next number and the
# double, which may be legal, for every parameter of every module.
# What a module instantiates, Icarus and Verilator find by its name, so that a small module does not wait for the rest of the design.
. tests/tools/tap.sh
. tests/tools/cases.sh

# parameters FILE: "NAME VALUE" of each parameter of the module
parameters() { sed -n '/^) (/q; s/^    parameter *\(\[[^]]*\]\)\{0,1\} *\([A-Z_0-9]*\) *= \([^,/]*[^,/ ]\).*/\2 \3/p' "$1"; }

# takes TOOL MODULE PARAMETER VALUE: what the tool says is in $log. An illegal width may want any amount of memory
takes() {
    ulimit -v 4000000
    case $1 in
    icarus) iverilog -t null -Wall -g2005 -y . -s "$2" "-P$2.$3=$4" "$2.v" ;;
    verilator) verilator --lint-only -Wall -y . --top-module "$2" "-G$3=$4" "$2.v" ;;
    yosys) yosys -q -p "read_verilog ./*.v; chparam -set $3 $4 $2; hierarchy -check -top $2; proc; check -assert" ;;
    esac > "$log" 2>&1
}

# verdict TOOL MODULE PARAMETER VALUE: taken, refused (by name; Verilator may stop before, Yosys run out of memory), warns or fails
verdict() {
    if (takes "$@"); then
        if [ -s "$log" ]; then echo warns; else echo taken; fi
    elif [ "$1" = verilator ] || grep -q -e "wf_illegal_[A-Z]" -e bad_alloc "$log"; then
        echo refused
    else
        echo fails
    fi
}

# refuses MODULE PARAMETER VALUE: by itself the module refuses it
refuses() { ! iverilog -t null -Wall -g2005 -s "$1" "-P$1.$2=$3" "$1.v" > "$log" 2>&1 && grep -qw "wf_illegal_$2" "$log"; }

# overridden MODULE PARAMETER DEFAULT: in all tools
overridden() {
    refused=0 named=0 values='0 99999'
    [ "$3" != 0 ] || values='7 99999'
    [ -z "$all" ] || values='0 other 7 double'
    for value in $values; do
        case $value in other) value=$(($3 + 1)) ;; double) value=$(($3 * 2)) ;; esac
        [ -n "$all" ] || ! refuses "$1" "$2" "$value" || return 0
        first=$(verdict icarus "$1" "$2" "$value")
        [ "$first" = taken ] || [ "$first" = refused ] || { echo "icarus $first: $1 $2=$value" >> "$log"; return 1; }
        [ "$first" = taken ] || refused=$((refused + 1))
        ! grep -qw "wf_illegal_$2" "$log" || named=$((named + 1))
        [ $named = 0 ] || [ -n "$all" ] || return 0
        for tool in $tools; do
            said=$(verdict $tool "$1" "$2" "$value")
            [ "$said" = "$first" ] || { echo "$tool: $said, icarus: $first: $1 $2=$value" >> "$log"; return 1; }
        done
    done
    [ $named -gt 0 ] && return
    [ "$(verdict icarus "$1" "$2" 99999)" = refused ] && grep -qw "wf_illegal_$2" "$log" || { echo "no value is refused by its name: $1 $2" >> "$log"; return 1; }
}

# of_child MODULE: it belongs to another unit, whose name may be the beginning of this one's
of_child() {
    case $1 in "unit_$unit" | "unit_${unit}_"*) return 1 ;; esac
    for other in $units; do
        [ "$other" = "$unit" ] || case $1 in "unit_$other" | "unit_${other}_"*) return 0 ;; esac
    done
    return 1
}

# apart MODULE: it is not tried here; cells are tried with "cells" alone, in any unit
apart() {
    if [ -f "rtl_templates/cells/wf_${1#unit_}.v" ]; then [ -z "$cells" ] || return 1; else of_child "$1" || [ -n "$cells" ]; fi
}

# number TEXT: of a default value; a derived one is what its module refuses to change, so any number will do
number_of() { case $1 in *[!0-9]*) echo 5 ;; *) echo "$1" ;; esac; }

cells=
[ "${1:-}" != cells ] || { cells=cells && shift; }
read_cases design "$@"
units=$(all_units) seen=' ' before=
while next_case; do
    [ "$unit" = "$before" ] && nth=$((nth + 1)) || nth=1
    before=$unit
    [ -n "$all" ] || [ $nth -le 2 ] || continue
    d=$work/d && rm -rf "$d"
    # shellcheck disable=SC2086
    "$warpfold" gen --name unit $selection $rest -o "$d" > "$log" 2>&1 || { fail "override: $unit $rest" && continue; }
    for file in "$d"/rtl/*.v; do
        module=${file##*/} && module=${module%.v}
        apart "$module" && continue
        case $seen in *" ${cells:-$unit}/$module "*) continue ;; esac
        seen="$seen${cells:-$unit}/$module "
        [ -n "$all$cells" ] || case $module in unit_enc | unit_dec | "unit_$unit") ;; *) continue ;; esac
        parameters "$file" > "$work/parameters"
        while read -r parameter default; do
            # shellcheck disable=SC2094
            # Verilator warns of any number for a parameter that has a range, a set of bits
            if grep -q "^ *parameter *\[[^]]*\] *$parameter " "$file"; then tools=${all:+yosys}; else tools=${all:+verilator yosys}; fi
            if (cd "$d/rtl" && overridden "$module" "$parameter" "$(number_of "$default")") < /dev/null; then
                pass "override: $unit, $parameter of $module"
            else
                fail "override: $unit, $parameter of $module"
            fi
        done < "$work/parameters"
    done
done
plan
