#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_time.sh - traces in time at the command line: a run that repeats, lists of machines, bad input. TAP.
. tests/tools/tap.sh
trace=workloads/traces/nw-t32.wft
: > "$log"

# refused NAME TEXT ARGUMENT...: exit code 2, one line with this text, and nothing on standard output
refused() {
    name=$1 text=$2 && shift 2
    "$warpfold" time "$@" > "$work/out" 2> "$log" < /dev/null
    is=$?
    if [ $is = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ ! -s "$work/out" ]; then pass "$name"; else fail "$name"; fi
}
# cycles FILE: of the run
cycles() { sed -n 's/^cycles \([0-9]*\),.*/\1/p' "$1"; }
# launches_add_up FILE: the launches' cycles and instructions are those of the run
launches_add_up() {
    awk '/^  launch /  { table = 1; next } table && NF == 0 { table = 0 }
         table { c += $(NF - 2); i += $(NF - 1) }
         /^cycles /    { gsub(/,/, ""); exit !(c == $2 && i == $4 && c > 0) }' "$1"
}

check "a trace runs" sh -c '"$0" time --trace "$1" > "$2/first"' "$warpfold" $trace "$work"
check "launches add up to the run" launches_add_up "$work/first"
check "it runs again" sh -c '"$0" time --trace "$1" --machine gtx480 > "$2/again"' "$warpfold" $trace "$work"
check "to the digit" cmp "$work/first" "$work/again"

printf 'base = gtx480\n[latency]\nint_add = 14\n' > "$work/slow.ini"
"$warpfold" time --trace $trace --machine "$work/slow.ini" > "$work/slow" 2> "$log"
check "adds of 14 cycles take longer" test "$(cycles "$work/slow")" -gt "$(cycles "$work/first")"

"$warpfold" time --list > "$work/list" 2> "$log"
for m in gtx480 warped gscalar caba avc; do check "the list has $m" grep -q -w $m "$work/list"; done
check "and their latencies" grep -q int_add "$work/list"
"$warpfold" time --list --machine "$work/slow.ini" > "$work/list" 2> "$log"
check "a machine's own list has its keys" grep -q -E 'int_add.* 14' "$work/list"

check "a register file is made" sh -c '"$0" gen --unit wcrf -o "$1/file" > /dev/null' "$warpfold" "$work"
check "the trace runs in it" sh -c '"$0" time "$2/file" --trace "$1" > "$2/own"' "$warpfold" workloads/traces/backprop-t32.wft "$work"
check "no operand differs" grep -q '^checked: [1-9][0-9]* operands; none differs$' "$work/own"
check "and the time without compression stands beside" grep -q '^without compression [1-9][0-9]* cycles: it takes' "$work/own"
"$warpfold" gen --unit wcrf --issues 1 -o "$work/one" > /dev/null 2>> "$log"
"$warpfold" gen --unit crossbar -o "$work/bar" > /dev/null 2>> "$log"
refused "one issue port" 'has 1 issue ports; gtx480 has 2 schedulers' "$work/one" --trace $trace
refused "a design of another kind" 'is no register file' "$work/bar" --trace $trace
refused "two designs" 'one design at a time' "$work/file" "$work/one" --trace $trace

# A cache of vectors in place of L1
"$warpfold" gen --unit avc -o "$work/vectors" > /dev/null 2>> "$log"
"$warpfold" gen --unit avc --lanes 16 -o "$work/narrow" > /dev/null 2>> "$log"
hotspot=workloads/traces/hotspot-t32.wft
check "a trace runs with a cache of vectors as L1" sh -c '"$0" time "$2/vectors" --machine avc --trace "$1" --with preset=24k --json "$2/v.json" > "$2/v"' "$warpfold" $hotspot "$work"
check "no lane differs" grep -q '^checked: [1-9][0-9]* lanes of private loads; none differs' "$work/v"
check "its plain form stands beside" grep -q '^kernel *plain: cycles *cycles *faster %' "$work/v"
check "the figures have what it asked memory for" grep -q '"trace__hotspot__time__cache__fills"' "$work/v.json"
check "and its plain form" grep -q '"trace__hotspot__plain__time__cache__fills"' "$work/v.json"
check "and other parameters" grep -q '"trace__hotspot__with_1__time__cache__did__evicted"' "$work/v.json"
check "what left it stands in the table" grep -q '^kernel *avc_loads .* evicted *dropped *merged' "$work/v"
check "and is all that memory was given" awk -F'[":, ]+' '/__(evicted|dropped)"/ && /hotspot__time__/ { n += $3; any = any || $3 > 0 }
    /hotspot__time__cache__(other_)?write_backs"/ { n -= $3 } END { exit !(any && n == 0) }' "$work/v.json"
