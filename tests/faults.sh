#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# faults.sh - faults put into the emitted Verilog by hand: both benches must notice each. `make mutate` tries many more.
. tests/tap.sh
. tests/quick.sh
# broken GEN-FLAGS...: the design that is broken next, named unit
broken() { rm -rf "$work/d" && "$warpfold" gen --name unit "$@" -o "$work/d" > "$log" 2>&1; }

# caught FILE SED-EXPRESSION WHAT
caught() {
    rm -rf "$work/rtl" && cp -r "$work/d/rtl" "$work/rtl"
    sed -i "$2" "$work/rtl/unit_$1.v"
    if cmp -s "$work/rtl/unit_$1.v" "$work/d/rtl/unit_$1.v"; then
        echo "the fault changes no line" > "$log"; fail "$3"; return
    fi
    for sim in verilator icarus; do
        vectors=$([ $sim = verilator ] && echo 2000 || echo 500)
        if "$warpfold" cosim "$work/d" --rtl "$work/rtl" --sim $sim --vectors $vectors > "$log" 2>&1; then
            fail "$sim notices: $3"
        elif grep -q "disagrees with the golden model" "$log"; then
            pass "$sim notices: $3"
        else
            fail "$sim notices: $3 (it failed otherwise)"
        fi
    done
}

broken --lanes 8 --bank 32 --decs 2 --dec-ports 3
caught enc 's/raw_only_i ||/1'"'"'b0 ||/' "raw_only is not looked at"
caught enc 's/(&mask_i)/(|mask_i)/' "a mask with one lane counts as full"
caught rank 's/valid_q <= 1.b0/valid_q <= 1'"'"'b1/' "reset sets valid"
caught rank 's/if (valid_i) data_q/if (!valid_i) data_q/' "data are loaded when idle"
caught move 's/&& !(&mask_i)/|| !(\&mask_i)/' "a move before every write that is not full"
caught decs 's/after_q\[p\] == (round == 0)/after_q[p] == (round == 1)/' "the arbiter starts at the wrong requester"
broken --codec bytewise --lanes 8 --groups 2 --encs 1 --decs 1
caught enc 's/!raw_1 && some_1/some_1/' "bytewise: raw_only is not looked at"
caught enc 's/if (divergent_3) bvr_3/if (!divergent_3) bvr_3/' "bytewise: the mask goes to the BVR of whole writes"
caught compare 's/ | {32{!mask\[i\]}}//' "bytewise: inactive lanes are compared"
caught dec 's/{ENC{!tag_i\[ENC\]}}/{ENC{1'"'"'b1}}/' "bytewise: D is not looked at"
caught move 's/(RAW_BIT == 0 || !tag_i\[RAW_BIT\])/1'"'"'b1/' "bytewise: a move before writes to divergent registers too"
broken --block eligible --lanes 8 --groups 2
caught eligible 's/&& stored_alike)/)/' "eligible: the stored mask is not compared"
caught eligible 's/&group && alike/\&group/' "eligible: FS of groups with different values"
broken --codec affine --lanes 8
caught enc 's/&mask_3\[UNIT\*u/|mask_3[UNIT*u/' "affine: a bank with one valid lane counts as valid"
caught enc 's/{mask_3 & affine_3, /{affine_3, /' "affine: inactive lanes are valid"
caught enc 's/mask_3 & ~affine_3/mask_3/' "affine: valid lanes are written too"
caught enc 's/ & {WORD{flag_3\[t\]}}//' "affine: a raw vector has a base"
caught expand 's/above\[k\] | stride\[k\]/above[k]/' "affine: no bit is above the stride's"
caught dec 's/{WORD{lanes_b\[i\]}}/{WORD{1'"'"'b1}}/' "affine: valid lanes are not looked at"
caught dec 's/lanes_b\[i\] && awake_b/lanes_b[i] || awake_b/' "affine: the payload shows in valid lanes"
broken --codec affine --lanes 16 --vector 8 --strides any
caught enc 's/tag_base_3\[WORD\*t +: WORD\] = base_3\[WORD\*t/tag_base_3[WORD*t +: WORD] = base_3[0/' "affine: all vectors have the first one's base"
caught dec 's/\[CODE\*k +: CODE\] & /[CODE*k +: CODE] | /' "affine: the stride is not the tag's"
caught expand 's/code << k/code >> k/' "affine: steps the wrong way"
broken --block expand --lanes 8
caught expand 's/run\[k-1\] & start\[k-1\]/run[k-1] \& start[k]/' "expand: carries of the wrong place"
caught expand 's/? next : whole/? whole : whole/' "expand: no carry to the far bits"
broken --codec fpc --line 32
caught enc 's/w\[31:8\] == w\[23:0\]/w[31:16] == w[15:0]/' "fpc: two equal halfwords count as a repeated byte"
broken --codec cpack --line 32
caught enc 's/|(row & odd)/|(row \& high)/' "cpack: the wrong bit of the index"
broken --block crossbar --lanes 8 --ports 3
caught crossbar 's/if (READ != 0)/if (READ == 0)/' "crossbar: bytes go the other way"
plan
