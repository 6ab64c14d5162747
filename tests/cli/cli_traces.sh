#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_traces.sh - convert, stats, encode and decode as a user calls them, on the repository's traces: TAP. Bad input
# gives one line on standard error, exit code 2, and leaves nothing behind.
. tests/tools/tap.sh
traces=traces
: > "$log"

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }

# same A B WHAT
same() {
    cmp -s "$1" "$2"
    result $? "$3"
}

# refused WHAT TEXT COMMAND...: exit code 2, one line that has TEXT, and the work folder as before
refused() {
    what=$1 text=$2
    shift 2
    before=$(ls "$work")
    "$warpfold" "$@" > /dev/null 2> "$log"
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ "$(ls "$work")" = "$before" ]
    result $? "$what"
}

for t in "$traces"/*.wft; do
    name=$(basename "$t" .wft)
    "$warpfold" convert "$t" -o "$work/$name.wtx" > /dev/null
    "$warpfold" convert "$work/$name.wtx" -o "$work/$name.wft" > /dev/null
    same "$t" "$work/$name.wft" "$name: own form to text and back is the same file"
    for flags in "--codec bytewise" "--codec bytewise --groups 4" "--codec warpbdi" "--store delta --modes 4-1" "--bank 32" "--codec affine" \
        "--codec affine --vector 8 --strides any --bank 32"; do
        [ -n "$all" ] || [ "$name" = diverge-t32 ] || [ "$flags" = "--codec affine" ] || continue
        rm -f "$work/c.wfc" "$work/back.wtx"
        # shellcheck disable=SC2086 # flags are words
        "$warpfold" encode $flags "$t" -o "$work/c.wfc" > /dev/null
        "$warpfold" decode "$work/c.wfc" -o "$work/back.wtx" > /dev/null
        same "$work/$name.wtx" "$work/back.wtx" "$name: encode $flags, decode gives the trace back"
    done
done

# ---- What old traces give ----

# tests/vectors has the figures that the program before instruction records (commit b7dfef4) gave, but for those that were dropped since. They stay;
# there may be more of them now.
# Its vectors of stacks were those of flat ones.
for unit in warpbdi bytewise affine; do
    "$warpfold" stats --unit $unit --stack flat "$traces/psort-t32.wft" --json "$work/now.json" --force > /dev/null 2> "$log"
    sed 's/,$//' "$work/now.json" > "$work/now"
    sed 's/,$//; /^[{}]$/d' "tests/vectors/stats-psort-t32-$unit.json" > "$work/old"
    grep -v -x -F -f "$work/now" "$work/old" >> "$log"
    [ ! -s "$log" ] && [ "$(grep -c '"trace__psort_t32__' "$work/old")" -gt 80 ]
    result $? "psort-t32 with $unit: each old figure is as it was"
done

# ---- Traces with instructions ----

# figures FILE STEM: of values, each a line; energies and what they charge count the reads that instructions tell of
figures() { sed -n "/energy/d; /_accesses\"/d; /codes\"/d; s/^ *\(\".*[^,]\),*$/\1/p" "$1" | sed "s/__$2__/__T__/" | sort; }
for t in "$traces"/instructions/*.wft; do
    name=$(basename "$t" .wft)
    "$warpfold" convert "$t" -o "$work/i.wtx" > /dev/null
    "$warpfold" convert "$work/i.wtx" -o "$work/i.wft" > /dev/null
    same "$t" "$work/i.wft" "instructions of $name: own form to text and back is the same file"
    "$warpfold" encode "$t" -o "$work/i.wfc" > "$log" && "$warpfold" decode "$work/i.wfc" --force -o "$work/i.wft" > /dev/null
    same "$t" "$work/i.wft" "instructions of $name: encode, decode gives the trace back"
    grep -q ", $(grep -c '^i ' "$work/i.wtx") instructions passed through" "$log"
    result $? "instructions of $name: encode counts them"
    # The same values in version 1.
    grep -v '^i ' "$work/i.wtx" | sed 's/^+//; s/^# warptrace-text 2/# warptrace-text 1/; s/^\([wr] [^ ]* [^ ]* [^ ]*\) \(store\|control\) /\1 other /' > "$work/plain.wtx"
    for flags in "" "--codec affine" "--line 64"; do
        # shellcheck disable=SC2086 # flags are words
        "$warpfold" stats $flags "$t" --json "$work/with.json" --force > "$log" && "$warpfold" stats $flags "$work/plain.wtx" --json "$work/without.json" --force > "$log"
        figures "$work/with.json" "$(echo "$name" | tr - _)" > "$work/with" && figures "$work/without.json" plain > "$work/without"
        [ "$(wc -l < "$work/without")" -gt 20 ] && [ -z "$(comm -13 "$work/with" "$work/without")" ]
        result $? "instructions of $name: the figures of values, stats $flags, are those of the values alone"
    done
    rm -f "$work"/i.* "$work/plain.wtx" "$work"/with* "$work"/without*
done
t=$traces/instructions/cta-t32.wft
"$warpfold" convert "$traces/diverge-t32.wft" "$t" -o "$work/both.wft" > "$log" && "$warpfold" convert "$work/both.wft" -o "$work/both.wtx" > /dev/null &&
    grep -q '^# warptrace-text 2$' "$work/both.wtx" && [ "$(grep -c '^[wm] ' "$work/both.wtx")" = 8333 ] && [ "$(grep -c '^i ' "$work/both.wtx")" = 1087 ] &&
    [ "$(grep -c '^+w ' "$work/both.wtx")" = 626 ]
result $? "traces of both versions are joined"
# Two warps take turns, so the first two records are instructions whose writes come later.
printf '%s\n' '# warptrace-text 2' '# lanes 4' 'i 0 0 10 alu f x1 x5' 'i 0 1 10 alu f x1 x5' 'i 0 2 10 alu f x1 x5' '+w 0 2 10 alu x5 f 1 2 3 4' \
    '+w 0 1 10 alu x5 f 1 2 3 4' 'i 0 1 14 alu f - x6' '+w 0 0 10 alu x5 f 1 2 3 4' '+w 0 1 14 alu x6 f 1 2 3 4' 'i 0 0 10 alu f x1 x5' \
    '+w 0 0 10 alu x5 f 1 2 3 4' > "$work/turns.wtx"
"$warpfold" convert "$work/turns.wtx" -n 2 -o "$work/cut.wtx" > /dev/null
printf '%s\n' 'i 0 0 10 alu f x1 x5' 'i 0 1 10 alu f x1 x5' '+w 0 1 10 alu x5 f 1 2 3 4' '+w 0 0 10 alu x5 f 1 2 3 4' > "$work/want"
grep -v '^#' "$work/cut.wtx" | cmp -s - "$work/want"
result $? "convert --limit adds the writes of the instructions that it cuts"
"$warpfold" convert "$work/cut.wtx" "$work/turns.wtx" -o "$work/again.wft" > "$log"
result $? "what was cut is joined with others"
"$warpfold" convert "$t" -o "$work/i.wtx" > /dev/null
awk '!done && /^\+w/ { $7 = 5; done = 1 } { print }' "$work/i.wtx" > "$work/mask.wtx"
{ grep '^#' "$work/i.wtx"; grep '^i.* x5$' "$work/i.wtx" | head -n 2; } > "$work/unwritten.wtx"
{ head -c 8 "$t"; printf '\004\000'; tail -c +11 "$t"; } > "$work/four.wft"
head -c 2000 "$t" > "$work/inside.wft"
sed 's/^i\( [^ ]* [^ ]* [^ ]* [^ ]*\) [^ ]*/i\1 1ffffffff/' "$work/i.wtx" > "$work/wide.wtx"
refused "a write under another mask than its instruction's" "mask.wtx:[0-9]*: corrupt: a linked write of .* under another mask than the instruction at pc" \
    stats "$work/mask.wtx"
