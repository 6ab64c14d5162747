#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# product.sh - what a design's folder has for its user, of every unit: the data sheet. TAP.
. tests/tap.sh
. tests/cases.sh

# gen FLAGS...: the design in $work/d
gen() { rm -rf "$work/d" && "$warpfold" gen "$@" -o "$work/d" > "$work/said" 2>&1 || { cat "$work/said"; return 1; }; }

# sheet_whole: the page has no empty cell in a table of three columns or more, no hole, no long line of text, and is listed
sheet_whole() {
    page=$(ls "$work"/d/*.md) || return 1
    bad=$(grep -n -e '(null)' -e '^|.*| *| *|' -e ' $' "$page" | head -n 3)
    [ -z "$bad" ] || { echo "$bad"; return 1; }
    long=$(grep -v -e '^|' -e '^#' -e '^    ' "$page" | awk 'length > 140' | head -n 1)
    [ -z "$long" ] || { echo "$long"; return 1; }
    grep -q "\"$(basename "$page")\"" "$work/d/manifest.json"
}

# sheet_ports: the page has every port of the modules that it says a user instantiates, with the comment of the Verilog
sheet_ports() {
    page=$(ls "$work"/d/*.md)
    ports=0
    for module in $(sed -n 's/^### \(.*_.*\)$/\1/p' "$page"); do
        sed -n '/^module/,/^);/p' "$work/d/rtl/$module.v" | sed -n 's#^ *\(input\|output\) .* \([a-z_][a-z_]*\),* *// \(.*\)#\2 \3#p' > "$work/ports"
        while read -r port meaning; do
            shown=$(echo "$meaning" | sed 's/|/\\|/g; s/</\&lt;/g')
            sed -n "/^### $module\$/,/^##/p" "$page" | grep -qF -e "| \`$port\` |" || { echo "$module: no $port"; return 1; }
            sed -n "/^### $module\$/,/^##/p" "$page" | grep -qF -e "| $shown |" || { echo "$module: no \"$shown\""; return 1; }
        done < "$work/ports"
        ports=$((ports + $(wc -l < "$work/ports")))
    done
    [ $ports -ge 4 ]
}

same_again() { cp -r "$work/d" "$work/once" && gen "$@" && diff -r "$work/once" "$work/d"; code=$?; rm -rf "$work/once"; return $code; }

for unit in ${*:-$(all_units)}; do
    check "$unit: gen" gen --unit "$unit"
    check "$unit: the data sheet is whole" sheet_whole
    check "$unit: the data sheet has every port and its comment" sheet_ports
    check "$unit: the same again, to the byte" same_again --unit "$unit"
done
plan
