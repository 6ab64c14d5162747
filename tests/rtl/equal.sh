# SPDX-License-Identifier: Apache-2.0
# equal.sh - sourced after tap.sh and cases.sh: proofs that an emitted unit ($unit, $selection) equals the plain reading of its paper in
# tests/ref at full width.
#
# Both become graphs of gates with the same inputs and outputs; ABC's SAT sweeping proves the outputs equal for every
# input. An encoder's payload is compared in the storage units in use. Register ranks are replaced by wires. So the proof shows that the
# logic between the ranks is that of the combinational unit. The simulations check the ranks themselves.
. tests/rtl/plain.sh

# manifest KEY: of the design's
manifest() { value "$d/manifest.json" "$1"; }

# without_ranks PART FLAGS...: the flags, with 0 register ranks unless they give a number
without_ranks() {
    half=$1 ranks= && shift
    case "$half $*" in
    *"--$half-stages "*) ;;
    "enc "* | "dec "*)
        for side in enc dec; do
            case "$*" in *"--$side-stages "*) ;; *) ranks="$ranks --$side-stages 0" ;; esac
        done
        ;;
    esac
    echo "$ranks $*"
}

# emit PART FLAGS...: emits the design into $d with wires for ranks, and sets $around to the connections that do not count. MUTANT: a
# folder of rtl that replaces the emitted one, which then is $d/emitted.
emit() {
    part=$1 d=$work/equal && rm -rf "$d"
    # shellcheck disable=SC2046,SC2086
    "$warpfold" gen --name unit $selection $(without_ranks "$@") -o "$d" > "$log" 2>&1 || return 1
    [ -z "${MUTANT:-}" ] || { mv "$d/rtl" "$d/emitted" && cp -r "$MUTANT" "$d/rtl"; }
    rm -f "$d"/rtl/*_slice.v "$d"/emitted/*_slice.v
    # An idle unit may show anything: valid_i is 1
    around=".clk_i(1'b0), .rst_ni(1'b1), .valid_i(1'b1),"
    # A design without ranks does not use theirs; that of a mutant may have them
    case "${MUTANT:-} $(manifest enc-stages) $(manifest dec-stages) $(manifest stages)" in /*) ;; *[1-9]*) ;; *) rm -f "$d/rtl/unit_rank.v" ;; esac
    for rank in "$d"/*/unit_rank.v; do
        [ ! -f "$rank" ] ||
            printf 'module unit_rank #(parameter WIDTH = 1, STALLS = 0) (input clk_i, rst_ni, move_i, valid_i, input [WIDTH-1:0] data_i,
                output valid_o, output [WIDTH-1:0] data_o); assign valid_o = valid_i; assign data_o = data_i; endmodule\n' > "$rank"
    done
    case $part in enc | dec)
        block=$(manifest block_bits) mask=$(manifest mask_bits) tag=$(manifest tag_bits) wen=$(manifest wen_bits)
        units=$(units_of "$d/manifest.json") around="$around .user_i(16'd0),"
        ;;
    move)
        mask=$(manifest mask_bits) tag=$(manifest tag_bits) units=$(units_of "$d/manifest.json") around=".valid_i(1'b1),"
        ;;
    esac
}

# decided COMMAND FILE...: runs a proof of what these files of Verilog say, unless its verdict is known. 1: not proven, or a tool failed; 2: no
# verdict, since a proof needs more than $PROOF_SECONDS of processor time: a busy machine proves as much as an idle one. $ASKED: a file of
# verdicts, "sum of the Verilog, seconds (0: it is proven), $key"; what it answers is not asked again, and $kept is set.
decided() {
    command=$1 && shift
    sum=$(code_sum "$@")
    if [ -n "${ASKED:-}" ]; then
        seconds=$(sed -n "s/^$sum \([0-9]*\) .*/\1/p" "$ASKED" | sort -n | tail -n 1)
        echo "$sum" >> "$work/sums"
        grep -q "^$sum 0 " "$ASKED" && kept=1 && return 0
        [ -n "$seconds" ] && [ "$seconds" -ge "$PROOF_SECONDS" ] && return 2
    fi
    "$command" > "$log" 2>&1
    code=$?
    if [ $code = 152 ]; then        # 128 + SIGXCPU
        seconds=$PROOF_SECONDS code=2
    elif [ $code = 0 ] && grep -q -e "^Networks are equivalent" -e "^UNSATISFIABLE" "$log"; then
        seconds=0 code=0
    else
        return 1
    fi
    [ -z "${ASKED:-}" ] || echo "$sum $seconds $key" >> "$ASKED"
    return $code
}

