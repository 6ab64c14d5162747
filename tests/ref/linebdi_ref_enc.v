// SPDX-License-Identifier: Apache-2.0
// linebdi encoder read plainly: for each code its base, a subtractor and two comparisons of full width a chunk, and the whole
// code put together; then the smallest that fits. With RESIDUE a code has the chunks' low bytes, not those of the differences. The proofs' reference; no configuration is refused here.
//   line of 32 bytes, four times 0x10, no zero base  ->  tag 2, byte 0 is 0x10, all others 0
`default_nettype none

module linebdi_ref_enc #(
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
    input  wire [LINE*8-1:0]   block_i,
    input  wire                raw_only_i,
    output reg  [TAG_BITS-1:0] tag_o,
    output reg  [LINE*8-1:0]   payload_o,
    output reg  [LINE/32-1:0]  units_o,
    output reg  [LINE/32-1:0]  wen_o
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

    function integer rank_of;           // in the order of PACT
        input integer t;
        case (t)
            1: rank_of = 0;
            2: rank_of = 1;
            3: rank_of = 2;
            6: rank_of = 3;
            4: rank_of = 4;
            8: rank_of = 5;
            7: rank_of = 6;
            default: rank_of = 7;
        endcase
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

    wire [9*LINE*8-1:0] codes;      // payload of code t at t * LINE * 8
    wire [9*64-1:0]     strings;    // its string of select bits
    wire [8:0]          fits;

    // The raw line; and the codes without deltas. With residues those have all bytes of the line, but no select bits
    reg [LINE*8-1:0] raw, plain;
    integer          e;
    always @* begin
        raw = block_i;
        for (e = 0; e < LINE && RESIDUE != 0; e = e + 1)
            raw[8*own_place(e / 8, e % 8) +: 8] = block_i[8*e +: 8];
        plain = raw;
        for (e = 0; e < S8 + S4 + S2; e = e + 1)
            plain[8*own_place(e + 1, 7) +: 8] = 8'd0;
    end
    assign codes[LINE*8-1:0]           = raw;
    assign codes[2*LINE*8-1:LINE*8]    = {LINE*8{1'b0}};
    assign codes[3*LINE*8-1:2*LINE*8]  = RESIDUE != 0 ? plain : {{LINE*8-64{1'b0}}, block_i[63:0]};
    assign strings[3*64-1:0]           = {3*64{1'b0}};
    assign fits[0]                     = 1'b0;
    assign fits[1]                     = block_i == {LINE*8{1'b0}};
    assign fits[2]                     = block_i == {N{block_i[63:0]}};

    genvar t, i;
    generate
        for (t = 3; t < 9; t = t + 1) begin : gen_code
            localparam K      = base_bytes(t);
            localparam D      = delta_bytes(t);
            localparam CHUNKS = LINE / K;
            localparam FRONT  = RESIDUE == 0 ? select_bytes(t) : 0;

            wire [CHUNKS-1:0] on_zero, fit;
            wire [CHUNKS*D*8-1:0] deltas;
            reg  [K*8-1:0]    base;
            reg  [LINE*8-1:0] code;
            reg  [63:0]       bits;
            integer           c, p;

            always @* begin
                base = FIRSTNZ != 0 ? {K*8{1'b0}} : block_i[K*8-1:0];
                for (c = CHUNKS - 1; c >= 0; c = c - 1)
                    if (FIRSTNZ != 0 && !on_zero[c]) base = block_i[K*8*c +: K*8];
            end

            for (i = 0; i < CHUNKS; i = i + 1) begin : gen_chunk
                wire [K*8-1:0] x          = block_i[K*8*i +: K*8];
                wire [K*8-1:0] difference = x - base;
                assign on_zero[i] = ZERO_BASE != 0 && x == {{K*8-D*8{x[D*8-1]}}, x[D*8-1:0]};
                assign fit[i]     = on_zero[i] || difference == {{K*8-D*8{difference[D*8-1]}}, difference[D*8-1:0]};
                assign deltas[D*8*i +: D*8] = RESIDUE != 0 || on_zero[i] ? x[D*8-1:0] : difference[D*8-1:0];
            end

            always @* begin
                code   = RESIDUE != 0 ? plain : {LINE*8{1'b0}};
                bits   = 64'd0;
                code[8*FRONT +: 8*K] = base;
                for (c = 0; c < CHUNKS; c = c + 1) begin
                    bits[select_at(t, c)] = on_zero[c];
                    for (p = 0; p < D && (RESIDUE == 0 || c > 0); p = p + 1)
                        code[8*delta_place(t, c, p) +: 8] = deltas[8*(D*c+p) +: 8];
                end
                for (p = 0; p < K / 2 && RESIDUE != 0 && FIRSTNZ != 0; p = p + 1)   // the lower half of the first chunk
                    code[8*delta_place(t, 0, p) +: 8] = block_i[8*p +: 8];
                for (c = 0; c < select_bytes(t); c = c + 1)
                    code[8*select_place(c) +: 8] = bits[8*c +: 8];
            end

            assign codes[LINE*8*t +: LINE*8] = code;
            assign strings[64*t +: 64]       = bits;
            assign fits[t]                   = &fit;
        end
    endgenerate

    // The smallest, of equals the first in the order of PACT
    reg [7:0]  bytes;
    reg [2:0]  rank;
    reg [67:0] tag;
    integer    s, u;
    always @* begin
        bytes     = LINE[7:0];
        rank      = 3'd7;
        tag       = 68'd0;
        payload_o = raw;
        units_o   = {LINE/32{1'b1}};
        for (s = 1; s < 9; s = s + 1)
            if (!raw_only_i && ENCODINGS[s-1] && fits[s] && code_bytes(s) <= LIMIT &&
                    (code_bytes(s) < {24'd0, bytes} || (code_bytes(s) == {24'd0, bytes} && rank_of(s) < {29'd0, rank}))) begin
                bytes     = code_bytes(s) & 255;
                rank      = rank_of(s);
                tag       = {strings[64*s +: 64], s[3:0]};
                payload_o = codes[LINE*8*s +: LINE*8];
                if (HEAD != 0) payload_o = {payload_o[LINE*8-9:0], 4'd0, s[3:0]};
                for (u = 0; u < LINE / 32; u = u + 1)
                    units_o[u] = HEAD + code_bytes(s) > 32 * u;
            end
        if (HEAD != 0 && RESIDUE != 0 && tag[3:0] == 4'd0) payload_o = {raw[LINE*8-9:0], raw[LINE*8-1 -: 8]};
        tag_o = HEAD != 0 ? tag[3:0] != 4'd0 : tag[TAG_BITS-1:0];
        wen_o = units_o;
    end
endmodule

`default_nettype wire
