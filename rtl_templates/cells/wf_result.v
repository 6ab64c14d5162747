// SPDX-License-Identifier: Apache-2.0
// An entry of `WF_RESULTS.v: a result whose last packet has not come.
// It compares its register with that of every packet. It keeps which entries were open before it, so the oldest one knows that it is.
//
//   KEY 3, ENTRIES 2, LANES 4; entry 1 is open since before
//   cycle      0     1     2     3
//   take_i     1     0     0     0
//   key_i      5     5     6     5
//   mask_i     0001  0100  -     -
//   join_i     0     1     0     0
//   hit_o      0     1     0     1
//   mask_o     -     0001  0101  0101
//   oldest_o   0     0     0     1      closed_i was 10 in cycle 2
//
// More: docs/merge.md
`default_nettype none
module `WF_RESULT #(
    parameter LANES   = 4,            // lanes of the warp
    parameter ENTRIES = 1,            // entries
    parameter USER    = 1,            // bits of user
    parameter KEY     = 2,            // bits of a warp's and a register's number
    parameter BLOCK   = 32 * LANES    // bits of a value; not to be set
) (
    input  wire               clk_i,      // clock, rising edge
    input  wire               rst_ni,     // reset, low, asynchronous
    input  wire               take_i,     // 1: the packet begins a result here
    input  wire               join_i,     // 1: it is merged into the result here
    input  wire [KEY-1:0]     key_i,      // its warp and register
    input  wire [LANES-1:0]   mask_i,     // its lanes
    input  wire [BLOCK-1:0]   values_i,   // its values
    input  wire [USER-1:0]    user_i,     // its user
    input  wire [ENTRIES-1:0] open_i,     // the entries that are open
    input  wire [ENTRIES-1:0] closed_i,   // those whose result becomes a write in this cycle
    input  wire               closes_i,   // 1: this entry is one of them; it may take the packet all the same

    output wire               open_o,     // 1: there is a result
    output wire               hit_o,      // 1: it is of the packet's register
    output wire               oldest_o,   // 1: no other one is older
    output wire [KEY-1:0]     key_o,      // its warp and register
    output wire [LANES-1:0]   mask_o,     // the lanes that have come
    output wire [BLOCK-1:0]   values_o,   // their values; any bits in the other lanes
    output wire [USER-1:0]    user_o      // user of its youngest packet
);
    generate
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (ENTRIES < 1) begin : gen_bad_entries wf_illegal_ENTRIES bad (); end
        if (USER < 1) begin : gen_bad_user wf_illegal_USER bad (); end
        if (KEY < 1) begin : gen_bad_key wf_illegal_KEY bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
    endgenerate

    // ---- Is there a result, and which are older ----

    reg               open_q;
    reg [ENTRIES-1:0] older_q;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) open_q <= 1'b0;
        else         open_q <= take_i || (open_q && !closes_i);
    always @(posedge clk_i) older_q <= (take_i ? open_i : older_q) & ~closed_i;
    assign open_o   = open_q;
    assign hit_o    = open_q && key_o == key_i;
    assign oldest_o = open_q && older_q == {ENTRIES{1'b0}};

    // ---- What has come of it ----

    reg [KEY-1:0]   key_q;
    reg [LANES-1:0] mask_q;
    reg [USER-1:0]  user_q;
    reg [BLOCK-1:0] values_q;
    always @(posedge clk_i) begin
        if (take_i) key_q <= key_i;
        if (take_i || join_i) begin
            mask_q <= mask_i | (mask_q & {LANES{join_i}});
            user_q <= user_i;
        end
    end
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            always @(posedge clk_i) if ((take_i || join_i) && mask_i[l]) values_q[32*l +: 32] <= values_i[32*l +: 32];
        end
    endgenerate
    assign {key_o, mask_o, values_o, user_o} = {key_q, mask_q, values_q, user_q};
endmodule
`default_nettype wire
