// SPDX-License-Identifier: Apache-2.0
// A write slot: a write that is accepted and whose arrays are not written. It waits for its code and for an older write of its register; then it can be
// chosen. In the cycle after the choice and the one after that its bank reads what it holds.
//
//   cycle      0  1  2  3  4
//   take_i     1                  known_i 0, before_i 0
//   coded_i       1               the code, of an encoder of 1 cycle
//   may_o         1               it becomes the request of its port, and a bank chooses it in cycle 2
//   chosen_i            1         which it learns now
//   free_o     1           1      in cycle 4 it can take another write
//
// More: docs/gsrf.md, "Write"
`default_nettype none
module `WF_GSRF_SLOT #(
    parameter LANES = `WF_LANES,   // lanes of the warp
    parameter WRITES = `WF_WRITES, // write ports
    parameter SLOTS = `WF_SLOTS,   // write slots
    parameter USER  = `WF_USER,    // bits of user
    parameter NUMBER = 10,         // bits of the numbers of a warp and a register of it
    parameter PLACE = 10,          // bits of a place
`ifdef WF_WITH_COMPRESS_ON
    parameter TAG   = 37,          // bits of a tag
`endif
    parameter BLOCK = 32 * LANES   // bits of a value; not to be set
) (
    input  wire             clk_i,      // clock, rising edge
    input  wire             rst_ni,     // reset, low, asynchronous

    input  wire             take_i,     // 1: it takes a write, to which the next inputs belong
    input  wire [NUMBER-1:0] number_i,  // its register
    input  wire [PLACE-1:0] place_i,    // where that is
    input  wire [LANES-1:0] mask_i,     // its mask
    input  wire [BLOCK-1:0] values_i,   // its values
    input  wire [USER-1:0]  user_i,     // its user
    input  wire [SLOTS-1:0] before_i,   // the slot with the youngest older write of the register, one-hot, or 0
`ifdef WF_WITH_COMPRESS_ON
    input  wire             dead_i,     // 1: the lanes that are not in the mask are not needed
    input  wire             known_i,    // 1: tag_i is its code, or it needs none; 0: an encoder brings the code
    input  wire [TAG-1:0]   tag_i,      // its tag, if it is known
    input  wire             coded_i,    // 1: an encoder brings the code
    input  wire [TAG-1:0]   code_i,     // the code
`endif
    input  wire [WRITES*SLOTS-1:0] asked_i,     // the slot for which each port asked in the cycle before, one-hot, or 0, port 0 lowest
    input  wire [WRITES-1:0] stored_i,  // bit p: a bank chose that of port p
    input  wire             chosen_i,   // 1: that was this slot

    output wire             held_o,     // 1: there is a write that is not known to be chosen
    output wire             free_o,     // 1: it can take a write
    output wire             may_o,      // 1: it can become its port's request
    output wire [NUMBER-1:0] number_o,  // its register
    output wire [PLACE-1:0] place_o,    // where that is
    output wire [LANES-1:0] mask_o,     // its mask
    output wire             some_o,     // 1: that is not empty
    output wire             full_o,     // 1: that is full
`ifdef WF_WITH_COMPRESS_ON
    output wire             dead_o,     // 1: the other lanes are not needed
    output wire [TAG-1:0]   tag_o,      // its code
`endif
    output wire [USER-1:0]  user_o,     // its user
    output wire [BLOCK-1:0] values_o    // its values
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (NUMBER < 1) begin : gen_bad_number wf_illegal_NUMBER bad (); end
        if (PLACE < 1) begin : gen_bad_place wf_illegal_PLACE bad (); end
`ifdef WF_WITH_COMPRESS_ON
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    // ---- What it waits for ----

    reg             held_q, behind_q;
    reg [SLOTS-1:0] before_q;
    wire [WRITES-1:0] hits;         // a port asked for the write that it waits for
    genvar p;
    generate
        for (p = 0; p < WRITES; p = p + 1) begin : gen_hit
            assign hits[p] = |((take_i ? before_i : before_q) & asked_i[p*SLOTS +: SLOTS]);
        end
    endgenerate
`ifdef WF_WITH_COMPRESS_ON
    reg             coding_q;       // it waits for its code
    wire            coding = take_i ? !known_i && !coded_i : coding_q && !coded_i;
    wire            coded  = !coding_q || coded_i;
    always @(posedge clk_i)
        coding_q <= coding;
`else
    wire            coded  = 1'b1;
`endif
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) held_q <= 1'b0;
        else         held_q <= take_i || (held_q && !chosen_i);
    always @(posedge clk_i) begin
        if (take_i) before_q <= before_i;
        behind_q <= (take_i ? |before_i : behind_q) && !(|(hits & stored_i));
    end
    assign held_o = held_q;
    assign free_o = !held_q;
    assign may_o  = held_q && !behind_q && coded;

    // ---- What it is ----

    reg             some_q, full_q;
    reg [NUMBER-1:0] number_q;
    reg [PLACE-1:0] place_q;
    reg [LANES-1:0] mask_q;
    reg [USER-1:0]  user_q;
    reg [BLOCK-1:0] values_q;
    always @(posedge clk_i)
        if (take_i) {number_q, place_q, mask_q, values_q, user_q, some_q, full_q} <= {number_i, place_i, mask_i, values_i, user_i, |mask_i, &mask_i};
    assign {number_o, place_o, mask_o, values_o, user_o, some_o, full_o} = {number_q, place_q, mask_q, values_q, user_q, some_q, full_q};
`ifdef WF_WITH_COMPRESS_ON
    reg             dead_q;
    reg [TAG-1:0]   tag_q;
    always @(posedge clk_i) begin
        if (take_i)            dead_q <= dead_i;
        if (coded_i)           tag_q <= code_i;
        else if (take_i)       tag_q <= tag_i;
    end
    assign {dead_o, tag_o} = {dead_q, tag_q};
`endif
endmodule
`default_nettype wire
