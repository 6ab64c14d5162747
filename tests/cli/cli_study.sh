#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_study.sh - the papers' studies: each runs on carried traces and has its figures; those of hand-made traces are those of this arithmetic;
# bad input. TAP.
. tests/tools/tap.sh
. tests/tools/plots.sh
kernels=workloads/traces
program=$(realpath "$warpfold")
: > "$log"

# has FILE KEY VALUE: the figure, up to its last digit
has() {
    is=$(value "$1" "$2")
    awk -v is="$is" -v wanted="$3" 'BEGIN { d = is - wanted; exit !(is != "" && (d < 0 ? -d : d) <= 2e-5 * (wanted > 1 ? wanted : 1)) }' ||
        { echo "$2 is ${is:-missing}, expected $3" >> "$log"; return 1; }
}
# figures NAME FILE KEY VALUE ...: passes if the file has all of them
figures() {
    name=$1 file=$2 && shift 2
    : > "$log"
    absent=0
    while [ $# -gt 0 ]; do
        has "$file" "$1" "$2" || absent=1
        shift 2
    done
    if [ $absent = 0 ]; then pass "$name"; else fail "$name"; fi
}
# without NAME FILE KEY: the file has no such figure
without() { if grep -q "\"$3\"" "$2"; then echo "$3 is there" > "$log"; fail "$1"; else pass "$1"; fi; }
# refused NAME TEXT ARGUMENT...: exit code 2, one line with this text, and nothing on standard output
refused() {
    name=$1 text=$2 && shift 2
    "$warpfold" study "$@" > "$work/out" 2> "$log" < /dev/null
    is=$?
    if [ $is = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ ! -s "$work/out" ]; then pass "$name"; else fail "$name"; fi
}

# ---- all studies ----

names=$("$warpfold" study --list | sed -n 's/^\([a-z][^ ]*\) .*/\1/p')
check "the studies are listed" test "$(echo "$names" | wc -l)" -ge 15
check "every study that two carried traces fit" "$warpfold" study all $kernels/pathfinder-t32.wft $kernels/spmv-t32.wft -o "$work/all" --svg "$work/plots"
cp "$log" "$work/all.txt"
for study in $names; do
    json=$work/all/$study.json page=$work/all/$study.html
    # What runs in time is asked for by its name
    if grep -q "^$study: left out, it runs" "$work/all.txt"; then
        check "$study runs in time" "$warpfold" study "$study" $kernels/aes-t32.wft -o "$work/time"
        check "$study: figures of the kernel, and their mean" sh -c "grep -q '\"study_kernel__aes__' '$work/time/$study.json' && grep -q '\"study_mean__' '$work/time/$study.json'"
        check "$study: no figure of the page is no number" sh -c "! grep -q -i -w -e nan -e inf -e '-nan' '$work/time/$study.html' '$work/time/$study.json'"
        continue
    elif grep -q "^$study: left out" "$work/all.txt"; then
        refused "$study does not fit them, and says so" 'a trace of 32 lanes; study' "$study" $kernels/spmv-t32.wft
        continue
    fi
    check "$study: figures of both kernels, and their mean" sh -c \
        "grep -q '\"study_kernel__pathfinder__' '$json' && grep -q '\"study_kernel__spmv__' '$json' && grep -q '\"study_mean__' '$json'"
    check "$study: a page with a plot and a table, all in one file" sh -c \
        "grep -q '<svg class=\"plot\"' '$page' && grep -q '</table>' '$page' && grep -q '</html>' '$page' && ! grep -q -e 'src=' -e 'href=\"[^#]' '$page'"
    check "$study: no figure of the page is no number" sh -c "! grep -q -i -w -e nan -e inf -e '-nan' '$page' '$json'"
done
cp "$work/all/warped-2.html" "$work/first.html"
"$warpfold" study warped-2 $kernels/pathfinder-t32.wft $kernels/spmv-t32.wft -o "$work/all" > "$work/out"
check "a study may be written again, and is the same" cmp "$work/first.html" "$work/all/warped-2.html"

check "each has its plot as a file that stands alone" alone "$work/plots" "$(find "$work/all" -name '*.html' | wc -l)"
sed -n 's/^ *"study_kernel__[a-z]*__n*o*n*div_[^"]*": \([^,]*\),*$/\1/p' "$work/all/warped-2.json" > "$work/drawn"
sed '/,kernel,/!d' "$work/plots/warped-2.csv" > "$work/drawn.csv"
check "the numbers beside it are the figures" sh -c "[ -s '$work/drawn' ] && sed 's/.*,//' '$work/drawn.csv' | cmp - '$work/drawn'"
check "... under the name of their unit" grep -q '^kernel,kind,bar,part,share_of_register_writes_percent$' "$work/plots/warped-2.csv"

# ---- several studies, several runs at a time ----

three="$kernels/pathfinder-t32.wft $kernels/spmv-t32.wft $kernels/walsh-t32.wft"
for jobs in 1 3; do
    # shellcheck disable=SC2086
    "$warpfold" study warped-8,warped-2,warped-3 $three -j $jobs -o "$work/several" -F | sed 's/^warped-[238]: //' > "$work/several-$jobs"
    cp "$work/several/warped-3.json" "$work/json-$jobs"
done
for study in warped-8 warped-2 warped-3; do
    [ $study = warped-8 ] || echo
    # shellcheck disable=SC2086
    "$warpfold" study $study $three -o "$work/several" -F
done > "$work/apart"
check "several studies are each as it is alone" cmp "$work/several-1" "$work/apart"
check "... and with three runs at a time" cmp "$work/several-3" "$work/apart"
check "their figures too" sh -c 'cmp "$0-1" "$0-3" && cmp "$0-1" "$1"' "$work/json" "$work/several/warped-3.json"
# shellcheck disable=SC2086
"$warpfold" study warped-8,warped-2,warped-3 $three --svg "$work/several-plots" > "$log" 2>&1
check "... and each has a plot" alone "$work/several-plots" 3

# agrees STUDY ID FLAGS KEY: a figure is that of stats
agrees() {
    rm -f "$work/s.json"
    # shellcheck disable=SC2086
    "$warpfold" stats $3 $kernels/pathfinder-t32.wft --json "$work/s.json" > "$log" &&
        figures "$1, $2: what stats $3 has" "$work/all/$1.json" "study_kernel__pathfinder__$2" "$(value "$work/s.json" "trace__$4")"
}
agrees warped-8 nondiv '--unit warpbdi' merged__nondiv__ratio
agrees warped-15 only_4_1 '--unit warpbdi --modes 4-1' ratio_units
agrees gscalar-9 together '--unit bytewise --groups 2' instruction_share__with_divergent_scalar
agrees caba-13 bdi '--unit linebdi --base firstnz' dram__ratio
agrees caba-13 best '--unit bestof --linebdi.base firstnz' dram__ratio

# warped-3 is of a paper whose benchmarks have no third kernel of these
for k in pathfinder spmv walsh; do
    "$warpfold" stats --unit warpbdi $kernels/$k-t32.wft --json "$work/s.json" --force > "$log" && value "$work/s.json" trace__instruction_share__nondivergent
done > "$work/shares"
"$warpfold" study warped-3 $kernels/pathfinder-t32.wft $kernels/spmv-t32.wft $kernels/walsh-t32.wft -o "$work/own" > "$log"
figures "the mean of three kernels, and of the two that are the paper's own" "$work/own/warped-3.json" \
    study_mean__nondivergent "$(awk '{ sum += $1 } END { printf "%.6f", sum / 3 }' "$work/shares")" \
    study_own__nondivergent "$(awk 'NR < 3 { sum += $1 } END { printf "%.6f", sum / 2 }' "$work/shares")"

# ---- the trace that docs/counted.md works out: 8 lanes ----

sed -n '/^## The trace$/,/^With /s/^    //p' docs/counted.md > "$work/hand.wtx"
for study in warped-2 warped-3 warped-8 warped-11 warped-12 warped-15 gscalar-1 gscalar-8 gscalar-12 affine-classes; do
    "$warpfold" study $study "$work/hand.wtx" -o "$work/hand" > "$work/out" 2> "$log" || fail "$study of the trace worked by hand"
done
h=$work/hand
figures "full masks: 7 of 11" "$h/warped-3.json" study_kernel__hand__nondivergent 63.6364 study_mean__nondivergent 63.6364 \
    study_all__nondivergent 63.6364 study_published__nondivergent 79 study__lanes 8 study__traces 1
figures "dummy moves: 1 of 10" "$h/warped-11.json" study_kernel__hand__moves 10
figures "divergent 3 of 11, scalars of these 2 of 3, of all judged 2 of 10" "$h/gscalar-1.json" study_kernel__hand__divergent 27.2727 \
    study_kernel__hand__of_divergent 66.6667 study_kernel__hand__divergent_scalar 20
# With one group 1 1 1 1 2 2 2 2 and the like are no scalars, but have 3 bytes in common: x3 twice, x4, x7 and x1 at 11c
figures "16 accesses: 4 scalar, 5 of 3 bytes, 7 divergent" "$h/gscalar-8.json" study_kernel__hand__scalar 25 study_kernel__hand__bytes_3 31.25 \
    study_kernel__hand__divergent 43.75 study_kernel__hand__bytes_0 0
# With one group a unit has 64 bits, 8.3 pJ. Raw: 6 full writes and 10 reads of 4 units, 2 partial writes of 2: 68. 2 of these writes and 5 reads are of
# scalars; the move reads one too, and writes 4 units. A word is as a tag of 37 bits
figures "a bank of scalars: 44 of 68 units, and 8 words" "$h/gscalar-12.json" study_kernel__hand__scalar_bank "$(awk 'BEGIN {
    printf "%.6f", 100 * (44 * 8.3 + 8 * 2.912 * 37 / 38) / (68 * 8.3) }')"
