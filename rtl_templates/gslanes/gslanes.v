// SPDX-License-Identifier: Apache-2.0
// The execution side of G-Scalar, around lanes that are the user's: an instruction whose operands hold one value runs
// on one lane. In: instructions with values and tags of their operands; the lanes' results. Out: beats for the lanes,
// with an enable a lane; writes, with what is known of their tags; counts. The block eligible decides which lanes work.
// Slots keep operands and results of these alone; what one lane computed is broadcast behind them. All outputs and
// readies depend on registers alone.
//
//   8 lanes in beats of 4, operands that hold 5 and 7 in all lanes, which the lanes add:
//   beat 0 enable 0001 (5, 7), beat 1 enable 0000; result of lane 0 in beat 0: 12  ->  write FF, 12 in all lanes, known
//
// Source: G-Scalar (HPCA 2017), sections 4.1 to 4.3 and 5.2. More: docs/gslanes.md
`default_nettype none
module `WF_GSLANES #(
    parameter LANES    = `WF_LANES,                                  // lanes of the warp: a power of two, 4..128
    parameter WIDTH    = `WF_WIDTH,                                  // of the pipeline: a power of two, 2 to LANES
    parameter GROUPS   = `WF_GROUPS,                                 // groups of lanes, each with a code: 1, 2, 4, 8
    parameter SOURCES  = `WF_SOURCES,                                // operands that may be registers: 1 to 3
    parameter ENTRIES  = `WF_ENTRIES,                                // instructions under way: 1 to 16
    parameter SHORTEN  = `WF_SHORTEN,                                // 1: scalar ones have fewer beats
    parameter USER     = `WF_USER,                                   // bits of user: 1 to 128
    parameter NUMBER   = LANES > WIDTH ? $clog2(LANES / WIDTH) : 1,  // bits of a beat's number; not to be set
    parameter BVR_BITS = LANES > 32 * GROUPS ? LANES / GROUPS : 32,  // bits of a BVR; not to be set
    parameter TAG_BITS = 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + BVR_BITS * GROUPS  // bits of a tag; not to be set
) (
    input  wire                        clk_i,                 // clock, rising edge
    input  wire                        rst_ni,                // reset, low, asynchronous

    input  wire                        instruction_valid_i,   // 1: an instruction with its operands
    output wire                        instruction_ready_o,   // 1: it is taken
    input  wire [LANES-1:0]            instruction_mask_i,    // its active mask, bit i is lane i
    input  wire [SOURCES-1:0]          instruction_used_i,    // bit s: the lanes read register s
    input  wire                        instruction_memory_i,  // 1: the lanes compute an address
    input  wire [SOURCES*TAG_BITS-1:0] instruction_tag_i,     // their tags as bytewise has them
    input  wire [SOURCES*LANES*32-1:0] instruction_values_i,  // source 0 lowest, of each lane 0 lowest
    input  wire [USER-1:0]             instruction_user_i,    // any bits; come out with beats and write

    input  wire                        result_valid_i,        // 1: those of the oldest beat that has none
    output wire                        result_ready_o,        // 1: they are taken
    input  wire [WIDTH*32-1:0]         result_values_i,       // any bits of lanes that did not work

    output wire                        beat_valid_o,          // 1: a beat for the lanes
    input  wire                        beat_ready_i,          // 1: it is taken
    output wire [NUMBER-1:0]           beat_number_o,         // b: lane i is lane b * WIDTH + i of the warp
    output wire                        beat_last_o,           // 1: the last one of its instruction
    output wire [WIDTH-1:0]            beat_enable_o,         // lanes that work; other clocks may be off
    output wire [SOURCES*WIDTH*32-1:0] beat_values_o,         // source 0 lowest; any bits of lanes that rest
    output wire [USER-1:0]             beat_user_o,           // user of the instruction

    output wire                        write_valid_o,         // 1: the result of an instruction
    input  wire                        write_ready_i,         // 1: it is taken
    output wire [LANES-1:0]            write_mask_o,          // the instruction's mask
    output wire [LANES*32-1:0]         write_values_o,        // lane 0 lowest; any bits where mask is 0
    output wire                        write_memory_o,        // 1: these are addresses
    output wire [GROUPS-1:0]           write_known_o,         // bit g: the tag is right for group g
    output wire [TAG_BITS-1:0]         write_tag_o,           // the tag, as far as it is known
    output wire [USER-1:0]             write_user_o,          // user of the instruction

    output wire                        state_valid_o,         // always 1
    output wire [31:0]                 state_instructions_o,  // instructions taken, from reset on, modulo 2^32
    output wire [31:0]                 state_full_o,          // of these, one lane works for the warp
    output wire [31:0]                 state_group_o,         // one lane works for a group, in one at least
    output wire [31:0]                 state_divergent_o,     // one lane works for all active ones
    output wire [31:0]                 state_beats_o,         // beats that were taken
    output wire [31:0]                 state_lanes_o          // lanes that worked in them
);
    localparam BEATS   = WIDTH < 1 || LANES < WIDTH ? 1 : LANES / WIDTH;
    localparam OPERAND = 32 * SOURCES;      // bits that a lane reads
    localparam SEND    = USER + LANES + BEATS;                  // what its beats need of an instruction
    localparam LEAVE   = USER + 2 + GROUPS + 2 * LANES;         // what its write needs
    localparam HEAD    = LEAVE + BEATS;
    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (WIDTH < 2 || WIDTH > LANES || LANES > 32 * WIDTH || (WIDTH & (WIDTH - 1)) != 0) begin : gen_bad_width
            wf_illegal_WIDTH bad ();
        end
        if (ENTRIES < 1 || ENTRIES > 16) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (BVR_BITS != (LANES > 32 * GROUPS ? LANES / GROUPS : 32)) begin : gen_bad_bvr wf_illegal_BVR_BITS bad (); end
        if (TAG_BITS != 4 * GROUPS + (GROUPS > 1 ? 2 : 1) + BVR_BITS * GROUPS) begin : gen_bad_tag
            wf_illegal_TAG_BITS bad ();
        end
        if (SHORTEN < 0 || SHORTEN > 1) begin : gen_bad_shorten wf_illegal_SHORTEN bad (); end
        if (USER < 1 || USER > 128) begin : gen_bad_user wf_illegal_USER bad (); end
        if (NUMBER != (BEATS > 1 ? $clog2(BEATS) : 1)) begin : gen_bad_number wf_illegal_NUMBER bad (); end
    endgenerate

    // ---- Decide: which lanes work, and in which beats ----

    wire                full, divergent, unused_judged;
    wire [GROUPS-1:0]   group, unused_known;
    wire [LANES-1:0]    lanes;
    wire [TAG_BITS-1:0] unused_tag;
    `WF_ELIGIBLE #(.LANES(LANES), .GROUPS(GROUPS), .SOURCES(SOURCES), .STAGES(0)) decide (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(instruction_valid_i),
        .mask_i(instruction_mask_i), .used_i(instruction_used_i), .load_i(instruction_memory_i),
        .tag_i(instruction_tag_i), .value_i({GROUPS*32{1'b0}}),
        .valid_o(unused_judged), .full_o(full), .group_o(group), .divergent_o(divergent), .lanes_o(lanes),
        .known_o(unused_known), .tag_o(unused_tag)
    );
    wire              one    = full || divergent;
    wire [GROUPS-1:0] scalar = group | {GROUPS{one}};     // the results of a group are one value
    wire [BEATS-1:0]  beats;
    genvar b, i, s;
    generate
        for (b = 0; b < BEATS; b = b + 1) begin : gen_beat
            assign beats[b] = !(SHORTEN != 0 && |scalar) || |lanes[WIDTH*b +: WIDTH];
        end
    endgenerate

    // ---- The instructions under way ----

    wire            take  = instruction_valid_i && instruction_ready_o;
    wire            send  = beat_valid_o && beat_ready_i;
    wire            come  = result_valid_i && result_ready_o;
    wire            leave = write_valid_o && write_ready_i;
    wire            sent, all_come;     // the last beat is sent; the last results come
    wire            free, kept;         // an entry is free; a slot for operands is
    wire [HEAD-1:0] come_head;
    `WF_GSLANES_TABLE #(.ENTRIES(ENTRIES), .WIDTH(HEAD)) under_way (
        .clk_i(clk_i), .rst_ni(rst_ni), .ready_o(free),
        .take_i(take),
        .head_i({instruction_user_i, instruction_memory_i, one, scalar, instruction_mask_i, lanes, beats}),
        .come_i(all_come), .come_o(come_head), .leave_i(leave)
    );
    assign instruction_ready_o = free && kept;

    // ---- Operands of the lanes that work, lane by lane, and their beats ----

    wire [LANES*OPERAND-1:0] given, operands;
    wire [WIDTH*OPERAND-1:0] beat;
    wire [BEATS-1:0]         send_beats, send_beat;
    wire [LANES-1:0]         send_lanes;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_given
            for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
                assign given[OPERAND*i + 32*s +: 32] = instruction_values_i[32*(LANES*s + i) +: 32];
            end
        end
        for (i = 0; i < WIDTH; i = i + 1) begin : gen_beat_lane
            for (s = 0; s < SOURCES; s = s + 1) begin : gen_source
                assign beat_values_o[32*(WIDTH*s + i) +: 32] = beat[OPERAND*i + 32*s +: 32];
            end
        end
    endgenerate
    `WF_GSLANES_SLOTS #(.LANES(LANES), .WIDTH(OPERAND), .HEAD(SEND)) operand_slots (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(lanes & {LANES{take}}), .data_i(given), .done_i(take),
        .head_i({instruction_user_i, lanes, beats}), .ready_o(kept),
        .valid_o(beat_valid_o), .take_i(sent), .data_o(operands), .head_o({beat_user_o, send_lanes, send_beats})
    );
    `WF_GSLANES_BEATS #(.BEATS(BEATS)) sending (
        .clk_i(clk_i), .rst_ni(rst_ni), .beats_i(send_beats), .step_i(send),
        .beat_o(send_beat), .number_o(beat_number_o), .last_o(beat_last_o)
    );
    assign sent = send && beat_last_o;
    `WF_MUX #(.WIDTH(WIDTH*OPERAND), .COUNT(BEATS)) values_mux (
        .select_i(send_beat), .data_i(operands), .data_o(beat)
    );
    `WF_MUX #(.WIDTH(WIDTH), .COUNT(BEATS)) enable_mux (
        .select_i(send_beat), .data_i(send_lanes), .data_o(beat_enable_o)
    );

    // ---- Results of the lanes that worked, beat by beat ----

    wire [BEATS-1:0]            come_beats, come_beat;
    wire [LANES-1:0]            come_lanes, come_now;
    wire [LANES*32-1:0]         results;
    wire [LEAVE-1:0]            write_head;
    wire [NUMBER-1:0]           unused_number;
    wire                        last;
    assign come_lanes = come_head[BEATS +: LANES];
    assign come_beats = come_head[BEATS-1:0];
    `WF_GSLANES_BEATS #(.BEATS(BEATS)) coming (
        .clk_i(clk_i), .rst_ni(rst_ni), .beats_i(come_beats), .step_i(come),
        .beat_o(come_beat), .number_o(unused_number), .last_o(last)
    );
    generate
        for (b = 0; b < BEATS; b = b + 1) begin : gen_come
            assign come_now[WIDTH*b +: WIDTH] = come_lanes[WIDTH*b +: WIDTH] & {WIDTH{come && come_beat[b]}};
        end
    endgenerate
    assign all_come = come && last;
    `WF_GSLANES_SLOTS #(.LANES(LANES), .WIDTH(32), .HEAD(LEAVE)) result_slots (
        .clk_i(clk_i), .rst_ni(rst_ni), .load_i(come_now), .data_i({BEATS{result_values_i}}), .done_i(all_come),
        .head_i(come_head[HEAD-1:BEATS]), .ready_o(result_ready_o),
        .valid_o(write_valid_o), .take_i(leave), .data_o(results), .head_o(write_head)
    );

    // ---- Broadcast, and the tag of what was broadcast: the tag of one operand that says it of all ----

    wire                 write_one;
    wire [GROUPS-1:0]    write_scalar;
    wire [LANES-1:0]     write_lanes;
    wire [GROUPS*32-1:0] base;
    assign {write_user_o, write_memory_o, write_one, write_scalar, write_mask_o, write_lanes} = write_head;
    `WF_GSLANES_BROADCAST #(.LANES(LANES), .GROUPS(GROUPS)) broadcast (
        .one_i(write_one), .scalar_i(write_scalar), .lanes_i(write_lanes), .values_i(results),
        .base_o(base), .values_o(write_values_o)
    );
    wire [TAG_BITS-1:0]         said;
    wire [SOURCES*TAG_BITS-1:0] operand_tags;
    generate
        for (i = 0; i < TAG_BITS; i = i + 1) begin : gen_said   // enc a group | D | of several FS | BVRs
            if (i < 4 * GROUPS) begin : gen_enc
                assign said[i] = write_scalar[i/4];
            end else begin : gen_flag
                assign said[i] = GROUPS > 1 && i == 4 * GROUPS + 1 && write_one;
            end
        end
        for (s = 0; s < SOURCES; s = s + 1) begin : gen_tag
            assign operand_tags[TAG_BITS*s +: TAG_BITS] = s == 0 ? said : {TAG_BITS{1'b0}};
        end
    endgenerate
    localparam [31:0]  FIRST = 1;
    wire               unused_valid, unused_full, unused_divergent;
    wire [GROUPS-1:0]  unused_group;
    wire [LANES-1:0]   unused_lanes;
    `WF_ELIGIBLE #(.LANES(LANES), .GROUPS(GROUPS), .SOURCES(SOURCES), .STAGES(0)) tell (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(write_valid_o), .mask_i(write_mask_o), .used_i(FIRST[SOURCES-1:0]),
        .load_i(write_memory_o), .tag_i(operand_tags), .value_i(base),
        .valid_o(unused_valid), .full_o(unused_full), .group_o(unused_group), .divergent_o(unused_divergent),
        .lanes_o(unused_lanes), .known_o(write_known_o), .tag_o(write_tag_o)
    );

    // ---- State ----

    `WF_COUNT #(.WIDTH(1)) instructions (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(take), .count_o(state_instructions_o)
    );
    `WF_COUNT #(.WIDTH(1)) fulls (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(take && full), .count_o(state_full_o)
    );
    `WF_COUNT #(.WIDTH(1)) groups (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(take && !full && |group), .count_o(state_group_o)
    );
    `WF_COUNT #(.WIDTH(1)) divergents (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(take && divergent), .count_o(state_divergent_o)
    );
    `WF_COUNT #(.WIDTH(1)) beats_sent (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(send), .count_o(state_beats_o)
    );
    `WF_COUNT #(.WIDTH(WIDTH)) working (
        .clk_i(clk_i), .rst_ni(rst_ni), .bits_i(beat_enable_o & {WIDTH{send}}), .count_o(state_lanes_o)
    );
    assign state_valid_o = 1'b1;
endmodule
`default_nettype wire
