// SPDX-License-Identifier: Apache-2.0
//
// What the metacache and its memories promise the engine of the counts of one block, and what they need for it (docs/engine-proofs.md, "Counts").
// engine_metacache.sv proves that it is kept; engine_region.sv has it in their place. HERE is the line whose count is followed.
module metacache_contract #(
    parameter BLOCK = 9                         // bits of a block's number, and four that no line has
) (
    input  wire             clk_i, run_i,
    input  wire [BLOCK-1:0] block_i,            // the block that is followed
    input  wire             enters_i,           // an operation enters
    input  wire [1:0]       op_i,
    input  wire [BLOCK-1:0] op_block_i,         // of this block
    input  wire             op_mine_i,          // and of the line that is followed, if it is the block that is
    input  wire             op_other_i,         // it is of another block whose place is that block's: of the same set, and there is one way
    input  wire [1:0]       bursts_i, filled_i, // the count that is set; that of the line in what is filled
    input  wire             valid_i, hit_i, evict_i,    // the answer
    input  wire [1:0]       count_i, evict_count_i,
    input  wire [BLOCK-1:0] evict_block_i,
    output wire             owed_o,             // the operation is one that may enter
    output wire             kept_o,             // the answer is one that may come
    output wire             inside_o,           // what is evicted has a line: that is so because it holds of each block that nothing else is evicted dirty
    output wire             here_o, dirty_o,    // the block may be in the cache; it is there, and newer than the region's
    output wire [1:0]       count_o             // the line's count there
);
    localparam [1:0] WRITE = 2'd1, FILL = 2'd2;
    reg              valid_q, block_q, mine_q, other_q, here_q, dirty_q;
    reg  [1:0]       op_q, bursts_q, filled_q, count_q;
    wire             leaves = valid_q && evict_i && evict_block_i == block_i;
    wire             misses = valid_q && block_q && !hit_i;
    wire             fills  = misses && op_q == FILL;
    wire             writes = valid_q && block_q && hit_i && op_q == WRITE;
    always @(posedge clk_i)
        if (!run_i) {valid_q, here_q, dirty_q} <= 3'b000;
        else begin
            valid_q <= enters_i;
            here_q  <= fills || (here_q && !leaves && !misses);
            dirty_q <= writes || (dirty_q && !leaves);
        end
    always @(posedge clk_i) begin
        if (enters_i) {op_q, block_q, mine_q, other_q, bursts_q, filled_q} <= {op_i, op_block_i == block_i, op_mine_i, op_other_i, bursts_i, filled_i};
        if (fills) count_q <= filled_q;
        else if (writes && mine_q) count_q <= bursts_q;
    end
    assign owed_o  = !(enters_i && op_i == WRITE && op_block_i[BLOCK-1 -: 4] != 4'd0);
    assign kept_o  = valid_i == valid_q && !(evict_i && !(valid_q && op_q == FILL && !hit_i)) &&
                     !(valid_q && block_q && hit_i && !here_q) && !(misses && dirty_q) &&
                     !(valid_q && block_q && mine_q && hit_i && count_i != count_q) &&
                     !(valid_q && op_q == FILL && other_q && dirty_q && !leaves) &&
                     !(leaves && !(dirty_q && evict_count_i == count_q));
    assign inside_o = !(evict_i && evict_block_i[BLOCK-1 -: 4] != 4'd0);
    assign {here_o, dirty_o, count_o} = {here_q, dirty_q, count_q};
endmodule
