#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cli_memory.sh - line statistics as memory sees them: TAP. lines.awk and dram.awk count the traces again: one that is worked by hand in
# docs/line-traffic.md, random ones, carried ones. Then the bases of CABA's Figure 6, the names of figures, and bad flags.
. tests/tools/tap.sh
here=$(dirname "$0")
. "$here/quick.sh"
traces=traces
: > "$log"

# result CODE WHAT
result() { if [ "$1" = 0 ]; then pass "$2"; else fail "$2"; fi; }
# plainly SIZE: of a cache, without K
plainly() { echo "$1" | awk -F, -v OFS=, '$1 ~ /K$/ { $1 = 1024 * substr($1, 1, length($1) - 1) } { print }'; }
# zeros FLAGS: stats with a codec of one code: a line of zeros takes a burst, all others are raw
zeros() { "$warpfold" stats --unit linebdi --encodings zeros "$@"; }

# again TRACE.wtx LINE STACK L1 L2 VARIABLES: the figures by awk, with the variables of cli_line_codes.awk
again() {
    : > "$work/list"
    # shellcheck disable=SC2046 # variables are words
    awk -v line="$2" -v stack="$3" -v list="$work/list" $(for v in $6; do echo "-v $v"; done) -f "$here/cli_line_codes.awk" -f "$here/lines.awk" "$1"
    awk -v line="$2" -v l1="$(plainly "$4")" -v l2="$(plainly "$5")" -f "$here/dram.awk" "$work/list"
}
# beside NAME: of such figures those that a variant of the codec has too
beside() { sed -n -E 's/^((lines|compressed|ratio.*|bursts_per_line|dram__((fetch|write|merge)_bursts|merges|.*ratio.*)) [^ ]*)$/beside__'"$1"'__\1/p'; }
# variants VARIABLES: the forms beside a codec of these variables: their name in keys, and the variable that changes
variants() {
    case "$1 " in
    codec=zeros*) echo base_firstnz: ;;
    codec=linebdi*) echo base_firstnz:base=firstnz ;;
    codec=bestof*choose=bytes*) echo linebdi_base_firstnz:base=firstnz choose_bursts:choose=bursts ;;
    codec=bestof*) echo linebdi_base_firstnz:base=firstnz choose_bytes:choose=bytes ;;
    *form=word*) echo form_segment:form=segment ;;
    *form=fifo*) echo form_parallel:form=parallel ;;
    codec=fpc*) echo form_word:form=word ;;
    codec=cpack*) echo form_fifo:form=fifo ;;
    esac
}

# recounted WHAT TRACE.wtx LINE STACK L1 L2 [VARIABLES FLAGS]: figures are as awk counts them, and none is left uncounted
recounted() {
    variables=${7:-codec=zeros} flags=${8:---unit linebdi --encodings zeros}
    again "$2" "$3" "$4" "$5" "$6" "$variables" > "$work/again"
    : > "$work/more"
    for variant in $(variants "$variables"); do
        if [ "$variables" = codec=zeros ]; then cp "$work/again" "$work/variant" # it has no base
        else again "$2" "$3" "$4" "$5" "$6" "$variables ${variant#*:}" > "$work/variant"
        fi
        beside "${variant%:*}" < "$work/variant" > "$work/beside" && cat "$work/beside" >> "$work/more"
    done
    cat "$work/more" >> "$work/again"
    stem=$(basename "$2" .wtx | tr -c 'a-z0-9\n' _)
    # shellcheck disable=SC2086 # flags are words
    "$warpfold" stats $flags --line "$3" --stack "$([ "$4" = 0 ] && echo flat || echo "$4")" --l1 "$5" --l2 "$6" "$2" --json "$work/r.json" \
        > /dev/null 2> "$log" &&
        awk -v stem="trace__${stem}__" '
             NR == FNR { if (split($0, part, "\"") > 2) { v = part[3]; gsub(/[:, ]/, "", v); said[part[2]] = v }; next }
             {
                 n++
                 key = $0
                 sub(/ [^ ]*$/, "", key)
                 key = "trace__" key
                 counted[key]
                 if (!(key in said) && $NF == 0) next
                 off = said[key] - $NF
                 if (!(key in said) || off > 1e-5 * (1 + $NF) || -off > 1e-5 * (1 + $NF)) { print key, said[key], "awk:", $NF; bad = 1 }
             }
             END {
                 for (key in said)
                     if (index(key, stem) != 1 && key != "trace__count" && key !~ /__(form|choice|stack_bytes|l[12]__(bytes|ways|write_back))$/ && !(key in counted)) { print "not counted:", key; bad = 1 }
                 exit bad || n < 60
             }' "$work/r.json" "$work/again" >> "$log"
    result $? "$1, lines of $3 bytes, stacks of $4, L1 $5, L2 $6${8:+, $8}: as awk counts"
}

