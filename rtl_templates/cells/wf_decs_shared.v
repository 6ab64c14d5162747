// SPDX-License-Identifier: Apache-2.0
// An array of DECS decoders that PORTS requesters share, PORTS > DECS. Port j of a vector is bits j*W +: W, where W is the width of
// that port of one decoder.
// In: a request at each port; it is taken in a cycle in which its valid_i and ready_o are both 1. ready_o answers in the same cycle. Out:
// the block, at the port of its request, after the decoder's latency, so each port keeps its order.
// Arbitration: each cycle serves the first DECS requesters that ask, in turn, beginning behind the one that was served last.
//
//   DECS 2, PORTS 3, all ask in every cycle   ->   ports 0 1, then 2 0, then 1 2, then 0 1 ..
//
// More: docs/ports.md, "Arrays"
`default_nettype none
module `WF_DECS #(
    parameter DECS  = `WF_DECS_COUNT,  // decoders
    parameter PORTS = `WF_DEC_PORTS    // requesters, more than DECS
) (
    input  wire                              clk_i,      // clock, rising edge
    input  wire                              rst_ni,     // reset, low, asynchronous
    input  wire [PORTS-1:0]                  valid_i,    // bit j: port j asks for a decoder, with a code
    output wire [PORTS-1:0]                  ready_o,    // bit j: a decoder takes the code of port j in this cycle
    input  wire [PORTS*`WF_USER_BITS-1:0]    user_i,     // for each port, port 0 lowest; comes out with this code's block
    input  wire [PORTS*`WF_TAG_BITS-1:0]     tag_i,      // the tag of each port, port 0 lowest
    input  wire [PORTS*`WF_PAYLOAD_BITS-1:0] payload_i,  // the payload of each port, port 0 lowest
    output wire [PORTS-1:0]                  valid_o,    // bit j: the outputs of port j mean something
`ifdef WF_WITH_STALL
    input  wire                              ready_i,    // 1: the receivers take all outputs; 0 holds all decoders, and no request is taken
`endif
    output wire [PORTS*`WF_USER_BITS-1:0]    user_o,     // what came in with each code, port 0 lowest
    output wire [PORTS*`WF_BLOCK_BITS-1:0]   block_o     // the block of each port, port 0 lowest
);
    generate
        if (DECS < 1) begin : gen_bad_decs wf_illegal_DECS bad (); end
        if (PORTS <= DECS) begin : gen_bad_ports wf_illegal_PORTS bad (); end
    endgenerate

    localparam UB = `WF_USER_BITS;
    localparam TB = `WF_TAG_BITS;
    localparam PB = `WF_PAYLOAD_BITS;
    localparam BB = `WF_BLOCK_BITS;
`ifndef WF_WITH_STALL
    wire ready_i = 1'b1;
`endif

    // Grant: pick[u*PORTS + p] is 1 if decoder u serves requester p
    wire [DECS*PORTS-1:0] pick;
    wire [PORTS-1:0]      unused_all, granted;
    `WF_ARB #(.PORTS(PORTS), .GRANTS(DECS)) arb (
        .clk_i(clk_i), .rst_ni(rst_ni), .request_i(valid_i), .take_i(ready_i), .grant_o(pick)
    );
    `WF_FOLD #(.WIDTH(PORTS), .COUNT(DECS)) fold (.data_i(pick), .all_o(unused_all), .any_o(granted));
    assign ready_o = granted & {PORTS{ready_i}};

    // Serve: each decoder takes its requester's operands. The requester's number, one-hot, goes through beside the user bits.
    wire [DECS-1:0]             unit_valid;
    wire [DECS*PORTS-1:0]       unit_port;
    wire [DECS*UB-1:0]          unit_user;
    wire [DECS*BB-1:0]          unit_block;
    wire [PORTS*(UB+TB+PB)-1:0] operands;
    genvar j, k;
    generate
        for (k = 0; k < PORTS; k = k + 1) begin : gen_operands
            assign operands[k*(UB+TB+PB) +: UB+TB+PB] = {user_i[k*UB +: UB], tag_i[k*TB +: TB], payload_i[k*PB +: PB]};
        end
        for (j = 0; j < DECS; j = j + 1) begin : gen_unit
            wire [PORTS-1:0]    mine = pick[j*PORTS +: PORTS];
            wire [UB+TB+PB-1:0] served;
            `WF_MUX #(.WIDTH(UB+TB+PB), .COUNT(PORTS)) serve (.select_i(mine), .data_i(operands), .data_o(served));
`ifdef WF_WITH_DEC_READY
            wire unused_ready;  // as ready_i: decoders that iterate are not shared
`endif
            `WF_DEC #(.USER_BITS(PORTS + UB)) dec (
                .clk_i     (clk_i),
                .rst_ni    (rst_ni),
                .valid_i   (|mine),
`ifdef WF_WITH_DEC_READY
                .ready_o   (unused_ready),
`endif
                .user_i    ({mine, served[TB+PB +: UB]}),
                .tag_i     (served[PB +: TB]),
                .payload_i (served[0 +: PB]),
                .valid_o   (unit_valid[j]),
`ifdef WF_WITH_FLOW
                .ready_i   (ready_i),
`endif
                .user_o    ({unit_port[j*PORTS +: PORTS], unit_user[j*UB +: UB]}),
                .block_o   (unit_block[j*BB +: BB])
            );
        end
    endgenerate

    // Return: at most one decoder has a block for this port in a cycle
    wire [DECS*(UB+BB)-1:0] results;
    generate
        for (j = 0; j < DECS; j = j + 1) begin : gen_result
            assign results[j*(UB+BB) +: UB+BB] = {unit_user[j*UB +: UB], unit_block[j*BB +: BB]};
        end
        for (k = 0; k < PORTS; k = k + 1) begin : gen_port
            wire [DECS-1:0] from;
            for (j = 0; j < DECS; j = j + 1) begin : gen_from
                assign from[j] = unit_valid[j] && unit_port[j*PORTS+k];
            end
            assign valid_o[k] = |from;
            `WF_MUX #(.WIDTH(UB+BB), .COUNT(DECS)) back (
                .select_i(from), .data_i(results), .data_o({user_o[k*UB +: UB], block_o[k*BB +: BB]})
            );
        end
    endgenerate
endmodule
`default_nettype wire
