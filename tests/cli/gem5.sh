#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gem5.sh - examples/gem5, compiled against a stand-in of gem5's interface (tests/gem5) and run as a cache would, with every line codec: sizes
# as `warpfold stats --raw --csv` has them, latencies of the manifest, lines that come back; manifests that do not fit. TAP.
. tests/tools/tap.sh
. tests/tools/cases.sh
library=${LIBRARY:-build/lib/libwarpfold.a}
cxx=${CXX:-c++}
example=examples/gem5
codecs=$("$warpfold" list | awk '/^[a-z0-9_]+ - / { codec = /\([a-z ]*\)$/ ? "" : $1 } / bytes of a cache line/ && codec != "" { print codec }')

# params: the header that gem5 makes of the parameters in WarpfoldCompressor.py
params() {
    mkdir -p "$work/params"
    {
        echo '#include <string>'
        echo 'namespace gem5 { struct WarpfoldCompressorParams : BaseCacheCompressorParams {'
        tr -d '\n' < $example/WarpfoldCompressor.py | grep -o '[a-z_]* = Param\.[A-Za-z]*(' |
            sed 's/\(.*\) = Param\.String(/std::string \1;/; s/\(.*\) = Param\.Bool(/bool \1;/'
        echo '}; }'
    } > "$work/params/WarpfoldCompressor.hh"
    ! grep Param\\. "$work/params/WarpfoldCompressor.hh"
}

# compiles: as gem5's C++, without a warning
compiles() {
    "$cxx" -std=c++17 -Wall -Wextra -Wpedantic -Werror -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I $example \
        -I tests/gem5 -I "$work" -I cmodel -o "$work/compressor" tests/gem5/compressor.cpp "$library"
}