# Writes at full masks: 5 and a are zero; 1 1 1 1 2 2 2 2 and 7 7 7 7 9 9 9 9 and 0 to 7 step by at most 2; 100 by 100 is in 32K
figures "distances at full masks: 2, 3 and 1 of 6" "$h/warped-2.json" study_kernel__hand__nondiv_zero 33.3333 study_kernel__hand__nondiv_128 50 \
    study_kernel__hand__nondiv_32k 16.6667 study_kernel__hand__nondiv_random 0
# At 110 x1 becomes f f f f 5 5 5 5, at 114 x5 is 3 3 3 3 0 0 0 0
figures "distances at divergence: 2 of 2 within 128" "$h/warped-2.json" study_kernel__hand__div_128 100 study_kernel__hand__div_random 0
figures "one code: 16 banks over 14, 11 and 16" "$h/warped-15.json" study_kernel__hand__only_4_0 1.14286 study_kernel__hand__only_4_1 1.45455 \
    study_kernel__hand__only_4_2 1
# 9 reads: x3 at 10c, and x1 at 11c with two values, are generic
figures "operands: 7 of 9 uniform" "$h/affine-classes.json" study_kernel__hand__read_uniform 77.7778 study_kernel__hand__read_compressible 77.7778

# ---- occupancy, and fewer registers: 4 lanes ----

