// SPDX-License-Identifier: Apache-2.0
// Block expand: from base and stride of affine vectors to every lane. Lane i of a vector is base + i * stride, modulo 2^WORD. A vector is
// the warp or a part of it.
// In: a base and a stride for each vector. The stride is a code: 0 to 6 for 1 to 64, 7 for zero; with ANY = 1 it is the stride itself.
// Out: the lanes, STAGES cycles later (0: in the same cycle).
//
//   8 lanes, hexadecimal    base 00000030, stride code 4 (10)     ->  30 40 50 60 70 80 90 A0
//                           base 00000030, stride code 7 (zero)   ->  30 in all lanes
//
// A stride that is a power of two needs no adder in a lane. WIDTH is the number of lanes of a vector.
// Halving: let t = stride << k. From two known sums s and s + 2t follows the one between them, s + t. At t's bit it is the inverse of s.
// Above that bit it is s if the bit is 0 in s (nothing carries), else s + 2t. All sums s of one k have that bit from the base, so one bit
// selects for all lanes. The only real sum is base + WIDTH * stride. With 16 lanes: s = lane 0 = 030, s + 2t = 130, t = 80. Bit 7 of 030 is
// 0, so lane 8 is 030 with bit 7 set: 0B0.
// Step of eight: the three lowest bits of a lane's number are added at once. Let the digit be the base's bits at stride, 2 stride and 4
// stride. Lane 8j + k has digit + k there, and elsewhere the bits of lane 8j, or of lane 8j + 8 if digit + k carries. In the example the
// digit is 3. For lane 5, 3 + 5 = 8 carries: it is lane 8 (B0) with 0 in the digit, which is 80.
// Near and far: only the near part, the bits that a stride reaches, takes part. The far part above it is the base's, or that plus one.
// Source: Affine Vector Cache (2011), section 5.2. More: docs/expand.md
`default_nettype none
module `WF_EXPAND #(
    parameter LANES  = `WF_LANES,                                 // lanes of the warp: a power of two, 4 to 128
    parameter VECTOR = `WF_VECTOR,                                // lanes of a vector: 0 the warp; 1, 2, 3: 8, 16, 32 lanes
    parameter ANY    = `WF_ANY_STRIDE,                            // strides: 0 zero and powers of two to 64, 1 any word
    parameter WORD   = `WF_WORD,                                  // bits of a lane: 4 to 64
    parameter STAGES = `WF_STAGES,                                // register ranks at the outputs, 0 or 1: the latency in cycles
    parameter OPEN   = 0,                                         // 1: the form inside affine's encoder, see below
    parameter COUNT  = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),   // vectors; not to be set
    parameter LOG    = $clog2(LANES / COUNT),                     // log2 of the lanes of a vector; not to be set
    parameter CODE   = ANY != 0 ? WORD : OPEN != 0 ? 8 + LOG : 3  // bits of a stride; not to be set
) (
    input  wire                  clk_i,     // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                  rst_ni,    // reset, low, asynchronous
    input  wire                  valid_i,   // 1: the inputs mean something in this cycle
    input  wire [COUNT*WORD-1:0] base_i,    // a base for each vector, vector 0 lowest
    input  wire [COUNT*CODE-1:0] stride_i,  // a stride for each vector: code 0 to 6 for 1 to 64, 7 for 0; ANY: the stride

    output wire                  valid_o,   // 1: the outputs mean something in this cycle
    output wire [LANES*WORD-1:0] block_o    // lane i is base + i * stride of its vector, lane 0 lowest
);
    localparam WIDTH = LANES / COUNT;       // lanes of a vector

    // OPEN = 1 is the form inside affine's encoder, which knows the digit earlier than the base. stride_i is then {hold, digit, stride}:
    // the stride one-hot in 7 bits, the digit in LOG bits in place of base_i's bits from the stride's bit on. hold = 1 keeps the digit from
    // carrying into the bits above.

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES) || ANY < 0 || ANY > 1 ||
                WORD < 4 || WORD > 64 || OPEN < 0 || OPEN > 1 ||
                STAGES < 0 || STAGES > 1 ||
                COUNT != (VECTOR == 0 ? 1 : LANES / (4 << VECTOR)) ||
                LOG != $clog2(LANES / COUNT) ||
                CODE != (ANY != 0 ? WORD : OPEN != 0 ? 8 + LOG : 3)) begin : gen_illegal
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
                localparam NEAR = LOG + 7;                      // bits of the near part: those that WIDTH * stride may have
                localparam FULL = WORD > NEAR ? WORD : NEAR;
                localparam LOW  = LOG < 3 ? LOG : 3;            // bits of a lane's number that are added in one step
                localparam STEP = 1 << LOW;

                reg [FULL-1:0] whole, tops, next, far, window, word, place;
                reg [NEAR:0]   start, stride, above, step, take, flip, run, x, y;
                reg [LOG-1:0]  digit;                           // of base, from the stride's bit on
                reg [LOW:0]    carried;
                reg            move, stay;
                reg [(NEAR+1)*(WIDTH+1)-1:0] near;              // near part of base + i * stride, and its carry
                reg [FULL*(WIDTH+1)-1:0]     kept;              // base + i * stride, with 0 in the digit
                always @* begin
                    whole = {FULL{1'b0}};
                    whole[WORD-1:0] = base;
                    start  = {1'b0, whole[NEAR-1:0]};
                    stride = {NEAR+1{1'b0}};
                    above  = {NEAR+1{1'b0}};                    // bits above the stride's
                    for (k = 0; k < 7; k = k + 1) stride[k] = OPEN != 0 ? code[k] : code == k[CODE-1:0];
                    for (k = 0; k < NEAR; k = k + 1) above[k+1] = above[k] | stride[k];

                    // next: the far part plus one. Its bits flip up to the first that is 0
                    far  = {FULL{1'b1}} << NEAR;
                    tops = whole | ~far;
                    for (k = 1; k < FULL; k = k << 1)
                        tops = tops & ((tops << k) | ~({FULL{1'b1}} << k));
                    next = whole ^ (tops << 1);

                    // base + WIDTH * stride, then by halving the sums between, down to every STEPth lane
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

                    // Step of eight: lane i + k of every step gets digit + k, and the rest from the step's first lane (stay) or from the
                    // next step's (move). With stride zero both are the same, and move stays 0. It is not the plain complement of stay,
                    // so that synthesis makes one AND-OR gate for each bit.
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

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(LANES * WORD)) cut_outputs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i(block),
        .valid_o(valid_o), .ready_i(1'b1), .data_o(block_o)
    );
endmodule
`default_nettype wire
