# SPDX-License-Identifier: Apache-2.0
# equal.sh - sourced after tap.sh: proofs that an emitted unit equals the plain reference RTL at full width.
#
# Both become and-inverter graphs with the same inputs and outputs; ABC's SAT sweeping proves the outputs equal for every
# input. The encoder's payload is compared in the banks in use. Register ranks are replaced by wires, which shows that the
# logic between them is the combinational unit's; the ranks themselves are what the simulations watch.

# modes_text BITS -> 4-0,4-1,...
modes_text() {
    t=
    [ $(($1 & 1)) = 0 ] || t=4-0
    [ $(($1 & 2)) = 0 ] || t=$t${t:+,}4-1
    [ $(($1 & 4)) = 0 ] || t=$t${t:+,}4-2
    echo "$t"
}

# equal UNIT LANES BANK MODES PACKED ISOLATE [STAGES]: leaves the verdict in $log
equal() {
    unit=$1 lanes=$2 bank=$3 modes=$4 packed=$5 isolate=$6 stages=${7:-0}
    d=$work/equal && rm -rf "$d"
    "$warpfold" gen --name unit --lanes "$lanes" --bank "$bank" --modes "$(modes_text "$modes")" --isolate "$isolate" \
        --layout "$([ "$packed" = 1 ] && echo packed || echo planes)" --enc-stages "$stages" --dec-stages "$stages" \
        -o "$d" > "$log" 2>&1 || return 1
    bits=$((lanes * 32)) units=$((lanes * 32 / bank))
    clock=
    if [ "$stages" != 0 ]; then
        clock=".clk_i(1'b0), .rst_ni(1'b1),"
        printf 'module unit_rank #(parameter WIDTH = 1) (input clk_i, rst_ni, valid_i, input [WIDTH-1:0] data_i,
            output valid_o, output [WIDTH-1:0] data_o); assign valid_o = valid_i; assign data_o = data_i; endmodule\n' \
            > "$d/rtl/unit_rank.v"
    fi
    params="#(.LANES($lanes), .BANK_BITS($bank), .MODES($modes), .PACKED($packed))"
    # One input and one output vector: the same order on both sides
    if [ "$unit" = enc ]; then
        width_in=$((bits + lanes + 1)) width_out=$((bits + 2 + units + lanes))
        joined=".block_i(in[$((bits - 1)):0]), .mask_i(in[$((bits + lanes - 1)):$bits]), .raw_only_i(in[$((bits + lanes))]),
            .tag_o(tag), .payload_o(payload), .units_o(units), .wen_o(wen)"
        body="wire [1:0] tag; wire [$((bits - 1)):0] payload, used; wire [$((units - 1)):0] units; wire [$((lanes - 1)):0] wen;
            genvar k; generate for (k = 0; k < $units; k = k + 1) begin : gen_used
            assign used[k*$bank +: $bank] = payload[k*$bank +: $bank] & {$bank{units[k]}}; end endgenerate
            assign out = {wen, units, used, tag};"
    else
        width_in=$((bits + 2)) width_out=$bits
        joined=".tag_i(in[1:0]), .payload_i(in[$((bits + 1)):2]), .block_o(out)"
        body=
    fi
    ports="input [$((width_in - 1)):0] in, output [$((width_out - 1)):0] out"
    # An idle unit may show anything: valid_i is 1
    printf 'module left(%s); %s unit_%s u (%s .valid_i(1'"'"'b1), .user_i(16'"'"'d0), %s); endmodule\n' \
        "$ports" "$body" "$unit" "$clock" "$joined" > "$d/left.v"
    printf 'module right(%s); %s warpbdi_ref_%s %s u (%s); endmodule\n' \
        "$ports" "$body" "$unit" "$params" "$joined" > "$d/right.v"
    for side in left right; do
        source=$([ $side = left ] && ls "$d/rtl/unit_rank.v" "$d/rtl/unit_cut.v" "${MUTANT:-$d/rtl/unit_$unit.v}" 2> /dev/null | tr '\n' ' ' ||
            echo "tests/ref/warpbdi_ref_$unit.v")
        yosys -q -p "read_verilog $source $d/$side.v; hierarchy -check -top $side; proc; flatten; opt -full; techmap;
            opt; aigmap; opt_clean; write_blif $d/$side.blif" > "$log" 2>&1 || return 1
    done
    yosys-abc -c "read_blif $d/right.blif; strash; write_aiger $d/right.aig; read_blif $d/left.blif; strash; &get -n;
        &cec $d/right.aig" > "$log" 2>&1
    grep -q "Networks are equivalent" "$log"
}

# prove_equal ...: the same as a test
prove_equal() {
    name="$1 of $2 lanes, $3-bit banks, modes $4, $([ "$5" = 1 ] && echo packed || echo planes)$([ "$6" = 1 ] && echo ", isolated")"
    if equal "$@"; then pass "$name${7:+, $7 ranks} equals the reference"; else fail "$name${7:+, $7 ranks} equals the reference"; fi
}
