#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs.sh [FILE...] - checks that the program accepts every command of the documentation, in a copy of the tree: TAP. A command in a block
# is run, cosim, flow, synth and sweep up to the first tool, which is missing here. For a command with a placeholder
# (DIR, N, a|b, ...) and for a command in the text, the subcommand and its options must exist. For make the target must exist; for a script
# of tests/, the script and the word after its name.
. tests/tools/tap.sh
[ $# -gt 0 ] || set -- README.md CONTRIBUTING.md docs/*.md docs/*.1 traces/README.md
program=$(realpath "$warpfold")
tree=$work/tree
mkdir -p "$tree" "$work/bin"
tar -cf - --exclude=./build --exclude=./.git . | tar -xf - -C "$tree"
ln -s "$program" "$work/bin/warpfold"
PATH=$work/bin:$PATH
unset MAKEFLAGS MFLAGS MAKELEVEL
missing=/nonexistent
cd "$tree" || exit 1
fresh() { mkdir -p build/bin && touch build/.tools && ln -s "$program" build/bin/warpfold; }
fresh
units=$(warpfold list | sed -n 's/^\([a-z0-9_]*\) - .*/\1/p' | paste -s -d ' ')

# help_of SUBCOMMAND UNIT: $help is its help with this unit's parameters; without a unit, with those of all units
help_of() {
    help=$work/help-$1-$2
    [ ! -f "$help" ] || return 0
    warpfold "$1" --help > "$help" || { rm "$help"; return 1; }
    ! grep -q -e '--unit=' "$help" || for u in ${2:-$units}; do warpfold "$1" --unit "$u" --help; done >> "$help"
}

# options_known SUBCOMMAND WORD...: the subcommand exists and has these options; placeholders are skipped
options_known() {
    sub=$1 unit= last= && shift
    for word; do
        case $last in --unit | --codec | --block) unit=$word ;; esac
        case $word in --unit=* | --codec=* | --block=*) unit=${word#*=} ;; esac
        last=$word
    done
    case " $units " in *" $unit "*) ;; *) unit= ;; esac
    help_of "$sub" "$unit" || return 1
    case " $*" in *' -'* | *' [-'*) ;; *) return 0 ;; esac
    awk -v help="$help" -v sub_command="$sub" '
        BEGIN {
            for (i = 1; i < ARGC; i++) {
                word = ARGV[i]
                sub(/^\[/, "", word); sub(/[]=].*/, "", word)
                if (word == "--") break # what follows are the options of a program that it runs
                if (word ~ /^--.*[A-Z]/ || word ~ /^-.*[^-a-zA-Z.]/ && word !~ /^--/) continue
                if (word ~ /^--/ || word ~ /^-.$/) asked[word]
            }
            while ((getline line < help) > 0)
                for (option in asked) {
                    at = index(" " line " ", " " option)
                    after = substr(" " line " ", at + length(option) + 1, 1)
                    if (at && after ~ /[=, []/ && (option ~ /^--/ || at <= 3)) delete asked[option]
                }
            for (option in asked) { print "warpfold " sub_command " has no option " option; bad = 1 }
            exit bad
        }' "$@"
}

