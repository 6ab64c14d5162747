// SPDX-License-Identifier: Apache-2.0
// The table of registers that have a write under way, with a row for each register that is asked for. It has no logic of its own.
`default_nettype none
module `WF_SV_MODULE #(
    parameter int ID      = 1,                     // bits of a register's name: warp and register number, from 1
    parameter int ENTRIES = `WF_INFLIGHT_ENTRIES,  // writes under way at once: the encoder's latency and 2
    parameter int PORTS   = 1                      // registers that are asked for in a cycle, from 1
) (
    input  wire logic                     clk_i,           // clock, rising edge
    input  wire logic                     rst_ni,          // reset, low, asynchronous
    input  wire logic                     start_valid_i,   // a write goes to the encoder
    output wire logic                     start_ready_o,   // there is an entry for it
    input  wire logic [ID-1:0]            start_id_i,      // the register that it writes
    input  wire logic                     finish_valid_i,  // a write that is under way is in the banks
    input  wire logic [ID-1:0]            finish_id_i,     // the register that it wrote
    input  wire logic [PORTS-1:0][ID-1:0] ask_id_i,        // the registers that are asked for
    output wire logic [PORTS-1:0]         busy_o           // each has a write under way
);
    generate
        if (ID < 1) begin : gen_bad_id $fatal(1, "ID is %0d: it must be 1 or more", ID); end
        if (ENTRIES < 1) begin : gen_bad_entries $fatal(1, "ENTRIES is %0d: it must be 1 or more", ENTRIES); end
        if (PORTS < 1) begin : gen_bad_ports $fatal(1, "PORTS is %0d: it must be 1 or more", PORTS); end
    endgenerate
    `WF_SV_LEAF #(.ID(ID), .ENTRIES(ENTRIES), .PORTS(PORTS)) leaf (.*);
endmodule
`default_nettype wire
