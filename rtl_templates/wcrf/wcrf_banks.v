// SPDX-License-Identifier: Apache-2.0
// The power of the banks of a cluster. A bank is off, waking or on; after reset it is off. One that is off wakes up when a store needs it. One
// that is on goes off when no valid register has a code in it, it shows none at the stage "data", and nothing is to be stored in its cluster.
//
//   WAKE 2:
//   cycle       0  1  2  3
//   wake_i      1
//   begins_o    1
//   waking_o       1  1
//   on_o                 1
//   power_o        1  1  1
//
// More: docs/wcrf.md, "Banks"
`default_nettype none
module `WF_WCRF_BANKS #(
    parameter BANKS = 8,         // banks of the cluster
    parameter WAKE  = `WF_WAKE   // cycles that a bank takes to wake up: 1 to 31
) (
    input  wire             clk_i,     // clock, rising edge
    input  wire             rst_ni,    // reset, low, asynchronous
    input  wire [BANKS-1:0] used_i,    // bit b: a valid register has a code in bank b
    input  wire [BANKS-1:0] shown_i,   // bit b: bank b shows a part of the code at the stage "data"
    input  wire             busy_i,    // 1: a slot holds a write of this cluster, or a move of it is under way
    input  wire [BANKS-1:0] wake_i,    // bit b: a store needs bank b, which is not on
    output wire [BANKS-1:0] power_o,   // bit b: bank b is waking or on; from a flip-flop, since it moves a switch
    output wire [BANKS-1:0] on_o,      // bit b: bank b is on
    output wire [BANKS-1:0] next_on_o, // bit b: it is in the next cycle
    output wire [BANKS-1:0] waking_o,  // bit b: bank b is waking
    output wire [BANKS-1:0] begins_o   // bit b: bank b begins to wake up
);
    generate
        if (BANKS < 1) begin : gen_bad_banks wf_illegal_BANKS bad (); end
        if (WAKE < 1 || WAKE > 31) begin : gen_bad_wake wf_illegal_WAKE bad (); end
    endgenerate
    localparam [31:0] FIRST = WAKE;

    genvar b;
    generate
        for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
            reg       power_q, on_q;
            reg [4:0] left_q;       // cycles until it is on; 0: it is not waking
            wire      stays = on_q && (used_i[b] || shown_i[b] || busy_i);
            assign power_o[b]  = power_q;
            assign on_o[b]     = on_q;
            assign next_on_o[b] = left_q == 5'd1 || stays;
            assign waking_o[b] = power_q && !on_q;
            assign begins_o[b] = wake_i[b] && !on_q && !waking_o[b];
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    power_q <= 1'b0;
                    on_q    <= 1'b0;
                    left_q  <= 5'd0;
                end else begin
                    power_q <= begins_o[b] || waking_o[b] || stays;
                    on_q    <= next_on_o[b];
                    left_q  <= begins_o[b] ? FIRST[4:0] : waking_o[b] ? left_q - 5'd1 : 5'd0;
                end
        end
    endgenerate
endmodule
`default_nettype wire
