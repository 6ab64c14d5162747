`timescale 1ns / 1ps
`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// Compares the emitted register rank with its implementation in cells, both four bits wide, for 20000 cycles of random valid, data and
// reset. Data count from the first load on. It prints the number of differences.

module rank_tb;

    reg        clk_i, rst_ni, valid_i, loaded;
    reg  [3:0] data_i;
    wire       valid_a, valid_b;
    wire [3:0] data_a, data_b;
    integer    cycle, bad, seed;

    `WF_RANK #(.WIDTH(4)) emitted (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .valid_i(valid_i),
        .data_i (data_i),
        .valid_o(valid_a),
        .data_o (data_a)
    );
    implemented implemented (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        .valid_i(valid_i),
        .data_i (data_i),
        .valid_o(valid_b),
        .data_o (data_b)
    );

    initial begin
        {clk_i, rst_ni, valid_i, loaded, data_i} = 0;
        bad  = 0;
        seed = 1;
        for (cycle = 0; cycle < 20000; cycle = cycle + 1) begin
            #1 rst_ni = cycle > 2 && $random(seed) % 64 != 0;
            {valid_i, data_i} = $random(seed);
            #1 clk_i = 1;
            if (valid_i) loaded = 1;
            #1 if (valid_a !== valid_b || (loaded && data_a !== data_b)) bad = bad + 1;
            valid_i = ~valid_i;
            #1 clk_i = 0;
            #1 if (valid_a !== valid_b || (loaded && data_a !== data_b)) bad = bad + 1;
        end
        $display("rank: %0d cycles, %0d differences", cycle, bad);
        $finish;
    end

endmodule
`default_nettype wire