refused "a cache of 16 lanes beside warps of 32" 'of 16 lanes is no L1 of avc, whose warps have 32 lanes' "$work/narrow" --machine avc --trace $trace
refused "compressed lines beside it" 'where L1 is a cache of vectors' "$work/vectors" --machine caba --compress l2 --trace $trace
check "its energy stands beside" grep -q '"study_kernel__hotspot__more": ' "$work/v.json"
check "and what the source says of an access" grep -q '"replay__energy__access_pj": 1000' "$work/v.json"
refused "leakage of a register file" '--bank-mw is of a register file; avc is a cache' "$work/vectors" --machine avc --trace $trace --bank-mw 7

printf 'base = gtx480\n[issue]\nschedulers = 9\n' > "$work/bad.ini"
printf 'base = gtx480\n[issue]\nschedulars = 2\n' > "$work/word.ini"

# Lines are compressed as the machine says, or the command; their contents are beside the trace
printf 'base = caba\n[compression]\nat = memory\n' > "$work/lines.ini"
for how in none memory l2 ideal; do "$warpfold" time --trace $trace --machine caba --compress $how > "$work/$how" 2>> "$log"; done
"$warpfold" time --trace $trace --machine "$work/lines.ini" --contents workloads/traces/nw-t32.wfm --codec linebdi > "$work/lines" 2>> "$log"
check "the machine's compression is the command's" sh -c 'sed 1s/lines/caba/ "$0/lines" | cmp - "$0/memory"' "$work"
# reads FILE: bursts that DRAM reads
reads() { sed -n 's/^ *DRAM *\([0-9]*\) reads,.*/\1/p' "$1"; }
check "DRAM reads fewer bursts of compressed lines" test "$(reads "$work/memory")" -lt "$(reads "$work/none")"
check "and none of counts with ideal" test "$(reads "$work/ideal")" -lt "$(reads "$work/l2")"
check "bursts and lines are told" grep -q -E '^ *read +[1-9][0-9]* lines: .* compressed, .* raw, .* unknown; [1-9][0-9]* bursts, [0-9.]* a line' "$work/l2"
check "nothing is told without compression" sh -c '! grep -q compressed "$0"' "$work/none"
check "another codec is made" sh -c '"$0" gen --unit fpc --line 128 -o "$1/fpc" > /dev/null' "$warpfold" "$work"
"$warpfold" time --trace $trace --machine caba --compress memory --codec "$work/fpc" > "$work/other" 2>> "$log"
check "it has other bursts" test "$(reads "$work/other")" != "$(reads "$work/memory")"
printf 'base = gtx480\n[sm]\nwarps = 8\n' > "$work/warps.ini"
cp $trace "$work/alone.wft"
"$warpfold" gen --unit linebdi --line 64 -o "$work/short" > /dev/null 2>> "$log"
# Helper warps: a trace with stores, once with the unit's defaults and once with a design's folder
"$warpfold" time --trace $trace --machine caba --compress assist > "$work/helped" 2>> "$log"
check "helper warps decompress and compress" grep -q -E '^ *helper warps: [1-9][0-9]* lines decompressed, [1-9][0-9]* cycles each' "$work/helped"
check "their stores are told" grep -q -E '^ *stored +[1-9][0-9]* lines: ' "$work/helped"
"$warpfold" gen --unit assist -o "$work/helper" > /dev/null 2>> "$log"
"$warpfold" time "$work/helper" --trace $trace --machine caba --compress assist > "$work/by" 2>> "$log"
check "the design in a folder is the same as the unit's defaults" cmp "$work/helped" "$work/by"
for codec in fpc cpack; do
    "$warpfold" time --trace $trace --machine caba --compress assist --codec $codec > "$work/of" 2>> "$log"
    check "lines of $codec are decompressed too" grep -q -E '^ *helper warps: [1-9]' "$work/of"
done
refused "the best of all in a store that is too small" 'the routines have 802 instructions; the store of assist holds 512' --trace $trace --machine caba --compress assist --codec bestof
"$warpfold" time "$work/helper" --trace $trace --machine caba --compress assist --set assist.profile=90 > "$work/off" 2>> "$log"
check "a profile switches them off" grep -q '^lines are not compressed: by the profile' "$work/off"
refused "a controller without helper warps" 'give --compress assist or --events too' "$work/helper" --trace $trace --machine caba
refused "a codec without routines" 'there are no assist warp routines of bpc' --trace $trace --machine caba --compress assist --codec bpc
refused "other options than those of the routines" 'assist warp routines of fpc are of the codec with form=segment' --trace $trace --machine caba --compress assist --codec "$work/fpc"
refused "helper warps and a register file" 'whose registers are those of the machine' "$work/file" --trace $trace --machine caba --compress assist
refused "too few sets" 'must be less than the sets of L1' --trace $trace --machine caba --compress assist --set assist.sets=32

