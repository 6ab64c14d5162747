#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# qor.sh [DESIGN...] - synthesises the designs of tests/campaigns/qor.rules (or these of them) with the default library and checks their figures against
# the rules. A figure that is worse fails; one that is better asks for a tighter bound. UPDATE=1 writes such bounds into the file. TAP.
# QOR_RULES takes another file.
. tests/tools/tap.sh
rules=${QOR_RULES:-tests/campaigns/qor.rules}
: > "$work/figures"
sed -n 's/^design  *\([a-z0-9_]*\)  *\(.*\)/\1 \2/p' "$rules" > "$work/designs"
# of_designs NAME...: the rules of these designs, or all
of_designs() { awk -v only=" $* " '$1 == "design" { on = only == "  " || index(only, " " $2 " ") } on || /^#/' "$rules"; }
of_designs "$@" > "$work/rules"
# measure NAME FLAGS...: its figures, work/NAME/metrics.csv
measure() {
    name=$1 && shift
    "$warpfold" gen "$@" --name "$name" -o "$work/$name" && "$warpfold" synth "$work/$name" --effort 0 && "$warpfold" report "$work/$name" &&
        echo "$name=$work/$name/metrics.csv" >> "$work/figures"
}
while read -r name flags; do
    grep -q "^design  *$name " "$work/rules" || continue
    # shellcheck disable=SC2086 # flags
    check "$name is synthesised and proven" measure "$name" $flags < /dev/null
done < "$work/designs"
# shellcheck disable=SC2046 # words
awk -f tests/campaigns/qor.awk "$work/rules" $(cat "$work/figures") > "$work/verdicts" 2> "$work/errors"
code=$?
cat "$work/errors" >> "$work/verdicts"
sed 's/^/# /' "$work/verdicts"
cp "$work/verdicts" "$log"
if [ $code = 0 ]; then pass "no figure is worse than its bound"; else fail "no figure is worse than its bound"; fi
if [ -n "${UPDATE:-}" ] && [ $# = 0 ]; then
    # shellcheck disable=SC2046
    awk -v update=1 -f tests/campaigns/qor.awk "$rules" $(cat "$work/figures") > "$work/new"
    cp "$work/new" "$rules" && echo "# $rules has the tighter bounds"
elif grep -q '^tighten' "$work/verdicts"; then
    echo "# figures are better than their bounds: make qor UPDATE=1 tightens these"
fi
plan
