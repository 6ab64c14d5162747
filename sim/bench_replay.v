// SPDX-License-Identifier: Apache-2.0
// Replays cycles that the golden model wrote to a file (+vectors=FILE) and compares every output; +wave=FILE writes a waveform. A line of
// the file is one cycle, in hexadecimal:
//
//   <rst_ni> <in_i> <out_o>
//
// An x in in_i is driven as x: a storage unit that the code does not use. A z in out_o is not compared. The first three cycles that differ
// are printed, word by word: cycle, word, output, expected. The last line printed counts the cycles and the mismatches.
`default_nettype none
module `WF_REPLAY;
    localparam IN  = `WF_BENCH_IN_BITS;
    localparam OUT = `WF_BENCH_OUT_BITS;

    reg            clk = 1'b0;
    reg            rst_n;
    reg  [IN-1:0]  in;
    wire [OUT-1:0] out;
    reg  [OUT-1:0] wanted;

    `WF_BENCH dut (.clk_i(clk), .rst_ni(rst_n), .in_i(in), .out_o(out));

    integer file, fields, cycles, mismatches, word;
    reg same;
    reg [8*1024-1:0] name, wave;
    initial begin
        cycles = 0;
        mismatches = 0;
        if (!$value$plusargs("vectors=%s", name)) begin
            $display("usage: +vectors=FILE");
            $finish;
        end
        if ($value$plusargs("wave=%s", wave)) begin
            $dumpfile(wave);
            $dumpvars(0, dut);
        end
        file = $fopen(name, "r");
        fields = 3;
        while (file != 0 && fields == 3) begin
            fields = $fscanf(file, "%h %h %h\n", rst_n, in, wanted);
            if (fields == 3) begin
                #4;
                casez (out)
                    wanted:  same = 1'b1;
                    default: same = 1'b0;
                endcase
                if (!same) begin
                    for (word = 0; word < OUT / 32; word = word + 1)
                        casez (out[32*word +: 32])
                            wanted[32*word +: 32]: same = 1'b1;
                            default: if (mismatches < 3)
                                $display("MISMATCH %0d %0d %h %h", cycles, word, out[32*word +: 32], wanted[32*word +: 32]);
                        endcase
                    mismatches = mismatches + 1;
                end
                cycles = cycles + 1;
                #1 clk = 1'b1;
                #5 clk = 1'b0;
            end
        end
        $display("CYCLES %0d MISMATCHES %0d", cycles, mismatches);
        $finish;
    end
endmodule
`default_nettype wire