# figures WHAT KEY=VALUE...: of the last recount
figures() {
    what=$1
    shift
    : > "$log"
    for pair in "$@"; do
        said=$(value "$work/r.json" "trace__${pair%%=*}")
        [ "$said" = "${pair#*=}" ] || echo "$pair expected, $said said" >> "$log"
    done
    [ ! -s "$log" ]
    result $? "$what"
}

# compressed WHAT TRACE.wtx LINE STACK L1 TAGS L2 TAGS VARIABLES FLAGS: caches that hold compressed lines are as awk counts them. TAGS 0: that one
# holds whole lines
compressed() {
    what=$1 trace=$2 line=$3 stack=$4 l1=$5 t1=$6 l2=$7 t2=$8 variables=$9
    shift 9
    about=$([ "$t1" = 0 ] || echo l1,)$([ "$t2" = 0 ] || echo l2)
    about=${about%,}
    : > "$work/list"
    # shellcheck disable=SC2046 # variables are words
    awk -v line="$line" -v stack="$stack" -v list="$work/list" $(for v in $variables; do echo "-v $v"; done) -f "$here/cli_line_codes.awk" -f "$here/lines.awk" \
        "$trace" > /dev/null
    for plain in "" plain_; do
        awk -v line="$line" -v l1="$(plainly "$l1")" -v l2="$(plainly "$l2")" -v l1tags="$([ -n "$plain" ] || echo "$t1")" \
            -v l2tags="$([ -n "$plain" ] || echo "$t2")" -v about="$about" -v plain=$plain -f "$here/dram.awk" "$work/list"
    done > "$work/again"
    # shellcheck disable=SC2046 # flags are words
    "$warpfold" stats "$@" --line "$line" --stack "$([ "$stack" = 0 ] && echo flat || echo "$stack")" --l1 "$l1" --l2 "$l2" \
        $([ "$t1" = 0 ] || echo "--l1-tags $t1") $([ "$t2" = 0 ] || echo "--l2-tags $t2") "$trace" --json "$work/r.json" > /dev/null 2> "$log" &&
        awk 'function off(a, b) { return a - b > 1e-5 * (1 + b) || b - a > 1e-5 * (1 + b) }
             NR == FNR { if (split($0, part, "\"") > 2) { v = part[3]; gsub(/[:, ]/, "", v); said[part[2]] = v }; next }
             {
                 n++
                 key = "trace__" $1
                 counted[key] = $2
                 if (!(key in said) || off(said[key], $2)) { print key, said[key], "awk:", $2; bad = 1 }
             }
             END {
                 for (key in said) {
                     if (key !~ /^trace__compressed__/) continue
                     base = key
                     if (sub(/miss_share$/, "", base) && !off(said[key], 100 * counted[base "misses"] / counted[base "plain_misses"])) continue
                     if (!(key in counted)) { print "not counted:", key, said[key]; bad = 1 }
                 }
                 exit bad || n < 10
             }' "$work/r.json" "$work/again" >> "$log"
    result $? "$what, lines of $line bytes, L1 $l1 with tags $t1, L2 $l2 with $t2, $*: as awk counts"
}

# ---- the trace of docs/line-traffic.md, "Worked by hand" ----

sed -n '/^### Worked by hand/,/^### Keys/s/^    \([#m] .*\)/\1/p' "docs/line-traffic.md" > "$work/hand.wtx"
[ "$(grep -c '^m ' "$work/hand.wtx")" = 8 ]
result $? "docs/line-traffic.md has the trace"
recounted "the trace of docs/line-traffic.md" "$work/hand.wtx" 64 32 64,1,through 128,2,back
figures "accesses as worked there" accesses=9 accesses__loads=4 accesses__stores=5 accesses__stack=3 whole__stack=0 whole__global=5 \
    lines=5 compressed=3 ratio_bursts=1.42857 metacache__lookups=9 metacache__hits=7
figures "caches as worked there" l1__lookups=9 l1__hits=1 l2__lookups=8 l2__hits=1
figures "DRAM as worked there" dram__fetches=6 dram__known_fetches=3 dram__raw_fetch_bursts=6 dram__fetch_bursts=4 dram__writes=4 \
    dram__flushed=1 dram__known_writes=2 dram__raw_write_bursts=4 dram__write_bursts=3 dram__partial_writes=0 dram__ratio=1.42857
figures "metadata as worked there" dram__metacache__lookups=10 dram__metacache__hits=8 dram__metacache__bursts=4 \
    dram__metacache__known_bursts=2 dram__metacache__flushed=2 dram__ratio_metadata=1.11111
