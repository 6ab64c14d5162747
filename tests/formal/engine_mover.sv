// SPDX-License-Identifier: Apache-2.0
//
// The bursts that leave (docs/engine.md, "Mover"): the mover with its queue, between whoever loads it while it is free and takes when it likes. Of each burst the
// first bit of one byte, BYTE, is followed. Proven in every state: what is loaded leaves behind all that was loaded before, from its first burst on, as many as
// its count says, each with its bytes and its mask; nothing else leaves; and it is empty if all has left.
`default_nettype none
module formal (
    input wire               clk_i,
    input wire               load_i, ready_i, pick_i,   // pick: this load is followed
    input wire [$clog2(`LINE / 32)-1:0] first_i,
    input wire [1:0]         count_i,
    input wire [8*`LINE-1:0] data_i,
    input wire [`LINE-1:0]   mask_i
);
    localparam LINE = `LINE, BURSTS = LINE / 32, BURST = $clog2(BURSTS), HERE = `BYTE % 32;
    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;
    wire         free, empty, valid;
    wire [255:0] data;
    wire [31:0]  mask;
    wire         loads = load_i && free;
    unit_engine_mover #(.LINE(LINE)) mover (
        .clk_i(clk_i), .rst_ni(run_q), .free_o(free), .load_i(loads), .first_i(first_i), .count_i(count_i), .data_i(data_i), .mask_i(mask_i), .empty_o(empty),
        .valid_o(valid), .ready_i(ready_i), .data_o(data), .mask_o(mask)
    );

    reg  [3:0]        all_q, ahead_q;       // bursts that were loaded and have not left; those of them that are before what is followed
    reg               picked_q, ended_q;
    reg  [2:0]        next_q, last_q;       // of what is followed
    reg  [BURSTS-1:0] bits_q, masks_q;
    wire              leaves = valid && ready_i, picks = loads && pick_i && !picked_q;
    wire [BURSTS-1:0] bits, masks;
    genvar u;
    generate
        for (u = 0; u < BURSTS; u = u + 1) begin : gen_burst
            assign bits[u]  = data_i[256*u+8*HERE];
            assign masks[u] = mask_i[32*u+HERE];
        end
    endgenerate
    wire              mine = picked_q && !ended_q && ahead_q == 0;
    always @(posedge clk_i) begin
        assume (!loads || {1'b0, first_i} + count_i < BURSTS);
        if (!run_q) {all_q, ahead_q, picked_q, ended_q} <= 10'd0;
        else begin
            all_q    <= all_q - {3'd0, leaves} + (loads ? {2'd0, count_i} + 4'd1 : 4'd0);
            picked_q <= picked_q || picks;
            ended_q  <= ended_q || (mine && leaves && next_q == last_q);
            ahead_q  <= picks ? all_q - {3'd0, leaves} : ahead_q - {3'd0, leaves && ahead_q != 0};
        end
        if (picks) {next_q, last_q, bits_q, masks_q} <= {3'd0 | first_i, {1'b0, count_i} + first_i, bits, masks};
        else if (mine && leaves) next_q <= next_q + 3'd1;
        if (run_q) begin
            assert (!(valid && mine) || (data[8*HERE] == bits_q[next_q[BURST-1:0]] && mask[HERE] == masks_q[next_q[BURST-1:0]]));
            assert (!valid || all_q != 0);
            assert ((all_q == 0) == (empty && !valid));
        end
    end
endmodule
`default_nettype wire
