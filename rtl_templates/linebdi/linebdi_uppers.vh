    input  wire [8:0]  is_i,        // one-hot: the tag
    input  wire [63:0] base_i,      // the base, from bit 0; above one of 4 or 2 bytes: any bits
    output wire [7:0]  is_low_o,    // bytes of 8 that the code has
    output wire [7:0]  is_up_o,     // bytes of 8 that are of an upper part
    output wire [63:0] base_o,      // for each byte of 8 that of base, in its own chunk; 0 where it is of no upper part
    output wire [63:0] other_o      // that of the other upper part
);
    wire is4 = is_i[6] | is_i[7];
    wire is2 = is_i[8];
    wire d1  = is_i[3] | is_i[6] | is_i[8];
    wire d2  = is_i[4] | is_i[7];
    wire d4  = is_i[5];

    // step: a bit is unlike the bit below it. alike of D: bits D - 1 up to this one are alike
    wire [62:8] step = base_i[62:8] ^ base_i[61:7];
    wire [7:0]  alike_1, unused_1;
    wire [15:0] alike_2, unused_2;
    wire [30:0] alike_4, unused_4;
    wire        any_1, any_2, unused_any_4;
    `WF_FIRST #(.WIDTH(8)) first_1 (.bits_i(step[15:8]), .first_o(unused_1), .below_o(alike_1), .any_o(any_1));
    `WF_FIRST #(.WIDTH(16)) first_2 (.bits_i(step[31:16]), .first_o(unused_2), .below_o(alike_2), .any_o(any_2));
    `WF_FIRST #(.WIDTH(31)) first_4 (.bits_i(step[62:32]), .first_o(unused_4), .below_o(alike_4), .any_o(unused_any_4));

    // flips: bits in which the other upper part differs, from each D up to the next
    wire        to_2    = d2 | d1 & ~any_1;
    wire        to_4    = d4 | to_2 & ~any_2;
    wire [63:8] flips   = {alike_4 & {31{to_4}}, to_4, alike_2[14:0] & {15{to_2}}, to_2, alike_1[6:0] & {7{d1}}, d1};
    wire [63:0] other   = base_i ^ {flips, 8'd0};
    wire [63:0] up      = {{8{is_up_o[7]}}, {8{is_up_o[6]}}, {8{is_up_o[5]}}, {8{is_up_o[4]}},
                           {8{is_up_o[3]}}, {8{is_up_o[2]}}, {8{is_up_o[1]}}, {8{is_up_o[0]}}};

    // Bytes of the code, from the highest: the code repeat has none, all are base's
    assign is_low_o = {1'b0, is2, is_i[7], is4 | is2, d4, d4 | is2, d2 | d4, d1 | d2 | d4} | {8{is_i[0]}};
    assign is_up_o  = ~is_low_o & {8{~is_i[1]}};
    assign base_o   = (is2 ? {4{base_i[15:0]}} : is4 ? {2{base_i[31:0]}} : base_i) & up;
    assign other_o  = (is2 ? {4{other[15:0]}} : is4 ? {2{other[31:0]}} : other) & up;
    wire unused = &{1'b0, is_i, alike_1[7], alike_2[15], unused_1, unused_2, unused_4, unused_any_4};
