// SPDX-License-Identifier: Apache-2.0
// expand: base and stride of affine vectors -> every lane, base + i * stride (Affine Vector Cache, section 5.2).
//   8 lanes, base 00000030, stride code 4 (16)  ->  30 40 50 60 70 80 90 A0        code 7 (zero)  ->  30 30 30 ..
// A stride that is a power of two needs no adder a lane. Of two known sums s and s + 2t, t = stride << k, the one between
// them differs from s in t's bit and, above it, is s where that bit of s is 0 (nothing carries), s + 2t where it is 1. All
// s of one k have that bit from base: one bit selects for all lanes. So the only sum computed is base + WIDTH * stride, and
// of that only the near part: bits which no stride reaches are base's, or base's plus one. The three lowest bits of a lane's
// number are added at once: eight small sums, the same in all eights of lanes, whose carry selects.
`default_nettype none
module `WF_EXPAND #(
    parameter LANES  = `WF_LANES,
    parameter VECTOR = `WF_VECTOR,          // 0: the warp is one vector; 1, 2, 3: vectors of 8, 16, 32 lanes
    parameter ANY    = `WF_ANY_STRIDE,      // strides: 0 powers of two to 64 and zero, as log2 and 7; 1 any word
    parameter WORD   = `WF_WORD,
    parameter STAGES = `WF_STAGES,
    parameter OPEN   = 0,                   // 1: for the encoder, see below
    parameter COUNT  = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),     // vectors
    parameter LOG    = $clog2(LANES / COUNT),
    parameter CODE   = ANY != 0 ? WORD : OPEN != 0 ? 8 + LOG : 3    // bits of a stride
) (
`ifdef WF_WITH_BLOCK_CLOCK
    input  wire                  clk_i,
    input  wire                  rst_ni,
`endif
    input  wire                  valid_i,
    input  wire [COUNT*WORD-1:0] base_i,
    input  wire [COUNT*CODE-1:0] stride_i,

    output wire                  valid_o,
    output wire [LANES*WORD-1:0] block_o
);
    localparam WIDTH = LANES / COUNT;       // lanes of a vector

`ifdef WF_WITH_BLOCK_CLOCK
    localparam CLOCKED = 1;
    wire clk   = clk_i;
    wire rst_n = rst_ni;
