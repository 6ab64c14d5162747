// SPDX-License-Identifier: Apache-2.0
// Does a write need a dummy move first, and what is the register's tag after it? The write's code is known: it is what the encoder gave it.
// A write that has the base and stride of the register adds its lanes to the valid ones. A write that is not affine takes its lanes from
// them; they go to the banks. A write with another base or stride conflicts if the register's tag keeps a lane that is not written: then the
// dummy move reads the register and writes it back raw, and the write's code stands alone.
// In: the mask of the write, the tag of the register that it goes to (tag_i), the tag of its code (code_i). Out, in the same cycle: move_o,
// and what to store with the write, after the move if there is one: tag_o, and the banks with a lane that is not valid (units_o).
//
//   4 lanes, lane 3 first         register                 the write               then
//   base and stride as stored     12 + 2 i, valid 0011     1100, 12 + 2 i          12 + 2 i, valid 1111, move_o 0
//   not affine                    12 + 2 i, valid 0111     0010, raw               12 + 2 i, valid 0101, move_o 0
//   another base, none kept       12 + 2 i, valid 0011     0111, 8 + 2 i           8 + 2 i,  valid 0111, move_o 0
//   another base, one kept        12 + 2 i, valid 0011     0110, 8 + 2 i           8 + 2 i,  valid 0110, move_o 1
//
// Source: Affine Vector Cache (2011), section 4.3, Algorithm 2. More: docs/affine-moves.md
`default_nettype none
module `WF_MOVE #(
    parameter LANES     = `WF_LANES,                                // lanes of the warp: a power of two, 4 to 128
    parameter VECTOR    = `WF_VECTOR,                               // lanes of a vector: 0 the warp; 1, 2, 3: 8, 16, 32 lanes
    parameter ANY       = `WF_ANY_STRIDE,                           // strides: 0 zero and powers of two to 64, 1 any word
    parameter WORD      = `WF_WORD,                                 // bits of a lane: 4, 8, 16, 32 or 64
    parameter BANK      = `WF_BANK,                                 // bits of a bank: 32, 64 or 128, at least a word
    parameter COUNT     = VECTOR == 0 ? 1 : LANES / (4 << VECTOR),  // vectors; not to be set
    parameter CODE      = ANY != 0 ? WORD : 3,                      // bits of a stride; not to be set
    parameter UNIT      = (BANK < LANES / COUNT * WORD ? BANK : LANES / COUNT * WORD) / WORD,  // lanes of a bank; not to be set
    parameter TAG_BITS  = COUNT * (1 + CODE + WORD) + LANES         // bits of the tag; not to be set
) (
    input  wire                  valid_i,  // 1: a write
    input  wire [LANES-1:0]      mask_i,   // active mask of the write, bit i is lane i
    input  wire [TAG_BITS-1:0]   tag_i,    // the tag of the register that it goes to
    input  wire [TAG_BITS-1:0]   code_i,   // the tag that the encoder gave the write
    output wire                  move_o,   // 1: a dummy move must go first
    output wire [TAG_BITS-1:0]   tag_o,    // the tag to store with the write: flags | strides | bases | valid lanes
    output wire [LANES/UNIT-1:0] units_o   // the banks that then have a lane that is not valid, bit u is bank u
);
    localparam WIDTH  = LANES / COUNT;          // lanes of a vector
    localparam BASES  = COUNT * (1 + CODE);     // first bit of the bases; the strides begin at COUNT
    localparam VALID  = TAG_BITS - LANES;       // first bit of the valid lanes

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (VECTOR < 0 || VECTOR > 3 ||
                (VECTOR != 0 && (4 << VECTOR) > LANES)) begin : gen_bad_vector wf_illegal_VECTOR bad (); end
        if (ANY < 0 || ANY > 1) begin : gen_bad_any wf_illegal_ANY bad (); end
        if (WORD != 4 && WORD != 8 && WORD != 16 && WORD != 32 && WORD != 64) begin : gen_bad_word
            wf_illegal_WORD bad ();
        end
        if ((BANK != 32 && BANK != 64 && BANK != 128) || BANK < WORD) begin : gen_bad_bank wf_illegal_BANK bad (); end
        if (COUNT != (VECTOR == 0 ? 1 : LANES / (4 << VECTOR))) begin : gen_bad_count wf_illegal_COUNT bad (); end
        if (CODE != (ANY != 0 ? WORD : 3)) begin : gen_bad_code wf_illegal_CODE bad (); end
        if (UNIT != (BANK < WIDTH * WORD ? BANK : WIDTH * WORD) / WORD) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (TAG_BITS != COUNT * (1 + CODE + WORD) + LANES) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    // ---- Compare: does a vector conflict? ----

    wire [LANES-1:0] unwritten = tag_i[VALID +: LANES] & ~mask_i;   // valid lanes that the write leaves
    wire [COUNT-1:0] conflicts;
    wire             conflict = |conflicts;
    genvar           k, u;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_vector
            wire other_stride = tag_i[COUNT + CODE*k +: CODE] != code_i[COUNT + CODE*k +: CODE];
            wire other_base   = tag_i[BASES + WORD*k +: WORD] != code_i[BASES + WORD*k +: WORD];
            assign conflicts[k] = code_i[k] && |unwritten[WIDTH*k +: WIDTH] && (other_stride || other_base);
        end
    endgenerate

    // ---- Merge: a vector's fields are the write's if that is affine, and the register's if lanes are kept; where both hold they agree ----

    wire [LANES-1:0]    kept = unwritten & ~{LANES{conflict}};
    wire [LANES-1:0]    valid = kept | code_i[VALID +: LANES];
    wire [TAG_BITS-1:0] merged;
    generate
        for (k = 0; k < COUNT; k = k + 1) begin : gen_merged
            wire stays = |kept[WIDTH*k +: WIDTH];
            assign merged[k] = code_i[k] || stays;
            assign merged[COUNT + CODE*k +: CODE] = (code_i[COUNT + CODE*k +: CODE] & {CODE{code_i[k]}}) |
                                                    (tag_i[COUNT + CODE*k +: CODE] & {CODE{stays}});
            assign merged[BASES + WORD*k +: WORD] = (code_i[BASES + WORD*k +: WORD] & {WORD{code_i[k]}}) |
                                                    (tag_i[BASES + WORD*k +: WORD] & {WORD{stays}});
        end
        for (u = 0; u < LANES / UNIT; u = u + 1) begin : gen_units
            assign units_o[u] = !(&valid[UNIT*u +: UNIT]);
        end
    endgenerate
    assign merged[VALID +: LANES] = valid;
    wire unused_flags = &{1'b0, tag_i[COUNT-1:0]};

    assign move_o = valid_i && conflict;
    assign tag_o  = merged;
endmodule
`default_nettype wire
