#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_replay.sh - traces through a register file: figures are those of this arithmetic; order, blocks, bad input. TAP.
. tests/tools/tap.sh
. tests/cli/quick.sh
. tests/tools/plots.sh
kernels=workloads/traces
program=$(realpath "$warpfold")
# The register file of the page's examples: codes of 8, 1, 3 and 5 banks
small='--unit wcrf --lanes 8 --bank 32 --clusters 2 --decompressors 2 --warps 4 --registers 4 --rows 8 --wake 2 --forward off'
: > "$log"

# design NAME FLAGS
# shellcheck disable=SC2086
design() { "$warpfold" gen $2 -o "$work/$1" > "$log" || fail "a design of $2"; }
design small "$small --gate off"
design gated "$small"
design big '--unit wcrf --forward off'

# has FILE KEY VALUE: the figure, up to its last digit
has() {
    is=$(value "$1" "$2")
    awk -v is="$is" -v wanted="$3" 'BEGIN { d = is - wanted; exit !(is != "" && (d < 0 ? -d : d) <= 2e-5 * (wanted > 1 ? wanted : 1)) }' ||
        { echo "$2 is ${is:-missing}, expected $3" >> "$log"; return 1; }
}
# run DESIGN TRACE FLAG...: its figures are in $work/f.json
run() {
    d=$1 t=$2 && shift 2
    "$warpfold" replay "$work/$d" --trace "$t" --json "$work/f.json" --force "$@" > "$work/out" 2> "$log"
}
# figures NAME KERNEL ID VALUE ...: passes if the run before has all of them
figures() {
    name=$1 kernel=$2 && shift 2
    absent=0
    while [ $# -gt 0 ]; do
        has "$work/f.json" "study_kernel__${kernel}__$1" "$2" || absent=1
        shift 2
    done
    if [ $absent = 0 ]; then pass "$name"; else fail "$name"; fi
    : > "$log"
}
# refused NAME TEXT ARGUMENT...: exit code 2, one line with this text, and nothing on standard output
refused() {
    name=$1 text=$2 && shift 2
    "$warpfold" replay "$@" > "$work/out" 2> "$log" < /dev/null
    is=$?
    if [ $is = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ ! -s "$work/out" ]; then pass "$name"; else fail "$name"; fi
}

# ---- hints of dead lanes ----

# At 14 and at 18 a partial write meets one value in all lanes; what 14 leaves of x1 is written before 20 reads it, what 18 leaves of x2 is read
design scalars '--unit gsrf --lanes 4 --banks 2 --warps 1 --registers 2 --collectors 1 --issues 1 --writes 1'
cat > "$work/dead-t4.wtx" << END
# warptrace-text 2
# lanes 4
i 0 0 10 alu f - x1,x2
+w 0 0 10 alu x1 f 5 5 5 5
+w 0 0 10 alu x2 f 5 5 5 5
i 0 0 14 alu 3 - x1
+w 0 0 14 alu x1 3 6 6 5 5
i 0 0 18 alu 3 - x2
+w 0 0 18 alu x2 3 6 6 5 5
i 0 0 1c alu c - x1
+w 0 0 1c alu x1 c 6 6 7 7
i 0 0 20 alu f x1,x2 -
END
run scalars "$work/dead-t4.wtx"
figures "two partial writes fill what a code left out" dead fills 2
"$warpfold" convert --dead "$work/dead-t4.wtx" -o "$work/dead-t4.wft" > "$log"
run scalars "$work/dead-t4.wft"
figures "one, if the trace says that the other one's lanes are dead" dead fills 1

# ---- a trace worked by hand ----

# x1 is in cluster 0, x2 in cluster 1. x1 becomes <4,1>, 3 banks; x2 <4,0>, 1 bank; then x1 is written under another mask.
head='# warptrace-text 2\n# lanes 8\n'
{
    printf '%b' "$head"
    echo 'i 0 0 10 alu ff - x1'
    echo '+w 0 0 10 alu x1 ff 100 101 102 103 104 105 106 107'
    echo 'i 0 0 14 alu ff x1 x2'
    echo '+w 0 0 14 alu x2 ff 5 5 5 5 5 5 5 5'
    echo 'i 0 0 18 alu f x2,x1 x1'
    echo '+w 0 0 18 alu x1 f 900000 9 9 9 104 105 106 107'
    echo 'i 0 0 1c store ff x1,x2 -'
} > "$work/hand-t8.wtx"
run small "$work/hand-t8.wtx" --latency 2 --bank-pj 1 --wire-pj 0.5 --enc-pj 1 --dec-pj 2 --bank-mw 0 --enc-mw 0 --dec-mw 0 --clock-ghz 2 || fail "the trace worked by hand"
# Read: x1; x2 and x1; the move; x1 and x2. Written: x1; x2; the move; 4 lanes.
figures "banks: read 3 + 1 + 3 + 3 + 8 + 1, written 3 + 1 + 8 + 4" hand reads 19 writes 16 reads_base 40 writes_base 20 activations 58.3333
figures "one move, of 4 instructions with 5 operands" hand moves 1 moves_share 25 instructions 4 operands 5
# Compressed: a write is given 2 cycles after the operands, stored 4 cycles after it is accepted, and a read of it leaves 5 cycles after that:
#   0 issue, 2 operands, 4 write x1; 5 issue, 13 operands, 15 write x2; 16 issue, with the move; 24 operands, 26 write x1, partial, stored in 29;
#   27 issue, x1 asks in 30, 33 operands and release, which takes 34 and 35; it is ready in 36: 37 cycles
# Plain: a write is stored 2 cycles after it is accepted, and a read of it asks a cycle after that, 5 cycles after its instruction came:
#   0, 2, 4; 5, 10, 12; 13, 18, 20; 21, 26 and release, 27, 28; ready in 29: 30 cycles
figures "37 cycles, and 30 without compression" hand cycles 37 cycles_base 30 more 23.3333
# When the third is issued, x1 alone has a value; when the fourth is, x1 is raw
figures "compressed registers: 1 of 1, then 1 of 2" hand compressed_divergent 100 compressed_full 50
# 60 accesses at 1.5 pJ make 90. 35, of them 11 of the move: 24 + 12 + 2 encoded + 4 decoded x 2 + 11 x 1.5 + 2
figures "energy: 64.5 of 90 pJ" hand base_banks 66.6667 base_wires 33.3333 banks 26.6667 wires 13.3333 encoders 2.22222 decoders 8.88889 \
    moves_energy 20.5556 leakage 0 saved 28.3333 saved_dynamic 28.3333
# Twice the units: 2 x (2 + 8 + 2) instead of 12; banks: 60 x 2 + 30 of 150, 24 x 2 + 12 + 10 + 11 x 2.5 + 2; no wires: 24 + 10 + 13 of 60; all: 36 more
figures "the same with other energies" hand units_1 28.3333 units_2 15 banks_2 33.6667 wires_0 21.6667 wires_100 31.6667
run small "$work/hand-t8.wtx" --latency 2 --bank-pj 0 --wire-pj 0 --enc-pj 0 --dec-pj 0 --bank-mw 1 --enc-mw 4 --dec-mw 0 --clock-ghz 2
# 16 banks x 30 cycles / 2 GHz = 240; 16 x 37 / 2 = 296, two encoders 2 x 4 x 37 / 2 = 148
figures "leakage: 444 of 240 pJ" hand base_leakage 100 leakage 123.333 encoders 61.6667 saved -85 saved_leakage -85
check "the table has the trace, and that no operand differs" sh -c "grep -q 'checked: 10 operands, .*none differs' '$work/out' && grep -q '^hand ' '$work/out'"

# Forwarded: x1 of the second instruction and x2 of the third come from slots, as values: 3 + 1 banks less are read, and nothing is decoded for them
design forwards "$(echo "$small" | sed 's/ --forward off//') --gate off"
run forwards "$work/hand-t8.wtx" --latency 2
figures "served from slots: 30 cycles, and 28 without compression" hand reads 15 cycles 30 cycles_base 28

# With the interlock off an instruction waits until the write is told: 4 cycles after it was accepted
design off "$small --gate off --interlock off"
run off "$work/hand-t8.wtx" --latency 2
# 0, 2, 4; told in 8: issue, 13 operands, 15; told in 19: issue with the move, 24, 26; told in 29: issue, 34, 35, 36; ready in 37
figures "without interlock: 38 cycles" hand cycles 38

# ---- banks that sleep ----

{ printf '%b' "$head"; echo 'i 0 0 10 alu ff - x1'; echo '+w 0 0 10 alu x1 ff 5 5 5 5 5 5 5 5'; } > "$work/one-t8.wtx"
run gated "$work/one-t8.wtx" --latency 2
# Write 4, ready 7, the bank is waking in 8 and 9; stored 10, told and released 11; cleared 12, on until 13, ready in 14: on or waking in 6 of 15
figures "one bank of 16 is on in 6 of 15 cycles; mean of two clusters" one cycles 15 gated_0 80 gated_1 100 gated_7 100
figures "the baseline's banks are always on: 6 of 15 x 16 bank cycles are those of 10 x 16" one cycles_base 10
has "$work/f.json" replay__one__off__1 60 && has "$work/f.json" replay__one__off__9 100 && pass "each bank by itself" || fail "each bank by itself"
run gated "$work/one-t8.wtx" --latency 2 --no-release
# Told 11, and over: on or waking in 8 to 11 of 12
figures "no release: the bank is on until the end, in 4 of 12 cycles" one cycles 12 gated_0 83.3333 gated_7 100
run gated "$work/hand-t8.wtx" --latency 2 && cp "$work/f.json" "$work/counted.json"
design uncounted "$small --counts off"
run uncounted "$work/hand-t8.wtx" --latency 2
check "a register file that shows no counts has the same figures: the model counts" diff "$work/counted.json" "$work/f.json"
run gated "$work/one-t8.wtx" --latency 2 --gate-baseline
# Without compression all 8 banks of cluster 0 wake: write 4, chosen 5, waking 6 and 7, stored 8
figures "a baseline that switches off too: 3 cycles more" one cycles_base 13

# ---- what the trace does not tell ----

{
    printf '%b' "$head"
    echo 'i 0 0 10 alu ff x3,x4 x1'
    echo '+w 0 0 10 alu x1 ff 5 5 5 5 5 5 5 5'
    echo 'i 0 0 14 alu ? ? x1?'
    echo 'i 0 0 18 alu ff x1 ?'
} > "$work/dark-t8.wtx"
run small "$work/dark-t8.wtx"
figures "an unknown operand is not read: neither what came in nor a lost value" dark operands 0 reads 0 writes 1 instructions 3
for k in operands:3 values:1 masks:1 sources:1 destinations:1; do has "$work/f.json" "replay__unknown_${k%:*}" "${k#*:}" || fail "unknown ${k%:*}"; done
pass "what is not known is counted"
{ printf '# warptrace-text 1\n# lanes 8\n'; echo 'w 0 0 10 alu x1 ff 5 5 5 5 5 5 5 5'; echo 'w 0 0 14 alu x1 3 6 6 5 5 5 5 5 5'; } > "$work/plain-t8.wtx"
run small "$work/plain-t8.wtx"
figures "without instructions each write is one: 1 bank, the move, 2 lanes" plain instructions 2 operands 0 writes 11 reads 1 moves 1

# ---- order and blocks ----

# Three warps of a block are in places 0 to 2; places 0 and 2 are of issue port 0. The second instruction of warp 0 waits for its first one.
write() { echo "i $1 $2 $3 alu ff ${5:--} x1"; echo "+w $1 $2 $3 alu x1 ff $4 $4 $4 $4 $4 $4 $4 $4"; }
{ printf '%b' "$head"; write 0 0 10 1; write 0 1 10 2; write 0 0 14 3 x1; write 0 2 10 4; write 0 2 14 5 x1; } > "$work/order-t8.wtx"
run small "$work/order-t8.wtx" --latency 20
# Warp 0: 0 issue, 22 write, 23 issue. Warp 2 behind it: 24 issue, 46 write, 47 issue, 55 operands, 75 write, told 79 and released; ready in 82
figures "in the trace's order warp 2 waits for warp 0: 83 cycles" order cycles 83
run small "$work/order-t8.wtx" --latency 20 --window 2
# Warp 2 goes ahead: 1 issue, 23 write, 24 issue, 32 operands, 52 write, told 56. Warp 0 is told in 55 and released until 57, so warp 2 in 58; ready in 61
figures "a window of 2 lets it go ahead: 62 cycles" order cycles 62

# Five blocks of two warps in four places. The last write of each is partial: the lanes that it leaves out are 0, whatever was there before.
blocks() {
    printf '%b' "$head"
    for b in $(seq 0 4); do
        for w in 0 1; do write "$b" "$w" 10 "7$b"; done
        for w in 0 1; do echo "i $b $w 14 alu 3 x1 x2"; echo "+w $b $w 14 alu x2 3 8 9 0 0 0 0 0 0"; echo "i $b $w 18 store ff x1,x2 -"; done
    done
}
blocks > "$work/blocks-t8.wtx"
run gated "$work/blocks-t8.wtx" --window 4
figures "blocks come and go: 30 instructions, each operand as it was written" blocks instructions 30 operands 30
has "$work/f.json" replay__wrong 0 && has "$work/f.json" replay__checked 60 && pass "none of 60 operands differs" || fail "none of 60 operands differs"
# x1 of all lanes and x2 of two lanes, which take 1 and 8 banks, in ten warps; a bank of x2 that was never written is all written
figures "its banks: written 10 x (1 + 8), read 10 x (1 + 1 + 8)" blocks writes 90 reads 100
run gated "$work/blocks-t8.wtx" --window 4 --no-release
has "$work/f.json" replay__wrong 0 && has "$work/f.json" replay__no_release 1 && has "$work/f.json" replay__checked 60 &&
    pass "no release: registers keep what they hold, and none of 60 operands differs" || fail "no release: none of 60 operands differs"

# ---- random traces through other register files ----

# random SEED WARPS: blocks of up to so many warps, 8 registers, masks and values of all kinds, instructions of up to 5 sources
random() {
    printf '%b' "$head"
    awk -v seed="$1" -v most="$2" 'function below(n) { return int(rand() * n) }
        function go(w,  d, m, k, b, i, t, v, new, src, n) {
            n = below(6); src = n ? "" : "-"
            for (i = 0; i < n; i++) src = src (i ? "," : "") "x" 1 + below(8)
            m = below(3) ? 255 : below(256); d = 1 + below(8); k = below(4); b = below(65536)
            t = below(4) ? "alu" : "load"
            printf "i %s %x %s %x %s x%d\n", w, pc[w] += 4, t, m, src, d
            if (m == 0) return
            v = ""
            for (i = 0; i < 8; i++) {
                if (int(m / 2 ^ i) % 2) old[w, d, i] = k == 0 ? b : k == 1 ? b + i : k == 2 ? b + 300 * i : below(2 ^ 31)
                v = v sprintf(" %x", old[w, d, i])
            }
            printf "+w %s %x %s x%d %x%s\n", w, pc[w], t, d, m, v
        }
        BEGIN { srand(seed); blocks = 1 + below(5)
            for (b = 0; b < blocks; b++) for (w = below(most); w >= 0; w--) name[all++] = b " " w
            for (n = 0; n < 400; n++) go(name[below(all)]) }'
}
odd='--unit wcrf --lanes 8 --registers 8'
right() {
    design odd "$2" && random "$1" 3 > "$work/random-t8.wtx" && "$warpfold" replay "$work/odd" --trace "$work/random-t8.wtx" --latency "$1" --load-latency 30 \
        --window "$((1 + $1 % 3))" > "$work/out" && grep -q 'none differs' "$work/out" && ! grep -q 'checked: 0 ' "$work/out" && rm -rf "$work/odd"
}
while read -r seed flags; do check "random trace $seed: $flags" right "$seed" "$odd $flags"; done << END
1 --bank 32 --clusters 1 --decompressors 1 --warps 3 --rows 24 --issues 1 --writes 1 --user 1
2 --bank 64 --clusters 2 --decompressors 1 --warps 4 --rows 16 --issues 3 --writes 4 --slots 4 --ports 1
3 --bank 32 --clusters 4 --decompressors 2 --warps 8 --rows 16 --issues 4 --collectors 1 --interlock off --enc-latency 8
4 --bank 32 --clusters 8 --decompressors 8 --warps 3 --rows 3 --compressors 1 --dec-latency 8 --wake 31
5 --bank 32 --clusters 2 --decompressors 2 --warps 3 --rows 12 --interlock off --gate off --ports 1 --user 40
END

# ---- the Verilog beside the model ----

same() { "$warpfold" replay "$@" --verilog > "$work/out" 2> "$log" && grep -q 'the Verilog of .* showed the same in every cycle' "$work/out"; }
check "traces in the Verilog" same "$work/gated" --trace "$work/hand-t8.wtx" --trace "$work/blocks-t8.wtx" --trace "$work/order-t8.wtx" --window 4 --latency 3
cp -r "$work/gated" "$work/broken"
sed -i 's/count_q + {/count_q | {/' "$work"/broken/rtl/*_count.v
refused "RTL that was changed" 'is not what .warpfold gen. wrote' "$work/broken" --trace "$work/hand-t8.wtx" --verilog
"$warpfold" replay "$work/broken" --trace "$work/hand-t8.wtx" --verilog --edited > "$work/out" 2> "$work/said"
is=$?
check "a fault in the Verilog is noticed, with its cycle and port, and ends with 1" sh -c \
    "[ $is = 1 ] && grep -q 'cycle [0-9]*: .*state_[a-z_]*_o.* in the Verilog and .* in the model' '$work/said'"
refused "--fit with the Verilog" 'runs the design as it is' "$work/gated" --trace "$work/hand-t8.wtx" --fit --verilog

# ---- options, files ----

run small "$work/hand-t8.wtx" --latency 2 --with enc-latency=8 --with 'enc-latency=8 dec-latency=4'
# Stored 6 cycles later, twice; decoded 3 cycles later in the chain, but for the raw value at its end, of which the compressed one beside it takes 2
figures "--with: 12 and 20 cycles more" hand cycles 37 with_more_1 63.3333 with_more_2 90
printf '{\n  "enc__energy_pj": 1,\n  "dec__energy_pj": 2,\n  "enc__power_leak_mw": 4,\n  "dec__power_leak_mw": 0\n}\n' > "$work/synth.json"
run small "$work/hand-t8.wtx" --latency 2 --bank-pj 1 --wire-pj 0.5 --bank-mw 0 --clock-ghz 2 --units "$work/synth.json"
# 2 + 148 pJ and 8 pJ of 90
figures "--units: what was measured" hand encoders 166.667 decoders 8.88889
# By code: encoded <4,1> and <4,0>; decoded <4,1> and <4,0>, each twice, and <4,1> for the move. Nothing raw and no <4,2> occurs.
cat > "$work/codes.json" << END
{
  "enc__energy_pj": 1, "dec__energy_pj": 2, "enc__power_leak_mw": 4, "dec__power_leak_mw": 0,
  "enc__power__mean_pj": 7, "dec__power__mean_pj": 9, "enc__power__leak_mw": 2, "dec__power__leak_mw": 0,
  "enc__power__raw__pj": 50, "enc__power__<4,1>__pj": 3, "dec__power__<4,1>__pj": 5,
  "enc__power__<4,0>__pj": 1, "dec__power__<4,0>__pj": 2
}
END
units() { file=$1 && shift; run small "$work/hand-t8.wtx" --latency 2 --bank-pj 1 --wire-pj 0.5 --bank-mw 0 --clock-ghz 2 --units "$work/$file" "$@"; }
units codes.json
# Of 90 pJ: 3 + 1, and two encoders 2 x 2 x 37 / 2 = 74; 2 x 5 + 2 x 2; 11 x 1.5 + 5; 24 + 12 remain
figures "--units: energies by code" hand encoders 86.6667 decoders 15.5556 moves_energy 23.8889 saved -66.1111 units_2 -91.6667
check "it says so" grep -q 'encoder 7 pJ on average, by code, 2 mW; decoder 9 pJ on average, by code, 0 mW' "$work/out"
mkdir "$work/design" && cp "$work/codes.json" "$work/design/power.json" && cp "$work/synth.json" "$work/design/synth.json"
units design
figures "--units: of a design's folder power.json comes first" hand encoders 86.6667 decoders 15.5556
rm "$work/design/power.json"
units design
figures "--units: then synth.json" hand encoders 166.667 decoders 8.88889
units codes.json --enc-pj 1 --enc-mw 0
figures "--enc-pj: one energy for all codes" hand encoders 2.22222 decoders 15.5556
sed '/<4,0>/d; s/\("dec__power__<4,1>__pj": 5\),/\1/' "$work/codes.json" > "$work/some.json"
units some.json --enc-mw 0
# <4,0> takes the means: 3 + 7, and 2 x 5 + 2 x 9
figures "a code that was not met takes the measured mean" hand encoders 11.1111 decoders 31.1111
sed '/<4,/d; s/\("dec__power__leak_mw": 0\),/\1/; /raw/d' "$work/codes.json" > "$work/other.json"
units other.json --enc-mw 0
figures "energies of another codec's codes are none: what synthesis measured counts" hand encoders 2.22222 decoders 8.88889
# foreign NAME TEXT: figures that say that they are of another unit or width
foreign() {
    sed "1a\\  $2," "$work/synth.json" > "$work/$1.json"
    "$warpfold" replay "$work/small" --trace "$work/hand-t8.wtx" --units "$work/$1.json" > "$work/out" 2> "$work/errors"
    [ $? = 2 ] && [ "$(wc -l < "$work/errors")" = 1 ] && grep -q "$3" "$work/errors"
}
check "energies of another codec" foreign bytes '"run__codec": "bytewise"' 'has the energies of bytewise; those of warpbdi with 8 lanes are expected'
check "energies of another width" foreign narrow '"run__codec": "warpbdi", "run__lanes": 4' 'has the energies of warpbdi with 4 lanes'
"$warpfold" replay "$work/small" --trace "$work/hand-t8.wtx" --trace "$work/one-t8.wtx" --json "$work/a.json" --report "$work/a.html" --svg "$work/a" > "$work/a.txt" 2> "$log"
"$warpfold" replay "$work/small" --trace "$work/hand-t8.wtx" --trace "$work/one-t8.wtx" --json "$work/b.json" --report "$work/b.html" --svg "$work/b" > "$work/b.txt" 2> "$log"
check "the same twice: table, figures, page and plots" sh -c "sed 's,$work/a,$work/b,' '$work/a.txt' | cmp - '$work/b.txt' && cmp '$work/a.json' '$work/b.json' && cmp '$work/a.html' '$work/b.html' && diff -r '$work/a' '$work/b'"
check "the plots stand alone" alone "$work/a" 6
# plotted CSV LINE KEY: the line has the figure of this key
plotted() { [ -n "$(value "$work/a.json" "$3")" ] && grep -q "^$2,$(value "$work/a.json" "$3")\$" "$work/a/wcrf8-$1.csv"; }
check "their numbers are the figures" plotted energy hand,kernel,compressed,encoders study_kernel__hand__encoders
sed -n 's/^ *"replay__hand__compressed__[0-9]*": \([^,]*\),*$/\1/p' "$work/a.json" > "$work/over-time"
check "... those over time too" sh -c "[ -s '$work/over-time' ] && sed -n 's/^hand,.*,//p' '$work/a/wcrf8-over-time.csv' | cmp - '$work/over-time'"
check "the page has plots and tables, all in one file" sh -c \
    "grep -q '<svg class=\"plot\"' '$work/a.html' && grep -q '</table>' '$work/a.html' && grep -q '</html>' '$work/a.html' && ! grep -q -e 'src=' -e 'href=\"[^#]' '$work/a.html'"
check "no figure is no number" sh -c "! grep -q -i -w -e nan -e inf -e '-nan' '$work/a.html' '$work/a.json' '$work/a.txt'"
check "a carried kernel in 32 lanes, with as many registers as it names" "$program" replay "$work/big" --trace $kernels/pathfinder-t32.wft --fit
check "a trace of the ports of a GPU" "$program" replay "$work/big" --trace traces/instructions/cta-t32.wft --fit

# ---- a recording of ports worked by hand ----

design ports '--unit wcrf --forward off --lanes 8 --bank 32 --clusters 2 --decompressors 2 --warps 1 --registers 64 --rows 32 --gate off'
recorded='# warpports-text 1\n# lanes 8\n# warps 1\n# registers 64\n'
{
    printf '%b' "$recorded"
    echo 'i 10 0 ff 100 lsu 1 5 000 0 0 0'
    echo 'o 13 0 100'
    echo 'w 20 0 f 100 5 1 0 1 1 1 1 9 9 9 9'
    echo 'w 22 0 f0 100 5 0 1 7 7 7 7 1 1 1 1'
    echo 'i 24 0 ff 104 alu 1 6 001 5 0 0'
    echo 'o 27 0 104'
    echo 'w 30 0 ff 104 6 1 1 5 5 5 5 5 5 5 5'
    echo 'i 32 0 ff 108 lsu 0 0 011 5 6 0'
    echo 'o 35 0 108'
    echo 'i 40 0 ff 10c lsu 1 6 000 0 0 0'
    echo 'o 43 0 10c'
    echo 'w 50 0 f 10c 6 1 0 3 3 3 3 0 0 0 0'
    echo 'w 52 0 f0 10c 6 0 1 0 0 0 0 3 3 3 3'
    echo 'i 56 0 ff 110 lsu 0 0 001 6 0 0'
    echo 'o 59 0 110'
} > "$work/rec.wpt"
"$warpfold" replay "$work/ports" --ports "$work/rec.wpt" --json "$work/f.json" --report "$work/p.html" --svg "$work/recorded" > "$work/out" 2> "$log" || fail "a recording"
check "its plots stand alone" alone "$work/recorded" 1
# As they come: x5 is raw, its first packet writes all 8 banks; x6 is <4,0> and is moved. Written 8 + 4 + 1, the move 8, 4 + 4; read 8, 8 + 1, 1, 8
figures "packets: 5 instructions, 29 banks written and 26 read; without compression 28 and 32" rec instructions 5 packets_writes 5 packets_activations 55 \
    packets_base 60 packets_moves 1
# Merged all are <4,0>: 3 written, 4 read; without compression 24 and 32
figures "merged: 7 activations of 56, and of 60" rec merged_writes 3 merged_activations 7 merged_base 56 merged_share 12.5 merged_share_of_plain 11.6667 merged_moves 0
# The last read is taken in 56. Merged, its register is stored in that cycle: its operands leave 5 cycles later, raw ones without compression 4. As they
# come: the move starts in 52 and is stored in 58, the packets in 59 and 61; the read is chosen in 62 and leaves in 65. The recording ends in 59.
figures "they end in 61, 60 and 65 instead of 59" rec recorded 59 merged_lost 3.38983 merged_lost_base 1.69492 packets_lost 10.1695 packets_lost_base 1.69492
# Merged: x5 is stored in 26, so its read leaves in 31, 4 late, and the result of that comes in 34; it is read in 36, which leaves in 44, 9 late, since what
# is offered before it waits until 43; the last one is 2 late. Without: 1, 2 and 1
figures "operands are 15 cycles late, 4 without compression" rec merged_delay 3 merged_delay_base 0.8
has "$work/f.json" replay__checked 32 && has "$work/f.json" replay__wrong 0 && pass "4 operands in 8 runs are right" || fail "4 operands in 8 runs are right"
# All that follows is as late: x5 is read 4 late, x6 comes 4 late and is read in 36, 4 late, leaves 8 late in 43; the next one comes 8 late, in 48,
# its result in 60; read in 64, which leaves in 69
figures "stiff: the end is in 69" rec stiff_lost 16.9492
check "the page of recordings" grep -q '</html>' "$work/p.html"
# A merge buffer in front: the last register is stored in 57, and its operands leave in 62
"$warpfold" replay "$work/ports" --ports "$work/rec.wpt" --merge-latency 1 --json "$work/f.json" --force > "$work/out" 2> "$log" || fail "a merge latency"
figures "merged a cycle later: the end is in 62" rec merged_lost 5.08475 merged_lost_base 1.69492 packets_lost 10.1695 merged_activations 7
# A register file that merges them itself: as merged, but that it takes five packets
design merging '--unit wcrf --forward off --lanes 8 --bank 32 --clusters 2 --decompressors 2 --warps 1 --registers 64 --rows 32 --gate off --merge 1'
"$warpfold" replay "$work/merging" --ports "$work/rec.wpt" --merge-latency 1 --json "$work/f.json" --force > "$work/out" 2> "$log" || fail "a file that merges"
figures "a file that merges: as merged" rec merged_writes 5 merged_activations 7 merged_base 56 merged_moves 0 merged_lost 3.38983 merged_lost_base 1.69492 \
    merged_delay 3 merged_delay_base 0.8 packets_activations 55 packets_moves 1 stiff_lost 16.9492

# ---- one model of energy ----

# A trace whose registers are all written whole at first. `stats` counts accesses, `replay` runs cycles, the report adds up what `stats` counted. Nothing
# leaks here; a write without an instruction is not read.
printf '{ "enc__energy_pj": 31, "dec__energy_pj": 17, "enc__power_leak_mw": 0, "dec__power_leak_mw": 0 }\n' > "$work/units.json"
design plain '--unit warpbdi --isolate 1'
cp "$work/units.json" "$work/plain/synth.json"
printf '{ "enc__power__mean_pj": 40, "enc__power__raw__pj": 90, "enc__power__<4,0>__pj": 11, "enc__power__<4,1>__pj": 23,
    "dec__power__mean_pj": 20, "dec__power__<4,0>__pj": 7, "dec__power__<4,2>__pj": 29 }\n' > "$work/codes.json"
for carried in cta conv3; do
    "$warpfold" convert "traces/instructions/$carried-t32.wft" -o "$work/$carried.wtx" --force > "$log" 2>&1
    awk -f tests/cli/cli_full.awk "$work/$carried.wtx" > "$work/full.wtx"
    for energies in "" "--bank-pj 5 --activity 80 --units $work/units.json" "--activity 30 --units $work/codes.json"; do
        # shellcheck disable=SC2086
        run big "$work/full.wtx" --fit $energies --bank-mw 0 --enc-mw 0 --dec-mw 0
        # shellcheck disable=SC2086
        "$warpfold" stats --unit warpbdi --isolate 1 --reads-per-write 0 "$work/full.wtx" $energies --json "$work/plain/trace.json" --force > "$log" 2>&1
        net=$(value "$work/plain/trace.json" trace__full__net_energy_pj)
        saved=$(awk -v net="$net" -v base="$(value "$work/plain/trace.json" trace__full__base_energy_pj)" 'BEGIN { printf "%.4f", 100 * net / base }')
        figures "stats and replay save the same of $carried ${energies%% *}" full saved "$saved" saved_dynamic "$saved"
        [ "$energies" ] || continue
        # The last ones are by code, as `power` would have left them
        [ "${energies%codes.json}" = "$energies" ] || cp "$work/codes.json" "$work/plain/power.json"
        "$warpfold" report "$work/plain" > "$log" 2>&1
        check "the report saves the same of $carried ${energies%% *}" has "$work/plain/metrics.json" energy__full__saved_pj "$net"
    done
    rm "$work/plain/power.json"
done

# ---- bad input ----

refused "no design" 'no design given'
refused "no trace" 'no trace; give --trace FILE' "$work/small"
refused "traces and recordings" 'two kinds of runs' "$work/ports" --trace "$work/hand-t8.wtx" --ports "$work/rec.wpt"
refused "a trace instead of a recording" 'a recording of ports, warpports-text 1, is expected' "$work/ports" --ports "$work/hand-t8.wtx"
refused "a recording of other lanes" 'a recording of 8 lanes; the register file has 32' "$work/big" --ports "$work/rec.wpt"
refused "a recording of more registers" 'of 64 registers; the register file has 4' "$work/small" --ports "$work/rec.wpt"
sed 's/warps 1/warps 2/' "$work/rec.wpt" > "$work/two.wpt"
refused "a recording of more warps" 'of 2 warps; the register file holds 1' "$work/ports" --ports "$work/two.wpt"
head -c 300 "$work/rec.wpt" > "$work/cut.wpt"
refused "a truncated recording" 'cut.wpt:[0-9]*: ' "$work/ports" --ports "$work/cut.wpt"
printf '%b' "$recorded" > "$work/none.wpt"
refused "a recording of nothing" 'has no instruction' "$work/ports" --ports "$work/none.wpt"
refused "a merge latency for a trace" 'a trace has no packets' "$work/big" --trace "$work/hand-t8.wtx" --merge-latency 1
refused "no release for a recording" 'no releases' "$work/ports" --ports "$work/rec.wpt" --no-release
refused "a latency for a recording" 'there are no latencies' "$work/ports" --ports "$work/rec.wpt" --latency 3
refused "a recording that is a device" 'is a pipe or a device' "$work/ports" --ports /dev/null
refused "two designs" 'one design at a time' "$work/small" "$work/big" --trace "$work/hand-t8.wtx"
refused "a folder that is no design" 'manifest' "$work" --trace "$work/hand-t8.wtx"
design codec '--unit warpbdi --lanes 8'
refused "a design that is no register file" 'a design of warpbdi, which is no register file' "$work/codec" --trace "$work/hand-t8.wtx"
refused "options of caches" 'are of caches of vectors; wcrf is a register file' "$work/small" --trace "$work/hand-t8.wtx" --warps 4
refused "a trace of other lanes" 'a trace of 8 lanes; the register file has 32' "$work/big" --trace "$work/hand-t8.wtx"
{ printf '%b' "$head"; for r in 1 2 3 4 5; do echo "i 0 0 10 alu ff x$r -"; done; } > "$work/many-t8.wtx"
refused "more registers than a warp has" 'many-t8.wtx names 5 registers; the register file has 4 a warp' "$work/small" --trace "$work/many-t8.wtx"
{ printf '%b' "$head"; for w in 0 1 2 3 4; do write 0 $w 10 1; done; } > "$work/wide-t8.wtx"
refused "a block of more warps than there are" 'cta 0 has 5 warps; the register file holds 4' "$work/small" --trace "$work/wide-t8.wtx"
refused "the second trace is looked at before the first is run" '5 registers' "$work/small" --trace "$work/hand-t8.wtx" --trace "$work/many-t8.wtx"
head -c 150 "$work/hand-t8.wtx" > "$work/cut-t8.wtx"
refused "a truncated trace" 'cut-t8.wtx:6: truncated' "$work/small" --trace "$work/cut-t8.wtx"
printf '%b' "$head" > "$work/none-t8.wtx"
refused "a trace of nothing" 'has no instruction and no register write' "$work/small" --trace "$work/none-t8.wtx"
refused "a trace that is not there" 'cannot open' "$work/small" --trace "$work/nowhere.wtx"
refused "a device" 'is a pipe or a device' "$work/small" --trace /dev/null
refused "no number" 'latency x: a whole number from 0 to 10000' "$work/small" --trace "$work/hand-t8.wtx" --latency x
refused "more than all of the wires" 'activity 101: a number from 0 to 100' "$work/small" --trace "$work/hand-t8.wtx" --activity 101
refused "a parameter that there is not" 'no-such' "$work/small" --trace "$work/hand-t8.wtx" --with no-such=1
refused "a parameter without a value" 'has no value: NAME=VALUE' "$work/small" --trace "$work/hand-t8.wtx" --with gate
refused "parameters that do not fit each other" 'banks do not hold' "$work/small" --trace "$work/hand-t8.wtx" --with registers=64
mkdir "$work/unmeasured"
refused "a folder without figures" 'has no power.json, metrics.json or synth.json' "$work/small" --trace "$work/hand-t8.wtx" --units "$work/unmeasured"
refused "no measured units" 'has no energy of an encoder' "$work/small" --trace "$work/hand-t8.wtx" --units "$work/a.json"
echo mine > "$work/mine.json"
refused "a file of somebody else" 'already and is not overwritten' "$work/small" --trace "$work/hand-t8.wtx" --json "$work/mine.json"
{ echo "<!DOCTYPE html>" && seq 100; } > "$work/mine.html"
refused "a page of somebody else" 'already and is not overwritten' "$work/small" --trace "$work/hand-t8.wtx" --report "$work/mine.html"
check "it is as it was" grep -q -x mine "$work/mine.json"
mkdir "$work/taken" && echo mine > "$work/taken/wcrf8-over-time.svg"
refused "a plot of somebody else, before the run" 'already and is not overwritten' "$work/small" --trace "$work/hand-t8.wtx" --svg "$work/taken"
check "--force overwrites it" "$program" replay "$work/small" --trace "$work/hand-t8.wtx" --json "$work/mine.json" --force

# ---- caches of vectors: of each cache one line. docs/replay.md ----

design vectors '--unit avc --lanes 4 --sets 1 --line-vectors 1 --l1-ways 1 --avc-ways 1 --misses 1 --address 10 --window 8'
# access WARP st|ld WORD VALUES: of all lanes; 10 14 18 1c is a line, 5 1 9 2 is none
access() {
    case $2 in st) class=store ;; *) class=load ;; esac
    printf 'i 0 %s 10 %s f x1 -\n+m 0 %s 10 %s local 4 f %x %x %x %x : %s\n' "$1" $class "$1" "$2" $((4 * $3)) $((4 * $3)) $((4 * $3)) $((4 * $3)) "$4"
}
{
    printf '# warptrace-text 2\n# lanes 4\n'
    access 0 st 0 "10 14 18 1c"
    access 0 st 1 "5 1 9 2"
    access 0 ld 0 "10 14 18 1c"
    access 0 ld 1 "5 1 9 2"
    access 1 st 1 "6 1 9 2" # drops the line of the L1
    access 1 st 0 "20 24 28 2c" # evicts the vector
    access 0 ld 1 "5 1 9 2" # these two do the same
    access 0 ld 0 "10 14 18 1c"
} > "$work/private-t4.wtx"
check "private accesses through a cache of vectors" run vectors "$work/private-t4.wtx"
figures "its traffic and the plain cache's" private loads 4 stores 4 base_fills 0 base_write_backs 0 fills 2 write_backs 4 left 0
figures "what it did" private avc_loads 1 l1_loads 1 misses 2 avc_stores 2 l1_stores 2 avc_fills 1 l1_fills 1 evicted 2 dropped 2
check "every lane of a load was compared" has "$work/f.json" replay__checked 32
check "with other parameters" run vectors "$work/private-t4.wtx" --with "l1-ways=2 avc-ways=2"
# 8 accesses of 1 nJ; 6 line accesses of 128 bits at 7 + 9.6 pJ; an encoder of 100 pJ at 32 lanes, 6 times, and a decoder 3 times
figures "energy of accesses, as published and by parts" private energy_blocks -6 published_more 8 words 0.0996 encoders 0.075 decoders 0.0375
check "other energies" run vectors "$work/private-t4.wtx" --enc-pj 10 --dec-pj 20 --tag-pj 0
figures "count in place of those" private published_more 8 words 0.0996 tags 0 encoders 0.06 decoders 0.06
refused "leakage of a cache" 'dynamic energy alone' "$work/vectors" --trace "$work/private-t4.wtx" --bank-mw 1
refused "tags of a register file that has none" 'nothing that wcrf does takes it' "$work/small" --trace "$work/hand-t8.wtx" --tag-pj 1
# Word 0 of both warps is in blocks 0 and 4, or 0 and 1; word 1 in 1 and 5, or 48 and 49
design sets '--unit avc --lanes 4 --sets 2 --line-vectors 1 --l1-ways 1 --avc-ways 1 --misses 1 --address 10 --window 8'
check "words of a warp in a row" run sets "$work/private-t4.wtx" --interleave warp
figures "meet those of the other" private fills 2 write_backs 4
check "a word of all warps in a row" run sets "$work/private-t4.wtx" --interleave sm
figures "meets no other" private fills 0 write_backs 0 left 4
check "which is the default" run sets "$work/private-t4.wtx"
figures "so again" private fills 0 write_backs 0 left 4
refused "another layout" 'warp or sm is expected' "$work/sets" --trace "$work/private-t4.wtx" --interleave gpu
refused "a layout for a register file" 'are of caches of vectors' "$work/small" --trace "$work/hand-t8.wtx" --interleave sm
refused "--fit of a cache" 'of a cache there are no latencies' "$work/vectors" --trace "$work/private-t4.wtx" --fit
refused "a recording for a cache" 'a cache takes --trace' "$work/vectors" --ports "$work/private-t4.wtx"
refused "more blocks than it has addresses" 'the cache has 2^10' "$work/vectors" --trace "$work/private-t4.wtx" --warps 1024
sed 's/ : .*/ :/' "$work/private-t4.wtx" > "$work/silent-t4.wtx"
refused "private accesses without data" '8 private accesses come without data' "$work/vectors" --trace "$work/silent-t4.wtx"

# ---- units at channels of DRAM: docs/replay.md. tests/units/test_channels.c has a trace by hand ----

design channels '--unit engine --enc-latency 5 --dec-latency 1'
walsh=$kernels/walsh-t32.wft
check "lines through a unit at a channel of DRAM" run channels "$walsh" --with place=core
cp "$work/f.json" "$work/lines.json" && cp "$work/out" "$work/lines.out"
study() { value "$work/lines.json" "study_kernel__walsh__$1"; }
check "requests are the lines that stats has" sh -c '"$0" stats --unit linebdi "$1" --json "$2/s.json" > /dev/null' "$warpfold" "$walsh" "$work"
figures "all reads" walsh read_lines "$(value "$work/s.json" trace__walsh_t32__dram__fetches)" unknown 0
figures "all writes, and those of the host" walsh written_lines "$(($(value "$work/s.json" trace__walsh_t32__dram__writes) + $(study host)))"
figures "raw lines take 4 bursts each" walsh plain_bursts "$((4 * ($(study read_lines) + $(study written_lines))))"
figures "bursts of lines and counts are all" walsh bursts "$(($(study line_bursts_read) + $(study line_bursts_written) + $(study block_bursts_read) + $(study block_bursts_written)))"
figures "every line is looked for once" walsh count_hits "$(awk -v b="$(study block_bursts_read)" -v n="$(($(study read_lines) + $(study written_lines)))" 'BEGIN { print 100 * (1 - b / n) }')"
# 256 bits a burst
figures "energy of DRAM" walsh dram_energy "$(awk -v b="$(study bursts)" 'BEGIN { print b * 256 * 30 / (320 * 8) }')"
check "read and left at the end, 3 cases more and 3 bandwidths: all are compared" has "$work/lines.json" replay__checked "$((4 * 3 * ($(study read_lines) + $(study lines))))"
check "again" run channels "$walsh" --with place=core
check "the same figures" cmp "$work/f.json" "$work/lines.json"
check "the same text" cmp "$work/out" "$work/lines.out"
check "energies of the codec" run channels "$walsh" --enc-pj 10 --dec-pj 20 --dram-pj 1 --counts-pj 100
figures "count" walsh encoders "$(awk -v n="$(study written_lines)" 'BEGIN { print n / 100 }')" decoders "$(awk -v n="$(study read_lines)" 'BEGIN { print n / 50 }')" \
    counts_energy "$(awk -v n="$(($(study read_lines) + $(study written_lines)))" 'BEGIN { print n / 10 }')" dram_energy "$(awk -v b="$(study bursts)" 'BEGIN { print b * 0.256 }')"
design core '--unit engine --enc-latency 5 --dec-latency 1 --place core'
check "a unit of codes" run core "$walsh"
figures "moves the same bursts" walsh bursts "$(study bursts)" plain_bursts "$(study plain_bursts)" count_hits "$(study count_hits)"
design short '--unit engine --line 64 --compress fpc'
check "lines of 64 bytes" run short $kernels/bfs-t32.wft --l2 off
check "are right too, merged parts among them" sh -c '[ "$1" = 0 ] && [ "${2%.*}" -gt 0 ]' - "$(value "$work/f.json" replay__wrong)" "$(value "$work/f.json" study_kernel__bfs__merges)"
check "pages anywhere" run channels "$walsh" --pages hash --page 256
check "ask for more blocks of counts" sh -c '[ "$1" -gt "$2" ]' - "$(value "$work/f.json" study_kernel__walsh__block_bursts_read | cut -d. -f1)" "$(study block_bursts_read)"
check "a page with plots" run channels "$walsh" --report "$work/lines.html" --svg "$work/svg-lines"
check "its plots stand alone" alone "$work/svg-lines" 3
cp "$walsh" "$work/alone-t32.wft"
refused "a trace without contents" 'what lines hold must be known' "$work/channels" --trace "$work/alone-t32.wft"
cp $kernels/bfs-t32.wfm "$work/alone-t32.wfm"
refused "another trace's contents" 'contents of memory of this trace are expected' "$work/channels" --trace "$work/alone-t32.wft"
cp "$work/private-t4.wtx" "$work/lone-t4.wtx" && cp $kernels/bfs-t32.wfm "$work/lone-t4.wfm"
refused "a trace of which no line is known" 'no line that is known reaches DRAM' "$work/channels" --trace "$work/lone-t4.wtx"
design near '--unit engine --address 16 --kbytes 2'
refused "more pages than there is room" 'more pages than 2^16 lines a channel hold' "$work/near" --trace $kernels/lbm-t32.wft --page 16M
refused "pages of no such order" 'first or hash is expected' "$work/channels" --trace "$walsh" --pages last
refused "no page" 'a power of two from 256 to 16M' "$work/channels" --trace "$walsh" --page 5000
refused "a seed of nothing" 'is of --pages hash' "$work/channels" --trace "$walsh" --seed 3
refused "no rate" 'from 0 to 100000 is expected' "$work/channels" --trace "$walsh" --rate -1
refused "caches of compressed lines" 'here L1 and L2 hold whole lines' "$work/channels" --trace "$walsh" --l1-tags 2
refused "no caches" 'DRAM is what is counted' "$work/channels" --trace "$walsh" --caches off
refused "a machine of larger bursts" 'a command of DRAM moves 64 bytes' "$work/channels" --trace "$walsh" --machine gtx480
refused "another place" 'place' "$work/channels" --trace "$walsh" --with place=nowhere
refused "other addresses" 'lines and addresses as in the other runs are expected' "$work/channels" --trace "$walsh" --with address=24
refused "latencies of results" 'there are no latencies' "$work/channels" --trace "$walsh" --latency 4
refused "leakage" 'dynamic energy alone' "$work/channels" --trace "$walsh" --bank-mw 1
refused "energy of banks" 'here there are --dram-pj and --counts-pj' "$work/channels" --trace "$walsh" --bank-pj 1
refused "no energy" 'a number from 0 to 1e+06' "$work/channels" --trace "$walsh" --dram-pj x
refused "a recording of ports" 'takes --trace' "$work/channels" --ports "$walsh"
refused "a rate for a register file" 'is of units at channels of DRAM; wcrf is none' "$work/small" --trace "$work/hand-t8.wtx" --rate 5
design bare '--unit engine --compress none'
refused "energies of a codec that is not there" 'has none' "$work/bare" --trace "$walsh" --enc-pj 1
plan
