// SPDX-License-Identifier: Apache-2.0
// Must a younger instruction wait until an older one has left?
//
//   same warp  kind older, younger  the younger writes r2, the older reads r2  ->  memory_o control_o war_o
//   0          any                  any                                        ->  0        0         0
//   1          01, 01               no                                         ->  1        0         0
//   1          10, 00 or 00, 10     no                                         ->  0        1         0
//   1          11, 01               yes                                        ->  1        1         1
//
// More: docs/order.md, "What it promises"
`default_nettype none
module `WF_ORDER_RULE #(
    parameter WARP     = 5,    // bits of a warp's number
    parameter REGISTER = 5     // bits of a register's number
) (
    input  wire [WARP-1:0]       older_warp_i,      // of the older one: its warp
    input  wire [3*REGISTER-1:0] older_sources_i,   // its sources, source 0 lowest
    input  wire [2:0]            older_used_i,      // bit s: source s is read
    input  wire [1:0]            older_kind_i,      // bit 0: memory, bit 1: control
    input  wire [WARP-1:0]       warp_i,            // of the younger one: its warp
    input  wire [REGISTER-1:0]   dest_i,            // its destination
    input  wire                  writes_i,          // 1: it has one
    input  wire [1:0]            kind_i,            // bit 0: memory, bit 1: control
    output wire                  memory_o,          // 1: it must wait, since both are of memory
    output wire                  control_o,         // 1: since one of them is of control
    output wire                  war_o              // 1: since it writes a register that the older one reads
);
    generate
        if (WARP < 1) begin : gen_bad_warp wf_illegal_WARP bad (); end
        if (REGISTER < 1) begin : gen_bad_register wf_illegal_REGISTER bad (); end
    endgenerate

    wire       same = older_warp_i == warp_i;
    wire [2:0] reads;
    genvar s;
    generate
        for (s = 0; s < 3; s = s + 1) begin : gen_source
            assign reads[s] = older_used_i[s] && older_sources_i[s*REGISTER +: REGISTER] == dest_i;
        end
    endgenerate
    assign memory_o  = same && older_kind_i[0] && kind_i[0];
    assign control_o = same && (older_kind_i[1] || kind_i[1]);
    assign war_o     = same && writes_i && |reads;
endmodule
`default_nettype wire