# Makes the files that a user would have: a trace, bytes, a library, an empty configuration
provide() {
    last=
    for word; do
        case $last in -o | --out | --output | --json) last=$word && continue ;; esac
        last=$word
        [ -e "$word" ] || case $word in
            -* | *'*'*) ;;
            build/*.wft) mkdir -p "$(dirname "$word")" && cp traces/diverge-t32.wft "$word" ;;
            *.lib) : > "$word" ;;
            *.ini) echo '[design]' > "$word" ;;
            *.bin) head -c 4096 Makefile > "$word" ;;
            *.wft | *.wtx | *.ndjson | *.log | *.txt | *.zst) cp traces/diverge-t32.wft "$word" ;;
        esac
    done
}

# first_of COMMAND: each pattern of traces in it is the first trace that it stands for
first_of() {
    set -f
    for word in $(echo "$1" | grep -o '[^ ]*traces/[^ ]*\*[^ ]*'); do
        first=$(set +f && ls $word 2> /dev/null | head -n 1)
        set -- "${1%%"$word"*}${first:-"$word"}${1#*"$word"}"
    done
    set +f
    echo "$1"
}

# run_program COMMAND: runs a command of a block, which has no placeholders
run_program() {
    case $1 in *traces/*\**) set -- "$(first_of "$1")" ;; esac
    case $1 in
        *' gates'*) return 0 ;;     # there is no netlist
        *'warpfold cosim '* | *'warpfold synth '* | *'warpfold flow '* | *'warpfold sweep '*)
            VERILATOR=$missing IVERILOG=$missing YOSYS=$missing STA=$missing sh -c "$1" > "$work/out" 2>&1
            code=$?
            cat "$work/out"
            [ $code = 0 ] || { [ $code = 1 ] && grep -q 'is not installed' "$work/out"; } ;;
        *) sh -c "$1" ;;
    esac
}

# program_taken KIND COMMAND WORDS: those of the command that the program gets
program_taken() {
    set -f
    # shellcheck disable=SC2086 # words
    options_known $3 || { set +f; return 1; }
    # shellcheck disable=SC2086
    [ "$1" = inline ] || provide $3
    set +f
    [ "$1" != block ] || run_program "$2"
}

# make_taken COMMAND: NAME or UNIT in a target stands for any unit
make_taken() {
    eval "set -- $(echo "$1" | sed "s/^make//; s/-\(NAME\|UNIT\)\b/-${units%% *}/g; s/\.\.\./x/g")" # words, some of them in quotes
    make -n "$@"
}

# script_taken SCRIPT [WORD...]: the word after the script is one that it knows, or a unit
script_taken() {
    sh -n "$1" || return 1
    case ${2:-} in '' | [A-Z]* | [!a-z]*) return 0 ;; esac
    case " $units " in *" $2 "*) return 0 ;; esac
    grep -q -w -e "$2" "$1" || { echo "$1 knows no $2"; return 1; }
}

# taken KIND COMMAND WORDS: what was taken before is not tried again, in a text or of make, which would do the same
taken() {
    if [ "$1" = again ]; then [ ! -s "$work/refused" ] || ! grep -q -x -F -e "$2" "$work/refused"; return; fi
    case $2 in
        make*) make_taken "$2" ;;
        *warpfold*) program_taken "$@" ;;
        # shellcheck disable=SC2086 # words
        *) script_taken $3 ;;
    esac || { echo "$2" >> "$work/refused"; return 1; }
}

# sorted: of lines FILE, KIND, COMMAND the kind: "again" if the command is in a text or of make, and what it asks was asked before; "shown" if it is in a
# block and has placeholders. The words that follow the name of the program, or sh
sorted() {
    awk -F '\t' -v targets="$work/targets" '
        BEGIN { OFS = FS; while ((getline line < targets) > 0) said["make " line] }
        {
            words = $3
            sub(/^([A-Z_]+=[^ ]* *)*/, "", words)
            sub(/^((build\/bin\/)?warpfold|sh) */, "", words)
            if (($2 == "inline" || $3 ~ /^make/) && $3 in said) $2 = "again"
            if ($2 == "block" && words ~ /(^| )[A-Z][A-Z_]*(\.[a-z]+)*(\.\.\.)?( |$)|\.\.\.|[][|<>]/) $2 = "shown"
            said[$3]
            print $0, words
        }'
}

# Targets without variables are all asked at once; if make refuses, each alone tells which it is
targets() { cut -f 3 "$work/found" | grep -x -e 'make [a-z][a-zA-Z0-9_-]*' | sort -u | sed 's/^make //'; }

awk -f tests/tools/commands.awk "$@" > "$work/found"
check "there are commands" test -s "$work/found"
targets > "$work/targets"
[ -s "$work/targets" ] && make_taken "make $(paste -s -d ' ' "$work/targets")" > "$log" 2>&1 || : > "$work/targets"
sorted < "$work/found" > "$work/commands"
: > "$work/refused"
page=
while IFS=$(printf '\t') read -r file kind command words; do
    [ "$file" = "$page" ] || { page=$file && rm -rf build && fresh; }
    check "$file: $command" taken "$kind" "$command" "$words" < /dev/null
done < "$work/commands"

# options_of_pages FILE...: every option that a manual page names exists in some subcommand
options_of_pages() {
    for sub in $(warpfold help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do help_of "$sub" '' && cat "$help"; done > "$work/help"
    for option in $(sed 's/\\-/-/g' "$@" | grep -o -E -e '--[a-z][a-z-]+(\.[a-z-]+)?' | grep -v -x -e --version | sort -u); do
        grep -q -e "$option[=, ]" -e "$option\$" "$work/help" || { echo "no subcommand has $option"; return 1; }
    done
}
check "the options of the manual page" options_of_pages docs/*.1

sorted << 'END' > "$work/commands"
.	block	make no-such-target
.	block	sh tests/no-such-script.sh
.	block	sh tests/campaigns/bench.sh no-such-word
.	block	warpfold frobnicate
.	block	warpfold gen --no-such-option 1 -o DIR
.	block	warpfold gen --unit UNIT --no-parameter 4-0 -o DIR
.	block	warpfold gen --lanes 33 -o build/d
.	block	warpfold flow --line 48 -o build/d
.	block	warpfold cosim build/no-such-design
.	block	warpfold stats -Z traces/diverge-t32.wft
.	block	warpfold stats traces/no-such-*.wft
END
while IFS=$(printf '\t') read -r file kind command words; do
    if taken "$kind" "$command" "$words" > "$log" 2>&1 < /dev/null; then fail "noticed: $command"; else pass "noticed: $command"; fi
done < "$work/commands"
# What was refused is refused in a text too
refused_again() { ! taken again "make no-such-target" '' && taken again "make test" ''; }
check "noticed: again" refused_again
plan