compressed "the same with compressed lines in L2" "$work/hand.wtx" 64 32 64,1,through 0 128,2,back 2 codec=zeros --unit linebdi --encodings zeros
figures "compressed lines as worked in docs/compressed-caches.md" compressed__l2__accesses=8 compressed__l2__misses=6 compressed__l2__plain_misses=7 \
    compressed__l2__miss_share=85.7143 compressed__l2__capacity=1.125 compressed__l2__held=0.875 compressed__l2__plain_held=0.75 \
    compressed__l2__fills=6 compressed__l2__fills_several=0 compressed__l2__evictions=4 compressed__l2__plain_evictions=5 \
    compressed__l2__extra_evictions=4 compressed__l2__write_backs=3 compressed__l2__plain_write_backs=3 compressed__l2__grown=1 \
    compressed__l2__known=50 l2__tags=2 l2__hits=1
recounted "the same without caches" "$work/hand.wtx" 64 32 off off
figures "partial writes as worked there" dram__fetches=4 dram__fetch_bursts=4 dram__writes=1 dram__partial_writes=4 \
    dram__known_partial_writes=1 dram__merges=1 dram__merge_bursts=1 dram__write_bursts=3 dram__raw_write_bursts=3 dram__ratio=1.125
recounted "the same with flat stacks" "$work/hand.wtx" 64 0 64,1,through 128,2,back
figures "flat stacks as worked there" accesses=10 accesses__stack=4

# ---- random and carried traces ----

# random SEED LANES SPREAD [VALUES]: loads and stores of some warps, sizes, spaces and masks, at SPREAD lines of each memory; with VALUES words of
# many kinds
random() {
    awk -v seed="$1" -v lanes="$2" -v spread="$3" -v values="${4:-0}" '
        function below(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return int(seed / 2147483648 * n) }
        # Values of an access that have something in common, so that there is a line for every code and every pattern
        function word_like(    b) {
            if (shape == 0) return sprintf("%04x%04x", like, 256 + below(9))
            if (shape == 1) return sprintf("%04x0000", 1 + below(65535))
            if (shape == 2) return sprintf("ffff%04x", 65535 - below(values))
            if (shape == 3) return sprintf("00%02xff%02x", below(128), 128 + below(128))
            if (shape == 4) { b = 1 + below(255); return sprintf("%02x%02x%02x%02x", b, b, b, b) }
            if (shape == 5) return sprintf("%04x%04x", like, below(65536))
            return sprintf("%04x%04x", below(65536), below(65536))
        }
        function two_words_like() {
            if (shape == 0) return sprintf("%04x0000%04x00%02x", like, like, below(100))
            if (shape == 1) return sprintf("%04x0000%04x%04x", like, like, below(30000))
            if (shape == 2) return sprintf("%04x0000%04x%04x", like, below(30000), below(65536))
            if (shape == 3) return sprintf("%04x1234%04x5678", like, like)
            if (shape == 4) return sprintf("%04x%04x%04x%04x", like + below(50), like + below(50), like + below(50), like + below(50))
            if (shape == 5) return sprintf("%04x%04x%04x%04x", like, below(30000), like, below(30000))
            return sprintf("%04x%04x%04x%04x", below(65536), below(65536), below(65536), below(65536))
        }
        BEGIN {
            print "# warptrace-text 1\n# lanes " lanes
            split("stack global global generic local shared constant stack", space, " ")
            for (i = 0; i < 700; i++) {
                s = space[1 + below(8)]; warp = below(3); size = below(4) ? 4 : 2 ^ below(4); zero = below(3)
                shape = below(7); like = 1 + below(65000)
                base = below(spread) * 128; step = below(4) ? size : 4 * below(50)
                kind = s == "constant" || below(2) ? "ld" : "st"
                full = below(3); mask = ""
                for (k = 0; k < lanes / 4; k++) mask = mask sprintf("%x", full ? 15 : below(16))
                line = sprintf("m %d %d 10 %s %s %d %s", below(2), warp, kind, s, size, mask)
                top = s == "stack" ? 65536 + warp * lanes * 256 : 0
                for (k = 0; k < lanes; k++) {
                    bit = int((index("0123456789abcdef", substr(mask, lanes / 4 - int(k / 4), 1)) - 1) / 2 ^ (k % 4)) % 2
                    a = s == "stack" ? top + k * 256 + (base / 32 + (below(20) ? 0 : 4)) % 256 : s == "local" ? base / 32 : base + k * step
                    a -= a % size
                    line = line sprintf(" %x", bit ? a : 0)
                    v[k] = !bit ? "0" : size > 4 ? sprintf("%x%08x", zero ? 0 : below(9999), zero ? 0 : k) : sprintf("%x", zero ? 0 : below(256))
                    if (bit && size > 4 && length(v[k]) < 9) v[k] = "0" v[k]
                    if (bit && values > 0 && !zero && size == 4) v[k] = word_like()
                    if (bit && values > 0 && !zero && size == 8) v[k] = two_words_like()
                }
                line = line " :"
                if (below(30)) for (k = 0; k < lanes; k++) line = line " " v[k]
                print line
            }
        }' < /dev/null
}
caches="16K,4,through:768K,16,back 1K,2,through:4K,4,back 1K,2,back:4K,4,back 1K,2,back:3K,3,through 512,1,back:off off:1K,2,through"
for seed in 1 2 3; do
    for lanes in $(if_all "4 8 32" $((seed == 3 ? 32 : 4 * seed))); do
        random $seed $lanes $((10 * seed * seed * lanes)) > "$work/random.wtx"
        line=$((16 << seed))
        for c in $caches; do
            recounted "random trace $seed of $lanes lanes" "$work/random.wtx" $line $((256 * (seed != 2))) "${c%:*}" "${c#*:}"
        done
    done
