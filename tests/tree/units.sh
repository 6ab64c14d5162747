#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# units.sh [UNIT...] - every unit of units.def has all of its files, and they fit; general files name no unit and no paper. TAP.
. tests/tools/tap.sh
. tests/tools/cases.sh
only=${*:-$(all_units)}
: > "$log"

# said NAME LINES: passes if there are no lines
said() {
    printf '%s\n' "$2" | sed '/^$/d' > "$log"
    if [ -s "$log" ]; then fail "$1"; else pass "$1"; fi
}

# model_of UNIT: the file of its model: in cmodel/, or of a unit of many files in a folder there
model_of() { if [ -d "cmodel/$1" ]; then echo "cmodel/$1/$1.c"; else echo "cmodel/$1.c"; fi; }

# files_of UNIT: lines "FILE is missing"
files_of() {
    at=rtl_templates/$1/$1 templates="rtl_templates/$1/$1.v"
    if [ -f "${at}_enc.v" ] || [ -f "${at}_dec.v" ]; then templates="${at}_enc.v ${at}_dec.v"; fi
    for file in "$(model_of "$1")" $templates "tests/cases/$1" "docs/$1.md"; do
        [ -f "$file" ] || echo "units.def: the unit $1 has no $file"
    done
}

# kinds_of UNIT: lines on the kinds of cases that it lacks. Each part with a plain reading and each lemma must have a proof.
kinds_of() {
    cases=tests/cases/$1
    [ -f "$cases" ] || return
    awk -v want="cosim lint soak fault late late-all held held-all prove prove-all lemma lemma-all formal holds holds-all" -f tests/tools/cases.awk "$cases" > "$work/kinds" 2> "$work/why" ||
        { cat "$work/why"; return; }
    for wanted in cosim lint soak fault formal; do
        cut -f 3 "$work/kinds" | grep -qx $wanted || echo "$cases: no case \"$wanted\""
    done
    # A unit with state lives long, and its outputs may be held
    if "$warpfold" list "$1" | grep -q '^every block with state'; then
        cut -f 3,4 "$work/kinds" | grep -q '^cosim	long[0-9]* ' || echo "$cases: no case \"cosim long\""
        cut -f 3 "$work/kinds" | grep -qxE "late(-all)?" || echo "$cases: no case \"late\""
        ! grep -q '^ *input .*_ready_i,' "rtl_templates/$1/$1.v" || cut -f 3 "$work/kinds" | grep -qxE "held(-all)?" || echo "$cases: no case \"held\""
    fi
    for file in tests/ref/"$1"_ref*.v; do
        [ -f "$file" ] || continue
        part=$(basename "$file" .v) && part=${part#"$1"_ref} && part=${part#_}
        cut -f 3,4 "$work/kinds" | grep -qE "^prove(-all)?	${part:-$1}( |$)" ||
            echo "$cases: no case \"prove ${part:-$1}\", but there is $file"
    done
    for file in tests/lemmas/"$1"_*.v; do
        [ -f "$file" ] || continue
        name=$(basename "$file" .v) && name=${name#"$1"_}
        cut -f 3,4 "$work/kinds" | grep -qE "^lemma(-all)?	$name( |$)" || echo "$cases: no case \"lemma $name\", but there is $file"
    done
    for file in tests/formal/"$1"_*.sv; do
        case $file in *_stubs.sv) continue ;; esac
        [ -f "$file" ] || continue
        name=$(basename "$file" .sv) && name=${name#"$1"_}
        cut -f 3,4 "$work/kinds" | grep -qE "^holds(-all)?	$name( |$)" || echo "$cases: no case \"holds $name\", but there is $file"
    done
    if [ -f "rtl_templates/$1/$1_enc.v" ]; then
        for half in enc dec; do
            [ -f "tests/ref/$1_ref_$half.v" ] || echo "tests/ref/$1_ref_$half.v: the plain reading of the codec is missing"
        done
    fi
}

# page_of UNIT: lines on the parameters that its page lacks
page_of() {
    [ -f "docs/$1.md" ] || return
    "$warpfold" list "$1" | sed -n '/^every/q; s/^  \([a-z][a-z0-9_-]*\)  .*|.*/\1/p' | grep -v -x -e lanes -e line |
        while read -r parameter; do
            grep -q -e "\`$parameter\b" -e "--$parameter\b" "docs/$1.md" || echo "docs/$1.md does not tell the parameter \`$parameter\`"
        done
}

# end_of UNIT: a line unless its page ends with what its source says beside what is here
end_of() {
    [ ! -f "docs/$1.md" ] || [ "$(grep '^## ' "docs/$1.md" | tail -n 1)" = "## Paper and us" ] ||
        echo "docs/$1.md: the last section is \"$(grep '^## ' "docs/$1.md" | tail -n 1)\", not \"## Paper and us\""
    [ ! -f "docs/$1.md" ] || sed -n '/^## Paper and us$/,$p' "docs/$1.md" | grep -q '^|--*|--*|--*|$' ||
        echo "docs/$1.md: the section \"Paper and us\" has no table of three columns"
}

# cuts_of UNIT: lines on cuts that its page lacks
cuts_of() {
    "$warpfold" list "$1" | awk '/^  (enc|dec)-cuts / { cuts = $2; while (cuts ~ /[|]$/) { getline; cuts = cuts $1 } print cuts }' | tr '|' '\n' | while read -r cut; do
        grep -qw "$cut" "docs/$1.md" || echo "docs/$1.md does not tell the cut $cut"
    done
}

# parts_of UNIT: lines on parts without a template and templates that are no part
parts_of() {
    "$warpfold" list "$1" | sed -n "/^parts of/,/^every/s/^  \($1[a-z0-9_]*\.v\) .*/\1/p" | sort -u > "$work/listed"
    (cd "rtl_templates/$1" && ls -- *.v) | grep "^$1_" | grep -vxE "$1_(enc|dec|move|slice)\.v" | sort > "$work/there"
    comm -23 "$work/listed" "$work/there" | sed "s|.*|$(model_of "$1"): the part has no template rtl_templates/$1/&|"
    comm -13 "$work/listed" "$work/there" | sed "s|.*|rtl_templates/$1/&: $(model_of "$1") lists no such part|"
}

# emitted_of UNIT: lines on designs, one for each condition of a part, that lack a part in use or have another one. A part that is listed several
# times is in use if one of its conditions holds
emitted_of() {
    "$warpfold" list "$1" | sed -n "/^parts of/,/^every/s/^  $1_*\([a-z0-9_]*\)\.v  *\(.*\)/\1 \2/p" > "$work/parts"
    cut -d ' ' -f 2- "$work/parts" | sort -u | while read -r flags; do
        rm -rf "$work/d"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit --unit "$1" ${flags#always} -o "$work/d" > /dev/null 2> "$work/note" || { echo "$1 $flags is not made: $(cat "$work/note")"; continue; }
        (cd "$work/d/rtl" && ls) > "$work/files"
        awk -v unit="$1" -v flags="$flags" '
            FILENAME ~ /manifest/ { line = $0; gsub(/[":,]/, "", line); if (split(line, word, " ") == 2 && !(word[1] in is)) is[word[1]] = word[2]; next }
            FILENAME ~ /files$/ { emitted[$0]; next }
            { all[$1]; if (($2 == "always" || is[substr($2, 3)] == $3) && ($4 == "" || is[substr($4, 3)] == $5)) used[$1] }
            END {
                for (part in all) {
                    there = ("unit_" part ".v" in emitted) || ("unit_" unit "_" part ".v" in emitted)
                    if (there != (part in used)) print unit, flags ": " part " is " (there ? "emitted for nothing" : "not emitted")
                }
            }' "$work/d/manifest.json" "$work/files" "$work/parts"
    done
}

# long_of UNIT: lines on emitted modules of its designs of lint and design with more than 290 lines
long_of() {
    [ -f "tests/cases/$1" ] || return
    awk -v want="lint design" -f tests/tools/cases.awk "tests/cases/$1" | cut -f 4- | while read -r flags; do
        rm -rf "$work/d"
        # shellcheck disable=SC2086
        "$warpfold" gen --name unit --unit "$1" $flags -o "$work/d" > /dev/null 2> "$work/note" || { echo "$1 $flags is not made: $(cat "$work/note")"; continue; }
        awk -v design="$1 $flags" 'FNR == 1 { lines = 0 }
            ++lines == 291 { print design ": more than 290 lines: " FILENAME }' "$work"/d/rtl/*.v
    done
}

# general_sources: files of the source folders that are of no unit. Those of a unit are NAME.c, NAME_part.h and the like, or in a folder NAME.
general_sources() {
    find base cmodel gen trace memory stats simt sim machine synth report sweep cli -type f | grep -vE "/($names)(/|[_.][^/]*$)" | sort
}

# words_of_units: units whose names are English words. Only what names the unit counts of these: wf_unit_NAME, --unit NAME, a unit found by that
# name, an included NAME.h or NAME/. Of all others any text counts, also in comments and as a part of another word.
words_of_units="affine|assist|compare|eligible|expand|merge|order|split"

# named_units: lines of general sources that name a unit
named_units() {
    odd=$(all_units | grep -vxE "$words_of_units" | paste -s -d '|')
    general_sources | xargs grep -nEi "$odd|wf_unit_($words_of_units)|--(unit|codec|block) ($words_of_units)|find_unit\(\"($words_of_units)|include \"([^\"]*/)?($words_of_units)[/._]"
}

# named_in_scripts: lines of scripts and build files that name a unit. adding.sh puts its example into the whole that takes any line codec; this
# script tells which names are English words; make has a target of a unit's name
named_in_scripts() {
    scripts=$(ls tests/rtl/*.sh tests/campaigns/*.sh tests/tree/*.sh tests/tools/* tests/cells/*.sh | grep -v -e '/docs.sh' -e '/adding.sh' -e 'tree/units.sh')
    odd=$(all_units | grep -vxE "$words_of_units" | paste -s -d '|')
    # shellcheck disable=SC2086
    grep -nE "\\b($odd)\\b|(--(unit|codec|block) |UNIT=|unit_|test_|[a-z]\\.sh )($words_of_units)\\b" Makefile build.mk .ci/run tests/*.mk tests/campaigns/bench_model.c examples/gem5/* tests/gem5/*.cpp $scripts |
        grep -v '^Makefile:.*CODEC '
}

# named_papers: lines of general sources that name a paper, or a figure or table of one: what a source says is in docs/papers or in a unit's files
named_papers() {
    general_sources | xargs grep -nEi "warped-?compression|g-?scalar|affine vector cache|(^|[^a-z])(avc|caba|bdi)([^a-z]|$)|(figure|table) [0-9]|(^|[^a-z])fig[0-9]"
}

# lost_needs: what a campaign depends on, and is not there
lost_needs() {
    sed -n 's/^[a-z]* *|[^|]*|\([^|]*\)|.*/\1/p' tests/campaigns/campaigns.list | tr ' ' '\n' | sort -u | while read -r path; do
        [ -z "$path" ] || [ -e "$path" ] || echo "tests/campaigns/campaigns.list: no $path"
    done
}

# lost_figures: rows of docs/results/figures.txt that docs/figures.md has otherwise
lost_figures() {
    sh tests/campaigns/figures.sh table > "$work/figures" || echo "figures.sh table fails"
    grep -vxF -f docs/figures.md "$work/figures" | sed 's/^/docs\/figures.md: not there: /'
}

for unit in $only; do
    all_units | grep -qx "$unit" || usage "$0: no unit \"$unit\"; units.def has $(all_units | tr '\n' ' ')"
    said "$unit has all of its files" "$(files_of "$unit")"
    said "$unit has cases of every kind" "$(kinds_of "$unit")"
    said "the parts of $unit and its templates are the same" "$(parts_of "$unit")"
    said "designs of $unit have the parts in use and no others" "$(emitted_of "$unit")"
    said "no emitted module of $unit has more than 290 lines" "$(long_of "$unit")"
    said "docs/$unit.md tells every parameter" "$(page_of "$unit")"
    said "docs/$unit.md ends with paper and us" "$(end_of "$unit")"
    said "docs/$unit.md tells every cut" "$(cuts_of "$unit")"
done
if [ $# = 0 ]; then
    said "every cases file is of a unit" "$( (check_cases) 2>&1)"
    said "campaigns depend on what is there" "$(lost_needs)"
    said "docs/figures.md has the figures that were measured" "$(lost_figures)"
    names=$(all_units | paste -s -d '|')
    said "general sources name no unit" "$(named_units)"
    said "general sources name no paper" "$(named_papers)"
    said "scripts and build files name no unit" "$(named_in_scripts)"
fi
plan
