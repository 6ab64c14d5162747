// SPDX-License-Identifier: Apache-2.0
//
// What merge promises of results (docs/merge.md, "What it promises"). The inputs are free, but that a packet that waits stays. A list of
// the open results' registers, oldest first, tells which packet begins a result, ends it or evicts one. One register is watched, any one, the
// same for all time, and one bit of its values, BIT: what has come of the register's result, and the writes that wait, with what they must
// show. A write is offered if one waits, a packet is taken if fewer than two wait, in every cycle; so nothing is lost, doubled, mixed, out of
// order or late.
`default_nettype none
module formal (
    input wire              clk_i,
    input wire              valid_i,
    input wire [PACKET-1:0] packet_i,       // from bit 0: warp | dest | mask | values | user | last
    input wire              ready_i,
    input wire [KEY-1:0]    watched_i       // which register is watched, in the first cycle
);
    localparam LANES  = `LANES, WARPS = `WARPS, REGISTERS = `REGISTERS, ENTRIES = `ENTRIES, USER = `USER, BLOCK = 32 * LANES;
    localparam WARP   = WARPS > 1 ? $clog2(WARPS) : 1, REGISTER = REGISTERS > 1 ? $clog2(REGISTERS) : 1, KEY = WARP + REGISTER;
    localparam PACKET = KEY + LANES + BLOCK + USER + 1, LANE = `BIT / 32, KNOWN = 2 + USER;

    reg run_q = 1'b0;   // reset in the first cycle
    always @(posedge clk_i) run_q <= 1'b1;

    wire [KEY-1:0]      key    = packet_i[0 +: KEY];
    wire [LANES-1:0]    mask   = packet_i[KEY +: LANES], write_mask;
    wire [BLOCK-1:0]    values = packet_i[KEY+LANES +: BLOCK], write_values;
    wire [USER-1:0]     user   = packet_i[KEY+LANES+BLOCK +: USER], write_user;
    wire                last   = packet_i[PACKET-1], packet_ready, write_valid, state_valid;
    wire [WARP-1:0]     write_warp;
    wire [REGISTER-1:0] write_dest;
    wire [31:0]         packets, writes, evictions;
    unit_merge merge (
        .clk_i(clk_i), .rst_ni(run_q),
        .packet_valid_i(valid_i), .packet_ready_o(packet_ready), .packet_warp_i(key[0 +: WARP]), .packet_dest_i(key[WARP +: REGISTER]),
        .packet_mask_i(mask), .packet_values_i(values), .packet_last_i(last), .packet_user_i(user),
        .write_valid_o(write_valid), .write_ready_i(ready_i), .write_warp_o(write_warp), .write_dest_o(write_dest),
        .write_mask_o(write_mask), .write_values_o(write_values), .write_user_o(write_user),
        .state_valid_o(state_valid), .state_packets_o(packets), .state_writes_o(writes), .state_evictions_o(evictions)
    );

    // ---- What is watched, and a packet that waits ----

    reg  [KEY-1:0]    watched_q;
    reg               waits_q;
    reg  [PACKET-1:0] packet_q;
    always @(posedge clk_i) if (!run_q) watched_q <= watched_i;
    always @(posedge clk_i) {waits_q, packet_q} <= {valid_i && !packet_ready && run_q, packet_i};
    always @* assume (!waits_q || (valid_i && packet_i == packet_q));

    // ---- The registers of open results, oldest first ----

    reg  [ENTRIES*KEY-1:0] list_q, list;
    reg  [4:0]             count_q, count, found;
    integer                k;
    always @* begin
        found = ENTRIES;
        for (k = 0; k < ENTRIES; k = k + 1)
            if (k < count_q && list_q[k*KEY +: KEY] == key) found = k;
    end
    wire       accepted = valid_i && packet_ready;
    wire       begins   = found == ENTRIES;
    wire       enters   = accepted && begins && !last;
    wire       evicts   = enters && count_q == ENTRIES;
    wire       leaves   = evicts || (accepted && !begins && last);      // an open result becomes a write
    wire [4:0] place    = evicts ? 5'd0 : found;
    always @* begin
        {list, count} = {list_q, count_q - {4'd0, leaves}};
        for (k = 0; k + 1 < ENTRIES; k = k + 1)
            if (leaves && k >= place) list[k*KEY +: KEY] = list_q[(k+1)*KEY +: KEY];
        for (k = 0; k < ENTRIES; k = k + 1)
            if (enters && k == count) list[k*KEY +: KEY] = key;
    end
    always @(posedge clk_i)
        if (!run_q) count_q <= 5'd0;
        else {list_q, count_q} <= {list, count + {4'd0, enters}};

    // ---- What has come of the watched register's result, from bit 0: the bit | is its lane there | the youngest user ----

    reg  [KNOWN-1:0] open_q;
    wire             had  = !begins && open_q[1];
    wire [KNOWN-1:0] open = {user, had || mask[LANE], mask[LANE] ? values[`BIT] : had && open_q[0]};
    always @(posedge clk_i) if (accepted && key == watched_q) open_q <= open;

    // ---- Writes that wait, oldest first, from bit 0: is it of the watched register | what it must show ----

    wire             closes = (accepted && last) || evicts, taken = write_valid && ready_i;
    wire [KNOWN:0]   closed = evicts ? {open_q, list_q[0 +: KEY] == watched_q} : {open, key == watched_q};
    reg  [KNOWN:0]   first_q, second_q;
    reg  [1:0]       waiting_q;
    wire [1:0]       left = waiting_q - {1'b0, taken};
    always @(posedge clk_i)
        if (!run_q) waiting_q <= 2'd0;
        else begin
            waiting_q <= left + {1'b0, closes};
            if (taken) first_q <= second_q;
            if (closes && left == 2'd0) first_q <= closed;
            if (closes && left == 2'd1) second_q <= closed;
        end

    // ---- What is promised ----

    wire mine = {write_dest, write_warp} == watched_q;
    always @(posedge clk_i)
        if (run_q) begin
            assert (write_valid == (waiting_q != 2'd0));
            assert (packet_ready == (waiting_q != 2'd2));
            assert (!write_valid || mine == first_q[0]);
            assert (!(write_valid && mine) || {write_user, write_mask[LANE], write_values[`BIT]} == first_q[KNOWN:1]);
        end
endmodule
`default_nettype wire
