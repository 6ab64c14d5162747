// SPDX-License-Identifier: Apache-2.0
// The registers that have a write under way, for a scoreboard.
//
// Between the cycle in which a write goes to an encoder and the one in which its code is in the banks, the register's tag in the side array
// is stale: nobody may read the register, and the decision on the dummy move must wait. A write enters the table when it goes to the encoder
// (start) and leaves it when the banks have the code (finish). Several writes of one register may be under way; it is busy until the last
// has finished.
//
//   ENTRIES 2, start of register 5, start of 9, finish of 5:
//   cycle                 0  1  2  3
//   start_valid_i, id     5  9
//   finish_valid_i, id          5
//   busy_o of register 5  0  1  1  0     from the cycle after the start on, up to the cycle of the finish
//   start_ready_o         1  1  0  1
`default_nettype none
module `WF_INFLIGHT #(
    parameter ID      = 1,  // bits of a register's name: warp and register number, from 1
    parameter ENTRIES = 2,  // writes under way at once, from 1: an encoder's latency and 2; each encoder has a table
    parameter PORTS   = 1   // registers that are asked for in a cycle, from 1
) (
    input  wire                clk_i,           // clock, rising edge
    input  wire                rst_ni,          // active low; afterwards no write is under way
    input  wire                start_valid_i,   // a write goes to an encoder
    output wire                start_ready_o,   // there is an entry for it
    input  wire [ID-1:0]       start_id_i,      // the register that it writes
    input  wire                finish_valid_i,  // a write that is under way is in the banks
    input  wire [ID-1:0]       finish_id_i,     // the register that it wrote
    input  wire [PORTS*ID-1:0] ask_id_i,        // port p is bits p*ID +: ID
    output wire [PORTS-1:0]    busy_o           // it has a write under way
);
    generate
        if (ID < 1) begin : gen_bad_id wf_illegal_ID bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (PORTS < 1) begin : gen_bad_ports wf_illegal_PORTS bad (); end
    endgenerate

    reg  [ENTRIES-1:0] used_q;
    wire [ENTRIES-1:0] start, finished, finish, unused_below, unused_above;
    wire               unused_known;
    `WF_FIRST #(.WIDTH(ENTRIES)) first_free (.bits_i(~used_q), .first_o(start), .below_o(unused_below), .any_o(start_ready_o));
    `WF_FIRST #(.WIDTH(ENTRIES)) first_same (.bits_i(finished), .first_o(finish), .below_o(unused_above), .any_o(unused_known));

    genvar e, p;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            wire begins = start_valid_i && start[e];
            wire ends   = finish_valid_i && finish[e];
            reg [ID-1:0] id_q;
            assign finished[e] = used_q[e] && id_q == finish_id_i;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni)   used_q[e] <= 1'b0;
                else if (begins) used_q[e] <= 1'b1;
                else if (ends) used_q[e] <= 1'b0;
            always @(posedge clk_i)
                if (begins) id_q <= start_id_i;
        end
        for (p = 0; p < PORTS; p = p + 1) begin : gen_port
            wire [ENTRIES-1:0] same;
            for (e = 0; e < ENTRIES; e = e + 1) begin : gen_same
                assign same[e] = used_q[e] && gen_entry[e].id_q == ask_id_i[p*ID +: ID];
            end
            assign busy_o[p] = |same;
        end
    endgenerate
endmodule
`default_nettype wire
