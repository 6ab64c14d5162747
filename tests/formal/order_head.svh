// SPDX-License-Identifier: Apache-2.0
//
// The head of the properties of order with two ports: its inputs, which are free; the sizes; a reset in the first cycle; and the
// unit, its ports side by side.
module formal (
    input wire                     clk_i,
    input wire [1:0]               valid_i,
    input wire [2*INSTRUCTION-1:0] instruction_i,   // from bit 0: warp | source0 | source1 | source2 | used | dest | writes | mask | user | kind
    input wire [1:0]               left_i,
    input wire [2*ID-1:0]          left_id_i,
    input wire [1:0]               ready_i
);
    localparam LANES = `LANES, WARPS = `WARPS, REGISTERS = `REGISTERS, ENTRIES = `ENTRIES, USER = `USER;
    localparam WARP  = WARPS > 1 ? $clog2(WARPS) : 1, REGISTER = REGISTERS > 1 ? $clog2(REGISTERS) : 1, ID = ENTRIES > 1 ? $clog2(ENTRIES) : 1;
    localparam USED  = WARP + 3 * REGISTER, DEST = USED + 3, HAS = DEST + REGISTER, MASK = HAS + 1, USERS = MASK + LANES, KIND = USERS + USER;
    localparam INSTRUCTION = KIND + 2;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire [1:0]          ready, offered;
    wire [2*KIND-1:0]   issue;          // without the id
    wire [2*ID-1:0]     id;
    wire                state_valid;
    wire [31:0]         instructions, memory, control, war;
    wire [1:0]          taken = valid_i & ready, given = offered & ready_i;
    unit_order order (
        .clk_i(clk_i), .rst_ni(run_q),
        .instruction0_valid_i(valid_i[0]), .instruction0_ready_o(ready[0]),
        .instruction0_warp_i(instruction_i[0 +: WARP]), .instruction0_source0_i(instruction_i[WARP +: REGISTER]),
        .instruction0_source1_i(instruction_i[WARP+REGISTER +: REGISTER]), .instruction0_source2_i(instruction_i[WARP+2*REGISTER +: REGISTER]),
        .instruction0_used_i(instruction_i[USED +: 3]), .instruction0_dest_i(instruction_i[DEST +: REGISTER]),
        .instruction0_writes_i(instruction_i[HAS]), .instruction0_mask_i(instruction_i[MASK +: LANES]),
        .instruction0_user_i(instruction_i[USERS +: USER]), .instruction0_kind_i(instruction_i[KIND +: 2]),
        .instruction1_valid_i(valid_i[1]), .instruction1_ready_o(ready[1]),
        .instruction1_warp_i(instruction_i[INSTRUCTION +: WARP]), .instruction1_source0_i(instruction_i[INSTRUCTION+WARP +: REGISTER]),
        .instruction1_source1_i(instruction_i[INSTRUCTION+WARP+REGISTER +: REGISTER]),
        .instruction1_source2_i(instruction_i[INSTRUCTION+WARP+2*REGISTER +: REGISTER]),
        .instruction1_used_i(instruction_i[INSTRUCTION+USED +: 3]), .instruction1_dest_i(instruction_i[INSTRUCTION+DEST +: REGISTER]),
        .instruction1_writes_i(instruction_i[INSTRUCTION+HAS]), .instruction1_mask_i(instruction_i[INSTRUCTION+MASK +: LANES]),
        .instruction1_user_i(instruction_i[INSTRUCTION+USERS +: USER]), .instruction1_kind_i(instruction_i[INSTRUCTION+KIND +: 2]),
        .left0_valid_i(left_i[0]), .left0_id_i(left_id_i[0 +: ID]), .left1_valid_i(left_i[1]), .left1_id_i(left_id_i[ID +: ID]),
        .issue0_valid_o(offered[0]), .issue0_ready_i(ready_i[0]),
        .issue0_warp_o(issue[0 +: WARP]), .issue0_source0_o(issue[WARP +: REGISTER]), .issue0_source1_o(issue[WARP+REGISTER +: REGISTER]),
        .issue0_source2_o(issue[WARP+2*REGISTER +: REGISTER]), .issue0_used_o(issue[USED +: 3]), .issue0_dest_o(issue[DEST +: REGISTER]),
        .issue0_writes_o(issue[HAS]), .issue0_mask_o(issue[MASK +: LANES]), .issue0_user_o({id[0 +: ID], issue[USERS +: USER]}),
        .issue1_valid_o(offered[1]), .issue1_ready_i(ready_i[1]),
        .issue1_warp_o(issue[KIND +: WARP]), .issue1_source0_o(issue[KIND+WARP +: REGISTER]), .issue1_source1_o(issue[KIND+WARP+REGISTER +: REGISTER]),
        .issue1_source2_o(issue[KIND+WARP+2*REGISTER +: REGISTER]), .issue1_used_o(issue[KIND+USED +: 3]), .issue1_dest_o(issue[KIND+DEST +: REGISTER]),
        .issue1_writes_o(issue[KIND+HAS]), .issue1_mask_o(issue[KIND+MASK +: LANES]), .issue1_user_o({id[ID +: ID], issue[KIND+USERS +: USER]}),
        .state_valid_o(state_valid), .state_instructions_o(instructions), .state_memory_o(memory), .state_control_o(control), .state_war_o(war)
    );