refused "a destination that is not written" "unwritten.wtx:[0-9]*: .* before x5 of the instruction at pc 80000000 (cta 0, warp 0) is written" \
    convert "$work/unwritten.wtx" -o "$work/x.wft"
refused "a mask of another width" "wide.wtx:[0-9]*: the mask has bits above lane 31" stats "$work/wide.wtx"
refused "truncated inside instructions" "inside.wft: .*truncated" stats "$work/inside.wft"
refused "a version of the future" "four.wft: trace of version 4; accepted are versions 1, 2 and 3" stats "$work/four.wft"

# ---- Launches ----

# The same instructions in two launches, the second of a kernel whose first pc has a barrier's opcode
count=$(grep -c '^i ' "$work/i.wtx")
pc=$(awk '/^i / { print $4; exit }' "$work/i.wtx")
{
    echo "copy 1000 128 before 1"
    echo "launch 0 first grid 2 1 1 block 64 1 1 shared 0 0 local 0 registers 9 10 first 0 count 500"
    echo "launch 1 second grid 2 1 1 block 64 1 1 shared 0 0 local 0 registers 9 10 first 500 count $((count - 500))"
    echo "op $pc mad.lo.s32 0 first $(awk -v pc="$pc" '/^i / && ++n <= 500 && $4 == pc' "$work/i.wtx" | wc -l)"
} > "$work/t.launch"
"$warpfold" convert --launches "$work/t.launch" "$t" -o "$work/l.wft" > "$log" && "$warpfold" convert "$work/l.wft" -o "$work/l.wtx" > /dev/null
grep '^[lc] ' "$work/l.wtx" > "$work/hosts"
printf '%s\n' 'l 2 1 1 64 1 1 0 0 9 10 first' 'c 1000 128' 'l 2 1 1 64 1 1 0 0 9 10 second' | cmp -s - "$work/hosts" &&
    [ "$(awk '/^l .* second/ { print n; exit } /^i / { n++ }' "$work/l.wtx")" = 500 ]