"$warpfold" time --trace $trace --machine caba --set "l2.fill=off compression.at=l2 l1.ways=1" > "$work/code" 2>> "$log"
"$warpfold" time --trace $trace --machine caba --set "l2.fill=off compression.at=l2 l1.ways=1 l1.tags=2" > "$work/tags" 2>> "$log"
check "L1 with twice the tags hits more, and each hit of a code is told" sh -c 'hits() { sed -n "s/^  L1 .*: *\([0-9]*\)\.\([0-9]\) % hits.*/\1\2/p" "$1"; }
    [ "$(hits "$0/tags")" -gt "$(hits "$0/code")" ] && grep -q "[1-9][0-9]* hits of codes in L1" "$0/tags" && ! grep -q "hits of codes" "$0/code"' "$work"
check "a codec with parameters is another one" sh -c '"$0" time --trace "$1" --machine caba --set "l2.fill=off compression.at=l2 l1.ways=1" --codec "linebdi encodings=zeros" > "$2/few" &&
    ! cmp -s "$2/few" "$2/code"' "$warpfold" $trace "$work"
"$warpfold" time --trace $trace --machine caba --set l2.fill=off --compress assist --set assist.l2=raw > "$work/raw" 2>> "$log"
check "an L2 without codes is given lines" grep -q "L2 was given [1-9][0-9]* lines decompressed, and had such lines for [1-9]" "$work/raw"
check "energies of its parts are all of it" awk '/^  energy / { gsub(/[,;:]/, ""); for (i = 4; i <= NF; i++) if ($(i + 1) == "%") sum += $i; exit !(sum > 99.5 && sum < 100.5) }' "$work/raw"
check "static power counts" sh -c '"$0" time --trace "$1" --set energy.static=1000 | grep -q "energy .*, static [1-9]"' "$warpfold" $trace
refused "codes in L1 without compression" 'must be 1 where no codes come to L1' --trace $trace --set l1.tags=2
refused "codes in L2 without compression" 'must be 1 where L2 has no codes' --trace $trace --set l2.tags=2
refused "an L2 without codes and loads out of codes" 'must be code where loads take' --trace $trace --machine caba --compress assist --set "assist.load=direct assist.l2=raw"

# Events that trigger routines: a map for any trace, which has the loads' misses
"$warpfold" time --trace $trace --machine caba > "$work/plain" 2>> "$log"
"$warpfold" time --trace $trace --machine caba --events examples/assist/prefetch.ini --json "$work/events.json" --report "$work/events.html" > "$work/events" 2>> "$log"
check "misses trigger a routine, and lines are prefetched" grep -q -E '^ *prefetched +[1-9][0-9]* lines: [1-9][0-9]* were used' "$work/events"
check "what the entry did is told" grep -q -E '^ *ahead +[1-9][0-9]* triggers of stride_ahead, low priority: [1-9][0-9]* ended' "$work/events"
check "and stands among the figures" grep -q '"trace__nw__time__events__ahead__ended": [1-9]' "$work/events.json"
check "in a row of the page too" sh -c 'ended=$(sed -n "s/.*__events__ahead__ended\": \([0-9]*\).*/\1/p" "$0") && grep -q "study_kernel__nw__event_ahead_ended\": $ended," "$0" && grep -q "Routines of events" "$1"' "$work/events.json" "$work/events.html"
check "launches add up to the run then too" launches_add_up "$work/events"
"$warpfold" time --trace $trace --machine caba --events examples/assist/memo.ini > "$work/nobody" 2>> "$log"
check "a map whose events never come changes nothing" test "$(cycles "$work/nobody")" = "$(cycles "$work/plain")"
pair="--trace workloads/traces/hotspot-t32.wft --trace workloads/traces/walsh-t32.wft --machine caba"
# shellcheck disable=SC2086 # words
"$warpfold" time $pair --compress assist --report "$work/lines.html" > "$work/lines" 2>> "$log"
check "of several traces it is told what helper warps did" awk '/^kernel .* fit no code % /  { rows = 2; next }
    rows > 0 { rows--; good += $2 > 0 && $2 + $3 + $4 + $5 + $6 + $7 + $8 > 99.7 && $2 + $3 + $4 + $5 + $6 + $7 + $8 < 100.3 } END { exit good != 2 }' "$work/lines"
