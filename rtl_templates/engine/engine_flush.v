// SPDX-License-Identifier: Apache-2.0
`ifdef WF_METACACHE
// A flush. When nothing is under way it walks through the cache of counts: for each set and each of its ways a fill with a block that no line has, so what
// is dirty there leaves. When all is written it tells so.
//
//   4 ways: the fifth fill of a walk is of set 1, and its tag 1 00000... : a 1 above the bits of a line's number, then the number of the way
`else
// A flush. When nothing is under way it tells so.
//
//   a flush is taken in cycle 0, with nothing under way  ->  flushed_valid_o 1 from cycle 3 on
`endif
//
// More: docs/engine.md, "Flush"
`default_nettype none
module `WF_ENGINE_FLUSH #(
`ifdef WF_METACACHE
    parameter WAYS    = `WF_WAYS,       // ways of the cache: 1, 2, 4 or 8
    parameter ADDRESS = `WF_ADDRESS,    // bits of a line's number: 16 to 28
    parameter SET     = 6,              // bits of a set's number
    parameter COUNT   = 7,              // bits of a place in a block
`endif
    parameter USER    = `WF_USER        // bits of user: 1 to 64
) (
    input  wire               clk_i,            // clock, rising edge
    input  wire               rst_ni,           // reset, low, asynchronous
    input  wire               flush_valid_i,    // 1: a flush
    output wire               flush_ready_o,    // 1: none is under way
    input  wire [USER-1:0]    flush_user_i,     // any bits
    output wire               flushed_valid_o,  // 1: a flush is done
    input  wire               flushed_ready_i,  // 1: that is taken
    output wire [USER-1:0]    flushed_user_o,   // its user
`ifdef WF_METACACHE
    output wire               walk_o,           // 1: a fill of the walk waits
    input  wire               walked_i,         // 1: it enters the cache
    output wire [ADDRESS+3:0] walk_line_o,      // of this line
`endif
    input  wire               idle_i,           // 1: nothing is under way, but what waits to leave
    input  wire               empty_i           // 1: nothing waits to leave
);
    generate
`ifdef WF_METACACHE
        if (WAYS != 1 && WAYS != 2 && WAYS != 4 && WAYS != 8) begin : gen_bad_ways wf_illegal_WAYS bad (); end
        if (ADDRESS < 16 || ADDRESS > 28) begin : gen_bad_address wf_illegal_ADDRESS bad (); end
        if (SET < 1) begin : gen_bad_set wf_illegal_SET bad (); end
        if (COUNT < 1) begin : gen_bad_count wf_illegal_COUNT bad (); end
`endif
        if (USER < 1 || USER > 64) begin : gen_bad_user wf_illegal_USER bad (); end
    endgenerate

    reg            flushing_q, walks_q, flushed_q;
    reg [USER-1:0] user_q;
    wire           told = flushed_q && flushed_ready_i;
`ifdef WF_METACACHE
    localparam                WAY     = $clog2(WAYS);
    localparam                BLOCKS  = SET + WAY;  // bits of the number of a block of the cache
    localparam [BLOCKS:0]     ONE     = 1;
    localparam [ADDRESS+3:0]  OUTSIDE = {1'b1, {ADDRESS+3{1'b0}}};
    reg [BLOCKS:0]            walked_q;
    wire                      all = walked_q[BLOCKS];
    wire [2:0]                way;
    generate
        if (WAY == 0) begin : gen_one
            assign way = 3'd0;
        end else begin : gen_ways
            localparam [31:0] MASK = WAYS - 1;
            assign way = walked_q[2:0] & MASK[2:0];
        end
    endgenerate
    reg                       walk_q;               // it walks, and not all have entered
    assign walk_o      = walk_q;
    assign walk_line_o = OUTSIDE | {1'b0, way, {ADDRESS{1'b0}}} | {{ADDRESS+4-SET-COUNT{1'b0}}, walked_q[WAY +: SET], {COUNT{1'b0}}};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) walk_q <= 1'b0;
        else         walk_q <= !told && (walks_q || (flushing_q && idle_i)) && !all && !(walked_i && &walked_q[BLOCKS-1:0]);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni)       walked_q <= {BLOCKS+1{1'b0}};
        else if (told)     walked_q <= {BLOCKS+1{1'b0}};
        else if (walked_i) walked_q <= walked_q + ONE;
`else
    wire           all = 1'b1;
`endif

    assign flush_ready_o   = !flushing_q;
    assign flushed_valid_o = flushed_q;
    assign flushed_user_o  = user_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) {flushing_q, walks_q, flushed_q} <= 3'b000;
        else begin
            flushing_q <= flushing_q ? !told : flush_valid_i;
            walks_q    <= !told && (walks_q || (flushing_q && idle_i));
            flushed_q  <= flushed_q ? !told : walks_q && all && idle_i && empty_i;
        end
    always @(posedge clk_i)
        if (flush_valid_i && !flushing_q) user_q <= flush_user_i;
endmodule
`default_nettype wire
