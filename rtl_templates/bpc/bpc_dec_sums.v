// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, sums: each word is the sum of the base and all differences up to it. The sums of neighbours are joined in log2 levels: to
// each sum in the right half of a pair the last sum of the left half is added. Of a raw line nothing is added.
//
//   base 5, differences 2, -1, 4  ->  level 1: 5 7 | -1 3  ->  level 2: 5 7 6 10
`default_nettype none
module `WF_DEC_SUMS #(
    parameter LINE      = `WF_LINE,           // bytes of the cache line: 32, 64 or 128
    parameter CUT_LOW   = 0,                  // 1: a rank behind the lower levels
    parameter CUT_HIGH  = 0,                  // 1: a rank before the last level
    parameter FLOW      = `WF_FLOW,           // what ready_i does (`WF_CUT.v): 0 nothing, 1 stall, 2 elastic
    parameter USER_BITS = `WF_USER_BITS,      // bits of user, 1 or more
    parameter PARTS     = 33 * (LINE / 4) - 1 // bits of base and planes; not to be set
) (
    input  wire                 clk_i,      // clock, rising edge; without ranks nothing uses it
    input  wire                 rst_ni,     // reset, low, asynchronous
    input  wire                 valid_i,    // 1: the inputs mean something in this cycle
    output wire                 ready_o,    // 1: the unit takes what valid_i offers
    input  wire [USER_BITS-1:0] user_i,     // any bits
    input  wire                 coded_i,    // 1: compressed, 0: raw
    input  wire [PARTS-1:0]     parts_i,    // the base, then the planes from slot 0 (plane 32) on; or the raw line, above it any bits

    output wire                 valid_o,    // 1: the outputs mean something in this cycle
    input  wire                 ready_i,    // 1: the next place takes the outputs; nothing uses it if FLOW is 0
    output wire [USER_BITS-1:0] user_o,     // the bits that came in with these parts
    output wire [LINE*8-1:0]    block_o     // the line
);
    localparam W      = LINE / 4;
    localparam N      = W - 1;
    localparam BLOCK  = LINE * 8;
    localparam LEVELS = $clog2(W);
    localparam LOW    = LEVELS == 3 ? 1 : 2;    // levels before the cut low
    localparam HIGH   = LEVELS - 1;             // before the cut high

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (CUT_LOW < 0 || CUT_LOW > 1) begin : gen_bad_cut_low wf_illegal_CUT_LOW bad (); end
        if (CUT_HIGH < 0 || CUT_HIGH > 1) begin : gen_bad_cut_high wf_illegal_CUT_HIGH bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
        if (PARTS != 33 * (LINE / 4) - 1) begin : gen_bad_parts wf_illegal_PARTS bad (); end
    endgenerate

    // Level 0: the base and the differences. Plane 32 only told the planes below it
    wire [BLOCK-1:0] words_0;
    genvar i, p, l;
    generate
        assign words_0[31:0] = parts_i[31:0];
        for (i = 1; i < W; i = i + 1) begin : gen_word
            wire [31:0] delta;
            for (p = 0; p < 32; p = p + 1) begin : gen_bit
                assign delta[p] = parts_i[32 + N*(32-p) + i-1];
            end
            assign words_0[32*i +: 32] = coded_i ? delta : parts_i[32*i +: 32];
        end

        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            localparam ON = l == LOW && CUT_LOW != 0 || l == HIGH && CUT_HIGH != 0 ? 1 : 0;
            wire                 valid, ready, coded;
            wire [USER_BITS-1:0] user;
            wire [BLOCK-1:0]     words;
            if (l == 0) begin : gen_first
                assign {valid, user, coded, words} = {valid_i, user_i, coded_i, words_0};
                assign ready_o = ready;
            end else begin : gen_next
                wire [BLOCK-1:0] added;
                for (i = 0; i < W; i = i + 1) begin : gen_sum
                    localparam LAST = ((i >> (l - 1)) << (l - 1)) - 1;      // of the left half
                    wire [31:0] here = gen_level[l-1].words[32*i +: 32];
                    if ((i >> (l - 1)) % 2 == 1) begin : gen_right
                        assign added[32*i +: 32] = here + (gen_level[l-1].words[32*LAST +: 32] & {32{gen_level[l-1].coded}});
                    end else begin : gen_left
                        assign added[32*i +: 32] = here;
                    end
                end
                `WF_CUT #(.ON(ON), .WIDTH(USER_BITS + 1 + BLOCK), .FLOW(FLOW)) cut_level (
                    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(gen_level[l-1].valid), .ready_o(gen_level[l-1].ready),
                    .data_i({gen_level[l-1].user, gen_level[l-1].coded, added}),
                    .valid_o(valid), .ready_i(ready), .data_o({user, coded, words})
                );
            end
        end
    endgenerate
    assign valid_o = gen_level[LEVELS].valid;
    assign user_o  = gen_level[LEVELS].user;
    assign block_o = gen_level[LEVELS].words;
    assign gen_level[LEVELS].ready = ready_i;
    wire unused_coded = &{1'b0, gen_level[LEVELS].coded};
endmodule
`default_nettype wire
