// SPDX-License-Identifier: Apache-2.0
// A register file of one bank, without compression, one instruction at a time. In: instructions, writes, releases of a warp's registers.
// Out: operands; which writes are stored.
//
//   step_q   0 idle   1, 2, 3 source 0, 1, 2 is read   4 operands are offered
//
// More: docs/onebank.md
`default_nettype none
module `WF_ONEBANK #(
    parameter LANES     = `WF_LANES,                              // lanes of the warp: a power of two, 4 to 128
    parameter WARPS     = `WF_WARPS,                              // warps: 1 to 64
    parameter REGISTERS = `WF_REGISTERS,                          // registers of a warp: 2 to 256
    parameter USER      = `WF_USER,                               // bits of user: 1 to 32
    parameter W         = WARPS > 1 ? $clog2(WARPS) : 1,          // bits of a warp's number; not to be set
    parameter G         = REGISTERS > 1 ? $clog2(REGISTERS) : 1   // bits of a register's number; not to be set
) (
    input  wire                clk_i,              // clock, rising edge
    input  wire                rst_ni,             // reset, low, asynchronous
    input  wire                issue0_valid_i,     // 1: an instruction
    output wire                issue0_ready_o,     // 1: it is taken
    input  wire [W-1:0]        issue0_warp_i,      // its warp
    input  wire [G-1:0]        issue0_source0_i,   // source 0
    input  wire [G-1:0]        issue0_source1_i,   // source 1
    input  wire [G-1:0]        issue0_source2_i,   // source 2
    input  wire [2:0]          issue0_used_i,      // bit s: source s is read
    input  wire [G-1:0]        issue0_dest_i,      // the destination
    input  wire                issue0_writes_i,    // 1: it has a destination
    input  wire [LANES-1:0]    issue0_mask_i,      // its mask, bit i is lane i
    input  wire [USER-1:0]     issue0_user_i,      // any bits; they come out with its operands

    input  wire                write0_valid_i,     // 1: a write
    output wire                write0_ready_o,     // 1: it is taken, and stored in this cycle
    input  wire [W-1:0]        write0_warp_i,      // its warp
    input  wire [G-1:0]        write0_dest_i,      // its register
    input  wire [LANES-1:0]    write0_mask_i,      // the lanes that it writes
    input  wire [LANES*32-1:0] write0_values_i,    // the values, lane 0 lowest
    input  wire [USER-1:0]     write0_user_i,      // any bits

    input  wire                release_valid_i,    // 1: a release
    output wire                release_ready_o,    // 1: it is taken
    input  wire [W-1:0]        release_warp_i,     // the warp whose registers are free

    output wire                operands0_valid_o,  // 1: operands of an instruction
    input  wire                operands0_ready_i,  // 1: they are taken
    output wire [LANES*32-1:0] operands0_value0_o, // source 0; 0 if it is not used
    output wire [LANES*32-1:0] operands0_value1_o, // source 1
    output wire [LANES*32-1:0] operands0_value2_o, // source 2
    output wire [LANES-1:0]    operands0_mask_o,   // the mask of the instruction
    output wire [USER-1:0]     operands0_user_o,   // its user

    output wire                stored0_valid_o,    // 1: a write was stored in the cycle before
    output wire [USER-1:0]     stored0_user_o      // user of that write
);
    localparam ROWS = WARPS * REGISTERS;
    localparam [2:0] IDLE = 3'd0, OFFER = 3'd4;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WARPS < 1 || WARPS > 64) begin : gen_bad_warps wf_illegal_WARPS bad (); end
        if (REGISTERS < 2 || REGISTERS > 256) begin : gen_bad_registers wf_illegal_REGISTERS bad (); end
        if (USER < 1 || USER > 32) begin : gen_bad_user wf_illegal_USER bad (); end
        if (W != (WARPS > 1 ? $clog2(WARPS) : 1)) begin : gen_bad_w wf_illegal_W bad (); end
        if (G != $clog2(REGISTERS)) begin : gen_bad_g wf_illegal_G bad (); end
    endgenerate

    // ---- Step: an instruction reads one source a cycle ----

    reg  [2:0]       step_q, used_q;
    reg  [W-1:0]     warp_q;
    reg  [3*G-1:0]   sources_q;
    reg  [LANES-1:0] mask_q;
    reg  [USER-1:0]  user_q;
    wire             waits = step_q == IDLE ? !issue0_valid_i : step_q == OFFER && !operands0_ready_i;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)     step_q <= IDLE;
        else if (!waits) step_q <= step_q == OFFER ? IDLE : step_q + 3'd1;
    always @(posedge clk_i)
        if (step_q == IDLE)
            {warp_q, used_q, sources_q, mask_q, user_q} <=
                {issue0_warp_i, issue0_used_i, issue0_source2_i, issue0_source1_i, issue0_source0_i, issue0_mask_i, issue0_user_i};

    // ---- Release: one register a cycle becomes zero, from the last one down ----

    reg         releasing_q;
    reg [W-1:0] released_q;
    reg [G-1:0] release_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) releasing_q <= 1'b0;
        else         releasing_q <= releasing_q ? |release_q : release_valid_i;
    always @(posedge clk_i) begin
        if (!releasing_q) released_q <= release_warp_i;
        release_q <= releasing_q ? release_q - 1'b1 : {G{1'b1}} & (REGISTERS - 1);
    end

    // ---- The bank ----

    wire [2:0]               reading = {step_q == 3'd3, step_q == 3'd2, step_q == 3'd1};
    wire [G-1:0]             source;
    wire [ROWS-1:0]          read;
    wire [ROWS*LANES*32-1:0] words;
    wire [LANES*32-1:0]      value;
    `WF_MUX #(.WIDTH(G), .COUNT(3)) mux_source (.select_i(reading), .data_i(sources_q), .data_o(source));
    `WF_MUX #(.WIDTH(LANES * 32), .COUNT(ROWS)) mux_row (.select_i(read), .data_i(words), .data_o(value));
    genvar k, r, l;
    generate
        for (r = 0; r < ROWS; r = r + 1) begin : gen_row
            localparam [31:0] WARP = REGISTERS < 1 ? 0 : r / REGISTERS, NUMBER = r - WARP * REGISTERS;
            wire writes    = write0_valid_i && write0_warp_i == WARP[W-1:0] && write0_dest_i == NUMBER[G-1:0];
            wire releases  = releasing_q && released_q == WARP[W-1:0] && release_q == NUMBER[G-1:0];
            assign read[r] = |(reading & used_q) && warp_q == WARP[W-1:0] && source == NUMBER[G-1:0];
            for (l = 0; l < LANES; l = l + 1) begin : gen_lane
                reg [31:0] word_q;
                always @(posedge clk_i or negedge rst_ni)
                    if (!rst_ni)                            word_q <= 32'd0;
                    else if (writes && write0_mask_i[l])    word_q <= write0_values_i[32*l +: 32];
                    else if (releases)                      word_q <= 32'd0;
                assign words[32*(LANES*r + l) +: 32] = word_q;
            end
        end
        for (k = 0; k < 3; k = k + 1) begin : gen_source
            reg [LANES*32-1:0] value_q;
            always @(posedge clk_i) if (reading[k]) value_q <= value;
        end
    endgenerate
    reg            stored_q;
    reg [USER-1:0] stored_user_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) stored_q <= 1'b0;
        else         stored_q <= write0_valid_i;
    always @(posedge clk_i) stored_user_q <= write0_user_i;

    assign {issue0_ready_o, write0_ready_o, release_ready_o}       = {step_q == IDLE, 1'b1, !releasing_q};
    assign {operands0_valid_o, operands0_mask_o, operands0_user_o} = {step_q == OFFER, mask_q, user_q};
    assign {operands0_value2_o, operands0_value1_o, operands0_value0_o} = {gen_source[2].value_q, gen_source[1].value_q, gen_source[0].value_q};
    assign {stored0_valid_o, stored0_user_o}                       = {stored_q, stored_user_q};
    wire [G:0] unused_destination = {issue0_dest_i, issue0_writes_i};   // writes are stored as they come
endmodule
`default_nettype wire
