#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# qor_rules.sh - the verdicts of qor.awk, on figures that are made up; and every rule of tests/campaigns/qor.rules is of a design and a figure that exist. TAP.
. tests/tools/tap.sh
cat > "$work/metrics.csv" << END
key,value,unit,better
enc__area_ge,1000,GE,down
enc__slack_ns,0.5,ns,up
enc__delay_fo4,20,FO4,down
enc__reg_count,5,,
END
# verdict RULE: what is said of this rule, and the exit code
verdict() { printf '# a comment\n\ndesign a --lanes 4\n%s\n' "$1" | awk -f tests/campaigns/qor.awk - "a=$work/metrics.csv" 2> "$work/errors" | awk '{ printf "%s ", $1 }'; }
code() { printf 'design a --lanes 4\n%s\n' "$1" | awk -f tests/campaigns/qor.awk - "a=$work/metrics.csv" > /dev/null 2>&1; echo $?; }
# is NAME RULE VERDICT CODE
is() {
    got="$(verdict "$2")$(code "$2")"
    echo "said: $got; expected: $3 $4" > "$log"
    if [ "$got" = "$3 $4" ]; then pass "$1"; else fail "$1"; fi
}
is "a figure at its bound is good" "enc__area_ge 1000 0.01" good 0
is "within the tolerance it is good" "enc__area_ge 991 0.01" good 0
is "an area that got worse fails" "enc__area_ge 980 0.01" worse 1
is "a smaller area asks for a tighter bound" "enc__area_ge 1020 0.01" tighten 0
is "a slack that got worse fails" "enc__slack_ns 0.6 0.1" worse 1
is "more slack asks for a tighter bound" "enc__slack_ns 0.4 0.1" tighten 0
is "a delay that got worse fails" "enc__delay_fo4 19 0.02" worse 1
is "a figure that is not there fails" "dec__area_ge 100 0.01" missing 1
is "one of two rules that fails is enough" "enc__area_ge 980 0.01
enc__slack_ns 0.5 0" "worse good" 1
# refused NAME RULE: not taken for a rule
refused() { printf 'design a --lanes 4\nenc__area_ge 1000 0.01\n%s\n' "$2" | awk -f tests/campaigns/qor.awk - "a=$work/metrics.csv" > "$log" 2>&1 && { fail "$1"; return; }; pass "$1"; }
refused "a figure that is neither better up nor down" "enc__reg_count 5 0"
refused "a bound that is no number" "enc__area_ge small 0.01"
refused "a rule without a tolerance" "enc__area_ge 1000"
printf 'design b --lanes 4\nenc__area_ge 1000 0.01\n' > "$work/rules"
without() { ! awk -f tests/campaigns/qor.awk "$work/rules" > "$work/said" 2>&1 && cat "$work/said" && grep -q 'b has no figures' "$work/said"; }
check "a design without figures fails" without
tightened() {
    printf '# x\ndesign a --lanes 4\nenc__area_ge 1020 0.01\nenc__slack_ns 0.6 0.5\n' > "$work/rules"
    awk -v update=1 -f tests/campaigns/qor.awk "$work/rules" "a=$work/metrics.csv" > "$work/new" && cat "$work/new" &&
        [ "$(awk '{ printf "%s ", $1 } /enc/ { printf "%s %s ", $2, $3 }' "$work/new")" = "# design enc__area_ge 1000 0.01 enc__slack_ns 0.6 0.5 " ]
}
check "an update tightens and never loosens" tightened
# of_figures: the designs of the rules are generated, and each key is a figure of synthesis
of_figures() {
    sed -n 's/^design  *[a-z0-9_]*  *//p' tests/campaigns/qor.rules > "$work/designs"
    [ -s "$work/designs" ] || return 1
    while read -r flags; do
        # shellcheck disable=SC2086
        "$warpfold" gen $flags --name q -o "$work/q" < /dev/null && rm -rf "$work/q" || return 1
    done < "$work/designs"
    awk '!/^ *#/ && NF == 3 && $1 != "design" { printf "%s\"%s\": 1", (n++ ? ",\n" : "{\n"), $1 } END { print "\n}"; exit !n }' tests/campaigns/qor.rules > "$work/keys"
    awk -F '"' 'NF > 1 && !seen[$2]++ { printf "%s\"%s\": 1", (n++ ? ",\n" : "{\n"), $2 } END { print "\n}" }' "$work/keys" > "$work/each" &&
        "$warpfold" report --keys "$work/each"
}
check "the rules are of designs and figures that exist" of_figures
plan
