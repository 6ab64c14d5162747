// SPDX-License-Identifier: Apache-2.0
// Block eligible: may an instruction run on one lane? It decides from the tags of the source registers (bytewise's) and the active mask.
// What the lanes compute, a result or an address, must depend on the operands alone.
// In: mask_i, the sources in use (used_i), their tags (tag_i), whether the result comes from memory (load_i), and the result of the first
// lane of each group (value_i).
// Out: STAGES cycles later (0: in the same cycle) full_o, group_o and divergent_o; the lanes that must work (lanes_o); the part of the
// destination's tag that is known without comparing the result's lanes (known_o, a bit a group, and tag_o): of a load nothing.
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
// Source: G-Scalar (HPCA 2017), sections 4.1 to 4.3 and 5.2. More: docs/eligible.md, and docs/bytewise.md for the tag
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
    input  wire                        load_i,       // 1: the lanes compute an address, the result comes from memory
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
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (LANES < GROUPS ||
                (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8)) begin : gen_bad_groups
            wf_illegal_GROUPS bad ();
        end
        if (SOURCES < 1 || SOURCES > 3) begin : gen_bad_sources wf_illegal_SOURCES bad (); end
        if (STAGES < 0 || STAGES > 1) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (BVR_BITS != (WIDTH > 32 ? WIDTH : 32)) begin : gen_bad_bvr_bits wf_illegal_BVR_BITS bad (); end
        if (TAG_BITS != BVR + BVR_BITS * GROUPS) begin : gen_bad_tag_bits wf_illegal_TAG_BITS bad (); end
    endgenerate

    // ---- Classify: what the sources in use allow ----

    wire whole   = &mask_i;
    wire partial = |mask_i && !whole;

    // What a source allows. One that is not in use allows all
    wire [SOURCES-1:0]        full_of, divergent_of;
    wire [SOURCES*GROUPS-1:0] group_of;     // bits SOURCES * g + s: group g of source s
    genvar                    s, g, q, i;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
            wire [TAG_BITS-1:0] tag = tag_i[TAG_BITS*s +: TAG_BITS];
            wire [GROUPS-1:0]   scalar, stored;     // a group holds one value; a stored mask is this one's
            for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
                assign scalar[g] = &tag[4*g +: 4];
                assign stored[g] = tag[BVR + BVR_BITS*g +: WIDTH] == mask_i[WIDTH*g +: WIDTH];
                assign group_of[SOURCES*g + s] = !used_i[s] || (scalar[g] && !tag[ENCS]);
            end
            wire stored_alike = &stored;
            wire one          = GROUPS > 1 ? tag[FS] : scalar[0];
            assign full_of[s]      = !used_i[s] || (one && !tag[ENCS]);
            assign divergent_of[s] = !used_i[s] || (one && (!tag[ENCS] || (&scalar && stored_alike)));
        end
    endgenerate

    wire              full      = whole && &full_of;
    wire              divergent = partial && &divergent_of;
    wire [GROUPS-1:0] group;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_scalar_group
            assign group[g] = whole && &group_of[SOURCES*g +: SOURCES];
        end
    endgenerate

    // ---- Select: the lanes that work ----

    // An active lane is the lowest one if no earlier block of four lanes has an active lane, and no lower lane of its own block is active.
    localparam BLOCKS = LANES / 4;
    wire              one_lane = full || divergent;
    wire [BLOCKS-1:0] active, unused_first, below;      // below: no block up to this one has an active lane
    wire              unused_any;
    wire [BLOCKS-1:0] earlier = ~below << 1;
    wire [LANES-1:0]  lanes;
    `WF_FIRST #(.WIDTH(BLOCKS)) first (.bits_i(active), .first_o(unused_first), .below_o(below), .any_o(unused_any));
    generate
        for (q = 0; q < BLOCKS; q = q + 1) begin : gen_lanes
            assign active[q] = |mask_i[4*q +: 4];
            wire [3:0] lower = {|mask_i[4*q +: 3], |mask_i[4*q +: 2], mask_i[4*q], 1'b0};
            for (i = 0; i < 4; i = i + 1) begin : gen_lane
                assign lanes[4*q + i] = mask_i[4*q + i] && !(one_lane && earlier[q]) && !(one_lane && lower[i]) &&
                                        !(group[(4*q+i)/WIDTH] && (4 * q + i) % WIDTH != 0);
            end
        end
    endgenerate
    wire unused_below = below[BLOCKS-1];

    // ---- Pack: the tag of the destination ----

    wire [GROUPS-1:0]   known = group | {GROUPS{one_lane}};
    wire [GROUPS-1:0]   like_first;         // a group's value is that of group 0
    wire                alike = &like_first;
    wire [TAG_BITS-1:0] written;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_tag
            wire [31:0]         value = full ? value_i[31:0] : value_i[32*g +: 32] & {32{group[g]}};
            wire [WIDTH-1:0]    mask  = mask_i[WIDTH*g +: WIDTH] & {WIDTH{divergent}};
            wire [BVR_BITS-1:0] bvr;
            if (WIDTH > 32) begin : gen_wide
                assign bvr = {{WIDTH-32{1'b0}}, value} | mask;
            end else if (WIDTH < 32) begin : gen_narrow
                assign bvr = value | {{32-WIDTH{1'b0}}, mask};
            end else begin : gen_even
                assign bvr = value | mask;
            end
            assign like_first[g]                         = value_i[32*g +: 32] == value_i[31:0];
            assign written[4*g +: 4]                     = {4{known[g]}};
            assign written[BVR + BVR_BITS*g +: BVR_BITS] = bvr;
        end
        if (GROUPS > 1) begin : gen_fs
            assign written[FS] = one_lane || (&group && alike);
        end else begin : gen_no_fs
            wire unused_alike = alike;
        end
    endgenerate
    assign written[ENCS] = divergent;

    // Of a load nothing is known
    wire [GROUPS-1:0]   known_now   = known & {GROUPS{!load_i}};
    wire [TAG_BITS-1:0] written_now = written & {TAG_BITS{!load_i}};

    wire unused_ready;
    `WF_CUT #(.ON(STAGES), .WIDTH(2 + 2 * GROUPS + LANES + TAG_BITS)) cut_out (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .valid_i(valid_i), .ready_o(unused_ready), .data_i({full, divergent, group, known_now, lanes, written_now}),
        .valid_o(valid_o), .ready_i(1'b1), .data_o({full_o, divergent_o, group_o, known_o, lanes_o, tag_o})
    );
endmodule
`default_nettype wire