done
random 7 4 100000 > "$work/random.wtx" # metadata in many blocks, so that some are evicted
recounted "random trace of far lines" "$work/random.wtx" 128 256 1K,2,back 4K,4,back
evictions=$(($(value "$work/r.json" trace__dram__metacache__bursts) - $(value "$work/r.json" trace__dram__metacache__flushed)))
[ $evictions -gt $(($(value "$work/r.json" trace__dram__metacache__lookups) - $(value "$work/r.json" trace__dram__metacache__hits))) ]
result $? "there blocks of metadata were evicted dirty"
for t in psort-t32 sort-t16; do
    "$warpfold" convert "$traces/$t.wft" -o "$work/$t.wtx" > /dev/null
    recounted $t "$work/$t.wtx" 128 8192 16K,4,through 768K,16,back
    recounted $t "$work/$t.wtx" 64 8192 2K,2,back 8K,8,back
    recounted $t "$work/$t.wtx" 128 0 16K,4,through 8K,4,through
done

# ---- every codec that is simple enough to be written again ----

random 11 32 12 200 > "$work/values.wtx"
# L1 and its tags, L2 and its tags
while read -r l1 t1 l2 t2 full; do
    [ -n "$all" ] || [ -z "$full" ] || continue
    compressed "random values" "$work/values.wtx" 64 256 "$l1" "$t1" "$l2" "$t2" codec=linebdi --unit linebdi
    compressed "random values" "$work/values.wtx" 128 0 "$l1" "$t1" "$l2" "$t2" "codec=fpc tag=head" --unit fpc --tag head
    [ -z "$all" ] || compressed "random values" "$work/values.wtx" 32 256 "$l1" "$t1" "$l2" "$t2" "codec=cpack form=fifo" --unit cpack --form fifo
done << EOF
1K,2,through 2 4K,4,back 2
1K,2,back 4 2K,2,back 4
512,2,back 2 1K,4,through 0
512,1,back 4 1K,8,back 2
off 0 1K,4,back 2 all
1K,4,through 1 2K,4,back 4 all
1K,2,through 4 1K,2,through 2 all
EOF
compressed psort-t32 "$work/psort-t32.wtx" 64 8192 2K,2,back 2 8K,8,back 4 "codec=bestof choose=bytes" --unit bestof --choose bytes
while read -r variables; do
    flags=$(echo "$variables" | sed 's/codec=/--unit /; s/ \([a-z]*\)=/ --\1 /g')
    rm -f "$work/met"
    for line in 32 64 128; do
        [ -z "$all" ] && [ $line != 64 ] || recounted "the trace of docs/line-traffic.md" "$work/hand.wtx" $line 32 128,1,through 384,1,back "$variables" "$flags"
        recounted "random values" "$work/values.wtx" $line 256 16K,4,through 768K,16,back "$variables" "$flags"
        cat "$work/again" >> "$work/met"
    done
    # The codecs at their defaults also on carried traces
    for t in $([ "${variables#* }" != "$variables" ] || echo psort-t32 sort-t16); do
        recounted $t "$work/$t.wtx" 64 8192 2K,2,back 8K,8,back "$variables" "$flags"
    done
    # The default set of bestof does not have bpc
    case $variables in codec=bestof*) absent=class__bpc ;; *) absent= ;; esac
    awk -v absent="$absent" '/^(class|pattern)__/ { key = $0; sub(/ [^ ]*$/, "", key); met[key] += $NF }
        END { for (key in met) if ((met[key] > 0) == (key == absent)) { print key; bad = 1 } exit bad }' "$work/met" > "$log"
    result $? "random values meet every class and pattern with $flags"
done << 'END'
codec=linebdi
codec=linebdi tag=head
codec=fpc
codec=fpc segments=8 tag=head
codec=fpc form=word
codec=cpack
codec=cpack tag=head
codec=cpack form=fifo
codec=bestof
codec=bestof choose=bytes tag=head
END

# ---- what there was before ----