# Block 0 has a warp of 4 threads and one of 2, block 1 a warp of 4; x1, x2 and f1 are named; shared memory from 40000000 to 40001fff
cat > "$work/shape-t4.wtx" << END
# warptrace-text 2
# lanes 4
i 0 0 10 alu f - x1
+w 0 0 10 alu x1 f 0 1 2 3
i 0 1 10 alu 3 - x2
+w 0 1 10 alu x2 3 7 7 0 0
i 0 0 14 fpu f x1 f1
+w 0 0 14 fpu f1 f 0 0 0 0
i 1 0 14 store f x1,f1 -
+m 1 0 14 st shared 4 f 40000000 40000ffc 40001000 40001ffc : 0 0 0 0
END
"$warpfold" study caba-3 "$work/shape-t4.wtx" -o "$work/hand" > "$log" 2>&1
# 8 blocks of 2 warps of 4 lanes with 3 registers: 192 of 32768; but 32 KB of shared memory hold 4 blocks, which have 96
figures "occupancy: 3 registers, 6 threads, 8 KB, so 4 blocks" "$h/caba-3.json" study_kernel__shape__registers 3 study_kernel__shape__threads 6 \
    study_kernel__shape__shared 8192 study_kernel__shape__blocks 4 study_kernel__shape__unallocated 99.7070
without "of several kernels together there is no occupancy" "$h/caba-3.json" study_all__unallocated
sed 's/ shared / global /' "$work/shape-t4.wtx" > "$work/plain-t4.wtx"
"$warpfold" study caba-3 "$work/plain-t4.wtx" -o "$work/hand" > "$log" 2>&1
figures "without shared memory: 8 blocks" "$h/caba-3.json" study_kernel__plain__shared 0 study_kernel__plain__blocks 8 \
    study_kernel__plain__unallocated 99.4141