result $? "convert --launches puts launches and copies before their instructions"
sed '/^[lc] /d; s/^\(i .*\) [^ ]* [^ ]*$/\1/; s/^# warptrace-text 3/# warptrace-text 2/' "$work/l.wtx" | cmp -s - "$work/i.wtx"
result $? "and changes nothing else"
grep "^i [^ ]* [^ ]* $pc " "$work/l.wtx" | head -n 1 | grep -q ' mad int$'
result $? "the opcode tells the operation"
"$warpfold" convert --allocate --launches "$work/t.launch" "$t" -o "$work/r.wtx" > "$log" && [ "$(grep -c '^l ' "$work/r.wtx")" = 2 ] && grep -q ', 20 registers of a kernel become 18$' "$log"
result $? "convert takes --allocate and --launches together"
"$warpfold" convert "$work/l.wtx" -o "$work/again.wft" --force > "$log"
same "$work/l.wft" "$work/again.wft" "version 3: own form to text and back is the same file"
"$warpfold" encode "$work/l.wft" -o "$work/l.wfc" > "$log" && "$warpfold" decode "$work/l.wfc" -o "$work/again.wft" --force > /dev/null
same "$work/l.wft" "$work/again.wft" "version 3: encode, decode gives the trace back"
for flags in "" "--line 64"; do
    # shellcheck disable=SC2086 # flags are words
    "$warpfold" stats $flags "$work/l.wft" --json "$work/with.json" --force > "$log" && "$warpfold" stats $flags "$work/i.wtx" --json "$work/without.json" --force > "$log"
    sed 's/__l__/__i__/; s/\bl\b/i/' "$work/with.json" > "$work/with" && cmp -s "$work/with" "$work/without.json" && [ "$(wc -l < "$work/with")" -gt 20 ]
    result $? "version 3: the figures of stats $flags are those of version 2"
done
refused "launches of several traces" "--launches tells those of one trace; there are 2" convert --launches "$work/t.launch" "$t" "$t" -o "$work/x.wft"
refused "launches of a trace without instructions" "has no instructions; --launches needs them" convert --launches "$work/t.launch" "$traces/psort-t32.wft" -o "$work/x.wft"
refused "launches of a trace that has them" "l.wft tells its launches by itself" convert --launches "$work/t.launch" "$work/l.wft" -o "$work/x.wft"
sed -i "s/count $((count - 500))/count 3/" "$work/t.launch"
refused "launches that count other instructions" "t.launch:3: the launches end at instruction 503; .* has $count" convert --launches "$work/t.launch" "$t" -o "$work/x.wft"
refused "an output that is the launch file" "t.launch" convert --launches "$work/t.launch" "$t" -o "$work/t.launch" --force
# Virtual registers; a pipe cannot be read twice
printf '%s\n' '# warptrace-text 3' '# lanes 4' 'i 0 0 0 alu f - V700 simple int' '+w 0 0 0 alu V700 f 1 2 3 4' 'i 0 0 8 store f V700 - ? ?' > "$work/v.wtx"
"$warpfold" convert --allocate "$work/v.wtx" -o "$work/r.wtx" --force > "$work/said" && grep -q ', 1 registers of a kernel become 1$' "$work/said" &&
    [ "$(grep -v '^#' "$work/r.wtx" | paste -s -d ,)" = 'i 0 0 0 alu f - R0 simple int,+w 0 0 0 alu R0 f 1 2 3 4,i 0 0 8 store f R0 - ? ?' ]
result $? "convert --allocate makes real registers of virtual ones"
mkfifo "$work/pipe"
cat "$work/v.wtx" > "$work/pipe" &
refused "virtual registers elsewhere" "v.wtx:3: virtual registers, V700 .*--allocate. makes real ones" stats "$work/v.wtx"
refused "a pipe with --allocate" "pipe is a pipe or a device; --allocate reads the trace twice" convert --allocate "$work/pipe" -o "$work/x.wft"
rm -f "$work/said" "$work/v.wtx" "$work/r.wtx" "$work/r.wft"

# Hints of dead lanes. 14: the others are written at 18. 18: they are read at 1c. 20: those of x2 are read at 24. 28: of x1 neither. 2c: what 30 reads is not known
cat > "$work/d.wtx" << END
# warptrace-text 2
# lanes 4
i 0 0 10 alu f - x1
+w 0 0 10 alu x1 f 5 5 5 5
i 0 0 14 alu 3 - x1
+w 0 0 14 alu x1 3 6 6 5 5
i 0 0 18 alu c - x1
+w 0 0 18 alu x1 c 6 6 7 7
i 0 0 1c alu f x1 x2
+w 0 0 1c alu x2 f 9 9 9 9
i 0 0 20 alu 1 - x1,x2
+w 0 0 20 alu x1 1 1 6 7 7
+w 0 0 20 alu x2 1 1 9 9 9
i 0 0 24 store e x2 -
i 0 0 28 alu e - x1
+w 0 0 28 alu x1 e 1 2 3 4
i 0 0 2c alu 3 - x3?
i 0 0 30 other f ? -
i 0 0 34 alu f - x3?
END
"$warpfold" convert --dead "$work/d.wtx" -o "$work/h.wft" > "$work/said" && grep -q ', 1 of 5 instructions with a partial mask leave dead lanes$' "$work/said" &&
    "$warpfold" convert "$work/h.wft" -o "$work/h.wtx" > "$log" && [ "$(grep ' dead$' "$work/h.wtx")" = 'i 0 0 14 alu 3 - x1 ? ? dead' ]