zeros --line 128 --stack flat --caches off "$work/psort-t32.wtx" --json "$work/old.json" > "$work/old.txt"
[ "$(value "$work/old.json" trace__accesses)" = 1855 ] && [ "$(value "$work/old.json" trace__whole)" = 546 ] &&
    [ "$(value "$work/old.json" trace__metacache__hits)" = 1788 ] && ! grep -q '__dram__\|__l[12]__' "$work/old.json" "$work/old.txt"
result $? "--stack flat --caches off: the accesses alone, as they were counted before"

# ---- both bases of CABA's Figure 6: eight values of 8 bytes, 0 80001d000 10 80001d008 20 80001d010 30 80001d018 ----

printf '\0\0\0\0\0\0\0\0\0\320\001\0\010\0\0\0\020\0\0\0\0\0\0\0\010\320\001\0\010\0\0\0' > "$work/figure6"
printf '\040\0\0\0\0\0\0\0\020\320\001\0\010\0\0\0\060\0\0\0\0\0\0\0\030\320\001\0\010\0\0\0' >> "$work/figure6"
# bytes_of KEY: a ratio by bytes as bytes of a line of 64
bytes_of() { value "$work/f.json" "$1" | awk '{ printf "%.3f", 64 / $1 }'; }
# Of two codes of one burst `bestof` takes the faster decoder's, here the 28 bytes of cpack; of a file it chooses by bytes unless it is told otherwise
"$warpfold" stats --unit bestof --linebdi.base firstnz --choose bursts --line 64 --raw "$work/figure6" --json "$work/f.json" > "$work/f.txt" 2> "$log"
[ "$(bytes_of raw__ratio_bytes)" = 28.000 ] && [ "$(value "$work/f.json" raw__bursts__1)" = 1 ] && [ "$(value "$work/f.json" raw__class__cpack)" = 1 ]
result $? "bestof --linebdi.base firstnz, by bursts: Figure 6 in 28 bytes of cpack, a burst too"
while read -r unit flag own; do
    "$warpfold" stats --unit "$unit" "$flag" firstnz --line 64 --raw "$work/figure6" --json "$work/f.json" > "$work/f.txt" 2> "$log"
    beside=$(echo "$flag" | sed 's/--//; s/[.-]/_/g')
    [ "$(bytes_of raw__ratio_bytes)" = 17.000 ] && [ "$(value "$work/f.json" raw__bursts__1)" = 1 ] &&
        [ -n "$(value "$work/f.json" "raw__beside__${beside}_first__ratio_bytes")" ]
    result $? "$unit $flag firstnz: Figure 6 in 17 bytes"
    "$warpfold" stats --unit "$unit" --line 64 --raw "$work/figure6" --json "$work/f.json" > "$work/f.txt" 2> "$log"
    [ "$(bytes_of "raw__beside__${beside}_firstnz__ratio_bytes")" = 17.000 ] && [ "$(bytes_of raw__ratio_bytes)" != 17.000 ] &&
        grep -q "^$own: " "$work/f.txt" && [ "$(value "$work/f.json" raw__form)" = "$own" ] &&
        [ "$(grep -c "^${own% first*} firstnz[ )] *1 " "$work/f.txt")" = 1 ]
    result $? "$unit: both bases side by side, each by its name"
done << 'END'
linebdi --base linebdi first
bestof --linebdi.base bestof by bytes (linebdi first)
END
# How it chose stands beside the ratio: a row by bytes, 17 with that base and 28 without it, which a tie by bursts takes
"$warpfold" stats --line 64 --raw "$work/figure6" --json "$work/f.json" > "$work/f.txt"
[ "$(bytes_of raw__linebdi__beside__base_firstnz__ratio_bytes)" = 17.000 ] && grep -q '^linebdi first  *1 ' "$work/f.txt" &&
    grep -q '^linebdi firstnz  *1 ' "$work/f.txt" && grep -q '^bestof by bytes (linebdi first)  *1 ' "$work/f.txt" &&
    [ "$(bytes_of raw__bestof__beside__linebdi_base_firstnz__ratio_bytes)" = 17.000 ] &&
    [ "$(bytes_of raw__bestof__beside__choose_bursts__ratio_bytes)" = 28.000 ]
result $? "all codecs: forms side by side"
for form in 'fpc segment' 'fpc word' 'cpack parallel' 'cpack fifo' 'linebdi first' 'linebdi firstnz' 'bestof by bytes (linebdi first)' 'bestof by bursts (linebdi first)'; do
    [ "$(grep -c "^$form  *1 " "$work/f.txt")" = 1 ]
    result $? "a row of $form"
done
[ "$(grep -c '^bestof by b.* (linebdi first): of linebdi first, fpc segment and cpack parallel the code of the fewest b.*; ties go to ' "$work/f.txt")" = 2 ] &&
    ! grep -q '^bpc\|^fpc$' "$work/f.json" && [ "$(value "$work/f.json" raw__fpc__form)" = "fpc segment" ]
