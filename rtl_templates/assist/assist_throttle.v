// SPDX-License-Identifier: Apache-2.0
// Counts the slots that are used in a window of cycles. If they are more than a share of all, low priority is throttled in the next window.
//
//   WINDOW 16, SLOTS 2, THROTTLE 50: more than 16 slots in cycles 0 to 15  ->  throttled_o 1 in cycles 16 to 31
//
// More: docs/assist.md, "Throttle"
`default_nettype none
module `WF_ASSIST_THROTTLE #(
    parameter SLOTS    = `WF_SLOTS,         // slots of a cycle: from 1
    parameter WINDOW   = `WF_WINDOW,        // cycles of a window: a power of two, from 2
    parameter THROTTLE = `WF_THROTTLE,      // per cent: 0 to 100
    parameter USED     = $clog2(SLOTS + 1)  // bits of a number of slots; not to be set
) (
    input  wire            clk_i,       // clock, rising edge
    input  wire            rst_ni,      // reset, low, asynchronous: a window begins
    input  wire            busy_i,      // 1: slots are used in this cycle
    input  wire [USED-1:0] used_i,      // so many
    output wire            throttled_o  // 1: low priority is throttled
);
    generate
        if (SLOTS < 1) begin : gen_bad_slots wf_illegal_SLOTS bad (); end
        if (WINDOW < 2 || 1024 % WINDOW != 0) begin : gen_bad_window wf_illegal_WINDOW bad (); end
        if (THROTTLE < 0 || THROTTLE > 100) begin : gen_bad_throttle wf_illegal_THROTTLE bad (); end
        if (USED != $clog2(SLOTS + 1)) begin : gen_bad_used wf_illegal_USED bad (); end
    endgenerate
    localparam CYCLE = $clog2(WINDOW);
    localparam SUM   = CYCLE + USED;
    localparam [31:0] MORE_THAN = SLOTS * WINDOW * THROTTLE / 100;
    reg              throttled_q;
    reg  [CYCLE-1:0] cycle_q;
    reg  [SUM-1:0]   sum_q;
    wire [SUM-1:0]   sum = sum_q + {{CYCLE{1'b0}}, used_i & {USED{busy_i}}};
    wire             ends = &cycle_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            cycle_q     <= {CYCLE{1'b0}};
            sum_q       <= {SUM{1'b0}};
            throttled_q <= 1'b0;
        end else begin
            cycle_q <= cycle_q + {{CYCLE-1{1'b0}}, 1'b1};
            sum_q   <= ends ? {SUM{1'b0}} : sum;
            if (ends) throttled_q <= sum > MORE_THAN[SUM-1:0];
        end
    assign throttled_o = throttled_q;
endmodule
`default_nettype wire