result $? "convert --dead marks what is exact, and both own forms keep it"
"$warpfold" convert --limit 2 --dead "$work/d.wtx" -o "$work/h.wft" --force > "$log" && "$warpfold" convert "$work/h.wft" -o "$work/h.wtx" --force > "$log"
[ "$(grep -c '^i' "$work/h.wtx")" = 1 ]
result $? "... also of a part of the trace"
sed 's/^# warptrace-text 2/# warptrace-text 3/; /^i/s/$/ ? ?/; s/^i 0 0 24 .*/& dead/' "$work/d.wtx" > "$work/h.wtx"
refused "a hint on an instruction without a destination" "h.wtx:14: a hint of dead lanes, of an instruction that has no destination" convert "$work/h.wtx" -o "$work/x.wft"
sed -i 's/ dead$//; s/^i 0 0 30 .*/i 0 0 30 other f - ? ? ? dead/' "$work/h.wtx"
refused "... or whose destinations are not known" "h.wtx:18: a hint of dead lanes" stats "$work/h.wtx"
sed -i 's/ dead$/ alive/' "$work/h.wtx"
refused "a hint that there is not" "h.wtx:18: the line goes on after its last field at \" alive" stats "$work/h.wtx"
refused "--dead of a trace without instructions" "has no instructions; --dead needs them" convert --dead "$traces/psort-t32.wft" -o "$work/x.wft"
refused "--dead with --allocate" "--allocate and --dead: one of them at a time" convert --dead --allocate "$work/d.wtx" -o "$work/x.wft"
cat "$work/d.wtx" > "$work/pipe" &
refused "a pipe with --dead" "pipe is a pipe or a device; --dead reads the trace twice" convert --dead "$work/pipe" -o "$work/x.wft"
rm -f "$work/pipe" "$work/said" "$work"/[dh].wtx "$work/h.wft"
refused "launches that are not there" "none.launch: cannot open" convert --launches "$work/none.launch" "$t" -o "$work/x.wft"
rm -f "$work"/*.wtx "$work"/*.wft "$work/want" "$work"/l.* "$work"/with* "$work"/without* "$work/t.launch" "$work/hosts"

"$warpfold" stats "$traces"/*.wft --json "$work/s.json" > "$work/s.txt"
result $? "stats of traces of several warp widths"
grep -q '"trace__count": *4,*$' "$work/s.json" && grep -q '"trace__diverge_t32__class__<4,0>"' "$work/s.json"
result $? "stats writes flat keys"
grep -q 'register values (reads)' "$work/s.txt"
result $? "operand reads are called reads"
"$warpfold" stats "$traces"/*.wft > "$work/s2.txt"
same "$work/s.txt" "$work/s2.txt" "stats says the same twice"

# Dummy moves, counted again in awk. x1 of warp 0 is base 10 and stride 1, all lanes; then, with moves by mask and tag + by the write's code:
# lanes 2 and 3 of the same base and stride (1 + 0); lane 0 of another value (1 + 1); lanes 1 and 2 raw (1 + 0); lane 1 of one value, while
# the code still has lane 0 (0 + 1); lane 1 again, now all that the code has (1 + 0); no lane; all lanes; lanes 1 and 2 raw (1 + 0); lane 3
# of another value (0 + 1). x1 of warp 1 is raw, then one lane is written (0 + 0).
{
    echo "# warptrace-text 1"
    echo "# lanes 4"
    echo "w 0 0 0 alu x1 f 10 11 12 13"
    echo "w 0 0 0 alu x1 c 10 11 12 13"
    echo "w 0 0 0 alu x1 1 77 11 12 13"
    echo "w 0 0 0 alu x1 6 77 99 3 13"
    echo "w 0 0 0 alu x1 2 77 5 3 13"
    echo "w 0 0 0 alu x1 2 77 6 3 13"
    echo "w 0 0 0 alu x1 0 77 6 3 13"
    echo "w 0 0 0 alu x1 f 10 11 12 13"
    echo "w 0 0 0 alu x1 6 10 8 3 13"
    echo "w 0 0 0 alu x1 8 10 8 3 4"
    echo "w 0 1 0 alu x1 f 10 7 12 13"
    echo "w 0 1 0 alu x1 1 9 7 12 13"
} > "$work/moves.wtx"
# moves TRACE: what stats says of it, "MOVES MOVES-BY-CODE"
moves() {
    "$warpfold" stats --unit affine "$1" --force --json "$work/moves.json" > "$work/moves.txt"
    sed -n 's/.*"trace__moves": *\([0-9]*\).*/\1/p; s/.*"trace__moves_by_code": *\([0-9]*\).*/\1/p' "$work/moves.json" | paste -s -d ' '
}
[ "$(moves "$work/moves.wtx")" = "5 3" ] && [ "$(awk -f "$(dirname "$0")/cli_moves.awk" "$work/moves.wtx")" = "5 3" ]
result $? "dummy moves of a trace made by hand"
for name in diverge-t32 psort-t32; do
    "$warpfold" convert "$traces/$name.wft" -o "$work/$name.wtx" > /dev/null
    moves "$work/$name.wtx" > "$work/said" && awk -f "$(dirname "$0")/cli_moves.awk" "$work/$name.wtx" > "$work/counted"
    same "$work/said" "$work/counted" "dummy moves of $name, counted in awk"