result $? "below the table it says how each choice is made"
# A trace's lines are read from DRAM: there it chooses by bursts
"$warpfold" stats --line 64 "$work/hand.wtx" > "$work/f.txt" && grep -q '^bestof by bursts (linebdi first)  *[0-9]' "$work/f.txt" &&
    [ "$(grep '^bestof by b' "$work/f.txt" | head -n 1 | cut -d ' ' -f 3)" = bursts ]
result $? "of a trace it chooses by bursts"
"$warpfold" stats --line 32 --raw "$work/figure6" > "$work/f.txt" && grep -q '^a line of 32 bytes is one burst: ratios by bursts mean nothing here$' "$work/f.txt" &&
    "$warpfold" stats --line 64 --raw "$work/figure6" > "$work/f.txt" && ! grep -q 'one burst' "$work/f.txt"
result $? "where a line is one burst, it says that ratios by bursts mean nothing"
"$warpfold" stats --unit linebdi --zero-base off --line 64 --raw "$work/figure6" > "$work/f.txt" && ! grep -q firstnz "$work/f.txt"
result $? "a variant that the codec does not take with its other parameters is not shown"

# ---- the report ----

"$warpfold" gen --unit linebdi --line 64 -o "$work/design" > /dev/null &&
    "$warpfold" stats --unit linebdi --line 64 "$traces"/*.wft --json "$work/design/trace.json" > /dev/null &&
    "$warpfold" report "$work/design" > "$work/report.txt" 2> "$log"
sed 's/<[^>]*>/ /g' "$work/design/report.html" > "$work/page"
grep -q 'ratio at DRAM  *[1-9]' "$work/report.txt" && grep -q 'What reaches DRAM' "$work/page" &&
    grep -q '^ *linebdi first  [0-9.]*  [0-9.]*  [0-9.]*  [0-9.]* *$' "$work/page" && grep -q '^ *linebdi firstnz  [0-9.]*  [0-9.]*' "$work/page" &&
    ! grep -q '^ *l[12]  \|-nan' "$work/page"
result $? "the report has both bases and what reaches DRAM"

# of FLAGS: what the report says of DRAM and of stacks, with a trace of these figures
of() {
    "$warpfold" stats --unit linebdi --line 64 "$@" "$work/hand.wtx" --force --json "$work/design/trace.json" > /dev/null &&
        "$warpfold" report "$work/design" > /dev/null 2> "$log" && sed 's/<[^>]*>/ /g' "$work/design/report.html" > "$work/page"
}
of && grep -q 'What reaches DRAM (L1 of 16 KB, 4 ways, write-through; L2 of 768 KB, 16 ways, write-back), in' "$work/page" &&
    grep -q 'Private memory is interleaved by word\. ' "$work/page"
result $? "the report names the default caches"
of --stack flat --l1 off --l2 64,1,through && grep -q 'What reaches DRAM (no L1; L2 of 64 bytes, 1 way, write-through), in' "$work/page" &&
    grep -q 'by word, but for stacks, which lie as their addresses say\. ' "$work/page"
result $? "the report names other caches and flat stacks"
of --caches off && ! grep -q 'reaches DRAM (' "$work/page" && ! grep -q '"trace__l[12]__' "$work/design/trace.json"
result $? "a report without caches names none"
flags="--line 32 --encodings repeat --stack 32 --l1 32,1,through --l2 64,2,back --l2-tags 4"
# shellcheck disable=SC2086 # flags are words
"$warpfold" stats --unit linebdi $flags "$work/hand.wtx" --json "$work/a.json" > /dev/null &&
    "$warpfold" flow --unit linebdi $flags --trace "$work/hand.wtx" --encs 1 --decs 1 --enc-stages 0 --dec-stages 0 --sim icarus --vectors 5 --module dec --effort 0 \
        --allow-slack -o "$work/flow" > "$log" 2>&1 && cmp "$work/a.json" "$work/flow/trace.json" >> "$log" 2>&1
result $? "flow counts as stats does with the same caches and stacks"

# ---- files that are named like figures ----

"$warpfold" stats --line 64 "$work/hand.wtx" --json "$work/n.json" > /dev/null
grep -v '__hand__' "$work/n.json" > "$work/sums"
for name in l2 dram linebdi loads beside count metacache ratio; do
    cp "$work/hand.wtx" "$work/$name.wtx"
    "$warpfold" stats --line 64 "$work/$name.wtx" --json "$work/n.json" > /dev/null
    grep -v "__${name}_2__" "$work/n.json" | cmp - "$work/sums" > "$log" 2>&1 && [ "$(value "$work/n.json" "trace__${name}_2__accesses")" = 14 ]
    result $? "$name.wtx does not overwrite a sum"
done

# ---- caches that hold compressed lines ----

# same_but PATTERN A.json B.json: the records have the same lines but those of these keys, which the first one does not have
same_but() {
    sed 's/,$//' "$2" > "$work/record"
    ! grep -q "$1" "$2" && grep -v "$1" "$3" | sed 's/,$//' | cmp - "$work/record" > "$log" 2>&1
}
# of_record FILE KEY...: the figures, a word each, of trace__KEY
of_record() {
    record=$1
    shift
    for key in "$@"; do value "$record" "trace__$key"; done | tr '\n' ' '
}
"$warpfold" stats --line 64 "$work/values.wtx" --json "$work/plain.json" > /dev/null &&
    "$warpfold" stats --line 64 --l1-tags 2 --l2-tags 4 "$work/values.wtx" --force --json "$work/a.json" > /dev/null &&
    same_but '__compressed__\|__l[12]__tags' "$work/plain.json" "$work/a.json"
result $? "compressed lines in caches change no other figure"
# Without caches of compressed lines there are as many records of ratios at DRAM, one a codec and form
n=$(grep -c '"trace__[a-z0-9_]*dram__merges"' "$work/plain.json")
[ "$n" -gt 10 ] && [ "$(grep -c '__compressed__l1__misses"' "$work/a.json")" = "$n" ] && [ "$(grep -c '__compressed__l2__misses"' "$work/a.json")" = "$n" ]
result $? "each codec and each form of one has caches of its own"
# The same figures by a row's codec and by name, and under which keys
"$warpfold" stats --unit fpc --form word --line 64 --l2 2K,4 --l2-tags 4 "$work/values.wtx" --force --json "$work/a.json" > "$work/a.txt" &&
    "$warpfold" stats --line 64 --l2 2K,4 --l2-codec "fpc form=word" --l2-tags 4 "$work/values.wtx" --force --json "$work/b.json" > "$work/b.txt" &&
    grep '"trace__compressed__' "$work/a.json" > "$work/a" && grep '"trace__compressed__' "$work/b.json" | cmp - "$work/a" > "$log" 2>&1 &&
    grep -q '"trace__l2__codec": "fpc word"' "$work/b.json" && ! grep -q '__codec"' "$work/a.json" &&
    grep -q '^compressed lines in L2 of 2 KB, 4 ways, write-back; 4 tags a way, segments of 8 bytes, lines by fpc word$' "$work/b.txt" &&
    grep -q '^compressed lines in L2 of 2 KB, 4 ways, write-back; 4 tags a way, segments of 8 bytes$' "$work/a.txt" &&
    [ "$(sed -n '/^compressed/,$p' "$work/b.txt" | wc -l)" = 4 ]
result $? "a codec by its name counts as that of the row does"
"$warpfold" stats --line 64 --l2-codec fpc "$work/values.wtx" --force --json "$work/b.json" > /dev/null && [ "$(value "$work/b.json" trace__l2__tags)" = 2 ]
result $? "a codec alone has twice the tags"
"$warpfold" stats --unit fpc --line 64 --l1 1K,2,back --l2 2K,4 --l1-tags 1 --l2-tags 1 "$work/values.wtx" --force --json "$work/b.json" > /dev/null
for l in l1 l2; do
    c=compressed__$l
    [ "$(of_record "$work/b.json" ${l}__lookups ${c}__plain_misses ${c}__plain_held ${c}__plain_evictions ${c}__plain_write_backs)100 1 0 " = \
        "$(of_record "$work/b.json" ${c}__accesses ${c}__misses ${c}__held ${c}__evictions ${c}__write_backs ${c}__miss_share ${c}__capacity ${c}__extra_evictions)" ]
    result $? "with one tag a way the $l is the plain one"
done

# What the host wrote is known from the file beside the trace
cp workloads/traces/pathfinder-t32.wft "$work/path.wft"
"$warpfold" stats --unit fpc --line 128 --l1-tags 2 "$work/path.wft" --force --json "$work/a.json" > /dev/null && cp workloads/traces/pathfinder-t32.wfm "$work/path.wfm" &&
    "$warpfold" stats --unit fpc --line 128 --l1-tags 2 "$work/path.wft" --force --json "$work/b.json" > /dev/null &&
    [ "$(value "$work/b.json" trace__compressed__l1__known)" = 100 ] && awk "BEGIN { exit !($(value "$work/a.json" trace__compressed__l1__known) < 100) }" &&
    grep -v __compressed__ "$work/a.json" > "$work/a" && grep -v __compressed__ "$work/b.json" | cmp - "$work/a" > "$log" 2>&1
result $? "contents beside a trace tell what its lines hold, and change no other figure"
cp workloads/traces/aes-t32.wfm "$work/path.wfm"
"$warpfold" stats --unit fpc --line 128 --l1-tags 2 "$work/path.wft" > "$work/out" 2> "$log"
[ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q 'path.wfm: byte .* contents of memory of this trace are expected' "$log"
result $? "contents of another trace: refused"
"$warpfold" stats --unit fpc --line 128 "$work/path.wft" > "$work/out" 2> "$log"
result $? "without compressed lines nobody asks for contents"

# ---- bad flags ----

# refused WHAT TEXT FLAGS: exit code 2, one line that has TEXT, no output
refused() {
    what=$1 text=$2
    shift 2
    "$warpfold" stats "$@" "$work/hand.wtx" > "$work/out" 2> "$log"
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ ! -s "$work/out" ]
    result $? "$what: refused"
}
for stack in 0 3 2 48 32M 12K 8KB fast -8 ''; do
    refused "--stack $stack" "--stack $stack: a power of two from 4 to 16M .* or flat is expected" --line 64 --stack "$stack"
done
refused "--caches yes" "--caches yes: on or off is expected" --line 64 --caches yes
for cache in 16K 4 K,4 16K, 16K,0 16K,257 ,4 16K,4,back,1 16K,4x 512M,4 0,4 on ''; do
    refused "--l1 $cache" "--l1 $cache: SIZE,WAYS, or .* is expected" --line 64 --l1 "$cache"
done
refused "another policy" "--l2 16K,4,write: the policy is through or back" --line 64 --l2 16K,4,write
refused "ways that do not divide" "--l2 16K,3: 3 ways of lines of 64 bytes do not divide 16384 bytes" --line 64 --l2 16K,3
refused "a cache of less than a line" "1 ways of lines of 128 bytes do not divide 64 bytes" --line 128 --l1 64,1
refused "caches off and on" "--caches off and --l2 exclude each other" --line 64 --caches off --l2 off
refused "caches of registers" "--l1 is for cache lines: give --line or a codec of cache lines" --unit warpbdi --l1 off
refused "a bad stack of registers" "--stack 12: a power of two from 4 to 16M .* or flat is expected" --unit warpbdi --stack 12
refused "caches of files" "--caches is for traces, not for --raw" --raw --caches off
for tags in 0 17 2x -1 ''; do
    refused "--l1-tags $tags" "--l1-tags $tags: how many times as many tags as ways, from 1 to 16, is expected" --line 64 --l1-tags "$tags"
done
refused "tags of no cache" "--l2 off and --l2-tags exclude each other" --line 64 --l2 off --l2-tags 2
refused "a codec of no cache" "--l1 off and --l1-codec exclude each other" --line 64 --l1 off --l1-codec fpc
refused "caches off and tags" "--caches off and --l1-tags exclude each other" --line 64 --caches off --l1-tags 2
refused "no codec of that name" '--l2-codec: no unit "fpd"' --line 64 --l2-codec fpd
refused "a codec of registers in a cache" "--l2-codec warpbdi needs a codec of cache lines, and warpbdi is none" --line 64 --l2-codec warpbdi
refused "a parameter that a cache's codec does not have" '--l2-codec: fpc has no parameter "base"' --line 64 --l2-codec "fpc base=first"
refused "a value that it does not take" "--l1-codec: third for base of linebdi" --line 64 --l1-codec "linebdi base=third"
refused "compressed lines of registers" "--l2-codec is for cache lines: give --line" --unit warpbdi --l2-codec fpc
refused "compressed lines of files" "--l1-tags is for traces, not for --raw" --raw --l1-tags 2
# flow_refused WHAT TEXT FLAGS: the same of flow, before anything is made
flow_refused() {
    what=$1 text=$2
    shift 2
    "$warpfold" flow "$@" -o "$work/no-flow" > "$work/out" 2> "$log"
    [ $? = 2 ] && [ "$(wc -l < "$log")" = 1 ] && grep -q -e "$text" "$log" && [ ! -s "$work/out" ] && [ ! -e "$work/no-flow" ]
    result $? "flow, $what: refused"
}
flow_refused "a bad cache" "flow: --l1 16K: SIZE,WAYS, or .* is expected" --unit linebdi --trace "$work/hand.wtx" --l1 16K
flow_refused "a bad stack" "flow: --stack 3: a power of two" --unit linebdi --trace "$work/hand.wtx" --stack 3
flow_refused "caches of registers" "flow: --l2 is for cache lines of traces: give --trace and a codec of cache lines" --unit warpbdi --lanes 4 \
    --trace "$work/hand.wtx" --l2 off
flow_refused "caches without a trace" "flow: --caches is for cache lines of traces" --unit linebdi --caches off
refused "the metadata cache alone" "metacache is none; expected: .*stats with one of them.*shows the hits of this cache" --unit metacache

plan
