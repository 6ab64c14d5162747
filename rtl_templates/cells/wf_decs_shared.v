// SPDX-License-Identifier: Apache-2.0
// An array of DECS decoders that PORTS requesters share, PORTS > DECS.
// In: a request at each port; it is taken in a cycle in which its valid_i and ready_o are both 1. ready_o answers in the same cycle. Out:
// the block, at the port of its request, after the decoder's latency, so each port keeps its order.
// Arbitration: each cycle serves the first DECS requesters that ask, in turn, beginning behind the one that was served last.
//
//   DECS 2, PORTS 3, all ask in every cycle   ->   ports 0 1, then 2 0, then 1 2, then 0 1 ..
//
// More: docs/architecture.md, "Arrays"
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
    output wire [PORTS*`WF_USER_BITS-1:0]    user_o,     // what came in with each code, port 0 lowest
    output wire [PORTS*`WF_BLOCK_BITS-1:0]   block_o     // the block of each port, port 0 lowest
);
    localparam UB = `WF_USER_BITS;
    localparam TB = `WF_TAG_BITS;
    localparam PB = `WF_PAYLOAD_BITS;
    localparam BB = `WF_BLOCK_BITS;

    // Grant: pick[u*PORTS + p] is 1 if decoder u serves requester p. after_q marks the requesters behind the one that was served last: the
    // first round looks at them, the second round at the others.
    reg [PORTS-1:0]      after_q, after_d, grant;
    reg [DECS*PORTS-1:0] pick;
    reg [DECS:0]         free;  // one-hot: the decoder that serves next; bit DECS: all are taken
    integer round, p, u;
    always @* begin
        after_d = after_q;
        grant   = {PORTS{1'b0}};
        pick    = {DECS*PORTS{1'b0}};
        free    = {{DECS{1'b0}}, 1'b1};
        for (round = 0; round < 2; round = round + 1)
            for (p = 0; p < PORTS; p = p + 1)
                if (valid_i[p] && after_q[p] == (round == 0) && !free[DECS]) begin
                    grant[p] = 1'b1;
                    for (u = 0; u < DECS; u = u + 1)
                        pick[u*PORTS + p] = free[u];
                    free    = free << 1;
                    after_d = ~({PORTS{1'b1}} >> (PORTS - 1 - p));
                end
    end
    assign ready_o = grant;

    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) after_q <= {PORTS{1'b1}};
        else         after_q <= after_d;

    // Serve: each decoder takes its requester's operands. The requester's number, one-hot, goes through beside the user bits.
    wire [DECS-1:0]    unit_valid;
    wire [DECS*PORTS-1:0] unit_port;
    wire [DECS*UB-1:0] unit_user;
    wire [DECS*BB-1:0] unit_block;
    genvar j, k;
    generate
        for (j = 0; j < DECS; j = j + 1) begin : gen_unit
            wire [PORTS-1:0] mine = pick[j*PORTS +: PORTS];
            reg [UB+TB+PB-1:0] operands;
            integer q;
            always @* begin
                operands = {(UB+TB+PB){1'b0}};
                for (q = 0; q < PORTS; q = q + 1)
                    operands = operands | ({user_i[q*UB +: UB], tag_i[q*TB +: TB], payload_i[q*PB +: PB]}
                                           & {(UB+TB+PB){mine[q]}});
            end
`ifdef WF_WITH_DEC_READY
            wire unused_ready;  // always 1: decoders that iterate are not shared
`endif
            `WF_DEC #(.USER_BITS(PORTS + UB)) dec (
                .clk_i     (clk_i),
                .rst_ni    (rst_ni),
                .valid_i   (|mine),
`ifdef WF_WITH_DEC_READY
                .ready_o   (unused_ready),
`endif
                .user_i    ({mine, operands[TB+PB +: UB]}),
                .tag_i     (operands[PB +: TB]),
                .payload_i (operands[0 +: PB]),
                .valid_o   (unit_valid[j]),
                .user_o    ({unit_port[j*PORTS +: PORTS], unit_user[j*UB +: UB]}),
                .block_o   (unit_block[j*BB +: BB])
            );
        end

        // Return: OR the blocks of all decoders that belong to this port. At most one does in a cycle.
        for (k = 0; k < PORTS; k = k + 1) begin : gen_port
            reg [UB+BB:0] back;
            integer v;
            always @* begin
                back = {(UB+BB+1){1'b0}};
                for (v = 0; v < DECS; v = v + 1)
                    back = back | ({1'b1, unit_user[v*UB +: UB], unit_block[v*BB +: BB]}
                                   & {(UB+BB+1){unit_valid[v] && unit_port[v*PORTS + k]}});
            end
            assign valid_o[k]          = back[UB+BB];
            assign user_o[k*UB +: UB]  = back[BB +: UB];
            assign block_o[k*BB +: BB] = back[0 +: BB];
        end
    endgenerate
endmodule
`default_nettype wire