done

t=$traces/diverge-t32.wft
# row NAME VECTORS ZERO UNIFORM AFFINE OTHER GENERIC MISSED: of the printed table
row() {
    name=$1 && shift
    [ "$(sed -n "/^vectors of 32 lanes/,/^$/ s/^$name  *//p" "$work/d.txt" | tr -s ' ')" = "$*" ]
    result $? "the table of vectors: $name"
}
"$warpfold" stats --stack flat "$t" > "$work/d.txt"
row registers 6763 5.5% 35.6% 20.7% 8.0% 30.3% 0.0%
row "loads, stack" 578 5.0% 4.3% 90.0% 0.7% 0.0% 0.0%
row "stores, global" 32 75.0% 0.0% 12.5% 0.0% 12.5% 0.0%
"$warpfold" convert "$t" -n 10 -o "$work/ten.wtx" > /dev/null
[ "$(grep -c -v '^#' "$work/ten.wtx")" = 10 ]
result $? "convert --limit"
head -c 20000 "$t" > "$work/cut.wft"
flipped "$t" 20000 > "$work/corrupt.wft"
{ head -c 8 "$t"; printf '\007\000'; tail -c +11 "$t"; } > "$work/version.wft"
printf '%s\n' '-kernel name = k' '#traces format = PC' > "$work/accel.traceg"
echo precious > "$work/precious.wft"

# texts FILE: source and licence of a trace
texts() { "$warpfold" convert "$1" -n 1 --force -o "$work/texts.wtx" > /dev/null && sed -n 's/^# \(source\|licence\) //p' "$work/texts.wtx"; }
# stated NAME SOURCE LICENCE: makes a text trace with this source and licence, if they are not empty
stated() {
    { sed 's/ source .*//; s/ licence .*//' "$work/ten.wtx" | sed -n '1,2p'; [ -z "$2" ] || echo "# source $2"; [ -z "$3" ] || echo "# licence $3"
      grep -v '^#' "$work/ten.wtx"; } > "$work/$1.wtx"
}
# joined WHAT SOURCE LICENCE ARGUMENTS...: the source and licence that convert gives for these inputs
joined() {
    what=$1 source=$2 licence=$3 && shift 3
    rm -f "$work/joined.wft" "$work/expected"
    { [ -z "$source" ] || echo "$source"; [ -z "$licence" ] || echo "$licence"; } > "$work/expected"
    (cd "$work" && "$absolute" convert "$@" -o joined.wft) > "$log" 2>&1 && texts "$work/joined.wft" > "$work/found" && diff "$work/expected" "$work/found" > "$log"
    result $? "$what"
}
absolute=$(realpath "$warpfold")
stated a "board A" MIT
stated b "board B" Apache-2.0
stated c "board B" MIT
stated none "" ""
joined "licences and sources of several inputs are joined in their order" "board A; board B" "MIT; Apache-2.0" a.wtx b.wtx
joined "each stands once" "board A; board B" "MIT; Apache-2.0" a.wtx a.wtx c.wtx b.wtx a.wtx
joined "an input that says nothing is told apart" "board A; not stated" "MIT; not stated" a.wtx none.wtx none.wtx
joined "inputs that say nothing state nothing" "" "" none.wtx none.wtx
joined "--licence and --source go over them" "mine" "BSD" a.wtx b.wtx --licence BSD --source mine
"$warpfold" convert "$work/a.wtx" "$work/b.wtx" -o "$work/ab.wft" > /dev/null
joined "what was joined is joined again" "board B; board A" "Apache-2.0; MIT" b.wtx ab.wft a.wtx
mkfifo "$work/pipe"
cat "$work/b.wtx" > "$work/pipe" &
joined "a pipe is read once" "board A; board B" "MIT; Apache-2.0" a.wtx pipe
kill $! 2> /dev/null
"$warpfold" convert "$work/joined.wft" -o "$work/joined.wtx" > /dev/null
[ "$(grep -c '^[wrm] ' "$work/joined.wtx")" = 20 ]
result $? "and whole"
stated long "$(head -c 20000 /dev/zero | tr '\0' x)" MIT
stated short x "$(head -c 10000 /dev/zero | tr '\0' y)"
rm -f "$work"/a.wtx "$work/pipe" "$work"/joined* "$work/ab.wft" "$work/found" "$work/expected" "$work/texts.wtx"
refused "a source that is too long" "x.wft: a source of 20000 bytes; accepted are up to" convert "$work/long.wtx" -o "$work/x.wft"
refused "the same, encode" "long.wtx: a source of 20000 bytes; accepted are up to" encode "$work/long.wtx" -o "$work/x.wfc"
refused "a licence that is too long" "x.wft: a licence of 10.* bytes" convert "$work/short.wtx" "$work/b.wtx" -L "$(head -c 10750 /dev/zero | tr '\0' y)" -o "$work/x.wft"

refused "no such file" "cannot open" stats "$work/none"
refused "truncated" "cut.wft: record [0-9]*: truncated" convert "$work/cut.wft" -o "$work/x.wft"
refused "truncated, encode" "cut.wft: record [0-9]*: truncated" encode "$work/cut.wft" -o "$work/x.wfc"
refused "corrupt" "corrupt.wft: record [0-9]*: corrupt" convert "$work/corrupt.wft" -o "$work/x.wft"
refused "wrong version" "version.wft: trace of version 7; accepted are versions 1, 2 and 3" stats "$work/version.wft"
refused "Accel-Sim" "no register values" stats "$work/accel.traceg"
refused "a SimX log whose mask has no lanes" "bad-tmask:1: lanes expected after" convert tests/fuzz/corpus/simx/bad-tmask -o "$work/x.wft"
refused "unknown form" "no known trace format" stats "$warpfold"
refused "another warp width" "16 lanes" stats --lanes 32 "$traces/sort-t16.wft"
refused "widths that do not go together" "sort-t16.wft: a trace of 16 lanes; .*diverge-t32.wft needs 32" convert "$t" "$traces/sort-t16.wft" -o "$work/x.wft"
refused "nothing foreign is overwritten" "not overwritten" convert "$t" -o "$work/precious.wft"
refused "a name of no form" "ends in .wft" convert "$t" -o "$work/x.bin"
refused "no output" "no output" convert "$t"
refused "no input" "no trace" stats
refused "unknown codec" "no unit \"zip\"" encode --codec zip "$t" -o "$work/x.wfc"
refused "empty mode set" "at least one" stats --modes "" "$t"
refused "a trace is no code file" "diverge-t32.wft: is no code file" decode "$t" -o "$work/x.wft"
"$warpfold" encode "$traces/diverge-t32.wft" --force -o "$work/c.wfc" > /dev/null
size=$(wc -c < "$work/c.wfc")
head -c $((size / 2)) "$work/c.wfc" > "$work/half.wfc"
flipped "$work/c.wfc" $((size / 2)) > "$work/bad.wfc"
refused "truncated codes" "half.wfc: record [0-9]*: truncated" decode "$work/half.wfc" -o "$work/x.wft"
refused "corrupt codes" "bad.wfc: record [0-9]*: corrupt" decode "$work/bad.wfc" -o "$work/x.wft"
printf 'w 0 1 zz alu x5 f\n' | cat "$work/none.wtx" - > "$work/line.wtx"
refused "a bad line of text" "line.wtx:13: " convert "$work/line.wtx" -o "$work/x.wft"
refused "a bad line of text, encode" "line.wtx:13: " encode "$work/line.wtx" -o "$work/x.wfc"
refused "a trace whose words the codec does not take" "diverge-t32.wft: a trace of 32-bit words, which affine does not take" encode --codec affine \
    --word 64 "$t" -o "$work/x.wfc"
"$warpfold" convert "$traces/sort-t16.wft" -n 4 -o "$work/t16.wft" > /dev/null
refused "a configuration that the trace's warp does not take" "t16.wft: affine, 16 lanes: a vector must not be wider" encode --codec affine --vector 32 \
    "$work/t16.wft" -o "$work/x.wfc"
refused "the same, stats" "t16.wft: affine, 16 lanes: a vector" stats --codec affine --vector 32 "$work/t16.wft"
refused "codes of another codec" "c.wfc: holds codes of .*not of bytewise" decode "$work/c.wfc" --codec bytewise -o "$work/x.wft"
refused "an unwritable folder" "cannot be written" convert "$t" -o /nonexistent/x.wft

# ---- Files of other tools ----

corpus=tests/fuzz/corpus
# records FILE: what convert makes of it, without comments, and what it says
records() { "$warpfold" convert "$1" --force -o "$work/records.wtx" > "$work/said" 2> "$log" && grep -v '^#' "$work/records.wtx"; }
records "$corpus/warptrace/four" > "$work/want"
for form in gzip xz; do
    records "$corpus/zstd/$form-trace" > "$work/found"
    [ -s "$work/want" ] && cmp -s "$work/want" "$work/found"
    result $? "a trace compressed by $form"
done
{ printf '\357\273\277'; cat "$corpus/warptrace/four"; } > "$work/mark.wtx"
records "$work/mark.wtx" | cmp -s - "$work/want"
result $? "a byte-order mark"
head -c 150 "$corpus/zstd/xz-trace" > "$work/cut.xz"
refused "a compressed trace that is cut" "cut.xz: truncated: the xz data end in the middle of a stream" stats "$work/cut.xz"
printf 'BZh91AY' > "$work/other.bz2"
refused "a trace in bzip2" "is compressed by bzip2; unpack it with .bunzip2.; files compressed by zstd, gzip and xz are read" stats "$work/other.bz2"
printf 'MEMTRACE: CTX 0x1 - grid_launch_id 0 - CTA 0,0,0 - warp 0 - LDG.E - 0x1 0x2 \n' > "$work/addresses.log"
refused "a trace of addresses" "is a trace of NVBit's mem_trace, which holds addresses but no register values" stats "$work/addresses.log"

# The same instructions with the text in each record and in the table of the kernel
numbers=$(seq -s , 4096 4 4220)
cutracer() { # TEXTS: "record" or "table"
    table=$(printf '"%s":{"sass":"%s"},' 0 'LDS.64 R4, [R2] ;' 1 'STG.E [R8.64], R4 ;' 2 'IADD3 R5, R4, R6, RZ ;')
    echo "{\"instructions\":{$([ "$1" = record ] || echo "${table%,}")},\"type\":\"kernel_metadata\"}"
    text() { [ "$1" = table ] || echo ",\"sass\":\"$2\""; }
    record() { echo "{\"cta\":[0,0,0],\"opcode_id\":$1,\"pc\":\"0x$1\",\"warp\":0$2}"; }
    record 0 "$(text "$1" 'LDS.64 R4, [R2] ;'),\"type\":\"mem_addr_trace\",\"addrs\":[$numbers]"
    record 1 "$(text "$1" 'STG.E [R8.64], R4 ;'),\"type\":\"mem_addr_trace\",\"addrs\":[${numbers%,*},9007199254740993]"
    record 2 "$(text "$1" 'IADD3 R5, R4, R6, RZ ;'),\"type\":\"reg_trace\",\"regs\":[[$numbers],[$numbers],[$numbers],[$numbers]]"
}
cutracer record > "$work/record.ndjson" && cutracer table > "$work/table.ndjson"
records "$work/record.ndjson" > "$work/want" && records "$work/table.ndjson" > "$work/found"
cmp -s "$work/want" "$work/found" && [ "$(cut -d ' ' -f 1-8 "$work/found" | sed 's/ ffffffff.*//')" = 'i 0 0 0 load ? R2 R4,R5?
+m 0 0 0 ld shared 8
i 0 0 1 store ? R8,R9,R4 -
+m 0 0 1 st global 4
i 0 0 2 alu ? R4,R6 R5?
r 0 0 2 alu R5
+r 0 0 2 alu R4
+r 0 0 2 alu R6' ] && grep -q ' 1078 20000000000001 :' "$work/found"
result $? "texts of instructions in the records, and in the table of a kernel"
sed 's/9007199254740993/-1/' "$work/table.ndjson" > "$work/impossible.ndjson"
records "$work/impossible.ndjson" > "$work/found" && [ "$(grep -c '^+m' "$work/found")" = 1 ] && grep -q ', 1 other entries of the input skipped' "$work/said"
result $? "an impossible address loses its access, which is counted"
records "$corpus/nvbit/mixed" | cut -d ' ' -f 1-8 > "$work/found" && grep -q ', 4 other entries of the input skipped' "$work/said" &&
    [ "$(sed 's/ ffffffff.*//' "$work/found" | paste -s -d ,)" = 'i 0 5 0 alu ? R9 R8?,r 0 5 0 alu R8,+r 0 5 0 alu R9,i 0 5 10 store ? R2,R3,R8 -,+m 0 5 10 st global 4,i 0 5 20 control ? - -' ]
result $? "text of NVBit among a program's own"
records "$corpus/simx/late" > "$work/found" && grep -q ', 1 other entries of the input skipped' "$work/said" &&
    [ "$(paste -s -d , "$work/found")" = 'i 0 0 80000000 alu f x1,x2 x5 add int,+r 0 0 80000000 alu x1 f 1 1 1 1,+w 0 0 80000000 alu x5 f 3 3 3 80000000,i 0 1 80000000 store e x3,x1 - ? ?,+r 0 1 80000000 store x3 e 0 3 3 3' ]
result $? "a log of SimX whose sources come late, with a value of 64 bits"
rm -f "$work"/*.ndjson "$work/want" "$work/found" "$work/said" "$work/records.wtx"

# ---- Many traces: a few seconds; a step that is not linear takes minutes ----

# brief COMMAND...: it takes no more than 40 seconds of processor time, or 16, of which a busy machine takes up to twice as many as a free one
many=$(if_all 1500 600) most=$(if_all 40 16)
brief() { (ulimit -t "$most" && exec "$@"); }

mkdir "$work/many"
for i in $(seq "$many"); do echo "$work/many/t$i.wft"; done > "$work/names"
"$warpfold" convert "$t" -n 50 -o "$work/fifty.wft" > /dev/null
xargs -n 500 sh -c 'from=$0; for to; do cp "$from" "$to"; done' "$work/fifty.wft" < "$work/names"
for flags in "" "--line 64"; do
    # shellcheck disable=SC2046,SC2086 # names and flags are words
    brief "$warpfold" stats $flags $(cat "$work/names") --json "$work/many.json" --force > "$log" 2>&1 &&
        grep -q "\"trace__count\": $many" "$work/many.json"
    result $? "stats $flags of $many traces"
    [ -n "$all" ] || [ -z "$flags" ] || continue
    # shellcheck disable=SC2046,SC2086
    brief "$warpfold" stats $flags $(sed 's/t[0-9]*.wft/t1.wft/' "$work/names") --json "$work/many.json" --force > "$log" 2>&1 &&
        grep -q "\"trace__t1_${many}__[a-z]*\":" "$work/many.json"
    result $? "stats $flags of $many traces of one name"
done
brief "$warpfold" report --keys "$work/many.json" > "$log"
result $? "the keys of $many traces"
rm -r "$work/many" "$work/many.json"

# ---- Pipes, which can be read once ----

mkdir "$work/file" "$work/pipe" && mkfifo "$work/pipe/p"
# piped FILE WHAT COMMAND...: on a pipe of this content, @, it writes OUT and the table that it writes on a file
piped() {
    cp "$1" "$work/file/p" && what="a pipe: $2" && shift 2
    for from in file pipe; do
        rm -f "$work/OUT"*
        [ $from = file ] || timeout 300 cat "$work/file/p" > "$work/pipe/p" &
        (cd "$work/$from" && timeout 300 "$program" "$@" > "$work/$from.said" 2>&1; echo "code $?" >> "$work/$from.said")
        cat "$work"/OUT* >> "$work/$from.said" 2> /dev/null
        kill $! 2> /dev/null
        wait
    done
    cp "$work/pipe.said" "$log"
    grep -q '^code 0$' "$log" && cmp -s "$work/file.said" "$work/pipe.said"
    result $? "$what"
}
program=$(realpath "$warpfold")
printf '[design]\nmodes = 4-0\n' > "$work/narrow.ini"
for lanes in "" ${all:+"--lanes 32" "--codec bytewise"} "--config ../narrow.ini"; do
    # shellcheck disable=SC2086 # flags are words
    piped "$t" "stats $lanes" stats $lanes p --json ../OUT.json
    # shellcheck disable=SC2086
    piped "$t" "encode $lanes" encode $lanes p -o ../OUT.wfc
done
piped "$t" "convert" convert p -o ../OUT.wtx
piped "$t" "convert --lanes" convert p --lanes 32 -o ../OUT.wft
piped "$work/ten.wtx" "a trace of text" stats p
piped "$work/c.wfc" "decode" decode p -o ../OUT.wtx
"$program" stats --config "$work/narrow.ini" "$work/t16.wft" > "$work/by-config" && "$program" stats --modes 4-0 "$work/t16.wft" > "$work/by-flag"
same "$work/by-config" "$work/by-flag" "an INI file without lanes leaves the trace's width"
printf '[design]\nlanes = 32\n' > "$work/wide.ini"
refused "an INI file with lanes does not" "t16.wft: a trace of 16 lanes; .* needs 32" stats --config "$work/wide.ini" "$work/t16.wft"

# The folder of a design in place of its flags, before the traces or with --config
"$program" gen --lanes 16 --modes 4-0 -o "$work/narrow" > /dev/null
"$program" stats "$work/narrow" "$work/t16.wft" > "$work/by-folder"
same "$work/by-flag" "$work/by-folder" "the folder of a design"
"$program" stats "$work/narrow" --trace "$work/t16.wft" > "$work/by-folder"
same "$work/by-flag" "$work/by-folder" "the folder of a design, and --trace"
"$program" encode --config "$work/narrow" "$work/t16.wft" -o "$work/by-folder.wfc" > /dev/null && "$program" encode --modes 4-0 "$work/t16.wft" -o "$work/by-flag.wfc" > /dev/null
same "$work/by-flag.wfc" "$work/by-folder.wfc" "the folder of a design, to encode"
refused "a folder that is no design's" "is no folder of a design" stats "$work" "$work/t16.wft"
refused "a design of other lanes" "a trace of 32 lanes; .* needs 16" stats "$work/narrow" "$t"
refused "a folder and a unit" "is the folder of a design; leave --codec out" stats "$work/narrow" --codec bytewise "$work/t16.wft"
refused "a folder and no trace" "no trace; give one or more files" stats "$work/narrow"
refused "--trace of bytes" "--trace is for traces" stats --raw --trace "$t"

plan
