// SPDX-License-Identifier: Apache-2.0
//
// The metacache as the engine has it: its slice, the engine's memories, and any operations. Proven in every state: what the engine needs of it, engine_metacache.svh,
// of a block with any tag. A row of a memory is followed, that of the block's set; the others give anything.
`default_nettype none
`include "engine_metacache.svh"
module formal (
    input wire         clk_i,
    input wire         enters_i,
    input wire [1:0]   op_i, bursts_i,
    input wire [`ADDRESS+3:0] address_i,
    input wire [255:0] data_i
);
    localparam WAYS = `WAYS, COUNT = $clog2(4 * `FETCH), SET = $clog2(1024 * `KBYTES / `FETCH / WAYS), BLOCK = `ADDRESS + 4 - COUNT, TAG = BLOCK - SET;
    localparam DATA = 8 * `FETCH;
    localparam [SET-1:0]   HERE_SET = 5;
    localparam [COUNT-1:0] HERE     = 37;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    (* anyconst *) wire [TAG-1:0] here_tag;

    wire [WAYS*TAG-1:0]  tags;
    wire [WAYS*DATA-1:0] blocks;
    wire [WAYS-1:0]      tags_write, blocks_write;
    wire [SET-1:0]       set;
    wire [TAG-1:0]       tag;
    wire [DATA-1:0]      block, evict_data;
    wire                 valid, hit, evict, owed, kept, inside, here, dirty;
    wire [1:0]           bursts, count;
    wire [BLOCK-1:0]     evict_block;
    unit_engine_metacache_slice #(.KBYTES(`KBYTES), .WAYS(WAYS), .FETCH(`FETCH), .ADDRESS(`ADDRESS + 4)) slice (
        .clk_i(clk_i), .rst_ni(run_q), .valid_i(enters_i), .op_i(op_i), .address_i(address_i), .bursts_i(bursts_i), .data_i(data_i), .tags_i(tags),
        .blocks_i(blocks), .valid_o(valid), .hit_o(hit), .bursts_o(bursts), .evict_o(evict), .evict_block_o(evict_block), .evict_data_o(evict_data),
        .write_tag_o(tags_write), .write_block_o(blocks_write), .set_o(set), .tag_o(tag), .block_o(block)
    );
    unit_engine_memories #(.LINE(`LINE), .OUTSTANDING(`OUTSTANDING), .WAYS(WAYS), .SET(SET), .TAG(TAG), .DATA(DATA)) memories (
        .clk_i(clk_i), .cache_read_i(enters_i), .cache_read_set_i(address_i[COUNT +: SET]), .cache_tags_o(tags), .cache_blocks_o(blocks),
        .cache_tags_write_i(tags_write), .cache_blocks_write_i(blocks_write), .cache_set_i(set), .cache_tag_i(tag), .cache_block_i(block)
    );
    metacache_contract #(.BLOCK(BLOCK)) contract (
        .clk_i(clk_i), .run_i(run_q), .block_i({here_tag, HERE_SET}), .enters_i(enters_i), .op_i(op_i), .op_block_i(address_i[COUNT +: BLOCK]),
        .op_mine_i(address_i[COUNT-1:0] == HERE), .op_other_i(WAYS == 1 && address_i[COUNT +: SET] == HERE_SET && address_i[COUNT+SET +: TAG] != here_tag),
        .bursts_i(bursts_i), .filled_i(data_i[2*HERE +: 2]), .valid_i(valid), .hit_i(hit), .evict_i(valid && evict),
        .count_i(bursts), .evict_count_i(evict_data[2*HERE +: 2]), .evict_block_i(evict_block), .owed_o(owed), .kept_o(kept), .inside_o(inside), .here_o(here),
        .dirty_o(dirty), .count_o(count)
    );
    always @(posedge clk_i) begin
        assume (owed);
        if (run_q) begin
            assert (kept);
            assert (!dirty || (here && here_tag[TAG-1 -: 4] == 4'd0));
        end
    end

    // ---- Why: what the block's set has, as the operation in its second cycle finds it ----

    localparam STATUS = 2 * WAYS + WAYS * (WAYS - 1) / 2, SETS = 1 << SET;
    (* hierconn *) wire [STATUS-1:0]      \slice.status , \slice.late_status ;
    (* hierconn *) wire [SETS*STATUS-1:0] \slice.all_q ;
    (* hierconn *) wire                   \slice.late ;
    (* hierconn *) wire [SET-1:0]         \slice.late_set ;
    (* hierconn *) wire [WAYS-1:0]        \slice.ahead , \slice.ahead_hit ;
    (* hierconn *) wire [TAG-1:0]         \slice.last_tag ;
    (* hierconn *) wire [DATA-1:0]        \slice.last , \slice.data ;
    (* hierconn *) wire [COUNT-1:0]       \slice.entry ;
    (* hierconn *) wire [1:0]             \slice.op , \slice.bursts ;
    (* hierconn *) wire [TAG-1:0]         \memories.gen_way[0].tags.row_q , \memories.gen_way[1].tags.row_q ;
    (* hierconn *) wire [DATA-1:0]        \memories.gen_way[0].blocks.row_q , \memories.gen_way[1].blocks.row_q ;
    (* hierconn *) wire                   \contract.block_q , \contract.mine_q , \contract.other_q ;
    (* hierconn *) wire [1:0]             \contract.op_q , \contract.bursts_q , \contract.filled_q ;
    wire                here_set = valid && set == HERE_SET;
    wire [STATUS-1:0]   stored, status;
    wire [2*TAG-1:0]    row_tags   = {\memories.gen_way[1].tags.row_q , \memories.gen_way[0].tags.row_q };
    wire [3:0]          row_counts = {\memories.gen_way[1].blocks.row_q [2*HERE +: 2], \memories.gen_way[0].blocks.row_q [2*HERE +: 2]};
    wire [WAYS-1:0]     holds;
    genvar b, w;
    generate
        for (b = 0; b < STATUS; b = b + 1) begin : gen_status
            assign stored[b] = \slice.all_q [SETS*b + HERE_SET];
        end
        for (w = 0; w < WAYS; w = w + 1) begin : gen_holds
            assign holds[w] = status[w] && row_tags[TAG*w +: TAG] == here_tag;
            always @(posedge clk_i)
                if (run_q) begin
                    assert (!holds[w] || (here && status[WAYS+w] == dirty && row_counts[2*w +: 2] == count));
                    assert (!here_set || (\slice.ahead [w] ? status[w] && \slice.last_tag == row_tags[TAG*w +: TAG] && \slice.last [2*HERE +: 2] == row_counts[2*w +: 2] :
                            !status[w] || (tags[TAG*w +: TAG] == row_tags[TAG*w +: TAG] && blocks[DATA*w+2*HERE +: 2] == row_counts[2*w +: 2])));
                    assert (!here_set || \slice.ahead_hit [w] == (\slice.ahead [w] && \slice.last_tag == tag));
                end
        end
    endgenerate
    assign status = here_set ? \slice.status : \slice.late && \slice.late_set == HERE_SET ? \slice.late_status : stored;
    always @(posedge clk_i)
        if (run_q) begin
            assert ((holds & (holds - 1'b1)) == 0);
            assert (!dirty || |holds);
            assert (!here_set || (\slice.ahead & (\slice.ahead - 1'b1)) == 0);
            assert (!valid || (\contract.block_q == (tag == here_tag && set == HERE_SET) && \contract.mine_q == (\slice.entry == HERE) &&
                    \contract.op_q == \slice.op && \contract.bursts_q == \slice.bursts ));
            assert (!valid || \contract.other_q == (WAYS == 1 && tag != here_tag && set == HERE_SET));
            assert (!(valid && \slice.op == 2'd2) || \contract.filled_q == \slice.data [2*HERE +: 2]);
        end
    wire unused = &{1'b0, inside};
endmodule
module unit_ram #(
    parameter WORDS = 2, parameter BITS = 1, parameter PART = BITS, parameter PORTS = 2, parameter ADDRESS = $clog2(WORDS)
) (
    input  wire                 clk_i, on_i, read_i,
    input  wire [ADDRESS-1:0]   read_addr_i, write_addr_i,
    input  wire [BITS/PART-1:0] write_i,
    input  wire [BITS-1:0]      write_data_i,
    output wire [BITS-1:0]      read_data_o
);
    localparam ROW = WORDS > 5 ? 5 : 0;
    (* anyseq *) wire [BITS-1:0] any;
    reg [BITS-1:0] row_q, data_q;
    always @(posedge clk_i) begin
        if (write_i[0] && write_addr_i == ROW) row_q <= write_data_i;
        if (read_i) data_q <= read_addr_i == ROW && !(|write_i && write_addr_i == ROW) ? row_q : any;
    end
    assign read_data_o = data_q;
endmodule
`default_nettype wire