# names_agree: SConscript, Python and C++ mean the same files and classes
names_agree() {
    class=$(sed -n 's/^class \([A-Za-z]*\)(BaseCacheCompressor):$/\1/p' $example/*.py)
    grep -q "^    type = \"$class\"$" $example/*.py && grep -q "^SimObject(\"$class.py\", sim_objects=\[\"$class\"\])$" $example/SConscript &&
        [ -f "$example/$class.py" ] && [ -f "$example/$(sed -n 's/^    cxx_header = "\(.*\)"$/\1/p' $example/*.py)" ] &&
        grep -q "^class $(sed -n 's/^    cxx_class = "gem5::compression::\(.*\)"$/\1/p' $example/*.py) : public Base$" $example/*.hh &&
        grep -q "include \"params/$class.hh\"" $example/*.hh
}

# lines BYTES: random and structured lines
lines() {
    "${CC:-cc}" -std=c99 -o "$work/writer" tests/cli/writer.c && "$work/writer" lines 1 "$1" 600 "$work/random" "$work/twin" &&
        { cat "$work/random" && head -c 6400 /dev/zero && head -c 25600 "$warpfold"; } > "$work/lines"
}

# compressor BYTES CHUNK IN_TAGS [BY_BYTES]: a row a line in $work/own, by the design in $work/d; what it tells is in $work/told
compressor() {
    "$work/compressor" "$work/d/manifest.json" "$work/lines" "$1" "$2" "$3" "${4:-1}" > "$work/own" 2> "$work/told" ||
        { tail -n 1 "$work/own"; cat "$work/told"; return 1; }
}

# same BYTES CHUNK FLAGS...: the compressor of this design has the sizes of `stats`, and the manifest's latencies
same() {
    bytes=$1 chunk=$2 && shift 2
    rm -rf "$work/d" && "$warpfold" gen "$@" --line "$bytes" -o "$work/d" > /dev/null && compressor "$bytes" "$chunk" 1 || return 1
    as_stats "$@"
}

# as_stats FLAGS...: the rows in $work/own have the sizes of `stats` with these flags, and the latencies of the design in $work/d
as_stats() {
    "$warpfold" stats "$@" --line "$bytes" --raw "$work/lines" --csv "$work/t.csv" --force > /dev/null || return 1
    tail -n +2 "$work/t.csv" | cut -d, -f 1-3 > "$work/theirs"
    awk -F , -v OFS=, '{ print $1, $2, int(($3 + 7) / 8) }' "$work/own" | cmp - "$work/theirs" || return 1
    latencies=$(value "$work/d/manifest.json" enc_latency),$(value "$work/d/manifest.json" dec_latency)
    [ "$(cut -d, -f 4-5 "$work/own" | uniq)" = "$latencies" ]
}

# after HALF RANKS: the cycles of this half; one that iterates has those of a line before its ranks
after() { interval=$(value "$work/d/manifest.json" "$1_interval") && echo $(($2 + (interval > 1 ? interval : 0))); }

# by_default UNIT: the source's ranks, and others; whole words as chunks, and halves
by_default() {
    same 64 64 --unit "$1" && [ "$(awk -F , '$3 < 512' "$work/own" | wc -l)" -gt 100 ] && same 64 32 --unit "$1" --enc-stages 3 --dec-stages 2 &&
        [ "$latencies" = "$(after enc 3),$(after dec 2)" ]
}

# by_cases UNIT: the parameters of its co-simulations of such lines
by_cases() {
    tried=0
    read_cases "cosim cosim-all" "$1"
    while next_case; do
        case "$rest " in *' --line 64 '*) ;; *) continue ;; esac
        # shellcheck disable=SC2086
        same 64 64 --unit "$1" $(echo "$rest" | sed 's/^[0-9 ]*//; s/--trace .*//') || { echo "$rest"; return 1; }
        tried=$((tried + 1))
    done
    [ $tried -gt 0 ]
}

# with_tags UNIT: counted with its code, the tag adds its bits to every code, while a raw line stays one
with_tags() {
    same 64 64 --unit "$1" && cp "$work/own" "$work/without" && compressor 64 64 0 || return 1
    paste -d, "$work/without" "$work/own" | awk -F , -v tag="$(value "$work/d/manifest.json" tag_bits)" '
        $3 < 512 { codes++ }
        $8 != ($3 + tag > 504 ? 512 : $3 + tag) { print; bad++ }
        END { exit (bad > 0 || codes < 100) }'
}

# ends TEXT: gem5 ends with a message that has this pattern, at the manifest in $work/d, in a cache of lines of 64 bytes
ends() {
    "$work/compressor" "$work/d/manifest.json" "$work/lines" 64 64 1 1 > "$work/own" 2> "$work/said"
    [ $? = 2 ] && grep -q -e "^fatal: $work/d/manifest.json: .*$1" "$work/said" || { cat "$work/said"; return 1; }
}

# refused TEXT FLAGS...: at the manifest of a design of these flags
refused() {
    text=$1 && shift
    rm -rf "$work/d" && "$warpfold" gen "$@" -o "$work/d" > /dev/null && ends "$text"
}

# altered TEXT SED: at a manifest that is changed
altered() {
    rm -rf "$work/d" && "$warpfold" gen --unit "$codec" --line 64 -o "$work/d" > /dev/null && sed -i "$2" "$work/d/manifest.json" && ends "$1"
}

# chooses UNIT NAME VALUE OTHER: of a codec that chooses, the default is VALUE, which has the fewest bytes, whatever the manifest says, and it tells how it
# chose; by_bytes = False takes OTHER, the manifest's
chooses() {
    bytes=64
    rm -rf "$work/d" && "$warpfold" gen --unit "$1" --line 64 -o "$work/d" > /dev/null && [ "$(value "$work/d/manifest.json" "$2")" = "$4" ] || return 1
    compressor 64 64 1 1 && as_stats --unit "$1" "--$2" "$3" && grep -q "^info: .*: $1 takes the code of the fewest $3; " "$work/told" &&
        cp "$work/own" "$work/fewest" || return 1
    compressor 64 64 1 0 && as_stats --unit "$1" "--$2" "$4" && grep -q "^info: .*: $1 takes the code of the fewest $4; " "$work/told" &&
        ! cmp -s "$work/own" "$work/fewest"
}

check "the parameters of the SimObject" params
check "it compiles without a warning" compiles
check "SConscript, Python and C++ name the same" names_agree
check "lines to compress" lines 64
for codec in $codecs; do
    check "$codec: sizes, latencies, lines that come back" by_default "$codec"
    check "$codec: other parameters" by_cases "$codec"
    check "$codec: tags in the data" with_tags "$codec"
done
check "a codec that chooses takes the fewest bytes, unless the design's way is asked for" chooses bestof choose bytes bursts
check "lines of 128 bytes" same 128 64 --unit "$codec"
rm -rf "$work/d"
check "no manifest" ends 'cannot open the manifest; make the design with `warpfold gen`'
check "a design of other lines" refused "of lines of 128 bytes; the cache's have 64" --unit "$codec" --line 128
check "a codec of registers" refused 'is no codec of cache lines' --lanes 8
check "a unit that is not in the library" altered 'libwarpfold [0-9.]* has no unit later' 's/"unit":.*/"unit": "later",/'
check "a manifest without a latency" altered 'no "dec_latency"; the manifest of a codec of cache lines is expected' '/dec_latency/d'
parameter=$("$warpfold" list "$codec" | sed -n 's/^  \([a-z-]*\)  *[a-z]*|.*/\1/p' | head -n 1)
check "a value that the library does not have" altered "later.*$parameter of $codec: " "s/\"$parameter\":.*/\"$parameter\": \"later\",/"
plan
