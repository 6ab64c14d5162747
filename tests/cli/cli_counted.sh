#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_counted.sh - `stats` against a count of its own (cli_counted.awk), on the carried traces with and without instructions, on random
# ones and on the one that docs/counted.md works out by hand; and what must not count twice. TAP.
. tests/tools/tap.sh
here=$(dirname "$0")
traces=traces
program=$(realpath "$warpfold") program_traces=$(realpath "$traces")
: > "$log"

result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }

# figures JSON STEM: "KEY VALUE" of a file's keys
figures() { sed -n "s/^[ \t]*\"trace__$2__\(.*\)\": \([^,]*\),\{0,1\}$/\1 \2/p" "$1"; }

# Energies by code as cli_counted.awk has them, of the codes of a unit
energies_of() {
    awk -v names="$1" 'BEGIN { count = split(names, name, " "); print "{"
        for (i = 1; i <= count; i++) { sub(/_/, " ", name[i])
            if (i != 2) printf "\"enc__power__%s__pj\": %d, \"dec__power__%s__pj\": %d,\n", name[i], i, name[i], 10 * i }
        print "\"enc__power__mean_pj\": 0.5, \"dec__power__mean_pj\": 0.25\n}" }'
}
energies_of "raw <4,0> <4,1> <4,2>" > "$work/warpbdi.json"
energies_of "raw 1-byte 2-byte 3-byte scalar affine mixed divergent divergent_scalar" > "$work/bytewise.json"
energies_of "generic zero uniform affine part" > "$work/affine.json"

# agree COUNTED FIGURES: every counted key has the figure's value, up to its last digit, and there are enough of them. No figure was left
# uncounted, but for two: `skipped` is of readers, and is none in traces in text; `vector__lanes` is the configuration.
agree() {
    awk 'function off(a, b) { a -= b; b = b < 0 ? -b : b; return (a < 0 ? -a : a) > 2e-5 * (b > 1 ? b : 1) }
         { key = $0; sub(/ [^ ]*$/, "", key) }
         NR == FNR { counted[key] = $NF; n++; next }
         { found[key] = $NF }
         key !~ /^(skipped|vector__lanes)$/ && !(key in counted) { print "not counted: " key; bad = 1 }
         END { for (key in counted)
                   if (!(key in found) || off(found[key], counted[key])) {
                       print key ": stats has " found[key] ", counted " counted[key]; bad = 1 }
               if (n < 85) { print n " figures counted"; bad = 1 }
               exit bad }' "$1" "$2"
}

# counted WHAT FILE VARIABLES FLAGS...: of a trace in text; VARIABLES of cli_counted.awk, "code=bytes groups=2"
counted() {
    what=$1 file=$2 variables=$3
    shift 3
    stem=$(basename "$file" .wtx | tr -c 'a-z0-9\n' _)
    "$warpfold" stats "$@" "$file" --json "$work/s.json" --force > "$work/s.txt" 2> "$log" && figures "$work/s.json" "$stem" > "$work/found" &&
        # shellcheck disable=SC2046 # variables are words
        awk $(for v in $variables; do echo "-v $v"; done) -f "$here/cli_counted.awk" "$file" > "$work/counted" &&
        agree "$work/counted" "$work/found" > "$log"
    result $? "$what, $*: what stats prints is counted"
}

# ---- carried traces ----

