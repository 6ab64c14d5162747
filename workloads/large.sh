#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# large.sh FOLDER [own] - traces of programs that fill DRAM, FOLDER/NAME-t32.wft: the kernels whose data can be larger than L2 (768 KB), with inputs that
# are; with "own" those after CABA's own programs in their place, with 16 MB of data and more. FOLDER/inputs has their names and inputs.
set -eu
out=$1 set=${2:-larger}

larger() {
    cat << 'END'
backprop --size 16384
bfs --size 40000
dwt2d --size 512
fdtd3d --size 64 --depth 32
hotspot --size 512
kmeans --size 20000
lbm --size 24
pathfinder --size 65536 --rows 20
spmv --size 40000
srad --size 384
stencil --size 64 --height 64 --depth 64
walsh --size 262144
END
}

own() {
    cat << 'END'
bh --size 240000 --every 45 --angle 100
mm --size 2048 --rows 2
mst --size 50000 --links 16 --rounds 2
pvc --size 66560 --part 256
pvr --size 141312 --part 64
ss --size 8192 --terms 512 --next 2
sssp --size 85000 --links 16 --rounds 2
END
}

mkdir -p "$out"
$set > "$out/inputs"
while read -r name size; do
    make -s kernels "WORKLOADS=$out" WARP=32 "KERNELS=$name" "KERNEL_ARGS=$size" > "$out/$name.log" 2>&1 || { cat "$out/$name.log" >&2; exit 1; }
done < "$out/inputs"
echo "inputs: $(tr '\n' ';' < "$out/inputs" | sed 's/;$//; s/;/; /g')"
