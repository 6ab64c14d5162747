// SPDX-License-Identifier: Apache-2.0
//
// What gslanes promises of any instruction (docs/gslanes.md, "What it promises", 1, 2 and 5): its write has, in any lane of its mask, what this lane
// would have computed. One instruction is marked, any one, and one lane, any one, the same for all time; and one bit of its values, BIT. The
// lanes return operand 0, in the cycle of the beat or any time later: the unit moves results and does not look into them, so what holds of this
// function holds of any. Lanes that do not work return anything. The marked instruction's operand agrees with its tag, as the user owes it. One
// source.
`default_nettype none
module formal (
    input wire                  clk_i,
    input wire                  mark_i,         // this instruction is the marked one, if none was
    input wire [LANE-1:0]       lane_i,         // the lane that is watched, in the first cycle
    input wire                  valid_i,
    input wire [LANES-1:0]      mask_i,
    input wire                  used_i,
    input wire                  memory_i,
    input wire [TAG-1:0]        tag_i,
    input wire [32*LANES-1:0]   values_i,
    input wire [USER-1:0]       user_i,
    input wire                  beat_ready_i,
    input wire                  result_i,       // the lanes return the oldest beat, if there is one
    input wire [32*WIDTH-1:0]   other_i,        // what lanes return that do not work, and in bits that are not watched
    input wire                  write_ready_i
);
    localparam LANES = `LANES, WIDTH = `WIDTH, GROUPS = `GROUPS, ENTRIES = `ENTRIES, USER = `USER;
    localparam BEATS = LANES / WIDTH, NUMBER = BEATS > 1 ? $clog2(BEATS) : 1, DEPTH = ENTRIES * BEATS, LANE = $clog2(LANES), EACH = LANES / GROUPS;
    localparam D     = 4 * GROUPS, BVR = D + (GROUPS > 1 ? 2 : 1), TAG = BVR + 32 * GROUPS;      // at most 32 lanes a group

    localparam [DEPTH*WIDTH-1:0] OLDEST = {WIDTH{1'b1}};

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire                ready, result_ready, beat_valid, beat_last, write_valid, write_memory, state_valid;
    wire [NUMBER-1:0]   number;
    wire [WIDTH-1:0]    enable;
    wire [32*WIDTH-1:0] beat_values;
    wire [USER-1:0]     beat_user, write_user;
    wire [LANES-1:0]    write_mask;
    wire [32*LANES-1:0] write_values;
    wire [GROUPS-1:0]   known;
    wire [TAG-1:0]      write_tag;
    wire [31:0]         instructions, full, group, divergent, beats, lanes;
    wire                take = valid_i && ready, send = beat_valid && beat_ready_i, leave = write_valid && write_ready_i;

    // ---- The lanes: beats that they have, oldest first, the watched bit of each lane ----

    reg  [DEPTH*WIDTH-1:0] has_q;
    reg  [5:0]             count_q;
    wire [WIDTH-1:0]       returned;
    wire [32*WIDTH-1:0]    result;
    wire                   result_valid = result_i && (count_q != 6'd0 || send), come = result_valid && result_ready;
    wire [DEPTH*WIDTH-1:0] has = send ? has_q | (({DEPTH{returned}} & OLDEST) << WIDTH * count_q) : has_q;
    genvar l, g;
    generate
        for (l = 0; l < WIDTH; l = l + 1) begin : gen_lane
            assign returned[l]         = enable[l] ? beat_values[32*l + `BIT] : other_i[32*l + `BIT];
            for (g = 0; g < 32; g = g + 1) begin : gen_bit
                assign result[32*l + g] = g == `BIT ? has[l] : other_i[32*l + g];
            end
        end
    endgenerate
    always @(posedge clk_i)
        if (!run_q) {has_q, count_q} <= {DEPTH*WIDTH+6{1'b0}};
        else {has_q, count_q} <= {come ? has >> WIDTH : has, count_q + {5'd0, send} - {5'd0, come}};

    unit_gslanes gslanes (
        .clk_i(clk_i), .rst_ni(run_q),
        .instruction_valid_i(valid_i), .instruction_ready_o(ready), .instruction_mask_i(mask_i), .instruction_used_i(used_i),
        .instruction_memory_i(memory_i), .instruction_tag_i(tag_i), .instruction_values_i(values_i), .instruction_user_i(user_i),
        .result_valid_i(result_valid), .result_ready_o(result_ready), .result_values_i(result),
        .beat_valid_o(beat_valid), .beat_ready_i(beat_ready_i), .beat_number_o(number), .beat_last_o(beat_last), .beat_enable_o(enable),
        .beat_values_o(beat_values), .beat_user_o(beat_user),
        .write_valid_o(write_valid), .write_ready_i(write_ready_i), .write_mask_o(write_mask), .write_values_o(write_values),
        .write_memory_o(write_memory), .write_known_o(known), .write_tag_o(write_tag), .write_user_o(write_user),
        .state_valid_o(state_valid), .state_instructions_o(instructions), .state_full_o(full), .state_group_o(group),
        .state_divergent_o(divergent), .state_beats_o(beats), .state_lanes_o(lanes)
    );

    // ---- The marked instruction, from its acceptance on: what it must write, and how many leave before it ----

    reg  [LANE-1:0]  lane_q;
    reg              marked_q, left_q, value_q, memory_q;
    reg  [LANES-1:0] mask_q;
    reg  [USER-1:0]  user_q;
    reg  [4:0]       under_q, ahead_q;
    wire             marks = take && mark_i && !marked_q, mine = marked_q && !left_q && ahead_q == 5'd0;
    always @(posedge clk_i) if (!run_q) lane_q <= lane_i;
    always @(posedge clk_i)
        if (!run_q) {marked_q, left_q, under_q, ahead_q} <= 12'd0;
        else begin
            under_q <= under_q + {4'd0, take} - {4'd0, leave};
            if (marks) {marked_q, mask_q, user_q, memory_q, ahead_q} <= {1'b1, mask_i, user_i, memory_i, under_q - {4'd0, leave}};
            if (marks) value_q <= values_i[32*lane_q + `BIT];
            if (marked_q && leave && ahead_q != 5'd0) ahead_q <= ahead_q - 5'd1;
            if (mine && leave) left_q <= 1'b1;
        end

    // Its operand agrees with its tag. An operand that is not used is 0
    wire [GROUPS-1:0] scalar;
    wire [LANES-1:0]  bits, stored;
    wire              one = GROUPS > 1 ? tag_i[D+(GROUPS > 1)] : scalar[0];
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            assign scalar[g] = &tag_i[4*g +: 4];
            assign stored[EACH*g +: EACH] = tag_i[BVR + 32*g +: EACH];
        end
        for (l = 0; l < LANES; l = l + 1) begin : gen_agrees
            assign bits[l] = values_i[32*l + `BIT];
            always @* begin
                assume (!marks || used_i || !bits[l]);
                assume (!marks || !used_i || tag_i[D] || !scalar[l/EACH] || bits[l] == bits[l/EACH*EACH]);
                assume (!marks || !used_i || tag_i[D] || !one || bits[l] == bits[0]);
            end
        end
    endgenerate
    always @* assume (!marks || !used_i || !tag_i[D] || !one || !(&scalar) || (bits & stored) == 0 || (bits & stored) == stored);

    // ---- What is promised ----

    wire is_known = known[lane_q/EACH];
    always @(posedge clk_i)
        if (run_q) begin
            assert (!write_valid || under_q != 5'd0);
            assert (!(write_valid && mine) || {write_mask, write_user, write_memory} == {mask_q, user_q, memory_q});
            assert (!(write_valid && mine) || !mask_q[lane_q] || write_values[32*lane_q + `BIT] == value_q);
            assert (!(write_valid && mine) || !is_known || &write_tag[4*(lane_q/EACH) +: 4]);
            assert (!(write_valid && mine) || !is_known || write_tag[D] || write_tag[BVR + 32*(lane_q/EACH) + `BIT] == value_q);
            assert (!(write_valid && mine) || !is_known || write_tag[D] == !(&mask_q));
        end
endmodule
`default_nettype wire
