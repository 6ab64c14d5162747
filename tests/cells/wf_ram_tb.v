// SPDX-License-Identifier: Apache-2.0
// wf_ram against an array: random reads and writes of parts, the output that holds, and (+clash) a row read while it is written.
`default_nettype none
module ram_tb;
    parameter WORDS = 8, BITS = 24, PART = 8;
    localparam ADDRESS = $clog2(WORDS), PARTS = BITS / PART;
    reg                clk = 1'b0, read;
    reg  [ADDRESS-1:0] from, to;
    reg  [PARTS-1:0]   write;
    reg  [BITS-1:0]    data, held, model [0:WORDS-1];
    wire [BITS-1:0]    out;
    `WF_RAM #(.WORDS(WORDS), .BITS(BITS), .PART(PART)) dut (
        .clk_i(clk), .on_i(1'b0), .read_i(read), .read_addr_i(from), .read_data_o(out), .write_i(write), .write_addr_i(to), .write_data_i(data)
    );
    integer n, p, wrong, seed;
    initial begin
        wrong = 0;
        seed  = 1;
        for (n = 0; n < 4000; n = n + 1) begin
            read  = (n >= WORDS) & $random(seed);
            from  = $random(seed);
            to    = n < WORDS ? n : $random(seed);
            write = n < WORDS ? {PARTS{1'b1}} : $random(seed);
            data  = {$random(seed), $random(seed)};
            if (!$test$plusargs("clash") && read && from == to) write = {PARTS{1'b0}};
            if (read) held = model[from];
            for (p = 0; p < PARTS; p = p + 1)
                if (write[p]) model[to][p*PART +: PART] = data[p*PART +: PART];
            #1 clk = 1'b1;
            #1 clk = 1'b0;
            if (n > WORDS && held !== {BITS{1'bx}} && out !== held) wrong = wrong + 1;
        end
        if (wrong == 0) $display("same");
        else            $display("%0d of 4000 cycles differ", wrong);
    end
endmodule
`default_nettype wire
