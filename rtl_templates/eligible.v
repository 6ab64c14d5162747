// SPDX-License-Identifier: Apache-2.0
// Block eligible: may an instruction run on one lane? It decides from the tags of the source registers (bytewise's) and the active mask.
// The result of the instruction must depend on its operands alone.
// In: mask_i, the sources in use (used_i), their tags (tag_i), and the result of the first lane of each group (value_i).
// Out: STAGES cycles later (0: in the same cycle) full_o, group_o and divergent_o; the lanes that must work (lanes_o); the part of the
// destination's tag that is known without comparing the result's lanes (known_o, a bit a group, and tag_o).
//
//   mask      every source in use                         then            one lane works for
//   full      D = 0, one value                            full_o          the warp: lane 0
//   full      D = 0, enc of group g 1111                  group_o[g]      group g: its first lane
//   partial   D = 0, one value; or                        divergent_o     all active lanes: the lowest of them
//             D = 1, one value, stored mask = mask_i
//
//   8 lanes, one group, a source with D = 1, enc 1111, BVR F1:   mask F1 -> divergent_o 1, lanes_o 01
//                                                                mask 0E -> divergent_o 0, lanes_o 0E: another mask is stored
//
// Source: G-Scalar (HPCA 2017), sections 4.1 to 4.3. More: docs/eligible.md, and docs/bytewise.md for the tag
`default_nettype none
module `WF_ELIGIBLE #(
    parameter LANES    = `WF_LANES,                                  // lanes of the warp: a power of two, 4 to 128
    parameter GROUPS   = `WF_GROUPS,                                 // groups of lanes, each with an enc and a BVR: 1, 2, 4 or 8
    parameter SOURCES  = `WF_SOURCES,                                // operands that may be registers: 1, 2 or 3
    parameter STAGES   = `WF_STAGES,                                 // register ranks at the outputs, 0 or 1: the latency in cycles
    parameter BVR_BITS = LANES > 32 * GROUPS ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + BVR_BITS * GROUPS  // bits of a tag; not to be set
) (
    input  wire                        clk_i,        // clock, rising edge; with STAGES = 0 nothing uses it
    input  wire                        rst_ni,       // reset, low, asynchronous
    input  wire                        valid_i,      // 1: the inputs mean something in this cycle
    input  wire [LANES-1:0]            mask_i,       // active mask, bit i is lane i
    input  wire [SOURCES-1:0]          used_i,       // bit s: source s is a register that the instruction reads
    input  wire [SOURCES*TAG_BITS-1:0] tag_i,        // the tag of each source, source 0 lowest, as bytewise has it
    input  wire [GROUPS*32-1:0]        value_i,      // the result of the first lane of each group, group 0 lowest

    output wire                        valid_o,      // 1: the outputs mean something in this cycle
    output wire                        full_o,       // 1: lane 0 works for the warp
    output wire [GROUPS-1:0]           group_o,      // bit g: the first lane of group g works for the group
    output wire                        divergent_o,  // 1: the lowest active lane works for all active ones
    output wire [LANES-1:0]            lanes_o,      // the lanes that must work, bit i is lane i
    output wire [GROUPS-1:0]           known_o,      // bit g: tag_o is right for group g
    output wire [TAG_BITS-1:0]         tag_o         // the destination's tag, as far as it is known
);
    localparam WIDTH = LANES / GROUPS;              // lanes of a group

    // The tag, from bit 0: enc of every group | D | FS, with several groups | BVR of every group
    localparam ENCS = 4 * GROUPS;
    localparam FS   = GROUPS > 1 ? ENCS + 1 : 0;
    localparam BVR  = GROUPS > 1 ? ENCS + 2 : ENCS + 1;

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 || LANES < GROUPS ||
                (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) || SOURCES < 1 || SOURCES > 3 ||
                BVR_BITS != (WIDTH > 32 ? WIDTH : 32) || TAG_BITS != BVR + BVR_BITS * GROUPS ||
                STAGES < 0 || STAGES > 1) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // ---- Classify: what the sources in use allow ----

    wire whole   = &mask_i;
    wire partial = |mask_i && !whole;

    reg                full, divergent, stored_alike, one;
    reg [GROUPS-1:0]   group, scalar;
    reg [TAG_BITS-1:0] tag;
    integer            s, k;
    always @* begin
        full      = whole;
        group     = {GROUPS{whole}};
        divergent = partial;
        for (s = 0; s < SOURCES; s = s + 1) begin
            tag          = tag_i[TAG_BITS*s +: TAG_BITS];
            stored_alike = 1'b1;
            for (k = 0; k < GROUPS; k = k + 1) begin
                scalar[k]    = &tag[4*k +: 4];
                stored_alike = stored_alike && tag[BVR + BVR_BITS*k +: WIDTH] == mask_i[WIDTH*k +: WIDTH];
            end
            one = GROUPS > 1 ? tag[FS] : scalar[0];
            if (used_i[s]) begin
                full      = full && one && !tag[ENCS];
                group     = group & scalar & {GROUPS{!tag[ENCS]}};
                divergent = divergent && one && (!tag[ENCS] || (&scalar && stored_alike));
            end
        end
    end

    // ---- Select: the lanes that work ----

    // An active lane is the lowest one if no earlier block of four lanes has an active lane, and no lower lane of its own block is active
    localparam BLOCKS = LANES / 4;
    wire one_lane = full || divergent;
    reg [BLOCKS-1:0] earlier;
    reg [3:0]        lower;
    reg [LANES-1:0]  lanes;
    integer          q, d, i;
    always @* begin
        for (q = 0; q < BLOCKS; q = q + 1)
            earlier[q] = |mask_i[4*q +: 4];
        earlier = earlier << 1;
        for (d = 1; d < BLOCKS; d = 2 * d)
            earlier = earlier | (earlier << d);
        for (q = 0; q < BLOCKS; q = q + 1) begin
            lower = {|mask_i[4*q +: 3], |mask_i[4*q +: 2], mask_i[4*q], 1'b0};
            for (i = 4 * q; i < 4 * q + 4; i = i + 1)
                lanes[i] = mask_i[i] && !(one_lane && earlier[q]) && !(one_lane && lower[i%4]) &&
                           !(group[i/WIDTH] && i % WIDTH != 0);
        end
    end

    // ---- Pack: the tag of the destination ----

    wire [GROUPS-1:0]  known = group | {GROUPS{one_lane}};
    reg                alike;
    reg [BVR_BITS-1:0] bvr;
    reg [TAG_BITS-1:0] written;
    integer            g;
    always @* begin
        written = {TAG_BITS{1'b0}};
        alike   = 1'b1;
        for (g = 0; g < GROUPS; g = g + 1) begin
            alike = alike && value_i[32*g +: 32] == value_i[31:0];

            bvr            = {BVR_BITS{1'b0}};
            bvr[31:0]      = full ? value_i[31:0] : value_i[32*g +: 32] & {32{group[g]}};
            bvr[WIDTH-1:0] = bvr[WIDTH-1:0] | mask_i[WIDTH*g +: WIDTH] & {WIDTH{divergent}};

            written[4*g +: 4]                     = {4{known[g]}};
            written[BVR + BVR_BITS*g +: BVR_BITS] = bvr;
        end
        written[ENCS] = divergent;
        if (GROUPS > 1)
            written[FS] = one_lane || (&group && alike);
    end

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(2 + 2 * GROUPS + LANES + TAG_BITS)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i({full, divergent, group, known, lanes, written}),
        .valid_o(valid_o), .ready_i(1'b1), .data_o({full_o, divergent_o, group_o, known_o, lanes_o, tag_o})
    );
endmodule
`default_nettype wire
