// SPDX-License-Identifier: Apache-2.0
// The open results of a port: packets of one register are gathered until the last one has come, and are one write then. A packet gives one write
// at most, in its own cycle: itself, if it is the last and no result of its register is open; the result that it ends; or, if it begins a result
// while all entries are open, the oldest one as it is.
//
//   ENTRIES 1, LANES 4
//   cycle      0     1     2     3     4
//   packet_i   r1    r1    r2    r3    r3
//     mask     0001  0110  1000  0001  1110
//     last     0     1     0     0     1
//   valid_o    0     1     0     1     1
//   evicts_o   0     0     0     1     0
//   write_o    -     r1    -     r2    r3
//     mask     -     0111  -     1000  1111
//
// More: docs/merge.md
`default_nettype none
module `WF_RESULTS #(
    parameter LANES   = 4,                             // lanes of the warp
    parameter ENTRIES = 1,                             // results that can be open at once
    parameter USER    = 1,                             // bits of user
    parameter KEY     = 2,                             // bits of a warp's and a register's number
    parameter BLOCK   = 32 * LANES,                    // bits of a value; not to be set
    parameter WRITE   = KEY + LANES + BLOCK + USER,    // bits of a write; not to be set
    parameter PACKET  = WRITE + 1                      // bits of a packet; not to be set
) (
    input  wire              clk_i,      // clock, rising edge
    input  wire              rst_ni,     // reset, low, asynchronous: no result is open
    input  wire              valid_i,    // 1: a packet is accepted in this cycle
    input  wire [PACKET-1:0] packet_i,   // from bit 0: key | mask | values | last | user
    output wire              valid_o,    // 1: it gives a write, in this cycle
    output wire              evicts_o,   // 1: that of a result whose last packet has not come
    output wire [WRITE-1:0]  write_o     // from bit 0: key | mask | values, 0 in lanes that are not in the mask | user
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (KEY < 1) begin : gen_bad_key wf_illegal_KEY bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (WRITE != KEY + LANES + BLOCK + USER) begin : gen_bad_write wf_illegal_WRITE bad (); end
        if (PACKET != WRITE + 1) begin : gen_bad_packet wf_illegal_PACKET bad (); end
    endgenerate

    wire [KEY-1:0]   key;
    wire [LANES-1:0] mask;
    wire [BLOCK-1:0] values;
    wire             last;
    wire [USER-1:0]  user;
    assign {user, last, values, mask, key} = packet_i;

    // ---- Find: the open result of the packet's register ----

    wire [ENTRIES-1:0] open, hit, oldest;
    wire               begins = !(|hit);                                                // the packet is the first one of a result
    wire               evicts = valid_i && begins && !last && &open;                    // which has no free entry
    wire [ENTRIES-1:0] closed = (hit & {ENTRIES{valid_i && last}}) | (oldest & {ENTRIES{evicts}});
    assign evicts_o = evicts;
    assign valid_o  = (valid_i && last) || evicts;

    // ---- Merge: into that entry; into the lowest free one; or into the one that is evicted ----

    wire [ENTRIES-1:0] free, unused_below;
    wire               unused_any;
    `WF_FIRST #(.WIDTH(ENTRIES)) first (.bits_i(~open), .first_o(free), .below_o(unused_below), .any_o(unused_any));
    wire [ENTRIES-1:0] take = (evicts ? oldest : free) & {ENTRIES{valid_i && begins && !last}};
    wire [ENTRIES-1:0] join_packet = hit & {ENTRIES{valid_i && !last}};

    wire [ENTRIES*KEY-1:0]   keys;
    wire [ENTRIES*LANES-1:0] masks;
    wire [ENTRIES*BLOCK-1:0] blocks;
    wire [ENTRIES*USER-1:0]  users;
    genvar e, l;
    generate
        for (e = 0; e < ENTRIES; e = e + 1) begin : gen_entry
            `WF_RESULT #(.LANES(LANES), .ENTRIES(ENTRIES), .USER(USER), .KEY(KEY)) entry (
                .clk_i(clk_i), .rst_ni(rst_ni),
                .take_i(take[e]), .join_i(join_packet[e]), .key_i(key), .mask_i(mask), .values_i(values), .user_i(user),
                .open_i(open), .closed_i(closed), .closes_i(closed[e]),
                .open_o(open[e]), .hit_o(hit[e]), .oldest_o(oldest[e]), .key_o(keys[e*KEY +: KEY]),
                .mask_o(masks[e*LANES +: LANES]), .values_o(blocks[e*BLOCK +: BLOCK]), .user_o(users[e*USER +: USER])
            );
        end
    endgenerate

    // ---- Close: a result with its last packet, which may be all of it; or the oldest result as it is ----

    wire [ENTRIES-1:0] from        = last ? hit : oldest;
    wire [ENTRIES:0]   youngest    = {last, oldest & {ENTRIES{!last}}};     // the packet, or the entry that is evicted
    wire [LANES-1:0]   packet_mask = mask & {LANES{last}};                  // lanes that the write has from the packet
    wire [KEY-1:0]     write_key;
    wire [LANES-1:0]   entry_mask;
    wire [BLOCK-1:0]   write_values;
    wire [USER-1:0]    write_user;
    `WF_MUX #(.WIDTH(LANES), .COUNT(ENTRIES)) mux_mask (.select_i(from), .data_i(masks), .data_o(entry_mask));
    `WF_MUX #(.WIDTH(KEY), .COUNT(ENTRIES + 1)) mux_key (.select_i(youngest), .data_i({key, keys}), .data_o(write_key));
    `WF_MUX #(.WIDTH(USER), .COUNT(ENTRIES + 1)) mux_user (.select_i(youngest), .data_i({user, users}), .data_o(write_user));
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            wire [ENTRIES*32-1:0] lane;
            wire [ENTRIES-1:0]    has;      // the entry from which the lane comes, if it is there and not in the packet
            for (e = 0; e < ENTRIES; e = e + 1) begin : gen_of
                assign lane[32*e +: 32] = blocks[e*BLOCK + 32*l +: 32];
                assign has[e]           = from[e] && masks[e*LANES + l] && !packet_mask[l];
            end
            `WF_MUX #(.WIDTH(32), .COUNT(ENTRIES + 1)) mux (
                .select_i({packet_mask[l], has}), .data_i({values[32*l +: 32], lane}), .data_o(write_values[32*l +: 32])
            );
        end
    endgenerate
    assign write_o = {write_user, write_values, entry_mask | packet_mask, write_key};
endmodule
`default_nettype wire
