#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lint.sh [all] - emitted Verilog has no warning in Verilator (-Wall), Icarus (-Wall) and Yosys (check -assert), TAP.
# Without "all" a sample of the options at every warp width, few of them at the widest; with it many more.
set -u
warpfold=${WARPFOLD:-build/bin/warpfold}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT && trap 'exit 130' INT TERM
number=0
all=${1:-}
# What Yosys takes long over: with "all" only
widest() { [ -z "$all" ] || lint_one "$@"; }

# lint_one NAME GEN-FLAGS...
lint_one() {
    what=$1 && shift
    dir=$work/d && rm -rf "$dir"
    log=$work/log && : > "$log"
    "$warpfold" gen --name unit "$@" -o "$dir" > /dev/null 2>&1 || echo "gen failed" >> "$log"
    arrays="0 1"
    case " $* " in *" --block "*) arrays=0 ;; esac
    files=$(cd "$dir/rtl" && ls ./*.v | grep -v -e stream -e fifo | tr "\n" " ")
    (
        cd "$dir/rtl" || exit
        for array in $arrays; do
            verilator --lint-only -Wall --top-module unit_bench -GARRAY=$array $files ../tb/unit_bench.v
        done
        iverilog -Wall -g2005 -o /dev/null -s unit_replay $files ../tb/unit_bench.v ../tb/unit_replay.v
        yosys -q -p "read_verilog $files; hierarchy -check; proc; check -assert"
        if [ -f unit_enc_stream.v ]; then
            for top in enc dec; do
                verilator --lint-only -Wall --top-module unit_${top}_stream ./unit_${top}_stream.v unit_fifo.v unit_$top.v \
                    $(ls unit_rank.v unit_cut.v 2> /dev/null)
                iverilog -Wall -g2005 -o /dev/null -s unit_${top}_stream ./*.v
            done
            yosys -q -p "read_verilog ./*.v; hierarchy -check; proc; check -assert"
        fi
    ) >> "$log" 2>&1 || echo "a tool failed" >> "$log"
    number=$((number + 1))
    if [ -s "$log" ]; then
        echo "not ok $number - lint: $what"
        head -n 5 "$log" | sed 's/^/# /'
    else
        echo "ok $number - lint: $what"
    fi
}

for lanes in 4 8 16 32 64 128; do
    lint_one "$lanes lanes" --lanes $lanes
    $([ $lanes -gt 32 ] && echo widest || echo lint_one) "$lanes lanes, combinational, packed, 32-bit banks" --lanes $lanes \
        --layout packed --bank 32 --enc-stages 0 --dec-stages 0 --isolate 0
done
lint_one "four ranks, early tag" --enc-stages 4 --dec-stages 4 --early-tag 1
lint_one "wrappers, shared decoders, 64-bit banks" --wrapper 1 --decs 2 --dec-ports 5 --bank 64 --dec-stages 0
for lanes in 8 32 64; do
    for groups in 1 2 4 8; do
        $([ "$lanes$groups" -gt 641 ] && echo widest || echo lint_one) "bytewise, $lanes lanes in $groups groups" --codec bytewise --lanes $lanes --groups $groups --encs 2 --decs 2
    done
done
for stages in 0 1 3 4; do
    lint_one "bytewise, $stages ranks" --codec bytewise --lanes 16 --groups 2 --enc-stages $stages --dec-stages $stages \
        --isolate $((stages % 2)) --early-tag $((stages / 3)) --encs 2 --decs 2
done
lint_one "bytewise, 4 lanes" --codec bytewise --lanes 4 --encs 2 --decs 2
widest "bytewise, 128 lanes" --codec bytewise --lanes 128 --groups 8 --encs 1 --decs 1
lint_one "bytewise, wrappers, shared decoders" --codec bytewise --lanes 8 --wrapper 1 --encs 1 --decs 2 --dec-ports 5
for strides in pow2 any; do
    for word in 4 8 16 32 64; do
        lint_one "affine, 8 lanes of $word bits, $strides strides" --codec affine --lanes 8 --word $word --strides $strides
        lint_one "expand, 8 lanes of $word bits, $strides strides" --block expand --lanes 8 --word $word --strides $strides
    done
    for vector in 8 16 32; do
        lint_one "affine, vectors of $vector, $strides strides" --codec affine --lanes 32 --vector $vector --strides $strides \
            --bank $((vector * 4)) --isolate 1
        lint_one "expand, vectors of $vector, $strides strides" --block expand --lanes 32 --vector $vector --strides $strides --stages 1
    done
done
for stages in 0 1 3 4; do
    lint_one "affine, $stages ranks" --codec affine --lanes 16 --enc-stages $stages --dec-stages $stages --isolate $((stages % 2)) \
        --early-tag $((stages / 3)) --encs 2 --decs 2
done
lint_one "affine, 4 lanes" --codec affine --lanes 4 --word 4
lint_one "affine, 128 lanes" --codec affine --lanes 128
lint_one "affine, wrappers, shared decoders" --codec affine --lanes 8 --wrapper 1 --encs 1 --decs 2 --dec-ports 5
for stages in 0 1; do
    lint_one "compare, $stages ranks" --block compare --lanes 32 --groups 4 --stages $stages
    lint_one "compare, masked, $stages ranks" --block compare --lanes 8 --masked on --stages $stages
    for ports in 2 3 32; do
        lint_one "crossbar, $ports ports, $stages ranks" --block crossbar --ports $ports --lanes 4 --stages $stages
    done
    lint_one "crossbar, read, plain, $stages ranks" --block crossbar --lanes 4 --ports 5 --direction read --order plain --stages $stages
    for groups in 1 2 8; do
        lint_one "eligible, $groups groups, $stages ranks" --block eligible --lanes 32 --groups $groups --stages $stages
    done
done
for ways in 1 2 4 8; do
    lint_one "metacache, $ways ways" --block metacache --ways $ways --kbytes $((2 * ways)) --fetch $((ways % 4 ? 32 : 64))
done
lint_one "eligible, 128 lanes, one source" --block eligible --lanes 128 --sources 1
lint_one "eligible, 4 lanes" --block eligible --lanes 4 --groups 4 --sources 2
for line in 32 64 128; do
    for stages in 0 1 2 3 4 5; do
        # Yosys takes long over lines: what is short and has all ranks; the others with "all" only
        lint=$([ $((line + stages)) = 37 ] && echo lint_one || echo widest)
        ranks="--line $line --enc-stages $stages --dec-stages $stages --isolate $((stages % 2))"
        # shellcheck disable=SC2086
        {
            $lint "linebdi, $line bytes, $stages ranks" --codec linebdi $ranks
            $lint "linebdi, $line bytes, one base, packed, $stages ranks" --codec linebdi $ranks --zero_base off --layout packed
            $lint "linebdi, $line bytes, bits in the tag, $stages ranks" --codec linebdi $ranks --base firstnz --select tag
            $lint "fpc, $line bytes, segments, $stages ranks" --codec fpc $ranks --segments $((2 << stages % 3))
            $lint "cpack, $line bytes, parallel, $stages ranks" --codec cpack $ranks
            $lint "cpack, $line bytes, zero an entry, $stages ranks" --codec cpack $ranks --zero entry
            $lint "bestof, $line bytes, $stages ranks" --codec bestof $ranks
            [ $stages = 0 ] && continue
            $lint "fpc, $line bytes, words, $stages ranks" --codec fpc $ranks --form word
            $lint "cpack, $line bytes, fifo, $stages ranks" --codec cpack $ranks --form fifo
        }
    done
done
lint_one "linebdi, few encodings, bursts" --codec linebdi --line 64 --encodings repeat,8-2,2-1 --save burst
lint_one "fpc, words, wrappers" --codec fpc --line 32 --form word --wrapper 1
lint_one "cpack, fifo, a word a cycle, arrays, wrappers" --codec cpack --line 32 --form fifo --rate 1 --encs 2 --decs 2 --wrapper 1
lint_one "bestof, fpc and cpack" --codec bestof --line 32 --members fpc,cpack --wrapper 1
lint_one "bestof, linebdi alone, bursts" --codec bestof --line 64 --members linebdi --save burst
for lanes in 4 8 16 32 64 128; do
    for strides in pow2 any; do
        for word in 4 8 16 32 64; do
            for vector in warp 8 16 32; do
                [ $vector != warp ] && [ $vector -gt $lanes ] && continue
                bank=$(((lanes + word) % 3)) stages=$(((lanes / 4 + word / 4) % 5))
                widest "affine, $lanes lanes of $word bits, vectors $vector, $strides strides, $stages ranks" --codec affine \
                    --lanes $lanes --word $word --vector $vector --strides $strides --bank $((word == 64 || bank ? 128 : 32)) \
                    --enc-stages $stages --dec-stages $stages --isolate $((stages % 2))
                widest "expand, $lanes lanes of $word bits, vectors $vector, $strides strides" --block expand --lanes $lanes \
                    --word $word --vector $vector --strides $strides --stages $((stages % 2))
            done
        done
    done
done
[ "$all" = all ] && for lanes in 4 8 16 32 64; do
    for modes in 4-0 4-1 4-2 4-0,4-1 4-0,4-2 4-1,4-2 4-0,4-1,4-2; do
        for bank in 32 64 128; do
            for layout in planes packed; do
                stages=$(((lanes + bank / 32 + ${#modes}) % 5))
                lint_one "$lanes lanes, modes $modes, bank $bank, $layout, $stages ranks" --lanes $lanes --modes $modes \
                    --bank $bank --layout $layout --enc-stages $stages --dec-stages $stages --isolate $((stages % 2))
            done
        done
    done
done
echo "1..$number"
