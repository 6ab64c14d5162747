// SPDX-License-Identifier: Apache-2.0
// The queue behind a unit of fixed latency. It gives the unit a valid/ready interface at full rate.
// In: take_i, an operand enters the unit in this cycle; valid_i and data_i, a result leaves the unit; ready_i, the receiver takes a result.
// Out: room_o, an operand may enter the unit; valid_o and data_o, the oldest result. It leaves the queue if valid_o and ready_i are both 1.
// room_o counts what is queued and what is still in the unit. So each operand in flight has a slot for its result, and nothing is lost.
//
//   DEPTH 3, nothing is taken out: after three cycles with take_i = 1 room_o is 0, even while all three operands are still in the unit
`default_nettype none
module `WF_FIFO #(
    parameter WIDTH = 1,  // bits of a result
    parameter DEPTH = 2   // slots; full rate needs the latency of the unit + 2
) (
    input  wire             clk_i,    // clock, rising edge
    input  wire             rst_ni,   // reset, low, asynchronous
    input  wire             take_i,   // 1: an operand enters the unit
    output wire             room_o,   // 1: an operand may enter the unit
    input  wire             valid_i,  // 1: the unit's result is in data_i
    input  wire [WIDTH-1:0] data_i,   // a result of the unit
    output wire             valid_o,  // 1: data_o is a result
    input  wire             ready_i,  // 1: the receiver takes it
    output wire [WIDTH-1:0] data_o    // the oldest result in the queue
);
    // Slot 0 is the oldest result. used_q and owed_q count in thermometer code (2 is 011): results queued; results queued or in flight.
    reg [DEPTH*WIDTH-1:0] slot_q;
    reg [DEPTH-1:0]       used_q, owed_q;

    wire give = valid_o && ready_i;
    assign room_o  = !owed_q[DEPTH-1];
    assign valid_o = used_q[0];
    assign data_o  = slot_q[0 +: WIDTH];

    wire [DEPTH-1:0] used = give ? used_q >> 1 : used_q;
    wire [DEPTH-1:0] owed = give ? owed_q >> 1 : owed_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            used_q <= {DEPTH{1'b0}};
            owed_q <= {DEPTH{1'b0}};
        end else begin
            used_q <= valid_i ? {used[DEPTH-2:0], 1'b1} : used;
            owed_q <= take_i  ? {owed[DEPTH-2:0], 1'b1} : owed;
        end

    genvar s;
    generate
        for (s = 0; s < DEPTH; s = s + 1) begin : gen_slot
            wire first_free = !used[s] && (s == 0 || used[(s == 0 ? 0 : s - 1)]);
            if (s == DEPTH - 1) begin : gen_last
                always @(posedge clk_i)
                    if (valid_i && first_free) slot_q[s*WIDTH +: WIDTH] <= data_i;
            end else begin : gen_moving
                always @(posedge clk_i)
                    if (valid_i && first_free) slot_q[s*WIDTH +: WIDTH] <= data_i;
                    else if (give)             slot_q[s*WIDTH +: WIDTH] <= slot_q[(s + 1)*WIDTH +: WIDTH];
            end
        end
    endgenerate
endmodule
`default_nettype wire