# graph TOP SOURCES [PARAMETERS]: Yosys makes a graph of gates of the module, $d/TOP.blif. Its `proc` without the search for latches, which takes
# minutes of a long loop: a latch becomes a loop of gates, which ABC refuses. Parts of a plain reading stay modules, so that one which stands many
# times is made once; ABC puts them in
graph() {
    yosys -q -p "read_verilog -defer $2; hierarchy -check -top $1 ${3:-}; setattr -mod -set keep_hierarchy 1 *_ref_enc_* *_ref_dec_*;
        proc_clean; proc_rmdead; proc_prune; proc_init; proc_arst; proc_rom; proc_mux; proc_dff; proc_memwr; proc_clean; opt_expr -keepdc;
        flatten; opt_expr; opt_merge; opt_clean; wreduce; techmap -map tests/rtl/shifts.v; opt_expr; clean;
        simplemap; techmap; opt_expr; clean; write_blif $d/$1.blif"
}

# graph_once TOP SOURCES: the same of what several cases or mutants have: it is made once
graph_once() {
    mkdir -p "$work/graphs"
    # shellcheck disable=SC2086
    made=$work/graphs/$(code_sum $2)
    [ -f "$made" ] || { graph "$1" "$2" && cp "$d/$1.blif" "$made"; } && cp "$made" "$d/$1.blif"
}

# abc COMMANDS: for $PROOF_SECONDS at most
abc() { (ulimit -S -t "${PROOF_SECONDS:-unlimited}" && exec yosys-abc -c "$1"); }

# agree BLIF BLIF: two graphs with inputs and outputs in the same order are equal. ABC's own limit of 1,000 conflicts a candidate leaves large
# encoders without a verdict. A mutant may have registers that no output depends on: they are dropped
agree() { abc "read_blif $2; strash; scleanup -c -e; write_aiger $d/second.aig; read_blif $1; strash; scleanup -c -e; &get -n; &cec -C 20000 $d/second.aig"; }

# impossible BLIF: no output of the graph can be 1. Each is proven by itself, which is faster than all at once
impossible() {
    outputs=$(yosys-abc -c "read_blif $1; strash; write_aiger $d/lemma.aig" > "$d/abc" && head -n 1 "$d/lemma.aig" | cut -d ' ' -f 5)
    for output in $(seq "$outputs"); do
        abc "read_aiger $d/lemma.aig; cone -O $((output - 1)); iprove" > "$d/abc" || return
        tail -n 1 "$d/abc"
        grep -q "^UNSATISFIABLE" "$d/abc" || return
    done
}

# same LEFT-SOURCES RIGHT-SOURCES: proves that the modules left and right of $d, with the same two vectors, are equal
same() {
    sources_left=$1 sources_right=$2
    compare_graphs() {
        graph left "$sources_left $d/left.v" && graph_once right "$sources_right $d/right.v" && agree "$d/left.blif" "$d/right.blif"
    }
    # shellcheck disable=SC2086
    decided compare_graphs $1 $2 "$d/left.v" "$d/right.v"
}

