// SPDX-License-Identifier: Apache-2.0
// Encoder of linebdi, columns: which codes fit, if there is no zero base. A column is one bit position of all chunks. The upper parts of the
// chunks, in Gray code, must agree in every column but one (`WF_ENC_WINDOW.v), and the lowest bit of each upper part must follow that
// chunk's borrow (`WF_ENC_BELOW.v). A column agrees if all chunks have a 1 there or none has, so no chunk is compared with another.
//
//   32 bytes, chunks 1000 1001 0FFF 1002, code 8-1: upper parts 10 10 0F 10, in Gray code 18 18 08 18: they agree in every column but bit 4
`default_nettype none
module `WF_ENC_COLUMNS #(
    parameter LINE = `WF_LINE,  // bytes of the cache line: 32, 64 or 128
    parameter CUT  = 0,         // 1: what depends on the first chunk alone is kept in a register rank; it comes in a cycle before the line
    parameter FLOW = `WF_FLOW   // of that rank
) (
    input  wire              clk_i,     // clock, rising edge; with CUT = 0 nothing uses it
    input  wire              rst_ni,    // reset, low, asynchronous
    input  wire              valid_i,   // of first_i
    input  wire              ready_i,   // of line_i
    input  wire [63:0]       first_i,   // the first chunk, before the rank
    input  wire [LINE*8-1:0] line_i,    // the line, byte 0 lowest, behind the rank
    output wire [5:0]        ok_o,      // the codes that fit: 8-1, 8-2, 8-4, 4-1, 4-2, 2-1
    output wire              repeat_o,  // all chunks of 8 bytes are alike
    output wire              zero_o     // all bytes are 0
);
    localparam N = LINE / 8;    // chunks of 8 bytes
    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (CUT < 0 || CUT > 1) begin : gen_bad_cut wf_illegal_CUT bad (); end
        if (FLOW < 0 || FLOW > 2) begin : gen_bad_flow wf_illegal_FLOW bad (); end
    endgenerate

    wire [63:0]  unused_gray;
    wire [183:0] may;
    `WF_ENC_FIRST #(.CUT(CUT), .FLOW(FLOW)) base (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_i(ready_i), .first_i(first_i), .chunk_i(line_i[63:0]), .gray_o(unused_gray), .may_o(may)
    );

    // Chunks of 8 bytes in plain and Gray code. The columns of chunks of 4 bytes are those of 8, folded, and so on. The top bit of a Gray
    // code is the plain bit
    wire [128*N-1:0] codes;
    wire [127:0]     all_8, any_8;
    genvar           k;
    generate
        for (k = 0; k < N; k = k + 1) begin : gen_codes
            wire [63:0] chunk = line_i[64*k +: 64];
            assign codes[128*k +: 128] = {chunk, chunk ^ (chunk >> 1)};
        end
    endgenerate
    `WF_FOLD #(.WIDTH(128), .COUNT(N)) fold (.data_i(codes), .all_o(all_8), .any_o(any_8));
    // The top bits stand apart: Verilator 5.006 makes an error of {plain, Gray} words that are folded further (-fno-const-bit-op-tree helps)
    wire [63:0] plain_all = all_8[127:64];
    wire [63:0] plain_any = any_8[127:64];
    wire [63:0] gray_all  = all_8[63:0];
    wire [63:0] gray_any  = any_8[63:0];
    wire [31:0] all_4     = gray_all[63:32] & gray_all[31:0];
    wire [31:0] any_4     = gray_any[63:32] | gray_any[31:0];
    wire [15:0] all_2     = all_4[31:16] & all_4[15:0];
    wire [15:0] any_2     = any_4[31:16] | any_4[15:0];
    wire        top_4     = (plain_any[63] | plain_any[31]) & ~(plain_all[63] & plain_all[31]);
    wire        top_2     = (plain_any[63] | plain_any[47] | plain_any[31] | plain_any[15])
                            & ~(plain_all[63] & plain_all[47] & plain_all[31] & plain_all[15]);
    wire [63:0] differ_8  = gray_any & ~gray_all;
    wire [31:0] differ_4  = {top_4, any_4[30:0] & ~all_4[30:0]};
    wire [15:0] differ_2  = {top_2, any_2[14:0] & ~all_2[14:0]};

    // link: the lowest bit of the upper part XOR the borrow. It must be alike in all chunks
    wire [4*N-1:0] below_1, lowest_1;
    wire [2*N-1:0] below_2, lowest_2;
    wire [N-1:0]   below_4, lowest_4;
    `WF_ENC_BELOW #(.LINE(LINE)) below (
        .line_i(line_i), .base_i(line_i[31:0]), .below_1_o(below_1), .below_2_o(below_2), .below_4_o(below_4)
    );
    generate
        for (k = 0; k < N; k = k + 1) begin : gen_lowest
            assign lowest_1[k]            = line_i[64*k+8];
            assign lowest_1[N+k]          = line_i[64*k+40];
            assign lowest_1[2*N+2*k +: 2] = {line_i[64*k+56], line_i[64*k+24]};
            assign lowest_2[k]            = line_i[64*k+16];
            assign lowest_2[N+k]          = line_i[64*k+48];
            assign lowest_4[k]            = line_i[64*k+32];
        end
    endgenerate
    wire [4*N-1:0] link_1 = below_1 ^ lowest_1;
    wire [2*N-1:0] link_2 = below_2 ^ lowest_2;
    wire [N-1:0]   link_4 = below_4 ^ lowest_4;
    wire links_81 = &link_1[N-1:0] | ~|link_1[N-1:0];
    wire links_41 = &link_1[2*N-1:0] | ~|link_1[2*N-1:0];
    wire links_21 = &link_1 | ~|link_1;
    wire links_82 = &link_2[N-1:0] | ~|link_2[N-1:0];
    wire links_42 = &link_2 | ~|link_2;
    wire links_84 = &link_4 | ~|link_4;

    assign ok_o = {
        links_21 && !(|(differ_2[15:8] & ~may[183:176])),
        links_42 && !(|(differ_4[31:16] & ~may[175:160])),
        links_41 && !(|(differ_4[31:8] & ~may[159:136])),
        links_84 && !(|(differ_8[63:32] & ~may[135:104])),
        links_82 && !(|(differ_8[63:16] & ~may[103:56])),
        links_81 && !(|(differ_8[63:8] & ~may[55:0]))};
    assign repeat_o = !(|differ_8);
    assign zero_o   = !(|plain_any);
    wire unused = &{1'b0, plain_all, all_4, any_4, all_2, any_2, differ_4, differ_2};
endmodule
`default_nettype wire
