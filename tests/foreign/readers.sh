#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# readers.sh - traces as other tools, and the people who use them, leave them. traces/NAME.EXT is the input, NAME.right the records in it
# (many.awk writes both out). What is right was written down from the tools' public sources and docs/traces.md before it was tried.
. tests/tools/tap.sh
traces=tests/foreign/traces
told=$work/told

# many NAME: an input or what is right of it, written out
many() { awk -f tests/foreign/many.awk "$traces/$1"; }
# records FILE: what convert reads in it, without operations: those of texts are tried in tests/units
records() {
    timeout 120 "$warpfold" convert "$1" -o "$work/out.wtx" --force > "$told" 2>&1 || return 1
    awk '/^# warptrace-text 3/ { operations = 1 } /^i / && operations { sub(/ [^ ]+ [^ ]+$/, "") } /^\+*[imrw] /' "$work/out.wtx"
}
# as_right NAME INPUT [FILTER...]: the records of INPUT, those that FILTER leaves, are those of NAME.right
as_right() {
    right=$1 input=$2
    shift 2
    [ $# -gt 0 ] || set -- cat
    many "$right.right" > "$work/right"
    records "$input" | "$@" > "$work/read"
    cat "$told" && diff "$work/right" "$work/read"
}
# reads NAME EXT [FILTER...]: as_right of the input of the same name
reads() {
    input=$work/$1.$2
    many "$1.$2" > "$input"
    stem=$1
    shift 2
    as_right "$stem" "$input" "$@"
}
# counted N: convert told that it left N entries out
counted() { grep -Eq "(^|[^0-9])$1 [^0-9]*(skipped|left out|dropped)" "$told"; }

# A file a kernel: users join them with cat. A table is that of its own kernel. A build without tables says nothing of its instructions: the
# access of its kernel is neither a load nor a store
check "CUTracer: joined kernels, each with its own table of instructions or none" reads kernels ndjson

# jq 1.6 keeps numbers as doubles: what an inactive lane holds, all ones, becomes more than 64 bits have
jq_numbers() { reads jq_masks ndjson && reads jq_plain ndjson && counted 1; }
check "CUTracer behind jq: a number above 64 bits costs an inactive lane nothing, and without a mask its own access" jq_numbers

# json.dumps puts blanks behind : and , ; Windows ends lines with CR LF and writes a mark first. All of it is JSON (RFC 8259)
windows() {
    many python.ndjson > "$work/python.ndjson"
    { printf '\357\273\277' && sed 's/$/\r/' "$work/python.ndjson"; } | gzip > "$work/windows.gz"
    as_right python "$work/python.ndjson" && as_right python "$work/windows.gz"
}
check "CUTracer behind Python on Windows: blanks, CR LF, a byte-order mark, gzip" windows

# reg_trace, mem_value_trace: is_load and access_size are said, and values are of active lanes
check "CUTracer: 64-bit values of a predicated store, two lanes active" reads wide ndjson

# capture_completion ends the files of newer builds; tma_trace has no registers; samples of the debugger are no executed instructions
footer() { reads footer ndjson && counted 3; }
check "CUTracer: a footer, a transfer of TMA and a sample of the debugger are counted, not read" footer

# The first releases wrote grid_launch_id where kernel_launch_id is now, and lanes without a leading 0
check "CUTracer: text of the first releases" reads first log

# An instruction that the tool has no text of is "N/A": its values are of no known register, least of all of the instruction before it
values_only() { grep '^+*r '; }
unnamed() { reads unnamed log values_only && counted 2 && ! grep -q 'ffffffff 9 ' "$work/out.wtx"; }
check "CUTracer: text of an instruction without a name" unnamed

# The thread that launches kernels prints while another one prints values: the line of a launch stands in the middle of them
launch() {
    many launch.log > "$work/launch.log"
    many launch.right > "$work/right"
    records "$work/launch.log" | values_only > "$work/read"
    cat "$told"
    # R1 and R2 whole, or neither of them and that is told
    diff "$work/right" "$work/read" || { counted '[0-9]+' && sed 1,2d "$work/right" | diff - "$work/read"; }
}
check "NVBit: a launch printed in the middle of a line of values" launch

# Numbers are 2^32 warp + n: two warps with the same n are in flight, and the program and the barriers print in between
check "SimX: instructions of two warps with the same lower half of their numbers" reads upper log

# XLEN=64: sign-extended and NaN-boxed values are 32 bits, pointers and doubles are not
xlen64() { reads xlen64 log && counted '[0-9]+'; }
check "SimX of 64 bits: pointers and doubles are unknown, extended words are not" xlen64

# A vector register's line has no list (and a dash beyond ASCII). WGATHER writes fewer lanes than its instruction has
writes_only() { sed -nE 's/^(w 0 0 80000208) [a-z]+ /\1 CLASS /; /^\+?w /p'; }
check "SimX with vectors: a line without values, a write of fewer lanes" reads vector log writes_only

# Two parts of a log, each xz, with padding between as the format allows (xz-file-format, 2.2)
padded() {
    many xlen64.log > "$work/whole.log"
    head -n 9 "$work/whole.log" | xz > "$work/padded.xz"
    head -c 4 /dev/zero >> "$work/padded.xz"
    sed 1,9d "$work/whole.log" | xz >> "$work/padded.xz"
    as_right xlen64 "$work/padded.xz"
}
check "SimX: two xz streams with padding between" padded

# Addresses alone hold no values: that is what the line says, with NVBit's banner and the program's text around them, and compressed
addresses() {
    many memory.log | gzip > "$work/memory.gz"
    "$warpfold" stats "$work/memory.gz" > "$told" 2>&1
    [ $? = 2 ] && cat "$told" && [ "$(wc -l < "$told")" = 1 ] && grep -q 'mem_trace' "$told" && grep -q 'addresses' "$told" &&
        ! grep -Eq 'truncated|corrupt' "$told"
}
check "NVBit: a gzipped mem_trace is refused for what it is" addresses

# DIR/* names folders and links to folders
any_files() {
    mkdir "$work/any" "$work/any/folder" && ln -s folder "$work/any/link" && head -c 256 /dev/zero > "$work/any/zeros.bin" || return 1
    head -c 128 /dev/zero | "$warpfold" stats --raw --line 64 "$work/any/"* - --json "$work/any.json" > "$told" 2>&1 || { cat "$told" && return 1; }
    cat "$told" && grep -Eq '(^|[^0-9])2 folders' "$told" && grep -q '"raw__zeros_bin__[a-z]*__lines": 4' "$work/any.json" &&
        grep -q '"raw__stdin__[a-z]*__lines": 2' "$work/any.json"
}
check "stats --raw: a folder and a link to one are counted, standard input is read" any_files
plan
