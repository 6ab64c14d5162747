// SPDX-License-Identifier: Apache-2.0
// Encoder and decoder behind their valid/ready wrappers, one after the other, with both ends stuttering: every block
// comes back, once, in order, with its side channel; with both ends willing one goes in every cycle, or every INTERVAL where
// the units iterate. BLOCK, TAG, PAYLOAD and MASK (where there is one) are bits.
`default_nettype none
module stream_tb;
    localparam BLOCKS = 3000;
    reg          clk = 1'b0, rst_n = 1'b0;
    reg          in_valid = 1'b0, out_ready = 1'b0;
    wire         in_ready, mid_valid, mid_ready, out_valid;
    reg  [15:0]  in_user = 16'd0;
    wire [15:0]  mid_user, out_user;
    reg  [`BLOCK-1:0] in_block = 0;
    wire [`BLOCK-1:0] out_block;
    wire [`PAYLOAD-1:0] mid_payload;
    wire [`TAG-1:0] mid_tag;

    unit_enc_stream enc (
        .clk_i(clk), .rst_ni(rst_n), .valid_i(in_valid), .ready_o(in_ready), .user_i(in_user), .raw_only_i(1'b0),
`ifdef MASK
        .mask_i({`MASK{1'b1}}),
`endif
        .block_i(in_block), .valid_o(mid_valid), .ready_i(mid_ready), .user_o(mid_user), .tag_o(mid_tag),
        .payload_o(mid_payload), .units_o(), .wen_o()
    );
    unit_dec_stream dec (
        .clk_i(clk), .rst_ni(rst_n), .valid_i(mid_valid), .ready_o(mid_ready), .user_i(mid_user), .tag_i(mid_tag),
        .payload_i(mid_payload), .valid_o(out_valid), .ready_i(out_ready), .user_o(out_user), .block_o(out_block)
    );

    reg [`BLOCK-1:0] sent [0:BLOCKS-1];
    integer     n_sent = 0, n_back = 0, errors = 0, stutter = 0, cycles = 0, seed = 1, i, fast_from, fast_cycles;
    reg         held;
    reg [`BLOCK+15:0] held_value;

    always #5 clk = !clk;
    initial begin
        held = 1'b0;
        #22 rst_n = 1'b1;
    end

    // Both ends decide anew each cycle; what is offered and not taken must stay.
    always @(posedge clk) if (rst_n) begin
        cycles = cycles + 1;
        if (held && (!out_valid || {out_user, out_block} !== held_value)) begin
            $display("not ok - block %0d changed while it waited", n_back);
            errors = errors + 1;
        end
        held       = out_valid && !out_ready;
        held_value = {out_user, out_block};
        if (out_valid && out_ready) begin
            if (out_user !== n_back[15:0] || out_block !== sent[n_back]) begin
                if (errors == 0) $display("not ok - block %0d came back wrong", n_back);
                errors = errors + 1;
            end
            n_back = n_back + 1;
        end
        if (in_valid && in_ready) n_sent = n_sent + 1;
        if (n_sent == BLOCKS / 2 && stutter == 0) begin
            stutter = 1;    // second half: no stuttering
            fast_from = cycles;
        end
        if (!in_valid || in_ready) begin
            in_valid <= n_sent < BLOCKS && (stutter == 1 || $random(seed) % 3 != 0);
            in_user  <= n_sent;
            for (i = 0; i < `BLOCK / 32; i = i + 1)
                in_block[32*i +: 32] <= ($random(seed) & (n_sent % 2 ? 32'h7f : 32'hffffffff)) + n_sent * 1000;
        end
        out_ready <= stutter == 1 || $random(seed) % 3 != 0;
        if (n_back == BLOCKS) begin
            fast_cycles = cycles - fast_from;
            if (fast_cycles > `INTERVAL * (BLOCKS / 2 + 30)) begin
                $display("not ok - %0d cycles for %0d blocks at full rate", fast_cycles, BLOCKS / 2);
                errors = errors + 1;
            end
            if (errors == 0) $display("ok - %0d blocks through both wrappers in order, the last %0d in %0d cycles", n_back,
                                      BLOCKS / 2, fast_cycles);
            $finish;
        end
        if (cycles > 20 * `INTERVAL * BLOCKS) begin
            $display("not ok - stuck after %0d of %0d blocks", n_back, BLOCKS);
            $finish;
        end
    end
    always @(negedge clk) if (in_valid && in_ready) sent[n_sent] = in_block;
endmodule
`default_nettype wire