# equal PART FLAGS...: to its plain reading, a mutant to what was emitted; leaves the verdict in $log
equal() {
    emit "$@" && params=$(ref_parameters "$d" "$unit" "$part") || return 1
    # One input and one output vector: the same order on both sides
    case $part in
    enc)
        each=$(($(manifest payload_bits) / units))
        width_in=$((block + mask + 1)) width_out=$((block + tag + units + wen))
        masked=$([ "$mask" = 0 ] || echo ".mask_i(in[$((block + mask - 1)):$block]),")
        joined=".block_i(in[$((block - 1)):0]), $masked .raw_only_i(in[$((block + mask))]),
            .tag_o(tag), .payload_o(payload), .units_o(units), .wen_o(wen)"
        body="wire [$((tag - 1)):0] tag; wire [$((block - 1)):0] payload, used; wire [$((units - 1)):0] units; wire [$((wen - 1)):0] wen;
            genvar k; generate for (k = 0; k < $units; k = k + 1) begin : gen_used
            assign used[k*$each +: $each] = payload[k*$each +: $each] & {$each{units[k]}}; end endgenerate
            assign out = {wen, units, used, tag};"
        ;;
    dec)
        width_in=$((block + tag)) width_out=$block body=
        joined=".tag_i(in[$((tag - 1)):0]), .payload_i(in[$((block + tag - 1)):$tag]), .block_o(out)"
        ;;
    move)
        width_in=$((mask + tag)) width_out=1 body=
        joined=".mask_i(in[$((mask - 1)):0]), .tag_i(in[$((mask + tag - 1)):$mask]), .move_o(out[0])"
        if grep -q "^ *input .*\bcode_i\b" "$d/rtl/unit_move.v"; then
            joined="$joined, .code_i(in[$((width_in + tag - 1)):$width_in]), .tag_o(out[$tag:1]), .units_o(out[$((tag + units)):$((tag + 1))])"
            width_in=$((width_in + tag)) width_out=$((1 + tag + units))
        fi
        ;;
    *)
        join_ports "$d" in inputs && width_in=$width joined=$joined_ports
        join_ports "$d" out outputs && width_out=$width joined="$joined ${joined_ports%,}" body=
        ;;
    esac
    vectors="input [$((width_in - 1)):0] in, output [$((width_out - 1)):0] out"
    printf 'module left(%s); %s unit_%s u (%s %s); endmodule\n' "$vectors" "$body" "$part" "$around" "$joined" > "$d/left.v"
    if [ -n "${MUTANT:-}" ]; then
        sed 's/^module left/module right/' "$d/left.v" > "$d/right.v"
        same "$d/rtl/*.v" "$d/emitted/*.v"
        return
    fi
    printf 'module right(%s); %s %s #(%s) u (%s); endmodule\n' "$vectors" "$body" "$(ref_module "$unit" "$part")" "$params" "$joined" \
        > "$d/right.v"
    same "$d/rtl/*.v" "$(ref_files "$unit" "$part")"
}

# independent FLAGS...: an encoder's result does not depend on inactive lanes. Left is the emitted encoder, right is the same with these
# lanes at zero. Tag, units and write enables are compared.
independent() {
    emit enc "$@" || return 1
    lanes="genvar k; generate for (k = 0; k < $mask; k = k + 1) begin : gen_lane
        assign block[k*$((block / mask)) +: $((block / mask))] = in[k*$((block / mask)) +: $((block / mask))]"
    for side in left right; do
        printf 'module %s(input [%d:0] in, output [%d:0] out); wire [%d:0] block; %s%s; end endgenerate
            unit_enc u (%s .block_i(block), .mask_i(in[%d:%d]), .raw_only_i(in[%d]), .tag_o(out[%d:0]), .units_o(out[%d:%d]),
            .wen_o(out[%d:%d])); endmodule\n' $side $((block + mask)) $((tag + units + wen - 1)) $((block - 1)) "$lanes" \
            "$([ $side = left ] || echo " & {$((block / mask)){in[$block + k]}}")" "$around" $((block + mask - 1)) "$block" \
            $((block + mask)) $((tag - 1)) $((tag + units - 1)) "$tag" $((tag + units + wen - 1)) $((tag + units)) > "$d/$side.v"
    done
    same "$d/rtl/*.v" "$d/rtl/*.v"
}

