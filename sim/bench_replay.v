// SPDX-License-Identifier: Apache-2.0
// Replays cycles that the golden model wrote to a file (+vectors=FILE) and compares every output. A line is
//   <rst_ni> <enc_i> <dec_i> <enc_o> <dec_o>   in hexadecimal; x in an input is driven as x (a unit that is switched
// off), z in an expected output is not compared. The last line printed counts what was compared.
`default_nettype none
module `WF_REPLAY #(
    parameter ARRAY = 0
);
    localparam ENCS  = (ARRAY != 0) ? `WF_ENCS_COUNT : 1;
    localparam PORTS = (ARRAY != 0) ? `WF_DEC_PORTS : 1;

    reg                                 clk = 1'b0;
    reg                                 rst_n;
    reg  [ENCS*`WF_WORDS_ENC_I*32-1:0]  enc_i;
    reg  [PORTS*`WF_WORDS_DEC_I*32-1:0] dec_i;
    wire [ENCS*`WF_WORDS_ENC_O*32-1:0]  enc_o;
    reg  [ENCS*`WF_WORDS_ENC_O*32-1:0]  enc_wanted;
    wire [PORTS*`WF_WORDS_DEC_O*32-1:0] dec_o;
    reg  [PORTS*`WF_WORDS_DEC_O*32-1:0] dec_wanted;

    `WF_BENCH #(.ARRAY(ARRAY)) dut (
        .clk_i(clk), .rst_ni(rst_n), .enc_i(enc_i), .enc_o(enc_o), .dec_i(dec_i), .dec_o(dec_o)
    );

    integer file, fields, cycles, mismatches;
    reg enc_ok, dec_ok;
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
        fields = 5;
        while (file != 0 && fields == 5) begin
            fields = $fscanf(file, "%h %h %h %h %h\n", rst_n, enc_i, dec_i, enc_wanted, dec_wanted);
            if (fields == 5) begin
                #4;
                casez (enc_o)
                    enc_wanted: enc_ok = 1'b1;
                    default:    enc_ok = 1'b0;
                endcase
                casez (dec_o)
                    dec_wanted: dec_ok = 1'b1;
                    default:    dec_ok = 1'b0;
                endcase
                if (!enc_ok || !dec_ok) begin
                    if (mismatches < 3) begin
                        $display("MISMATCH cycle %0d %0s", cycles, enc_ok ? "dec" : "enc");
                        if (!enc_ok) $display("  in  %h\n  out %h\n  not %h", enc_i, enc_o, enc_wanted);
                        else         $display("  in  %h\n  out %h\n  not %h", dec_i, dec_o, dec_wanted);
                    end
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
