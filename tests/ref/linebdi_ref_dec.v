// SPDX-License-Identifier: Apache-2.0
// linebdi decoder read plainly: for each code every chunk is the base, or zero, plus the chunk's sign-extended delta. With RESIDUE the
// payload has the chunk's low bytes; less those of the base they are the delta. The proofs' reference. A tag that is not in use is raw; the first chunk, where it is on the base, is the base.
//   tag 3 (8-1), no zero base, base 0x10, delta of chunk 1 = 0xFE  ->  chunk 1 = 0x0E
`default_nettype none

module linebdi_ref_dec #(
    parameter       LINE       = 64,
    parameter [7:0] ENCODINGS  = 8'hff,
    parameter       FIRSTNZ    = 0,
    parameter       ZERO_BASE  = 1,
    parameter       SELECT_TAG = 0,
    parameter       RESIDUE    = 0,
    parameter       SAVE       = 0,
    parameter       HEAD       = 0,
    parameter       TAG_BITS   = HEAD != 0 ? 1 : ZERO_BASE != 0 && SELECT_TAG != 0 ? 4 + LINE / 2 : 4
) (
    input  wire [TAG_BITS-1:0] tag_i,
    input  wire [LINE*8-1:0]   payload_i,
    output reg  [LINE*8-1:0]   block_o
);
    localparam N      = LINE / 8;                               // chunks of eight bytes
    localparam STORED = ZERO_BASE != 0 && SELECT_TAG == 0;      // select bits are in the payload
    localparam S8     = STORED ? (N + 7) / 8 : 0;               // bytes of the select bits' parts
    localparam S4     = STORED ? N / 4 - (N + 7) / 8 : 0;
    localparam S2     = STORED ? N / 4 : 0;
    localparam LIMIT  = (SAVE != 0 || (HEAD != 0 && LINE > 32) ? LINE - 32 : LINE - 1) - HEAD;   // behind the head

    function integer base_bytes;
        input integer t;
        base_bytes = t == 1 ? 1 : t <= 5 ? 8 : t <= 7 ? 4 : 2;
    endfunction

    function integer delta_bytes;
        input integer t;
        delta_bytes = t <= 2 ? 0 : t == 4 || t == 7 ? 2 : t == 5 ? 4 : 1;
    endfunction

    function integer select_bytes;      // of a code, all of them
        input integer t;
        select_bytes = STORED && t > 2 ? (LINE / base_bytes(t) + 7) / 8 : 0;
    endfunction

    function integer code_bytes;
        input integer t;
        code_bytes = base_bytes(t) + select_bytes(t) + (LINE / base_bytes(t)) * delta_bytes(t);
    endfunction

    // Place in the string of select bits of chunk i of code t
    function integer select_at;
        input integer t, i;
        if (RESIDUE == 0 || base_bytes(t) == 8) select_at = i;
        else if (base_bytes(t) == 4)           select_at = i % 2 == 0 ? i / 2 : N + i / 2;
        else if (i % 2 != 0)                   select_at = 2 * N + i / 2;
        else                                   select_at = i % 4 == 0 ? i / 4 : N + i / 4;
    endfunction

    // store=residue: byte of the payload that has byte b of the j-th eight bytes of a raw line
    function integer own_place;
        input integer j, b;
        if (j == 0)                     own_place = b;
        else if (b == 0)                own_place = 8 + (j - 1);
        else if (b == 4)                own_place = 8 + (N - 1) + S8 + (j - 1);
        else if (b == 1)                own_place = 8 + 2 * (N - 1) + S8 + S4 + (j - 1);
        else if (b == 2)                own_place = 8 + 3 * (N - 1) + S8 + S4 + (j - 1);
        else if (b == 3)                own_place = 8 + 4 * (N - 1) + S8 + S4 + S2 + (j - 1);
        else if (b == 6)                own_place = 8 + 5 * (N - 1) + S8 + S4 + S2 + (j - 1);
        else if (b == 5)                own_place = 8 + 6 * (N - 1) + S8 + S4 + S2 + (j - 1);
        else if (j - 1 < S8)            own_place = 8 + (N - 1) + (j - 1);
        else if (j - 1 < S8 + S4)       own_place = 8 + 2 * (N - 1) + (j - 1);
        else if (j - 1 < S8 + S4 + S2)  own_place = 8 + 4 * (N - 1) + (j - 1);
        else                            own_place = 8 + 7 * (N - 1) + (j - 1);
    endfunction

    // store=residue: byte of the payload that has byte `part` of chunk i of code t
    function integer residue_place;
        input integer t, i, part;
        integer       j;
        begin
            j = i * base_bytes(t) / 8;
            if (i > 0) begin
                residue_place = own_place(j, i * base_bytes(t) % 8 + part);
                if (residue_place + HEAD >= (code_bytes(t) + HEAD + 31) / 32 * 32)
                    residue_place = own_place(j, 3);
            end else if (FIRSTNZ == 0)          residue_place = part;   // of the base
            else if (base_bytes(t) == 8)        residue_place = own_place(1 + part % 2, part < 2 ? 4 : 6);
            else                                residue_place = 7 - part;
        end
    endfunction

    // Byte of the payload that holds byte `part` of the delta, or of the residue, of chunk i
    function integer delta_place;
        input integer t, i, part;
        if (RESIDUE != 0) delta_place = residue_place(t, i, part);
        else              delta_place = select_bytes(t) + base_bytes(t) + delta_bytes(t) * i + part;
    endfunction

    // Byte of the payload that holds byte b of the string of select bits
    function integer select_place;
        input integer b;
        select_place = RESIDUE != 0 ? own_place(b + 1, 7) : b;
    endfunction

    wire [9*LINE*8-1:0] blocks;     // what code t stands for at t * LINE * 8
    wire [63:0]         in_tag;

    generate
        if (TAG_BITS > 4) begin : gen_string
            assign in_tag = {{64-TAG_BITS+4{1'b0}}, tag_i[TAG_BITS-1:4]};
        end else begin : gen_none
            assign in_tag = 64'd0;
        end
    endgenerate

    // Behind the head, and the number of the code
    wire [LINE*8-1:0] code = HEAD != 0 ? {payload_i[7:0], payload_i[LINE*8-1:8]} : payload_i;
    wire [3:0]        number = HEAD == 0 ? tag_i : tag_i[0] ? payload_i[3:0] : 4'd0;

    wire [LINE*8-1:0] raw;
    genvar e;
    generate
        for (e = 0; e < LINE; e = e + 1) begin : gen_raw
            assign raw[8*e +: 8] = RESIDUE != 0 ? code[8*own_place(e / 8, e % 8) +: 8] : payload_i[8*e +: 8];
        end
    endgenerate
    assign blocks[LINE*8-1:0]          = raw;
    assign blocks[2*LINE*8-1:LINE*8]   = {LINE*8{1'b0}};
    assign blocks[3*LINE*8-1:2*LINE*8] = {N{code[63:0]}};

    genvar t;
    generate
        for (t = 3; t < 9; t = t + 1) begin : gen_code
            localparam K      = base_bytes(t);
            localparam D      = delta_bytes(t);
            localparam CHUNKS = LINE / K;
            localparam FRONT  = RESIDUE == 0 ? select_bytes(t) : 0;

            reg [63:0]       bits;
            reg [K*8-1:0]    base, value;
            reg [D*8-1:0]    delta;
            reg [LINE*8-1:0] block;
            integer          c, p;

            always @* begin
                bits = in_tag;
                for (c = 0; c < select_bytes(t); c = c + 1)
                    bits[8*c +: 8] = code[8*select_place(c) +: 8];
                base = code[8*FRONT +: 8*K];
                for (c = 0; c < CHUNKS; c = c + 1) begin
                    for (p = 0; p < D; p = p + 1)
                        delta[8*p +: 8] = code[8*delta_place(t, c, p) +: 8];
                    if (RESIDUE != 0 && (ZERO_BASE == 0 || !bits[select_at(t, c)]))
                        delta = delta - base[D*8-1:0];
                    value = {{K*8-D*8{delta[D*8-1]}}, delta};
                    if (ZERO_BASE == 0 || !bits[select_at(t, c)])
                        value = c == 0 && RESIDUE == 0 ? base : base + value;
                    block[8*K*c +: 8*K] = value;
                end
            end
            assign blocks[LINE*8*t +: LINE*8] = block;
        end
    endgenerate

    integer s;
    always @* begin
        block_o = blocks[LINE*8-1:0];
        for (s = 1; s < 9; s = s + 1)
            if (number == s[3:0] && ENCODINGS[s-1] && code_bytes(s) <= LIMIT)
                block_o = blocks[LINE*8*s +: LINE*8];
    end
endmodule

`default_nettype wire
