// SPDX-License-Identifier: Apache-2.0
// eligible read plainly: each source is judged by itself, then every output is one row of the table in docs/eligible.md.
// The proofs' reference.
`default_nettype none

module eligible_ref #(
    parameter LANES = 32,
    parameter GROUPS = 1,
    parameter SOURCES = 3,
    parameter WIDTH = LANES / GROUPS,
    parameter BVR_BITS = WIDTH > 32 ? WIDTH : 32,
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + BVR_BITS * GROUPS
) (
    input  wire [LANES-1:0]            mask_i,
    input  wire [SOURCES-1:0]          used_i,
    input  wire                        load_i,
    input  wire [SOURCES*TAG_BITS-1:0] tag_i,
    input  wire [GROUPS*32-1:0]        value_i,
    output wire                        full_o,
    output wire [GROUPS-1:0]           group_o,
    output wire                        divergent_o,
    output wire [LANES-1:0]            lanes_o,
    output wire [GROUPS-1:0]           known_o,
    output wire [TAG_BITS-1:0]         tag_o
);

    localparam BVR = TAG_BITS - BVR_BITS * GROUPS;

    wire mask_full = mask_i == {LANES{1'b1}};
    wire mask_partial = mask_i != {LANES{1'b1}} && mask_i != {LANES{1'b0}};

    // Each source: does it allow what the outputs say? One that is not in use allows all.
    wire [SOURCES-1:0]        full_allowed, divergent_allowed;
    wire [SOURCES*GROUPS-1:0] group_allowed;
    genvar s, g, i;
    generate
        for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
            wire [TAG_BITS-1:0] tag = tag_i[TAG_BITS*s +: TAG_BITS];
            wire                d = tag[4*GROUPS];
            wire [LANES-1:0]    stored_mask;
            for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
                assign stored_mask[WIDTH*g +: WIDTH] = tag[BVR + BVR_BITS*g +: WIDTH];
                assign group_allowed[GROUPS*s + g] = !used_i[s] || (!d && tag[4*g +: 4] == 4'b1111);
            end
            wire all_1111 = tag[4*GROUPS-1:0] == {4*GROUPS{1'b1}};
            wire one_value = GROUPS > 1 ? tag[4*GROUPS+1] : all_1111;
            assign full_allowed[s] = !used_i[s] || (!d && one_value);
            assign divergent_allowed[s] = !used_i[s] || (!d && one_value) ||
                                          (d && one_value && all_1111 && stored_mask == mask_i);
        end

        for (g = 0; g < GROUPS; g = g + 1) begin : gen_verdict
            wire [SOURCES-1:0] allowed;
            for (s = 0; s < SOURCES; s = s + 1) begin : gen_allowed
                assign allowed[s] = group_allowed[GROUPS*s + g];
            end
            assign group_o[g] = mask_full && allowed == {SOURCES{1'b1}};
            assign known_o[g] = !load_i && (full_o || divergent_o || group_o[g]);
        end
    endgenerate
    assign full_o = mask_full && full_allowed == {SOURCES{1'b1}};
    assign divergent_o = mask_partial && divergent_allowed == {SOURCES{1'b1}};

    // The lowest active lane: active, and none below is
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            wire lowest;
            if (i == 0) begin : gen_first
                assign lowest = mask_i[0];
            end else begin : gen_other
                assign lowest = mask_i[i] && mask_i[i-1:0] == {i{1'b0}};
            end
            assign lanes_o[i] = full_o || divergent_o ? lowest : group_o[i/WIDTH] ? i % WIDTH == 0 : mask_i[i];
        end
    endgenerate

    // The destination's tag, were it no load
    wire [GROUPS-1:0] same_value;
    wire [TAG_BITS-1:0] tag;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_tag
            wire [BVR_BITS-1:0] value, first_value, mask;
            if (BVR_BITS > 32) begin : gen_wide
                assign value = {{BVR_BITS-32{1'b0}}, value_i[32*g +: 32]};
                assign first_value = {{BVR_BITS-32{1'b0}}, value_i[31:0]};
            end else begin : gen_word
                assign value = value_i[32*g +: 32];
                assign first_value = value_i[31:0];
            end
            if (BVR_BITS > WIDTH) begin : gen_narrow
                assign mask = {{BVR_BITS-WIDTH{1'b0}}, mask_i[WIDTH*g +: WIDTH]};
            end else begin : gen_mask
                assign mask = mask_i[WIDTH*g +: WIDTH];
            end
            assign same_value[g] = value_i[32*g +: 32] == value_i[31:0];
            assign tag[4*g +: 4] = full_o || divergent_o || group_o[g] ? 4'b1111 : 4'b0000;
            assign tag[BVR + BVR_BITS*g +: BVR_BITS] =
                full_o ? first_value : divergent_o ? mask : group_o[g] ? value : {BVR_BITS{1'b0}};
        end
        if (GROUPS > 1) begin : gen_fs
            assign tag[4*GROUPS+1] =
                full_o || divergent_o || (group_o == {GROUPS{1'b1}} && same_value == {GROUPS{1'b1}});
        end
    endgenerate
    assign tag[4*GROUPS] = divergent_o;
    assign tag_o = load_i ? {TAG_BITS{1'b0}} : tag;

endmodule

`default_nettype wire