check "and on the page, with what DRAM moved" sh -c 'grep -q "Lines by helper warps" "$0" && grep -q "Compressed lines" "$0"' "$work/lines.html"
check "events and compressed lines go together" sh -c '"$0" time --trace "$1" --machine caba --compress assist --events examples/assist/prefetch.ini > "$2/both"' "$warpfold" $trace "$work"
check "both are told" sh -c 'grep -q "helper warps: [1-9]" "$0/both" && grep -q "ahead *[1-9]" "$0/both"' "$work"
check "a prefetch leaves while loads wait for codes, which need its place" sh -c '"$0" time --trace workloads/traces/bfs-t32.wft --machine caba --set l2.fill=off --compress assist --events examples/assist/prefetch.ini > "$1/bfs"' "$warpfold" "$work"
printf 'next_line\n0000428b  live.in\n08028293  addi\n0002a003  lw\n00008067  jalr\n' > "$work/next.txt"
printf 'code = next.txt\n[next]\nevent = miss\nroutine = next_line\npriority = low\n' > "$work/next.ini"
check "a code that comes for a warp that has left is decompressed" sh -c '"$0" time --trace workloads/traces/btree-t32.wft --machine caba --set l2.fill=off --compress assist --events "$1/next.ini" > "$1/left"' "$warpfold" "$work"
check "with the controller of a folder too" sh -c '"$0" time "$2/helper" --trace "$1" --machine caba --events examples/assist/prefetch.ini > "$2/by"' "$warpfold" $trace "$work"
check "which is the same" cmp "$work/by" "$work/events"
map() { printf 'code = %s/examples/assist/routines.txt\n%s' "$PWD" "$1" > "$work/map.ini"; }
map '[a]
event = sometimes
'; printf 'code = x
[a]
event = sometimes
' > "$work/map.ini"
refused "an event that is none" 'map.ini:3: event = sometimes: load, miss or the number of an event' --trace $trace --events "$work/map.ini"
map '[a]
event = 1
routine = memo_find
priority = high
'
refused "an entry without its routine" 'map.ini:2: .a.: there is no routine memo_find in its code' --trace $trace --events "$work/map.ini"
map 'memory = 65536
[a]
event = 1
routine = memo_look
priority = high
'
refused "more memory than an SM has" 'memory = 65536: an SM of gtx480 has 49152 bytes' --trace $trace --events "$work/map.ini"
refused "a map that is missing" 'nonexistent.ini' --trace $trace --events /nonexistent.ini
refused "events and a register file" 'events trigger routines on the machine.s own register file' "$work/file" --trace $trace --events examples/assist/memo.ini
refused "events and warps of 16 lanes" 'routines have warps of 32 lanes' --trace traces/sort-t16.wft --machine gtx480 --set "sm.lanes=16 sm.threads=768 pipes.lanes=16" --events examples/assist/memo.ini

refused "contents that are missing" 'there is no .*alone.wfm' --trace "$work/alone.wft" --machine "$work/lines.ini"
refused "contents of another trace" 'spmv-t32.wfm tells of ' --trace $trace --machine "$work/lines.ini" --contents workloads/traces/spmv-t32.wfm
refused "a trace as contents" 'is no file of memory contents' --trace $trace --machine "$work/lines.ini" --contents $trace
refused "contents of several traces" '2 are given' --trace $trace --trace $trace --machine "$work/lines.ini" --contents workloads/traces/nw-t32.wfm
refused "a codec of other lines" 'has lines of 64 bytes' --trace $trace --machine "$work/lines.ini" --codec "$work/short"
refused "a codec of registers" 'needs a codec of cache lines' --trace $trace --machine "$work/lines.ini" --codec warpbdi
refused "a codec without compression" 'compresses no lines' --trace $trace --codec linebdi
refused "compression of another kind" 'none, memory, l2 or assist, or ideal' --trace $trace --machine caba --compress l3
refused "compression where L2 has sectors" 'where L2 has sectors' --trace $trace --compress memory
refused "more threads than warps" 'at most as many as the warps' --trace $trace --machine "$work/warps.ini"
refused "no trace" 'no trace; give --trace FILE'
refused "a trace that is missing" 'nonexistent.wft' --trace /nonexistent.wft
refused "a machine that is none" 'gtx481' --trace $trace --machine gtx481
refused "an impossible value" 'schedulers.*1 to 4' --trace $trace --machine "$work/bad.ini"
refused "a key that is none" 'schedulars' --trace $trace --machine "$work/word.ini"
refused "a trace in the place of a design" 'no folder of a design' $trace --trace $trace
plan
