// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, bytes: the bytes of chunks that deltas have, in the order of the chunks.
//
//   32 bytes, 1F 1E .. 02 01 00 (byte 0 last)  ->  low_o 1E 1A 16 12 0E 0A 06 02 | 1C 14 0C 04 | 18 10 08 00, fourth_o 1B 13 0B 03
`default_nettype none
module `WF_ENC_BYTES #(
    parameter LINE = `WF_LINE   // bytes of the cache line: 32, 64 or 128
) (
    input  wire [LINE*8-1:0] line_i,    // the line, byte 0 lowest
    output wire [LINE*4-1:0] low_o,     // byte 0 of every chunk
    output wire [LINE*2-1:0] high_o,    // byte 1 of chunks of 8 and 4 bytes
    output wire [LINE-1:0]   third_o,   // byte 2 of chunks of 8 bytes
    output wire [LINE-1:0]   fourth_o   // byte 3 of chunks of 8 bytes
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    genvar k;
    generate
        for (k = 0; k < N; k = k + 1) begin : gen_chunk
            wire [63:0] chunk = line_i[64*k +: 64];
            wire        unused = &{1'b0, chunk[63:56]};
            assign low_o[8*k +: 8]           = chunk[7:0];
            assign low_o[8*(N+k) +: 8]       = chunk[39:32];
            assign low_o[8*(2*N+2*k) +: 16]  = {chunk[55:48], chunk[23:16]};
            assign high_o[8*k +: 8]          = chunk[15:8];
            assign high_o[8*(N+k) +: 8]      = chunk[47:40];
            assign third_o[8*k +: 8]         = chunk[23:16];
            assign fourth_o[8*k +: 8]        = chunk[31:24];
        end
    endgenerate
endmodule
`default_nettype wire
