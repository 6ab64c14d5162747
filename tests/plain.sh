# SPDX-License-Identifier: Apache-2.0
# plain.sh - sourced after tap.sh: make_plain DIR REF-PARAMETERS turns the combinational design in DIR (name "unit") into the
# plain reading of its paper: its units become shells around tests/ref, so that the same benches and the same synthesis
# measure it.
make_plain() {
    m=$1/manifest.json room=$(value "$m" codec)
    block=$(value "$m" block_bits) mask=$(value "$m" mask_bits) tag=$(value "$m" tag_bits) payload=$(value "$m" payload_bits)
    wen=$(value "$m" wen_bits) units=$(units_of "$m")
    {
        mask_port=$([ "$mask" = 0 ] || echo "input [$((mask - 1)):0] mask_i,")
        printf 'module unit_enc #(parameter USER_BITS = 16) (input valid_i, input [USER_BITS-1:0] user_i, input raw_only_i,
            %s input [%d:0] block_i, output valid_o, output [USER_BITS-1:0] user_o, output [%d:0] tag_o,
            output [%d:0] payload_o, output [%d:0] units_o, output [%d:0] wen_o);
            assign valid_o = valid_i; assign user_o = user_i;
            %s_ref_enc #(%s) enc (.block_i(block_i), %s .raw_only_i(raw_only_i),
            .tag_o(tag_o), .payload_o(payload_o), .units_o(units_o), .wen_o(wen_o));\nendmodule\n' \
            "$mask_port" $((block - 1)) $((tag - 1)) $((payload - 1)) $((units - 1)) $((wen - 1)) "$room" "$2" \
            "$([ "$mask" = 0 ] || echo ".mask_i(mask_i),")"
        cat "tests/ref/${room}_ref_enc.v"
    } > "$1/rtl/unit_enc.v"
    {
        printf 'module unit_dec #(parameter USER_BITS = 16) (input valid_i, input [USER_BITS-1:0] user_i, input [%d:0] tag_i,
            input [%d:0] payload_i, output valid_o, output [USER_BITS-1:0] user_o, output [%d:0] block_o);
            assign valid_o = valid_i; assign user_o = user_i;
            %s_ref_dec #(%s) dec (.tag_i(tag_i), .payload_i(payload_i), .block_o(block_o));\nendmodule\n' \
            $((tag - 1)) $((payload - 1)) $((block - 1)) "$room" "$2"
        cat "tests/ref/${room}_ref_dec.v"
    } > "$1/rtl/unit_dec.v"
}

# make_plain_compare DIR LANES: the same of the block compare, one group, without a mask
make_plain_compare() {
    {
        printf 'module unit_compare (input valid_i, input [%d:0] block_i, output valid_o, output [3:0] enc_o, output one_o);
            assign valid_o = valid_i;
            compare_ref #(.LANES(%d), .GROUPS(1), .MASKED(0)) compare (.mask_i(%d'"'"'d0), .block_i(block_i), .enc_o(enc_o),
            .one_o(one_o));\nendmodule\n' $((32 * $2 - 1)) "$2" "$2"
        cat tests/ref/compare_ref.v
    } > "$1/rtl/unit_compare.v"
}

# make_plain_expand DIR LANES: the same of the block expand, whole warps, strides that are powers of two, words of 32 bits
make_plain_expand() {
    {
        printf 'module unit_expand (input valid_i, input [31:0] base_i, input [2:0] stride_i, output valid_o, output [%d:0] block_o);
            assign valid_o = valid_i;
            expand_ref #(.LANES(%d)) expand (.base_i(base_i), .stride_i(stride_i), .block_o(block_o));\nendmodule\n' \
            $((32 * $2 - 1)) "$2"
        cat tests/ref/expand_ref.v
    } > "$1/rtl/unit_expand.v"
}
