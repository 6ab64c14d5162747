// SPDX-License-Identifier: Apache-2.0
// Decoder of zerorun: the words that the tag leaves out are 0.
//   32 bytes, tag 4, payload 1 2 0 3 ..  ->  words 1 2 0 3 0 0 0 0
`default_nettype none
module `WF_DEC #(
    parameter LINE      = `WF_LINE,
    parameter ISOLATE   = `WF_ISOLATE,
    parameter STAGES    = `WF_DEC_STAGES,
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,
`endif
    parameter USER_BITS = `WF_USER_BITS
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      valid_i,
`ifdef WF_WITH_FLOW
    output wire                      ready_o,
`endif
    input  wire [USER_BITS-1:0]      user_i,
    input  wire [$clog2(LINE/4)-1:0] tag_i,
    input  wire [LINE*8-1:0]         payload_i,

    output wire                      valid_o,
`ifdef WF_WITH_FLOW
    input  wire                      ready_i,
`endif
    output wire [USER_BITS-1:0]      user_o,
    output wire [LINE*8-1:0]         block_o
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LINE * 8;
    localparam W     = LINE / 4;    // words

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if (STAGES < 0 || STAGES > 5) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // ---- Rebuild: bit w of `kept_0` where word w is not left out ----

    wire [W-1:0]     kept_0 = {W{1'b1}} >> tag_i;
    wire [BLOCK-1:0] block_0;
    genvar           w;
    generate
        for (w = 0; w < W; w = w + 1) begin : gen_word
            assign block_0[32*w +: 32] = payload_i[32*w +: 32] & {32{kept_0[w] && (ISOLATE == 0 || valid_i)}};
        end
    endgenerate

    // ---- Ranks, all at the outputs ----

    localparam WIDTH = USER_BITS + BLOCK;
    genvar s;
    generate
        for (s = 0; s <= STAGES; s = s + 1) begin : gen_place
            wire             valid, ready;
            wire [WIDTH-1:0] data;
            if (s == 0) begin : gen_first
                assign valid = valid_i;
                assign data  = {user_i, block_0};
            end else begin : gen_rank
                `WF_CUT #(.ON(1), .WIDTH(WIDTH), .FLOW(FLOW)) cut (
                    .clk_i(clk_i), .rst_ni(rst_ni),
                    .valid_i(gen_place[s-1].valid), .ready_o(gen_place[s-1].ready), .data_i(gen_place[s-1].data),
                    .valid_o(valid), .ready_i(ready), .data_o(data)
                );
            end
            if (s == STAGES) begin : gen_last
                assign ready = ready_i;
            end
        end
    endgenerate
    assign ready_o = FLOW == 0 || gen_place[0].ready;
    assign valid_o           = gen_place[STAGES].valid;
    assign {user_o, block_o} = gen_place[STAGES].data;
    wire unused = &{1'b0, clk_i, rst_ni};
endmodule
`default_nettype wire
