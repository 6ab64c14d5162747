# SPDX-License-Identifier: Apache-2.0
# tap.sh - sourced by the test scripts: a work folder that is removed at the end, and TAP lines.
# "all" before the other arguments: also what is left to the campaigns; then $all is set.
set -u
all=
[ "${1:-}" != all ] || { all=1 && shift; }
# if_all THIS THAT: THIS with "all", else THAT
if_all() { if [ -n "$all" ]; then echo "$1"; else echo "$2"; fi; }
warpfold=${WARPFOLD:-build/bin/warpfold}
san_warpfold=${SAN_WARPFOLD:-$warpfold}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && trap 'exit 130' INT TERM
log=$work/log
number=0
# What Verilator adds to every bench is compiled once: its makefiles take a compiler cache
export OBJCACHE=ccache CCACHE_DIR="${CCACHE_DIR:-$PWD/build/ccache}"

# pass NAME, fail NAME (shows the end of the log), skip NAME WHY
pass() { number=$((number + 1)); echo "ok $number - $1"; }
fail() { number=$((number + 1)); echo "not ok $number - $1"; tail -n 5 "$log" 2> /dev/null | sed 's/^/# /'; }
skip() { number=$((number + 1)); echo "ok $number - $1 # skip $2"; }
# check NAME COMMAND...: passes if the command succeeds
check() { name=$1; shift; if "$@" > "$log" 2>&1; then pass "$name"; else fail "$name"; fi; }
# value FILE KEY: of a flat JSON file, or of a manifest
value() { sed -n "s/^[ \t]*\"$2\":[ \t]*\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$1" | head -n 1; }
# units_of FILE: how many storage units a manifest names
units_of() { sed -n 's/^[ \t]*"unit_bits":[ \t]*\[\(.*\)\],*$/\1/p' "$1" | tr ',' '\n' | wc -l; }
# known FILE...: true if files of figures have only keys of base/keys.def
known() { "$warpfold" report --keys "$@" > /dev/null; }
# flipped FILE AT: FILE with byte AT (from 0) inverted, another file whatever was in it
flipped() {
    head -c "$2" "$1"
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %03o $((255 - $(tail -c +$(($2 + 1)) "$1" | od -An -N1 -tu1))))"
    tail -c +$(($2 + 2)) "$1"
}
# images: the codecs of cache lines whose bursts tell the tag, so that memory can hold the lines, a line each: "--unit NAME FLAGS"
images() {
    "$warpfold" list | awk '
        /^[a-z0-9_]+ - / { unit = $1 }
        / bytes of a cache line$/ { line[unit] }
        /^  at .*, tag [0-9]+,/ { codec[unit] }
        /^  at .*, tag 1,/ { one[unit] }
        /^  tag  .*side[|]head/ { tag[unit] = " --tag head" }
        /^  save  .*byte[|]burst/ { save[unit] = " --save burst" }
        END { for (u in line) if (u in codec) if (u in tag || u in one && u in save) print "--unit " u (u in tag ? tag[u] : save[u]) }' | sort
}
# register_file: a unit that is a whole register file, which `replay` drives
register_file() { "$warpfold" list | awk '/^[a-z0-9_]+ - / { unit = $1 } /^  issue0_\*_i / { print unit; exit }'; }
# plan: ends the script, after a check of the figures that it left
plan() {
    figures=$(find "$work" -name '*.json' ! -name manifest.json ! -name sweep.json)
    # shellcheck disable=SC2086
    [ -z "$figures" ] || check "every figure's key is in the list" known $figures
    echo "1..$number"
}
