`timescale 1ns / 1ps
`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// Compares the emitted register rank with its implementation in cells, both four bits wide, for 20000 cycles of random valid, data,
// stall and reset. WF_STALLS is 1 if the design's ranks stall. Data count from the first load on. It prints the number of differences.

module rank_tb;

    reg        clk_i, rst_ni, move_i, valid_i, loaded;
    reg  [3:0] data_i;
    wire       valid_a, valid_b;
    wire [3:0] data_a, data_b;
    integer    cycle, bad, seed;

    `WF_RANK #(.WIDTH(4), .STALLS(`WF_STALLS)) emitted (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .move_i (move_i),
        .valid_i(valid_i),
        .data_i (data_i),
        .valid_o(valid_a),
        .data_o (data_a)
    );
    implemented implemented (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .move_i (move_i),
        .valid_i(valid_i),
        .data_i (data_i),
        .valid_o(valid_b),
        .data_o (data_b)
    );

    initial begin
        {clk_i, rst_ni, move_i, valid_i, loaded, data_i} = 0;
        bad  = 0;
        seed = 1;
        for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
            #1 rst_ni = cycle > 2 && $random(seed) % 64 != 0;
            {move_i, valid_i, data_i} = $random(seed);
            #1 clk_i = 1;
            if (valid_i && (move_i || !`WF_STALLS)) loaded = 1;
            #1 if (valid_a !== valid_b || (loaded && data_a !== data_b)) bad = bad + 1;
            {move_i, valid_i} = ~{move_i, valid_i};
            #1 clk_i = 0;
            #1 if (valid_a !== valid_b || (loaded && data_a !== data_b)) bad = bad + 1;
        end
        $display("rank: %0d cycles, %0d differences", cycle, bad);
        $finish;
    end

endmodule
`default_nettype wire