`else
    localparam CLOCKED = 0;
    wire clk   = 1'b0;
    wire rst_n = 1'b0;
`endif

    // With OPEN the bits of base from the stride's bit on are not in base_i but apart, a number of LOG bits ("digit"), and may be
    // kept from carrying into the bits above: stride_i is {hold, digit, stride as such in 7 bits}. An encoder knows the digit
    // earlier than the base.

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES) || ANY < 0 || ANY > 1 ||
                WORD < 4 || WORD > 64 || OPEN < 0 || OPEN > 1 ||
                STAGES < 0 || STAGES > 1 || (STAGES != 0) != (CLOCKED != 0)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    wire [LANES*WORD-1:0] block;

    genvar v;
    generate
        for (v = 0; v < COUNT; v = v + 1) begin : gen_vector
            wire [WORD-1:0] base = base_i[WORD*v +: WORD];
            wire [CODE-1:0] code = stride_i[CODE*v +: CODE];

            reg [WORD*WIDTH-1:0] sums;
            integer              k, i;
            if (ANY != 0) begin : gen_any
                reg [WORD-1:0] sum, step;
                always @* begin
                    sums = {WORD*WIDTH{1'b0}};
                    sums[0 +: WORD] = base;
                    for (k = LOG - 1; k >= 0; k = k - 1) begin
                        step = code << k;
                        for (i = 0; i < WIDTH; i = i + (2 << k)) begin
                            sum = sums[WORD*i +: WORD];
                            sums[WORD*(i + (1 << k)) +: WORD] = sum + step;
                        end
                    end
                end
            end else begin : gen_pow2
                localparam NEAR = LOG + 7;                      // bits that the sum's second term may have
                localparam FULL = WORD > NEAR ? WORD : NEAR;
                localparam LOW  = LOG < 3 ? LOG : 3;            // of a lane's number: added in one step
                localparam STEP = 1 << LOW;

                reg [FULL-1:0] whole, tops, next, far, window, word, place;
                reg [NEAR:0]   start, stride, above, step, take, flip, run, x, y;
                reg [LOG-1:0]  digit;                           // of base, from the stride's bit on
                reg [LOW:0]    carried;
                reg            move, stay;
                reg [(NEAR+1)*(WIDTH+1)-1:0] near;              // near part, and its carry, of base + i * stride
                reg [FULL*(WIDTH+1)-1:0]     kept;              // base + i * stride but for the digit's bits
                always @* begin
                    whole = {FULL{1'b0}};
                    whole[WORD-1:0] = base;
                    start  = {1'b0, whole[NEAR-1:0]};
                    stride = {NEAR+1{1'b0}};
                    above  = {NEAR+1{1'b0}};                    // bits above the stride's
                    for (k = 0; k < 7; k = k + 1) stride[k] = OPEN != 0 ? code[k] : code == k[CODE-1:0];
                    for (k = 0; k < NEAR; k = k + 1) above[k+1] = above[k] | stride[k];

                    // The far part plus one: bits flip up to the first that is 0
                    far  = {FULL{1'b1}} << NEAR;
                    tops = whole | ~far;
                    for (k = 1; k < FULL; k = k << 1)
                        tops = tops & ((tops << k) | ~({FULL{1'b1}} << k));
                    next = whole ^ (tops << 1);

                    // base + WIDTH * stride, then halfway between, and so on
                    for (k = 0; k < LOG; k = k + 1)
                        digit[k] = OPEN != 0 ? code[7+k] : |(start & (stride << k));
                    run = (stride & {NEAR+1{OPEN == 0 || !code[CODE-1]}}) << LOG;
                    for (k = LOG + 1; k <= NEAR; k = k + 1)
                        run[k] = run[k] | (run[k-1] & start[k-1]);
                    if (OPEN != 0)
                        for (k = LOW; k < LOG; k = k + 1)
                            start = (start & ~(stride << k)) | ((stride << k) & {NEAR+1{digit[k]}});
                    near[0 +: NEAR+1] = start;
                    near[(NEAR+1)*WIDTH +: NEAR+1] = start ^ run;
                    for (k = LOG - 1; k >= LOW; k = k - 1) begin
                        step = stride << k;
                        take = (above << k) & {NEAR+1{digit[k]}};
                        flip = step & {NEAR+1{!digit[k]}};
                        for (i = 0; i < WIDTH; i = i + (2 << k)) begin
                            x = near[(NEAR+1)*i +: NEAR+1];
                            y = near[(NEAR+1)*(i + (2 << k)) +: NEAR+1];
                            near[(NEAR+1)*(i + (1 << k)) +: NEAR+1] = (y & take) | (x & ~take & ~step) | flip;
                        end
                    end

                    window = {FULL{1'b0}};
                    for (k = 0; k < LOW; k = k + 1)
                        window[NEAR-1:0] = window[NEAR-1:0] | (stride[NEAR-1:0] << k);
                    for (i = 0; i <= WIDTH; i = i + STEP) begin
                        word = (near[(NEAR+1)*i + NEAR] ? next : whole) & far;
                        word[NEAR-1:0] = near[(NEAR+1)*i +: NEAR];
                        if (i < WIDTH) sums[WORD*i +: WORD] = word[WORD-1:0];
                        kept[FULL*i +: FULL] = word & ~window;
                    end

                    // Within a step the digit changes alike everywhere; where it carries, the rest is the next step's. With stride
                    // zero both are the same: `move` is kept 0 then, and is not just the complement of `stay`, so that one
                    // AND-OR gate with both of them makes a bit.
                    for (k = OPEN != 0 ? 0 : 1; k < STEP; k = k + 1) begin
                        carried = {1'b0, digit[LOW-1:0]} + k[LOW:0];
                        move    = carried[LOW] & above[NEAR];
                        stay    = !carried[LOW];
                        place   = {FULL{1'b0}};
                        for (i = 0; i < LOW; i = i + 1)
                            place[NEAR-1:0] = place[NEAR-1:0] | ((stride[NEAR-1:0] << i) & {NEAR{carried[i]}});
                        for (i = 0; i < WIDTH; i = i + STEP) begin
                            word = (kept[FULL*(i + STEP) +: FULL] & {FULL{move}}) | (kept[FULL*i +: FULL] & {FULL{stay}}) | place;
                            sums[WORD*(i+k) +: WORD] = word[WORD-1:0];
                        end
                    end
                end
            end
            assign block[WORD*WIDTH*v +: WORD*WIDTH] = sums;
        end
    endgenerate

    `WF_CUT #(.ON(STAGES), .WIDTH(LANES * WORD)) cut_outputs (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_i), .data_i(block),
        .valid_o(valid_o), .data_o(block_o)
    );
endmodule
`default_nettype wire
