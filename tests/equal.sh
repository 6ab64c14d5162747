# SPDX-License-Identifier: Apache-2.0
# equal.sh - sourced after tap.sh: proofs that an emitted unit or block equals the plain reference RTL at full width.
#
# Both become and-inverter graphs with the same inputs and outputs; ABC's SAT sweeping proves the outputs equal for every
# input. An encoder's payload is compared in the units in use. Register ranks are replaced by wires, which shows that the
# logic between them is the combinational unit's; the ranks themselves are what the simulations watch.

# number KEY: of the design's manifest
number() { value "$d/manifest.json" "$1"; }

# ports inputs|outputs: lines "name bits" of a block
ports() { sed -n "/\"$1\":/,/}/ s/^\t*\"\([a-z_]*_[io]\)\":\t\([0-9]*\),*$/\1 \2/p" "$d/manifest.json"; }

# join_ports NET inputs|outputs: connections of a block's ports to one vector, and its width in $width
join_ports() {
    width=0 joined_ports=
    while read -r port bits; do
        joined_ports="$joined_ports .$port($1[$((width + bits - 1)):$width]),"
        width=$((width + bits))
    done << END
$(ports "$2")
END
}

# emit UNIT GEN-FLAGS...: the design in $d, without register ranks, and the connections that do not count in $around. MUTANT: a
# folder of rtl to take instead of the emitted one.
emit() {
    unit=$1 && shift
    d=$work/equal && rm -rf "$d"
    "$warpfold" gen --name unit "$@" -o "$d" > "$log" 2>&1 || return 1
    [ -z "${MUTANT:-}" ] || { rm -rf "$d/rtl" && cp -r "$MUTANT" "$d/rtl"; }
    room=$(sed -n 's/^.*"\(codec\|block\)":[^"]*"\([a-z]*\)".*$/\2/p' "$d/manifest.json")
    rm -f "$d"/rtl/*_slice.v
    # An idle unit may show anything: valid_i is 1
    around=".valid_i(1'b1),"
    if [ -f "$d/rtl/unit_rank.v" ]; then
        grep -q clk_i "$d/rtl/unit_$unit.v" && around="$around .clk_i(1'b0), .rst_ni(1'b1),"
        printf 'module unit_rank #(parameter WIDTH = 1) (input clk_i, rst_ni, valid_i, input [WIDTH-1:0] data_i,
            output valid_o, output [WIDTH-1:0] data_o); assign valid_o = valid_i; assign data_o = data_i; endmodule\n' \
            > "$d/rtl/unit_rank.v"
    fi
    block=$(number block_bits) mask=$(number mask_bits) tag=$(number tag_bits)
    if [ "$unit" = enc ]; then
        units=$(units_of "$d/manifest.json") wen=$(number wen_bits) around="$around .user_i(16'd0),"
    fi
}

# same LEFT-SOURCES RIGHT-SOURCES: the modules left and right of $d, with the same two vectors, do the same
same() {
    for side in left right; do
        source=$([ $side = left ] && echo "$1" || echo "$2")
        yosys -q -p "read_verilog $source $d/$side.v; hierarchy -check -top $side; proc; flatten; opt -full; techmap;
            opt; aigmap; opt_clean; write_blif $d/$side.blif" > "$log" 2>&1 || return 1
    done
    yosys-abc -c "read_blif $d/right.blif; strash; write_aiger $d/right.aig; read_blif $d/left.blif; strash; &get -n;
        &cec $d/right.aig" > "$log" 2>&1
    grep -q "Networks are equivalent" "$log"
}

# equal UNIT REF-PARAMETERS GEN-FLAGS...: UNIT is enc, dec or a block's name; leaves the verdict in $log
equal() {
    params=$2 unit=$1 && shift 2 && emit $unit "$@" || return 1
    # One input and one output vector: the same order on both sides
    case $unit in
    enc)
        each=$(($(number payload_bits) / units)) reference=${room}_ref_enc
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
        around="$around .user_i(16'd0)," width_in=$((block + tag)) width_out=$block body= reference=${room}_ref_dec
        joined=".tag_i(in[$((tag - 1)):0]), .payload_i(in[$((block + tag - 1)):$tag]), .block_o(out)"
        ;;
    *)
        join_ports in inputs && width_in=$width joined=$joined_ports
        join_ports out outputs && width_out=$width joined="$joined ${joined_ports%,}" body= reference=${room}_ref
        ;;
    esac
    vectors="input [$((width_in - 1)):0] in, output [$((width_out - 1)):0] out"
    printf 'module left(%s); %s unit_%s u (%s %s); endmodule\n' "$vectors" "$body" "$unit" "$around" "$joined" > "$d/left.v"
    printf 'module right(%s); %s %s #(%s) u (%s); endmodule\n' "$vectors" "$body" "$reference" "$params" "$joined" > "$d/right.v"
    # A room of other rooms is read as theirs are
    case $room in bestof) reference="*_ref_$unit" ;; esac
    same "$d/rtl/*.v" "tests/ref/$reference.v"
}

# independent GEN-FLAGS...: what an encoder says of a block does not depend on inactive lanes. Left the emitted encoder, right the
# same with these lanes at zero; tag, units and write enables are compared.
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

# The same for each room: NAME_equal UNIT CONFIGURATION [RANKS]
# warpbdi_equal UNIT LANES BANK MODES PACKED ISOLATE [RANKS]
warpbdi_equal() {
    modes=
    [ $(($4 & 1)) = 0 ] || modes=4-0
    [ $(($4 & 2)) = 0 ] || modes=$modes${modes:+,}4-1
    [ $(($4 & 4)) = 0 ] || modes=$modes${modes:+,}4-2
    equal "$1" ".LANES($2), .BANK_BITS($3), .MODES($4), .PACKED($5)" --lanes "$2" --bank "$3" --modes "$modes" --isolate "$6" \
        --layout "$([ "$5" = 1 ] && echo packed || echo planes)" --enc-stages "${7:-0}" --dec-stages "${7:-0}"
}

# bytewise_equal UNIT LANES GROUPS ISOLATE [RANKS]
bytewise_equal() {
    equal "$1" ".LANES($2), .GROUPS($3)" --codec bytewise --lanes "$2" --groups "$3" --isolate "$4" \
        --enc-stages "${5:-0}" --dec-stages "${5:-0}"
}

# affine_equal UNIT LANES WORD VECTOR STRIDES BANK ISOLATE [RANKS]; expand_equal UNIT LANES WORD VECTOR STRIDES [RANKS]: VECTOR
# is warp, 8, 16 or 32, STRIDES pow2 or any
affine_numbers() {
    echo ".LANES($1), .WORD($2), .VECTOR($(case $3 in warp) echo 0 ;; *) echo $(($3 / 16 + 1)) ;; esac)), .ANY($([ "$4" = any ] && echo 1 || echo 0))"
}
affine_equal() {
    equal "$1" "$(affine_numbers "$2" "$3" "$4" "$5"), .BANK($6)" --codec affine --lanes "$2" --word "$3" --vector "$4" --strides "$5" \
        --bank "$6" --isolate "$7" --enc-stages "${8:-0}" --dec-stages "${8:-0}"
}
# affine_independent, with the same arguments
affine_independent() {
    independent --codec affine --lanes "$2" --word "$3" --vector "$4" --strides "$5" --bank "$6" --isolate "$7" \
        --enc-stages "${8:-0}" --dec-stages "${8:-0}"
}
expand_equal() {
    equal expand "$(affine_numbers "$2" "$3" "$4" "$5")" --block expand --lanes "$2" --word "$3" --vector "$4" --strides "$5" \
        --stages "${6:-0}"
}

# fpc_equal UNIT LINE FORM SEGMENTS SAVE ISOLATE [RANKS]: of the word form the decoder that iterates once, a line of 32 bytes
fpc_equal() {
    save=$([ "$5" = burst ] && echo 1 || echo 0)
    segment=$([ "$3" = segment ] && echo 1 || echo 0)
    equal "$1" ".LINE($2), .SEGMENT($segment), .SEGMENTS($4)$([ "$1" = dec ] || echo ", .SAVE($save)")" --codec fpc --line "$2" \
        --form "$3" --segments "$4" --rate 8 --save "$5" --isolate "$6" --enc-stages "${7:-0}" --dec-stages "${7:-0}"
}

# linebdi_equal UNIT LINE ENCODINGS BASE ZERO_BASE SELECT LAYOUT SAVE ISOLATE [RANKS]: ENCODINGS as bits, the others as the flags say
linebdi_equal() {
    names= bit=1
    for name in zeros repeat 8-1 8-2 8-4 4-1 4-2 2-1; do
        [ $(($3 & bit)) = 0 ] || names=$names${names:+,}$name
        bit=$((bit * 2))
    done
    equal "$1" ".LINE($2), .ENCODINGS($3), .FIRSTNZ($([ "$4" = firstnz ] && echo 1 || echo 0)), .ZERO_BASE($([ "$5" = on ] && echo 1 || echo 0)),
        .SELECT_TAG($([ "$6" = tag ] && echo 1 || echo 0)), .PACKED($([ "$7" = packed ] && echo 1 || echo 0)),
        .SAVE($([ "$8" = burst ] && echo 1 || echo 0))" --codec linebdi --line "$2" --encodings "$names" --base "$4" --zero_base "$5" \
        --select "$6" --layout "$7" --save "$8" --isolate "$9" --enc-stages "${10:-0}" --dec-stages "${10:-0}"
}

# bestof_equal UNIT LINE MEMBERS SAVE ISOLATE [RANKS]: MEMBERS as bits
bestof_equal() {
    names=
    [ $(($3 & 1)) = 0 ] || names=linebdi
    [ $(($3 & 2)) = 0 ] || names=$names${names:+,}fpc
    [ $(($3 & 4)) = 0 ] || names=$names${names:+,}cpack
    equal "$1" ".LINE($2), .MEMBERS($3), .SAVE($([ "$4" = burst ] && echo 1 || echo 0))" --codec bestof --line "$2" --members "$names" \
        --save "$4" --isolate "$5" --enc-stages "${6:-0}" --dec-stages "${6:-0}"
}

# compare_equal UNIT LANES GROUPS MASKED [RANKS]; crossbar_equal UNIT LANES PORTS DIRECTION ORDER [RANKS];
# eligible_equal UNIT LANES GROUPS SOURCES [RANKS]
compare_equal() {
    equal compare ".LANES($2), .GROUPS($3), .MASKED($4)" --block compare --lanes "$2" --groups "$3" \
        --masked "$([ "$4" = 1 ] && echo on || echo off)" --stages "${5:-0}"
}
crossbar_equal() {
    select=1
    while [ $((1 << select)) -lt "$3" ]; do select=$((select + 1)); done
    equal crossbar ".LANES($2), .PORTS($3), .READ($4), .REORDER($5), .SELECT($select)" --block crossbar --lanes "$2" --ports "$3" \
        --direction "$([ "$4" = 1 ] && echo read || echo write)" --order "$([ "$5" = 1 ] && echo reorder || echo plain)" \
        --slice 1 --stages "${6:-0}"
}
eligible_equal() {
    equal eligible ".LANES($2), .GROUPS($3), .SOURCES($4)" --block eligible --lanes "$2" --groups "$3" --sources "$4" \
        --stages "${5:-0}"
}

# cpack_equal UNIT LINE FORM ZERO SAVE ISOLATE [RANKS] [RATE]: FORM is parallel, or fifo, which has no ranks at a rate of all words
# of the line only
cpack_equal() {
    number_of() { [ "$1" = "$2" ] && echo 1 || echo 0; }
    save=
    [ "$1" = dec ] || save=", .SAVE($(number_of "$5" burst))"
    equal "$1" ".LINE($2), .PARALLEL($(number_of "$3" parallel)), .ZERO_ENTRY($(number_of "$4" entry))$save" --codec cpack --line "$2" \
        --form "$3" --zero "$4" --save "$5" --isolate "$6" --enc-stages "${7:-0}" --dec-stages "${7:-0}" --rate "${8:-2}"
}

# prove_equal ROOM UNIT CONFIGURATION...: the same as a test
prove_equal() {
    what=$* prover=$1_equal && shift
    if "$prover" "$@"; then pass "$what equals the reference"; else fail "$what equals the reference"; fi
}

# prove_independent ROOM CONFIGURATION...
prove_independent() {
    what=$* prover=$1_independent && shift
    if "$prover" enc "$@"; then pass "$what does not depend on inactive lanes"; else fail "$what does not depend on inactive lanes"; fi
}