# pressure REGISTERS STORES VALUES: a trace that names so many registers and stores so often to private memory
pressure() {
    printf '# warptrace-text 2\n# lanes 4\n'
    for r in $(seq "$1"); do printf 'i 0 0 %x alu f - x%d\n+w 0 0 %x alu x%d f 1 2 3 4\n' "$r" "$r" "$r" "$r"; done
    for s in $(seq "$2"); do printf 'i 0 0 20 store f x1 -\n+m 0 0 20 st local 4 f 0 0 0 0 : %s\n' "$3"; done
}
pressure 8 1 '0 0 0 0' > "$work/k-t4.wtx"
pressure 6 1 '5 5 5 5' > "$work/k-r6-t4.wtx"
pressure 4 3 '1 2 3 4' > "$work/k-r4-t4.wtx"
{ pressure 3 4 '1 2 3 4' && pressure 0 4 '1 9 3 4' | grep -v '^#'; } > "$work/k-r3-t4.wtx"
for study in affine-1a affine-1b; do "$warpfold" study $study "$work"/k-*t4.wtx "$work/plain-t4.wtx" -o "$work/hand" > "$log" 2>&1; done
figures "8 registers by default, 6 without spills, 3 at least" "$h/affine-1a.json" study_kernel__k__by_default 8 study_kernel__k__without_spills 6 \
    study_kernel__k__least 3 study__traces 5
without "of a single trace it is not told how few it may have" "$h/affine-1a.json" study_kernel__plain__least
# Half of 6 registers is 3: 4 affine transactions, 4 generic ones. 3/4 are 4.5, the nearest is 4: 3 affine ones
figures "half of the registers: 3, with 4 of 8 transactions affine" "$h/affine-1b.json" study_kernel__k__registers 3 \
    study_kernel__k__transactions 8 study_kernel__k__affine 50 study_kernel__k__generic 50 study_kernel__k__compressible 50 \
    study_kernel__k__compressible_at_3_4 100
without "vectors of 16 lanes are none of 4" "$h/affine-1b.json" study_mean__compressible_of_16

# ---- halves: 32 lanes ----

# x1 has 1 in its lower half and 2 in its upper half: what reads it runs on a lane for each half; what reads x2 = 5 on one lane
awk 'BEGIN {
    for (i = 0; i < 32; i++) { halves = halves " " (i < 16 ? 1 : 2); same = same " 5" }
    print "# warptrace-text 2\n# lanes 32"
    print "i 0 0 10 alu ffffffff - x1\n+w 0 0 10 alu x1 ffffffff" halves
    print "i 0 0 14 alu ffffffff - x2\n+w 0 0 14 alu x2 ffffffff" same
    print "i 0 0 18 alu ffffffff x1,x2 x3\n+w 0 0 18 alu x3 ffffffff" halves
    print "i 0 0 1c store ffffffff x2 -"
    print "i 0 0 20 control ffffffff x1 -" }' > "$work/halves-t32.wtx"
"$warpfold" study gscalar-9 "$work/halves-t32.wtx" -o "$work/hand" > "$log" 2>&1
figures "of 5: 2 arithmetic, 1 memory, 1 by halves, a branch on none" "$h/gscalar-9.json" study_kernel__halves__alu 40 \
    study_kernel__halves__special 20 study_kernel__halves__half 20 study_kernel__halves__divergent 0 study_kernel__halves__together 80

# ---- curves over registers, in time: 32 lanes ----

# spilled REGISTERS WORDS: names so many registers and stores so many words that are no line of an affine vector; each lane has 1 and its square
spilled() {
    awk -v registers="$1" -v words="$2" 'BEGIN {
        for (i = 0; i < 32; i++) values = values " " sprintf("%x", 1 + i * i)
        print "# warptrace-text 2\n# lanes 32"
        for (r = 1; r <= registers; r++) printf "i 0 0 %x alu ffffffff - x%d\n+w 0 0 %x alu x%d ffffffff%s\n", r, r, r, r, values
        for (w = 0; w < words; w++) {
            at = ""
            for (i = 0; i < 32; i++) at = at sprintf(" %x", 4 * w)
            printf "i 0 0 40 store ffffffff x1 -\n+m 0 0 40 store local st 4 ffffffff%s :%s\n", at, values
        } }' | sed 's/ store local st / st local /'
}
spilled 8 10 > "$work/s-t32.wtx"
spilled 4 600 > "$work/s-r4-t32.wtx"
"$warpfold" study affine-6 "$work/s-t32.wtx" "$work/s-r4-t32.wtx" -o "$work/hand" --svg "$work/hand" > "$log" 2>&1
# 8 blocks of a warp may be resident, so words are 8 apart and lie in 8 of 64 sets: an L1 of 6 ways keeps 48 of 600, one of 4 ways 32; 604 instructions
figures "blocks of half of the registers" "$h/affine-6.json" study_kernel__s__registers 4 study_kernel__s__l48_fills 0 \
    study_kernel__s__l48_write_backs "$(awk 'BEGIN { printf "%.6f", 552 / 604 }')" study_kernel__s__l32_write_backs "$(awk 'BEGIN { printf "%.6f", 568 / 604 }')"
