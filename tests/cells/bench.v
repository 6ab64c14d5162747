// SPDX-License-Identifier: Apache-2.0
// Runs a check of tests/cells for 20,000 cycles. Inputs change while the clock is 1, so the falling edge sees those of the next cycle. They are
// random in most cycles, all 0 or all 1 for a while in some; resets in between.
`default_nettype none
module bench;
    reg             clk = 1'b1, rst_n;
    reg  [127:0] free, keep, level;
    wire            bad;
    check dut (.clk_i(clk), .rst_ni(rst_n), .free_i(free), .bad_o(bad));
    integer n, seed, wrong;
    initial begin
        seed  = 1;
        wrong = 0;
        rst_n = 1'b0;
        keep  = 128'd0;
        level = 128'd0;
        for (n = 0; n < 20000; n = n + 1) begin
            // A kept bit has its level for 64 cycles
            if (n % 64 == 0) begin
                keep  = {$random(seed), $random(seed), $random(seed), $random(seed)};
                level = {$random(seed), $random(seed), $random(seed), $random(seed)};
                if (n % 128 == 0) keep = 128'd0;
            end
            rst_n = n >= 2 && n % 1000 != 999;
            free  = {$random(seed), $random(seed), $random(seed), $random(seed)};
            free  = free & ~keep | level & keep;
            #1 clk = 1'b0;
            #1 if (rst_n && bad !== 1'b0) wrong = wrong + 1;
            #1 clk = 1'b1;
            #1 ;
        end
        if (wrong == 0) $display("same");
        else            $display("%0d of 20000 cycles are bad", wrong);
    end
endmodule
`default_nettype wire
