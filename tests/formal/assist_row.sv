// SPDX-License-Identifier: Apache-2.0
//
// What assist stages of a row of its store (docs/assist.md, "Row"), as a plain reading, which goes from instruction to instruction: of any row, address and
// room, how many, which, and what follows. assist_order.sv cannot see it: there what the store gives is free.
`default_nettype none
module formal (
    input wire                  clk_i,
    input wire                  high_i,
    input wire [ADDRESS-1:0]    address_i,
    input wire [COUNTED-1:0]    staged_i,
    input wire [ROOM-1:0]       room_i,
    input wire [WIDTH*WORD-1:0] words_i
);
    localparam WIDTH = `WIDTH, BITS = `BITS, ROOM = `ROOM, MOST = `MOST, ADDRESS = $clog2(`STORE), COUNTED = $clog2(MOST), WORD = BITS + 2;

    wire [2:0]            count;
    wire [WIDTH*BITS-1:0] instructions;
    wire [ADDRESS-1:0]    next;
    wire [COUNTED-1:0]    staged;
    wire                  last, branch, cut, over;
    unit_assist_row #(.ADDRESS(ADDRESS)) row (
        .high_i(high_i), .address_i(address_i), .staged_i(staged_i), .room_i(room_i), .words_i(words_i), .count_o(count), .instructions_o(instructions),
        .next_o(next), .staged_o(staged), .last_o(last), .branch_o(branch), .cut_o(cut), .over_o(over)
    );
    always @* assume (room_i[0]);

    // The plain reading
    reg [2:0]            plain_count;
    reg [WIDTH*BITS-1:0] plain_instructions;
    reg                  plain_last, plain_branch, plain_cut, goes_on;
    integer              k, at;
    always @* begin
        {plain_count, plain_instructions, plain_last, plain_branch, plain_cut, goes_on} = {{3+WIDTH*BITS+3{1'b0}}, 1'b1};
        for (k = 0; k < WIDTH; k = k + 1) begin
            at = address_i % WIDTH + k;
            goes_on = goes_on && at < WIDTH && (k == 0 || (k < ROOM && high_i && room_i[k % ROOM]));
            if (goes_on) begin
                plain_count = plain_count + 3'd1;
                plain_instructions[k*BITS +: BITS] = words_i[(at%WIDTH)*WORD +: BITS];
                plain_cut    = staged_i + k + 1 == MOST && !words_i[(at%WIDTH)*WORD + BITS];
                plain_last   = words_i[(at%WIDTH)*WORD + BITS] || plain_cut;
                plain_branch = words_i[(at%WIDTH)*WORD + BITS + 1] && !plain_last;
                goes_on      = !plain_last && !plain_branch;
            end
        end
    end

    always @(posedge clk_i) begin
        assert (count == plain_count);
        assert (instructions == plain_instructions);
        assert (next == address_i + plain_count);
        assert (staged == staged_i + plain_count);
        assert ({last, branch, cut} == {plain_last, plain_branch, plain_cut});
        assert (over == (plain_last || plain_branch));
    end
endmodule
`default_nettype wire
