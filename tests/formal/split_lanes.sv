// SPDX-License-Identifier: Apache-2.0
//
// What split promises of an access (docs/split.md, "What it promises"). The inputs are free, but that an access that waits stays, and that user tells two
// accesses, any two: it is 1 in the first, 2 in the second, else 0. Each request of the first has the lowest lane that is left, with all lanes that are left
// and have its word, and no other; its block, and what it has of its access, bit BIT of the data among them. Those of the second come behind its last one.
`default_nettype none
module formal (
    input wire              clk_i,
    input wire              valid_i,
    input wire [ACCESS-1:0] access_i,       // from bit 0: write | base | mask | offset | data
    input wire              ready_i,
    input wire              watch_i         // the access that is taken in this cycle is the first one, or the second
);
    localparam LANES  = `LANES, ADDRESS = `ADDRESS, OFFSET = `OFFSET, USER = `USER, WORD = OFFSET - 2;
    localparam MASK   = 1 + ADDRESS, OFFSETS = MASK + LANES, DATA = OFFSETS + LANES * OFFSET, ACCESS = DATA + 32 * LANES;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire                access_ready, request_valid, write, unaligned, last;
    wire [ADDRESS-1:0]  address;
    wire [LANES-1:0]    mask;
    wire [32*LANES-1:0] data;
    wire [USER-1:0]     user;
    wire [USER-1:0]     access_user;
    unit_split split (
        .clk_i(clk_i), .rst_ni(run_q),
        .access_valid_i(valid_i), .access_ready_o(access_ready), .access_write_i(access_i[0]), .access_base_i(access_i[1 +: ADDRESS]),
        .access_mask_i(access_i[MASK +: LANES]), .access_offset_i(access_i[OFFSETS +: LANES*OFFSET]),
        .access_data_i(access_i[DATA +: 32*LANES]), .access_user_i(access_user),
        .request_valid_o(request_valid), .request_ready_i(ready_i), .request_write_o(write), .request_address_o(address),
        .request_mask_o(mask), .request_data_o(data), .request_unaligned_o(unaligned), .request_last_o(last), .request_user_o(user)
    );

    // ---- An access that waits ----

    reg              waits_q;
    reg [ACCESS-1:0] access_q;
    always @(posedge clk_i) {waits_q, access_q} <= {valid_i && !access_ready && run_q, access_i};
    always @* assume (!waits_q || (valid_i && access_i == access_q));

    // ---- The two accesses ----

    wire                    accepted = valid_i && access_ready, taken = request_valid && ready_i;
    reg                     first_q, second_q, done_q;      // they were taken; the last request of the first one has left
    reg                     write_q, bit_q;
    reg  [ADDRESS-1:0]      base_q;
    reg  [LANES-1:0]        left_q;
    reg  [LANES*OFFSET-1:0] offset_q;
    reg                     marked_q;       // an access that waits is one of the two
    wire                    marks = waits_q ? marked_q : watch_i && !second_q;
    assign access_user = marks ? (first_q ? 2'd2 : 2'd1) : 2'd0;
    always @(posedge clk_i) marked_q <= marks;
    always @(posedge clk_i)
        if (!run_q) {first_q, second_q, done_q} <= 3'd0;
        else begin
            if (accepted && marks) {first_q, second_q} <= {1'b1, first_q};
            if (accepted && marks && !first_q)
                {write_q, base_q, left_q, offset_q, bit_q} <=
                    {access_i[0], access_i[1 +: ADDRESS], access_i[MASK +: LANES], access_i[OFFSETS +: LANES*OFFSET], access_i[DATA + `BIT]};
            else if (taken && user == 2'd1) {left_q, done_q} <= {left_q & ~mask, last};
        end

    // ---- What the request must be ----

    reg               found, want_unaligned;
    reg  [WORD-1:0]   word;
    reg  [LANES-1:0]  want;
    integer           l;
    always @* begin
        {found, word, want, want_unaligned} = {(2 + WORD + LANES){1'b0}};
        for (l = 0; l < LANES; l = l + 1) begin
            if (left_q[l] && !found) {found, word} = {1'b1, offset_q[l*OFFSET + 2 +: WORD]};
            if (left_q[l] && offset_q[l*OFFSET + 2 +: WORD] == word) begin
                want[l] = 1'b1;
                if (offset_q[l*OFFSET +: 2] != 2'd0) want_unaligned = 1'b1;
            end
        end
    end
    wire [ADDRESS+WORD-1:0] block = base_q + word;

    always @(posedge clk_i)
        if (run_q && request_valid) begin
            assert (user != 2'd3);
            if (user == 2'd2) assert (second_q && done_q);
            if (user == 2'd1) begin
                assert (first_q && !done_q);
                assert (mask == want);
                assert (unaligned == want_unaligned);
                assert (last == ((left_q & ~want) == {LANES{1'b0}}));
                assert (address == block[ADDRESS-1:0]);
                assert (write == write_q && data[`BIT] == bit_q);
            end
        end
endmodule
`default_nettype wire
