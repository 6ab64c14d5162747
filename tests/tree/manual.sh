#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# manual.sh - the manual page has each flag of each command, and no other, under the command or under options that the command says it takes; and the version
# is one: that of the header, the program, the manual page and the head of CHANGELOG.md. TAP.
. tests/tools/tap.sh
page=docs/warpfold.1

# manual FILE: of a page lines "SECTION<tab>FLAG", and "COMMAND<tab>takes SECTION"
manual() {
    awk '
        { gsub(/\\f[BIRP]/, ""); gsub(/\\-/, "-") }
        /^\.SS / { section = $0; gsub(/^\.SS |"/, "", section); sub(/^warpfold /, "", section); next }
        /^It takes the / { rest = $0
            while (match(rest, /"[^"]+"/)) { print section "\ttakes " substr(rest, RSTART + 1, RLENGTH - 2); rest = substr(rest, RSTART + RLENGTH) } }
        tagged { rest = $0; sub(/=.*/, "", rest); n = split(rest, flag, /, */); for (i = 1; i <= n; i++) print section "\t" flag[i] }
        { tagged = /^\.TP/ }' "$1"
}

# helped COMMAND: the flags of its help, but those that every command has
helped() {
    "$warpfold" "$1" --help | sed -n 's/^ \{2,6\}\(-[a-zA-Z?], \)\{0,1\}\(--[a-z0-9-]*\).*/\1\2/p' | tr ',' '\n' | tr -d ' ' | grep -v -x -e '--help' -e '--usage' -e '-?' | sort -u
}

# told COMMAND: the flags that the page tells of it
told() {
    { echo "$1" && sed -n "s/^$1	takes //p" "$work/manual"; } | while read -r section; do
        found=$(sed -n "s/^$section	\(-.*\)/\1/p" "$work/manual")
        [ "$section" = "$1" ] || [ -n "$found" ] || echo "no section $section"
        [ -z "$found" ] || echo "$found"
    done | sort -u
}

same_flags() { helped "$1" > "$work/helped"; told "$1" > "$work/told"; diff "$work/helped" "$work/told"; }
manual "$page" > "$work/manual"
for command in $("$warpfold" help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    check "the manual page has the flags of $command" same_flags "$command"
done
check "flags of their own are as many as commands have letters" test "$(grep -c '	-[a-zA-Z]$' "$work/manual")" -ge 30

# ---- the version ----

version=$(sed -n 's/^#define WF_VERSION "\(.*\)"/\1/p' cmodel/warpfold.h)
check "the header has a version" test -n "$version"
check "the program's is it" sh -c '[ "$("$1" --version)" = "warpfold $2" ]' - "$warpfold" "$version"
check "the manual page's is it" grep -q "^\.TH WARPFOLD 1 \"\" \"warpfold $version\" " "$page"
check "the first one of CHANGELOG.md is it" sh -c '[ "$(sed -n "s/^## //p" CHANGELOG.md | head -n 1)" = "$1" ]' - "$version"
check "nothing else in the tree has it" sh -c '! grep -rlF "$1" --include="*.c" --include="*.h" --include="*.mk" --include="*.in" --include="*.sh" --include=Makefile \
    base cmodel gen trace memory stats simt sim machine synth report sweep cli tests Makefile build.mk setup.sh | grep -v "^cmodel/warpfold.h$"' - "\"$version\""

# ---- what must be noticed ----

sed '/\\fB\\-\\-wave\\fR/,+1d' "$page" > "$work/lacks.1"
sed 's/^\(\\fB\\-\\-curve\)/\1s/' "$page" > "$work/other.1"
for bad in lacks.1:cosim lacks.1:flow other.1:synth; do
    manual "$work/${bad%:*}" > "$work/manual"
    if same_flags "${bad#*:}" > "$log"; then fail "noticed: ${bad%:*}, ${bad#*:}"; else pass "noticed: ${bad%:*}, ${bad#*:}"; fi
done
plan