check "curves have a point a trace" test "$(grep -c '^s,' "$work/hand/affine-6-curves.csv")" = 8
check "fills and write-backs together" grep -q "^s,48K,4,$(awk 'BEGIN { printf "%.4f", 552 / 604 }')" "$work/hand/affine-6-curves.csv"
check "none with 10 words" grep -q '^s,32K + 16K,8,0$' "$work/hand/affine-6-curves.csv"
check "the page has them" grep -q '<h2.*>By registers</h2>' "$work/hand/affine-6.html"
"$warpfold" study affine-7 "$work/s-r4-t32.wtx" -o "$work/hand" > "$log" 2>&1
check "speed beside 48 KB, and what is published" sh -c 'grep -q "\"study_kernel__s__faster\"" "$0" && grep -q "\"study_published__faster\": 5.7" "$0"' "$h/affine-7.json"
echo mine > "$work/hand/affine-2-curves.svg"
refused "curves of somebody else, before the work" 'already and is not overwritten' affine-2 "$work/s-t32.wtx" --svg "$work/hand"

# ---- nothing to count ----

# A branch: no register, no memory, no divergence
printf '# warptrace-text 2\n# lanes 32\ni 0 0 10 control ffffffff - -\n' > "$work/branch-t32.wtx"
dash='^A dash: the kernel.s traces have nothing of this kind'
for study in $names; do
    # gscalar-10-64 is of 64 lanes
    "$warpfold" study "$study" "$work/branch-t32.wtx" -o "$work/branch" > "$work/out" 2> "$log" || continue
    row=$(grep '^branch ' "$work/out")
    case $row in
        *' -'*) check "$study of a branch: its dashes are told, here and on the page" sh -c \
            "grep -q '$dash' '$work/out' && sed 's/<[^>]*>//g' '$work/branch/$study.html' | grep -q '$dash'" ;;
        *) check "$study of a branch has all figures, and tells no dash" sh -c "[ -n '$row' ] && ! grep -q '$dash' '$work/out' '$work/branch/$study.html'" ;;
    esac
