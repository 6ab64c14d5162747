#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# study-caba.sh FOLDER [FIGURE...] - CABA's Figures 3, 9 (with 5.3.2 and energy), 13, 14 and 15 on kernels whose data L2 (768 KB) does not hold: five of those after its own programs, with 4 MB
# of data, and four of the others. Without cycles of SMs: `warpfold time` has those (time-large.sh). It makes their traces, FOLDER/NAME-t32.wft, once. Pages: FOLDER/NAME.html.
set -eu
out=$1 && shift
warpfold=${PROGRAM:-build/bin/warpfold}
figures=${*:-3 9 13 14 15}

inputs() {
    cat << 'end'
bfs --size 40000
bh --size 60000 --every 24 --angle 100
kmeans --size 20000
mst --size 12500 --links 16 --rounds 2
pathfinder --size 65536 --rows 20
pvc --size 16640 --part 256
pvr --size 35328 --part 64
spmv --size 40000
sssp --size 21250 --links 16 --rounds 2
end
}

mkdir -p "$out"
inputs > "$out/inputs"
while read -r name size; do
    make -s kernels "WORKLOADS=$out" WARP=32 "KERNELS=$name" "KERNEL_ARGS=$size" > "$out/$name.log" 2>&1 < /dev/null || { cat "$out/$name.log" >&2; exit 1; }
done < "$out/inputs"
echo "inputs: $(tr '\n' ';' < "$out/inputs" | sed 's/;$//; s/;/; /g')"

# The engine as HW-BDI-Mem: 5 cycles to compress and 1 to decompress (section 6), the base of Figure 6
rm -rf "$out/memory"
"$warpfold" gen --unit engine --place memory --linebdi.base firstnz --enc-latency 5 --dec-latency 1 -o "$out/memory" > "$out/gen.log"
set --
while read -r name size; do set -- "$@" "$out/$name-t32.wft"; done < "$out/inputs"

head_of() { printf '\n==== %s\n\n' "$*"; }

# replayed NAME FLAG...: all kernels through the engine; --with place=core is HW-BDI
replayed() {
    name=$1 && shift
    head_of "$name: $*"
    while read -r kernel size; do set -- "$@" --trace "$out/$kernel-t32.wft"; done < "$out/inputs"
    "$warpfold" replay "$out/memory" "$@" --json "$out/$name.json" --report "$out/$name.html" -F > "$out/$name.txt"
    sed "s|$out/||" "$out/$name.txt"
}

# cached FLAG TAGS TRACE...: all kernels behind caches that hold compressed lines
cached() {
    head_of "stats --unit linebdi --base firstnz $1 $2"
    "$warpfold" stats --unit linebdi --base firstnz --line 128 "$@" > "$out/cached.txt"
    awk '/^compressed lines in/ { on = 1 } on' "$out/cached.txt"
}

for figure in $figures; do
    case $figure in
        3 | 13) echo && "$warpfold" study "caba-$figure" "$@" -o "$out" ;;
        9) replayed rate --with place=core && replayed hash --pages hash && replayed hash64k --pages hash --page 64K ;;
        14) replayed full --with place=core --rate 0 ;;
        15) for level in l1 l2; do for tags in 2 4; do cached --$level-tags $tags "$@"; done; done ;;
        *) echo "study-caba.sh: no figure $figure; 3, 9, 13, 14 and 15 are here" >&2 && exit 2 ;;
    esac
done
