// SPDX-License-Identifier: Apache-2.0
// Block expand: from base and stride of affine vectors to every lane. Lane i of a vector is base + i * stride, modulo 2^WORD. A vector is
// the warp or a part of it.
`ifdef WF_EXPAND_ANY
// In: a base and a stride for each vector.
`endif
`ifdef WF_EXPAND_POW2
// In: a base and a stride for each vector. The stride is a code: 0 to 6 for 1 to 64, 7 for zero.
`endif
// Out: the lanes, STAGES cycles later (0: in the same cycle).
//
`ifdef WF_EXPAND_ANY
//   8 lanes, hexadecimal    base 00000030, stride 00000010        ->  30 40 50 60 70 80 90 A0
//                           base 00000030, stride 0               ->  30 in all lanes
`endif
`ifdef WF_EXPAND_POW2
//   8 lanes, hexadecimal    base 00000030, stride code 4 (10)     ->  30 40 50 60 70 80 90 A0
//                           base 00000030, stride code 7 (zero)   ->  30 in all lanes
`endif
//
// Source: Affine Vector Cache (2011), section 5.2. More: docs/expand.md
`default_nettype none
module `WF_EXPAND #(
    parameter LANES  = `WF_LANES,                                // lanes of the warp: a power of two, 4 to 128
    parameter VECTOR = `WF_VECTOR,                               // lanes of a vector: 0 the warp; 1, 2, 3: 8, 16, 32 lanes
    parameter ANY    = `WF_ANY_STRIDE,                           // strides: 0 zero and powers of two to 64, 1 any word; not to be set
    parameter WORD   = `WF_WORD,                                 // bits of a lane: 4 to 64
    parameter STAGES = `WF_STAGES,                               // register ranks at the outputs, 0 or 1: the latency in cycles
    parameter COUNT  = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),  // vectors; not to be set
    parameter CODE   = ANY != 0 ? WORD : 3                       // bits of a stride; not to be set
) (
    input  wire                  clk_i,     // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                  rst_ni,    // reset, low, asynchronous
    input  wire                  valid_i,   // 1: the inputs mean something in this cycle
    input  wire [COUNT*WORD-1:0] base_i,    // a base for each vector, vector 0 lowest
    input  wire [COUNT*CODE-1:0] stride_i,  // a stride for each vector: code 0 to 6 for 1 to 64, 7 for 0; ANY: the stride

    output wire                  valid_o,   // 1: the outputs mean something in this cycle
    output wire [LANES*WORD-1:0] block_o    // lane i is base + i * stride of its vector, lane 0 lowest
);
    localparam WIDTH = LANES / COUNT;       // lanes of a vector

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES)) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (ANY != `WF_ANY_STRIDE) begin : gen_bad_any wf_illegal_ANY bad (); end
        if (WORD < 4 || WORD > 64) begin : gen_bad_word wf_illegal_WORD bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (COUNT != (VECTOR == 0 ? 1 : LANES / (4 << VECTOR))) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (CODE != (ANY != 0 ? WORD : 3)) begin : gen_bad_code wf_illegal_CODE bad (); end
    endgenerate

    wire [LANES*WORD-1:0] block;

    genvar v;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_vector
`ifdef WF_EXPAND_ANY
            `WF_EXPAND_ANY #(.WIDTH(WIDTH), .WORD(WORD)) lanes (
`endif
`ifdef WF_EXPAND_POW2
            `WF_EXPAND_POW2 #(.WIDTH(WIDTH), .WORD(WORD)) lanes (
`endif
                .base_i(base_i[WORD*v +: WORD]), .stride_i(stride_i[CODE*v +: CODE]), .sums_o(block[WORD*WIDTH*v +: WORD*WIDTH])
            );
        end
    endgenerate

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(LANES * WORD)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i(block),
        .valid_o(valid_o), .ready_i(1'b1), .data_o(block_o)
    );
endmodule
`default_nettype wire