done
told=$(grep -l 'have nothing of this kind' "$work"/branch/*.html | wc -l)
check "of the studies of values all have dashes" test "$told" -ge 10

# ---- registers that only reads tell: 32 lanes ----

# 10 has no source; 14 reads x10, the same in all lanes; 18 reads x11, the lane's number; 1c reads x12, whose value no record tells
awk 'BEGIN {
    for (i = 0; i < 32; i++) { same = same " 5"; number = number " " i }
    print "# warptrace-text 2\n# lanes 32"
    print "i 0 0 10 alu ffffffff - x1\n+w 0 0 10 alu x1 ffffffff" same
    print "i 0 0 14 alu ffffffff x10 -\n+r 0 0 14 alu x10 ffffffff" same
    print "i 0 0 18 alu ffffffff x11 -\n+r 0 0 18 alu x11 ffffffff" number
    print "i 0 0 1c alu ffffffff x12 -" }' > "$work/read-t32.wtx"
"$warpfold" study gscalar-9 "$work/read-t32.wtx" -o "$work/hand" > "$log" 2>&1
figures "a read tells no code: 3 of 4 are unknown; if full writes left x10 and x11, 2 of 3 may run on one lane" "$h/gscalar-9.json" \
    study_kernel__read__together 100 study_kernel__read__unknown 75 study_kernel__read__if_full 66.6667

# ---- bad input ----

refused "no study" 'which? give a name' -o "$work/none"
refused "a study that there is not" 'no study "warped-99"' warped-99 $kernels/spmv-t32.wft
refused "one of several that there is not" 'no study "warped-99"' warped-2,warped-99 $kernels/spmv-t32.wft
refused "a list with an empty name" 'no study ""' warped-2, $kernels/spmv-t32.wft
refused "no run at a time" 'jobs 0: a whole number from 1 to 256' warped-2 $kernels/spmv-t32.wft --jobs 0
refused "no trace" 'no trace for warped-2' warped-2
refused "a trace that is not there" 'cannot open' warped-2 "$work/none.wft"
refused "a trace without instructions" 'diverge-t32.wft has no instructions, which the study warped-3 counts' warped-3 traces/diverge-t32.wft
refused "the same of a study that counts no values" 'has no instructions, which the study caba-3 counts' caba-3 traces/diverge-t32.wft
refused "a trace of other lanes than the study" 'a trace of 8 lanes; study gscalar-9 needs 32' gscalar-9 "$work/hand.wtx"
refused "traces of two widths" 'a trace of 8 lanes, and the first one has 32; all traces of a study have one width' warped-3 $kernels/spmv-t32.wft "$work/hand.wtx"
refused "the same trace twice" "$kernels/spmv-t32.wft and $kernels/spmv-t32.wft have one name, spmv; a study counts each trace once" warped-2 \
    $kernels/spmv-t32.wft $kernels/walsh-t32.wft $kernels/spmv-t32.wft
cp $kernels/walsh-t32.wft "$work/SPMV.wft"
refused "two traces of one name" "$work/SPMV.wft and $kernels/spmv-t32.wft have one name, spmv;" caba-13 "$work/SPMV.wft" $kernels/spmv-t32.wft
refused "the same of all studies, before the first" "$work/SPMV.wft and $kernels/spmv-t32.wft have one name" all "$work/SPMV.wft" $kernels/spmv-t32.wft
refused "two traces of one kernel with so few registers" "$work/k-r6-t4.wtx and $work/k-r6-t4.wtx have one name, k_r6;" affine-1a "$work/k-t4.wtx" "$work/k-r6-t4.wtx" \
    "$work/k-r6-t4.wtx"
refused "a file that is no trace" 'known trace format' warped-2 Makefile
printf '# warptrace-text 2\n# lanes 32\nw 0 0 0 alu x1 bad\n' > "$work/bad.wtx"
printf '# warptrace-text 2\n# lanes 32\ni 0 0 10 none f - -\n' > "$work/worse.wtx"
refused "of two bad traces the first is told, whichever is read first" '/bad.wtx' warped-2,warped-3 $kernels/spmv-t32.wft "$work/bad.wtx" "$work/worse.wtx" --jobs 3
refused "all studies of a trace with a bad record, and nothing is printed before that" 'bad.wtx' all "$work/bad.wtx"
refused "a file in the place of the folder, before the work" 'hand.wtx is a file; give a folder' warped-2 $kernels/spmv-t32.wft -o "$work/hand.wtx"
refused "a word beside --list" 'list takes nothing beside it' --list warped-2
refused "a device" 'is a pipe or a device' warped-2 /dev/null
refused "a folder without a name" 'an empty name' warped-2 $kernels/spmv-t32.wft -o ''
refused "a file in the place of the folder of plots, before the work" 'hand.wtx is a file; give a folder' warped-2 $kernels/spmv-t32.wft --svg "$work/hand.wtx"
refused "plots in a folder without a name" 'svg: an empty name' warped-2 $kernels/spmv-t32.wft --svg ''
refused "plots beside --list" 'list takes nothing beside it' --list --svg "$work/mine"
mkdir "$work/mine" && { echo "<!DOCTYPE html>" && seq 100; } > "$work/mine/warped-2.html" && cp "$work/mine/warped-2.html" "$work/as-it-was"
refused "a page of somebody else" 'already and is not overwritten' warped-2 $kernels/pathfinder-t32.wft -o "$work/mine"
check "it is as it was, and nothing is beside it" sh -c "cmp '$work/mine/warped-2.html' '$work/as-it-was' && [ \"\$(ls '$work/mine')\" = warped-2.html ]"
check "--force overwrites it" "$program" study warped-2 $kernels/pathfinder-t32.wft -o "$work/mine" --force
check "all leaves out what traces without instructions cannot tell" sh -c \
    "'$program' study all traces/diverge-t32.wft | grep -q '^warped-3: left out, it needs traces with instructions'"
plan