# roundtrip FLAGS...: the decoder gives the block back that the encoder was given, with all lanes active, whatever the storage units that are not in
# use hold
roundtrip() {
    emit enc "$@" || return 1
    payload=$(manifest payload_bits)
    each=$((payload / units)) masked=$([ "$mask" = 0 ] || echo ".mask_i({$mask{1'b1}}),")
    vectors="input [$((block + payload)):0] in, output [$((block - 1)):0] out"
    cat > "$d/left.v" << END
module left($vectors);
    wire [$((tag - 1)):0] tag; wire [$((units - 1)):0] units; wire [$((payload - 1)):0] payload, stored;
    wire [$((payload - 1)):0] any = in[$block +: $payload];
    genvar k;
    generate for (k = 0; k < $units; k = k + 1) begin : gen_unit
        assign stored[k*$each +: $each] = units[k] ? payload[k*$each +: $each] : any[k*$each +: $each];
    end endgenerate
    unit_enc enc ($around .block_i(in[$((block - 1)):0]), $masked .raw_only_i(in[$((block + payload))]),
        .tag_o(tag), .units_o(units), .payload_o(payload));
    unit_dec dec ($around .tag_i(tag), .payload_i(stored), .block_o(out));
endmodule
END
    echo "module right($vectors); assign out = in[$((block - 1)):0]; endmodule" > "$d/right.v"
    same "$d/rtl/*.v" ""
}

# lemma NAME [PARAMETER(VALUE)] FLAGS...: proves what tests/lemmas/UNIT_NAME.v says, of the emitted encoder; of the decoder, if it instantiates
# a plain one or a part of one. If it instantiates no plain reading of the unit, also of that in the encoder's place. A module that it defines
# stands in place of the emitted one.
lemma() {
    module=${unit}_$1 own= && shift
    case $1 in --*) ;; *) own=", .$1" && shift ;; esac
    said=tests/lemmas/$module.v half=enc
    ! grep -q "^ *$(ref_module "$unit" dec)" "$said" || half=dec
    emit $half "$@" && params=$(ref_parameters "$d" "$unit" $half) || return 1
    echo "$params$own" | sed 's/, /\n/g' | sed 's/^\.\([A-Z_]*\)(\(.*\))$/-chparam \1 $((\2))/' > "$d/parameters"
    for file in "$d"/rtl/*.v; do
        ! grep -q "^module $(basename "$file" .v)\>" "$said" || rm "$file"
    done
    if grep -q "^ *$(ref_module "$unit" $half)" "$said"; then
        # shellcheck disable=SC2046
        holds "$d"/rtl/*.v $(refs_with $(refs_in "$said"))
    else
        holds "$d"/rtl/*.v && make_plain "$d" "$unit" && holds "$d/rtl/unit_enc.v"
    fi
}

# holds FILE...: the lemma of the encoder or decoder in these files: all bits of its output are 0; or, if it has a parameter PLAIN, its outputs are
# equal for the values 0 and 1
holds() {
    sources="$* $said"
    refute() {
        values=$(eval "echo $(paste -s -d ' ' "$d/parameters")")
        if grep -q "^ *parameter PLAIN\>" "$said"; then
            for side in 0 1; do
                graph "$module" "$sources" "$values -chparam PLAIN $side" && mv "$d/$module.blif" "$d/side$side.blif" || return
            done
            agree "$d/side0.blif" "$d/side1.blif"
        else
            graph "$module" "$sources" "$values" && impossible "$d/$module.blif"
        fi
    }
    # shellcheck disable=SC2086
    decided refute $sources "$d/parameters"
}

# proven KIND REST...: of a case prove, roundtrip, independent or lemma, -all or not
proven() {
    case $1 in
    prove*) shift && equal "$@" ;;
    lemma*) shift && lemma "$@" ;;
    roundtrip*) shift && roundtrip "$@" ;;
    *) shift && independent "$@" ;;
    esac
}
