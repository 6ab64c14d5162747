// SPDX-License-Identifier: Apache-2.0
//
// What split promises of an access (docs/split.md, "What it promises"). The inputs are free, but that an access that waits stays. One access is
// watched, any one: those before it whose last request has not left are counted, so it is known which requests are its own. Each of them has the lowest lane
// that is left, with all lanes that are left and have its word, and no other; its block, and what it has of its access, bit BIT of the data among them.
`default_nettype none
module formal (
    input wire              clk_i,
    input wire              valid_i,
    input wire [ACCESS-1:0] access_i,       // from bit 0: write | base | mask | offset | data | user
    input wire              ready_i,
    input wire              watch_i         // the access that is taken in this cycle is watched, if none was before
);
    localparam LANES  = `LANES, ADDRESS = `ADDRESS, OFFSET = `OFFSET, USER = `USER, WORD = OFFSET - 2;
    localparam MASK   = 1 + ADDRESS, OFFSETS = MASK + LANES, DATA = OFFSETS + LANES * OFFSET, ACCESS = DATA + 32 * LANES + USER;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire                access_ready, request_valid, write, unaligned, last;
    wire [ADDRESS-1:0]  address;
    wire [LANES-1:0]    mask;
    wire [32*LANES-1:0] data;
    wire [USER-1:0]     user;
    unit_split split (
        .clk_i(clk_i), .rst_ni(run_q),
        .access_valid_i(valid_i), .access_ready_o(access_ready), .access_write_i(access_i[0]), .access_base_i(access_i[1 +: ADDRESS]),
        .access_mask_i(access_i[MASK +: LANES]), .access_offset_i(access_i[OFFSETS +: LANES*OFFSET]),
        .access_data_i(access_i[DATA +: 32*LANES]), .access_user_i(access_i[DATA + 32*LANES +: USER]),
        .request_valid_o(request_valid), .request_ready_i(ready_i), .request_write_o(write), .request_address_o(address),
        .request_mask_o(mask), .request_data_o(data), .request_unaligned_o(unaligned), .request_last_o(last), .request_user_o(user)
    );

    // ---- An access that waits ----

    reg              waits_q;
    reg [ACCESS-1:0] access_q;
    always @(posedge clk_i) {waits_q, access_q} <= {valid_i && !access_ready && run_q, access_i};
    always @* assume (!waits_q || (valid_i && access_i == access_q));

    // ---- The access that is watched, and those before it ----

    wire                    accepted = valid_i && access_ready, taken = request_valid && ready_i, ends = taken && last;
    reg  [2:0]              inside_q, ahead_q;      // accesses whose last request has not left; those of them before the watched one
    reg                     watched_q, done_q;      // one is watched; its last request has left
    reg                     write_q, bit_q;
    reg  [ADDRESS-1:0]      base_q;
    reg  [LANES-1:0]        left_q;
    reg  [LANES*OFFSET-1:0] offset_q;
    reg  [USER-1:0]         user_q;
    wire                    mine = watched_q && !done_q && ahead_q == 3'd0;
    always @(posedge clk_i)
        if (!run_q) {inside_q, watched_q, done_q} <= 5'd0;
        else begin
            inside_q <= inside_q + {2'd0, accepted} - {2'd0, ends};
            if (accepted && watch_i && !watched_q) begin
                watched_q <= 1'b1;
                ahead_q   <= inside_q - {2'd0, ends};
                {write_q, base_q, left_q}   <= {access_i[0], access_i[1 +: ADDRESS], access_i[MASK +: LANES]};
                {offset_q, bit_q, user_q}   <=
                    {access_i[OFFSETS +: LANES*OFFSET], access_i[DATA + `BIT], access_i[DATA + 32*LANES +: USER]};
            end else if (ends && ahead_q != 3'd0) ahead_q <= ahead_q - 3'd1;
            if (mine && taken) {left_q, done_q} <= {left_q & ~mask, last};
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
        if (run_q) begin
            assert (!request_valid || inside_q != 3'd0);
            if (mine && request_valid) begin
                assert (mask == want);
                assert (unaligned == want_unaligned);
                assert (last == ((left_q & ~want) == {LANES{1'b0}}));
                assert (address == block[ADDRESS-1:0]);
                assert (write == write_q && user == user_q && data[`BIT] == bit_q);
            end
        end
endmodule
`default_nettype wire
