# SPDX-License-Identifier: Apache-2.0
# plain.sh - sourced: make_plain DIR turns the combinational design in DIR (name "unit") into the plain reading of the
# paper: its units become shells around tests/ref, so that the same benches and the same synthesis measure it.
make_plain() {
    lanes=$2 bank=$3
    bits=$((lanes * 32)) units=$((lanes * 32 / bank))
    {
        printf 'module unit_enc #(parameter USER_BITS = 16) (input valid_i, input [USER_BITS-1:0] user_i, input raw_only_i,
            input [%d:0] mask_i, input [%d:0] block_i, output valid_o, output [USER_BITS-1:0] user_o, output [1:0] tag_o,
            output [%d:0] payload_o, output [%d:0] units_o, output [%d:0] wen_o);
            assign valid_o = valid_i; assign user_o = user_i;
            warpbdi_ref_enc #(.LANES(%d), .BANK_BITS(%d)) enc (.block_i(block_i), .mask_i(mask_i), .raw_only_i(raw_only_i),
            .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o));\nendmodule\n' \
            $((lanes - 1)) $((bits - 1)) $((bits - 1)) $((units - 1)) $((lanes - 1)) "$lanes" "$bank"
        cat tests/ref/warpbdi_ref_enc.v
    } > "$1/rtl/unit_enc.v"
    {
        printf 'module unit_dec #(parameter USER_BITS = 16) (input valid_i, input [USER_BITS-1:0] user_i, input [1:0] tag_i,
            input [%d:0] payload_i, output valid_o, output [USER_BITS-1:0] user_o, output [%d:0] block_o);
            assign valid_o = valid_i; assign user_o = user_i;
            warpbdi_ref_dec #(.LANES(%d), .BANK_BITS(%d)) dec (.tag_i(tag_i), .payload_i(payload_i), .block_o(block_o));\nendmodule\n' \
            $((bits - 1)) $((bits - 1)) "$lanes" "$bank"
        cat tests/ref/warpbdi_ref_dec.v
    } > "$1/rtl/unit_dec.v"
}