for t in "$traces"/*.wft "$traces"/instructions/*.wft; do
    name=$(basename "$t" .wft)
    "$warpfold" convert "$t" -o "$work/$name.wtx" > "$log" 2>&1
    counted "$name" "$work/$name.wtx" code=deltas --unit warpbdi
    counted "$name" "$work/$name.wtx" "code=bytes groups=1" --unit bytewise
    [ "${name#diverge}" != "$name" ] || counted "$name" "$work/$name.wtx" code=lines --unit affine # the longest; psort-t32 is of the same kind
    [ "${name#psort}" = "$name" ] || {
        counted "$name, merged" "$work/$name.wtx" "code=lines merges=1 isolate=1" --unit affine --early-tag 1 --isolate 1
        counted "$name, flat" "$work/$name.wtx" "code=bytes groups=1 isolate=1 stack=0" --unit bytewise --isolate 1 --stack flat
    }
    [ "${t%/instructions/*}" = "$t" ] && continue
    [ "$name" != cta-t32 ] ||
        for m in 0 1 2; do
            counted "$name, Figure 15" "$work/$name.wtx" "code=deltas modes=$m isolate=1 code_pj=1" \
                --unit warpbdi --modes 4-$m --isolate 1 --units "$work/warpbdi.json"
        done
    counted "$name" "$work/$name.wtx" "code=bytes groups=2" --unit bytewise --groups 2
    grep -q '"trace__instructions":' "$work/s.json" && grep -q '^step by step ' "$work/s.txt"
    result $? "$name has instructions, and Figure 9"
done

# ---- random ones: 8 and 32 lanes, and quarters of 64 ----

for lanes in 8 32 64; do
    for seed in 1 2 3; do
        awk -v lanes=$lanes -v seed=$seed -v count=300 -f "$here/cli_random_trace.awk" > "$work/random.wtx"
        counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=bytes groups=1" --unit bytewise
        counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=bytes groups=2 code_pj=1" \
            --unit bytewise --groups 2 --units "$work/bytewise.json"
        counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=bytes groups=4" --unit bytewise --groups 4
        cat "$work/found" >> "$work/met-$lanes"
        counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=deltas code_pj=1" \
            --unit warpbdi --units "$work/warpbdi.json"
        case $seed in
        1) counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=lines code_pj=1" --unit affine --units "$work/affine.json" ;;
        2) counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=lines merges=1 code_pj=1" \
            --unit affine --early-tag 1 --units "$work/affine.json" ;;
        3) counted "random, $lanes lanes, seed $seed" "$work/random.wtx" "code=lines merges=1 width=8 any=1 isolate=1 code_pj=1" \
            --unit affine --early-tag 1 --vector 8 --strides any --isolate 1 --units "$work/affine.json" ;;
        esac
        [ "$(value "$work/s.json" trace__moves)" -gt "$(value "$work/s.json" trace__moves_by_code)" ] &&
            [ "$(value "$work/s.json" trace__moves_by_code)" -gt 0 ]
        result $? "random, $lanes lanes, seed $seed: fewer moves by code"
    done
    for key in scalar__full__arithmetic scalar__divergent__arithmetic scalar__group__arithmetic scalar__group__memory scalar_unjudged \
        instructions_empty instructions_unknown access_unread access_unclassed instruction_moves; do
        awk -v key="$key" '$1 == key { sum += $2 } END { exit sum < 5 }' "$work/met-$lanes"
        result $? "random traces of $lanes lanes meet $key"
    done
done

# ---- the one of the page ----

page=docs/counted.md
sed -n '/^## The trace$/,/^With/ s/^    //p' "$page" > "$work/worked.wtx"
# by_hand UNIT FIRST LEAST: the last figures counted are those of the page's table that begins at the heading FIRST, of LEAST rows or more
by_hand() {
    sed -n "/^$2/,/^## /"' s/^|.*| `\([^`]*\)` | \([0-9.]*\) |$/\1 \2/p' "$page" > "$work/by-hand"
    [ "$(wc -l < "$work/by-hand")" -ge "$3" ] && awk '
        NR == FNR { key = $0; sub(/ [^ ]*$/, "", key); found[key] = $NF; next }
        { key = $0; sub(/ [^ ]*$/, "", key); if (found[key] != $NF) { print key ": " found[key] ", by hand " $NF; bad = 1 } }
        END { exit bad }' "$work/found" "$work/by-hand" > "$log"
    result $? "the page's values with $1 are what stats says"
}
counted "the trace of docs/counted.md" "$work/worked.wtx" "code=bytes groups=2" --unit bytewise --groups 2
by_hand bytewise '## The trace' 35
counted "the trace of docs/counted.md" "$work/worked.wtx" code=deltas --unit warpbdi
by_hand warpbdi '## The same trace with `--unit warpbdi`' 28
for modes in 4-0 4-1 4-2; do
    counted "the trace of docs/counted.md, Figure 15" "$work/worked.wtx" "code=deltas modes=${modes#4-}" --unit warpbdi --modes $modes
    said=$(sed -n 's/^ratio_units //p' "$work/found")
    grep -q "^| \`--modes $modes\` | .* | $said |\$" "$page"
    result $? "the page's ratio with --modes $modes is what stats says"
done
counted "the trace of docs/counted.md" "$work/worked.wtx" code=lines --unit affine
by_hand affine '## The same trace with `--unit affine`' 7
counted "the trace of docs/counted.md, merged" "$work/worked.wtx" "code=lines merges=1" --unit affine --early-tag 1

# ---- the tables of the page that tells how to read them ----

read=docs/statistics.md
example=$(sed -n 's/^    warpfold \(stats .*\)/\1/p' "$read" | head -n 1)
sed -n '/^prints:$/,/^A row is/s/^    //p' "$read" > "$work/example"
# shellcheck disable=SC2086 # words
"$warpfold" $example | grep . > "$work/printed"
cmp "$work/example" "$work/printed" > "$log" 2>&1 && [ -s "$work/example" ]
result $? "the tables of $read are what stats prints"

# ---- reads ----

# A read that is linked to an instruction whose sources are known is one of these sources
grep -v '^+r' "$work/worked.wtx" > "$work/once.wtx"
sed '/^i 0 0 104 /a\
+r 0 0 104 alu x1 ff 5 5 5 5 5 5 5 5' "$work/once.wtx" > "$work/twice.wtx"
# energies FILE: what the energies count
energies() {
    "$warpfold" stats --unit warpbdi "$work/$1.wtx" --json "$work/s.json" --force > "$log"
    figures "$work/s.json" "$1" | grep -E '^(charged|read_units|base_energy|stored_energy|unit_energy|net_energy|access_)'
}
energies once > "$work/e1"
energies twice > "$work/e2"
[ -s "$work/e1" ] && cmp -s "$work/e1" "$work/e2"
result $? "a read costs once: a read record beside a known source changes no energy and no access"
sed 's/^i 0 0 104 alu ff x1,x1 /i 0 0 104 alu ff ? /' "$work/twice.wtx" > "$work/unknown.wtx"
energies unknown > "$work/e3"
[ "$(sed -n 's/^charged_writes //p' "$work/e3")" = $(($(sed -n 's/^charged_writes //p' "$work/e1") + 1)) ]
result $? "where the sources are unknown the read record is a value with --reads-per-write reads"
"$warpfold" stats --reads-per-write 7 "$work/once.wtx" --json "$work/a.json" > "$log" && "$warpfold" stats "$work/once.wtx" --json "$work/b.json" > "$log" &&
    cmp -s "$work/a.json" "$work/b.json"
result $? "--reads-per-write changes nothing where all sources are known"

# A value that no record showed is unknown, and so is one whose write is not recorded
printf '# warptrace-text 2\n# lanes 8\ni 0 0 0 alu ff x1 -\nw 0 0 0 alu x1 ff 1 1 1 1 1 1 1 1\ni 0 0 4 alu ff x1 -\ni 0 0 8 alu ff x1 x1?\ni 0 0 c alu ff x1 -\n' \
    > "$work/gone.wtx"
"$warpfold" stats --unit bytewise "$work/gone.wtx" --json "$work/s.json" --force > "$log"
[ "$(value "$work/s.json" trace__access_reads) $(value "$work/s.json" trace__scalar_judged) $(value "$work/s.json" trace__scalar_unjudged)" = "2 2 2" ]
result $? "unknown stays unknown"

# More sources than an instruction usually has: the fifth counts too
{ printf '# warptrace-text 2\n# lanes 8\n'
  for reg in 1 2 3 4; do printf 'w 0 0 0 alu x%s ff 1 1 1 1 1 1 1 1\n' $reg; done
  printf 'w 0 0 0 alu x5 ff 1 1 1 1 1 1 1 2\ni 0 0 4 alu ff x1,x2,x3,x4,x5 -\ni 0 0 8 alu ff x4,x3,x2,x1 -\n'; } > "$work/five.wtx"
counted "five sources" "$work/five.wtx" "code=bytes groups=1" --unit bytewise
[ "$(value "$work/s.json" trace__scalar__full__arithmetic)" = 1 ]
result $? "the fifth source counts"

# ---- what is said ----

"$warpfold" stats "$traces/diverge-t32.wft" --json "$work/s.json" --force > "$work/s.txt"
grep -q '^no instructions in this trace' "$work/s.txt" && ! grep -q -E 'instruction|access_|charged|operands' "$work/s.json"
result $? "a trace without instructions: one line says so, and there is no such key"
"$warpfold" stats "$traces/diverge-t32.wft" "$work/once.wtx" > "$work/s.txt"
grep -q '^not in this part, as they have no instructions: diverge_t32$' "$work/s.txt"
result $? "beside one with instructions it is named"
"$warpfold" stats --unit warpbdi "$work/once.wtx" | grep -q '^on one lane: unknown'
result $? "a codec without such a unit says that it does not tell scalars"

# ---- the report ----

# reported FILE...: the page of a design with the figures of these traces
reported() {
    "$warpfold" gen --unit bytewise --groups 2 -o "$work/design" > "$log" 2>&1
    "$warpfold" stats --unit bytewise --groups 2 --json "$work/design/trace.json" --force "$@" > "$log" 2>&1
    "$warpfold" report "$work/design" > "$log" 2>&1
    sed 's/<[^>]*>/ /g' "$work/design/report.html" > "$work/page.txt"
}
reported "$traces/instructions/cta-t32.wft" "$traces/instructions/conv3-t32.wft"
grep -q 'id="instructions"' "$work/design/report.html" && grep -q 'all  *3051  *0  *70.2  *29.8  *1.08' "$work/page.txt" &&
    grep -q 'published, its benchmarks  *–  *–  *–  *28 ' "$work/page.txt" && grep -q 'published, its benchmarks  *–  *–  *22  *29  *31  *40' "$work/page.txt"
result $? "the report has the instructions, beside what is published"
grep -q 'Accesses that are scalar *36 ' "$work/page.txt"
result $? "and among the published figures"
! grep -q -e '[^.0-9][0-9] reads a write' -e 'reads-per-write' "$work/page.txt" && grep -q '1.83 reads a write, those of the instructions' "$work/page.txt"
result $? "its energies say how many reads the instructions make, not 2"
printf '# warptrace-text 2\n# lanes 32\ni 0 0 0 alu ? x1 -\n+r 0 0 0 alu x1 ffffffff%s\n' "$(printf ' 7%.0s' $(seq 32))" > "$work/reads.wtx"
reported "$work/reads.wtx"
grep -q 'reads alone, those of the instructions' "$work/page.txt" && ! grep -q -i -w -e 'nan' -e 'inf' "$work/page.txt"
result $? "reads alone, under unknown masks, have an energy and no shares"
reported "$traces/diverge-t32.wft"
! grep -q 'id="instructions"' "$work/design/report.html" && grep -q 'not here: the traces have no instructions' "$work/page.txt" &&
    grep -q '2 reads a write (--reads-per-write)' "$work/page.txt"
result $? "without instructions it says so, and has 2 reads a write"

# ---- names ----

# A file whose name begins keys of the sums
for name in class vector access_class bin fpc loads plain; do cp "$work/once.wtx" "$work/$name.wtx"; done
(cd "$work" && "$program" stats --unit bytewise class.wtx vector.wtx access_class.wtx bin.wtx fpc.wtx loads.wtx plain.wtx class.wtx --json s.json --force) \
    > "$log" 2>&1
missing=
for key in class_2 class_3 vector_2 access_class_2 bin_2 fpc_2 loads_2 plain; do
    [ "$(value "$work/s.json" "trace__${key}__writes")" = 8 ] || missing="$missing $key"
done
[ -z "$missing" ] && [ "$(value "$work/s.json" trace__class__scalar)" = $((8 * $(value "$work/s.json" trace__plain__class__scalar))) ]
result $? "a trace named like a figure gets a number, and the sums stay$missing"
for name in plain loads; do
    cp "$traces/diverge-t32.wft" "$work/$name.wft"
    (cd "$work" && "$program" stats --unit fpc --line 64 $name.wft "$program_traces/psort-t32.wft" --json lines.json --force) > "$log" 2>&1
    grep -E '"trace__(loads|stores|stack)__' "$work/lines.json" > "$work/$name.sums"
done
[ -s "$work/plain.sums" ] && cmp -s "$work/plain.sums" "$work/loads.sums" && grep -q '"trace__loads_2__' "$work/lines.json"
result $? "nor does one overwrite a sum of lines"

plan
