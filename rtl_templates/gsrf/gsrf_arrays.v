// SPDX-License-Identifier: Apache-2.0
// The stages arrays and words of a bank: what is read and written, and for whom the words are that come.
//
//   SIDE_LATENCY 1: side in cycle 0  ->  arrays in cycle 1, words in cycle 2
//   SIDE_LATENCY 0: side in cycle 0  ->  arrays in cycle 0, of a write that needs the old tag in cycle 1; words in cycle 1
//
// More: docs/gsrf.md, "Arrays" and "Words"
`default_nettype none
module `WF_GSRF_ARRAYS #(
    parameter LANES        = `WF_LANES,        // lanes of the warp
    parameter GROUPS       = `WF_GROUPS,       // codes of a register
`ifdef WF_WITH_COMPRESS_ON
    parameter TAG = (GROUPS > 1 ? 2 : 1) + 4 * GROUPS + (32 * GROUPS > LANES ? 32 * GROUPS : LANES),  // bits of a tag
`endif
    parameter UNIT         = `WF_LANES / `WF_GROUPS < 16 ? `WF_LANES / `WF_GROUPS : 16,  // bytes of an array
    parameter READERS      = 16,               // collectors
    parameter WRITES       = `WF_WRITES,       // write ports
    parameter SIDE_LATENCY = 0,                // cycles from the side array to the arrays: 0 or 1
    parameter CHOSEN       = 8192,             // bits of what a slot holds
    parameter ROW          = 6,                // bits of a row's number
    parameter BLOCK        = 32 * LANES,       // bits of a value; not to be set
    parameter ARRAYS       = 4 * LANES / UNIT  // arrays; not to be set
) (
    input  wire                     clk_i,         // clock, rising edge
    input  wire                     rst_ni,        // reset, low, asynchronous

    // The stage side
    input  wire [READERS-1:0]       to_i,          // the collector that reads, one-hot, or 0
    input  wire [ROW-1:0]           row_i,         // the row
    input  wire                     known_i,       // 1: its register is valid
    input  wire                     sets_i,        // 1: a write with a lane in its mask
    input  wire                     zeros_i,       // 1: it fills the register with zeros
    input  wire [WRITES-1:0]        port_i,        // its port, one-hot, or 0
    input  wire [CHOSEN-1:0]        side_i,        // it (`WF_GSRF_WRITES.v)
    input  wire [WRITES*CHOSEN-1:0] late_i,        // what each port had chosen two cycles before, port 0 lowest
`ifdef WF_WITH_COMPRESS_ON
    input  wire                     needs_i,       // 1: it needs the old tag

    input  wire [TAG-1:0]           side_word_i,   // what the side array has read last
    output wire                     late_write_o,  // 1: the side array is written after that
    output wire [ROW-1:0]           late_row_o,    // at this row
    output wire [TAG-1:0]           late_tag_o,    // with this tag
    output wire [TAG-1:0]           words_tag_o,   // the tag of the words that come
    output wire                     decodes_o,     // 1: a compressed register comes
    output wire                     fills_o,       // 1: a write fills what a code left out
`endif
    output wire [ARRAYS-1:0]        read_o,        // bit a: array a is read
    output wire [ROW-1:0]           row_o,         // at this row, or written
    output wire [4*LANES-1:0]       write_o,       // bit b: byte b is written
    output wire [BLOCK-1:0]         data_o,        // the bytes
    output wire [READERS-1:0]       words_to_o,    // the collector for which words come, one-hot, or 0
    output wire [ARRAYS-1:0]        words_read_o   // the arrays that they come from
);
    generate
`ifdef WF_WITH_COMPRESS_ON
        if (TAG < 1) begin : gen_bad_tag wf_illegal_TAG bad (); end
`endif
        if (LANES < 1) begin : gen_bad_lanes wf_illegal_LANES bad (); end
        if (GROUPS < 1) begin : gen_bad_groups wf_illegal_GROUPS bad (); end
        if (UNIT < 1 || LANES % UNIT != 0) begin : gen_bad_unit wf_illegal_UNIT bad (); end
        if (READERS < 1) begin : gen_bad_readers wf_illegal_READERS bad (); end
        if (WRITES < 1) begin : gen_bad_writes wf_illegal_WRITES bad (); end
        if (SIDE_LATENCY < 0 || SIDE_LATENCY > 1) begin : gen_bad_side_latency wf_illegal_SIDE_LATENCY bad (); end
        if (CHOSEN < BLOCK + LANES + 2) begin : gen_bad_chosen wf_illegal_CHOSEN bad (); end
        if (ROW < 1) begin : gen_bad_row wf_illegal_ROW bad (); end
        if (BLOCK != 32 * LANES) begin : gen_bad_block wf_illegal_BLOCK bad (); end
        if (ARRAYS != 4 * LANES / UNIT) begin : gen_bad_arrays wf_illegal_ARRAYS bad (); end
    endgenerate

    // ---- The cycle after side ----

    reg  [READERS-1:0] to_q;
    reg  [WRITES-1:0]  port_q;
    reg  [ROW-1:0]     row_q;
    reg                known_q;
    wire [CHOSEN-1:0]  late;
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) to_q <= {READERS{1'b0}};
        else         to_q <= to_i;
    always @(posedge clk_i)
        {port_q, row_q, known_q} <= {port_i, row_i, known_i};
    `WF_MUX #(.WIDTH(CHOSEN), .COUNT(WRITES)) after_side (.select_i(port_q), .data_i(late_i), .data_o(late));

    // ---- Arrays: with a side latency of 0 at side, but for a write that needs the old tag ----

    wire              late_needs;   // a write that needed the old tag a cycle ago
    wire              reads, writes, fill;
    wire [CHOSEN-1:0] write;
`ifdef WF_WITH_COMPRESS_ON
    localparam [TAG-1:0] ONE   = 1;
    localparam [TAG-1:0] ZEROS = (GROUPS > 1 ? ONE << (4 * GROUPS + 1) : {TAG{1'b0}}) | ((ONE << (4 * GROUPS)) - ONE);  // the tag of a register of zeros
    reg  needs_q;
    wire [TAG-1:0] old = known_q ? side_word_i : ZEROS;     // the tag of the register of a cycle ago
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) needs_q <= 1'b0;
        else         needs_q <= needs_i;
    assign late_needs = needs_q;
    assign {late_write_o, late_row_o, late_tag_o} = {needs_q, row_q, late[CHOSEN-1 -: TAG]};
`else
    wire unused_known = &{1'b0, known_q};
    assign late_needs = 1'b0;
`endif
    generate
        if (SIDE_LATENCY == 1) begin : gen_behind
            reg sets_q, zeros_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) {sets_q, zeros_q} <= 2'b00;
                else         {sets_q, zeros_q} <= {sets_i, zeros_i};
            wire unused_side = &{1'b0, side_i};
            assign {reads, writes, fill} = {|to_q && known_q, sets_q, late_needs || zeros_q};
            assign {write, row_o} = {late, row_q};
        end else begin : gen_beside
`ifdef WF_WITH_COMPRESS_ON
            wire at_once = sets_i && !needs_i;
`else
            wire at_once = sets_i;
`endif
            assign {reads, writes, fill} = {|to_i && known_i, at_once || late_needs, late_needs || zeros_i};
            assign {write, row_o} = late_needs ? {late, row_q} : {side_i, row_i};
        end
    endgenerate
    wire unused_write = &{1'b0, write, late};
    `WF_GSRF_STORE #(
`ifdef WF_WITH_COMPRESS_ON
        .TAG(TAG),
`endif
        .LANES(LANES), .GROUPS(GROUPS)
    ) store (
`ifdef WF_WITH_COMPRESS_ON
        .clk_i(clk_i), .rst_ni(rst_ni), .tag_i(write[CHOSEN-1 -: TAG]), .old_i(SIDE_LATENCY == 1 || late_needs ? old : ZEROS),
`endif
        .valid_i(writes), .fill_i(fill), .full_i(write[BLOCK+LANES]), .mask_i(write[BLOCK +: LANES]), .values_i(write[0 +: BLOCK]),
        .write_o(write_o), .data_o(data_o)
    );

    // ---- Which arrays a read takes ----

`ifdef WF_WITH_COMPRESS_ON
    wire [4*GROUPS-1:0] missing;
    wire                compressed;
    `WF_GSRF_PLANES #(.GROUPS(GROUPS)) planes (.tag_i(old[4*GROUPS:0]), .compressed_o(compressed), .missing_o(missing));
    assign fills_o = late_needs && compressed;
`endif
    genvar a;
    generate
        for (a = 0; a < ARRAYS; a = a + 1) begin : gen_read
`ifdef WF_WITH_COMPRESS_ON
            localparam PLANE = a * UNIT / LANES, GROUP = a * UNIT % LANES / (LANES / GROUPS);
            assign read_o[a] = reads && !(SIDE_LATENCY == 1 && missing[4*GROUP + PLANE]);
`else
            assign read_o[a] = reads;
`endif
        end
    endgenerate

    // ---- Words ----

    reg  [ARRAYS-1:0] words_read_q;
    always @(posedge clk_i)
        words_read_q <= read_o;
    assign words_read_o = words_read_q;
    generate
        if (SIDE_LATENCY == 1) begin : gen_words
            reg [READERS-1:0] words_to_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) words_to_q <= {READERS{1'b0}};
                else         words_to_q <= to_q;
            assign words_to_o = words_to_q;
`ifdef WF_WITH_COMPRESS_ON
            reg           decodes_q;
            reg [TAG-1:0] words_tag_q;
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) decodes_q <= 1'b0;
                else         decodes_q <= reads && compressed;
            always @(posedge clk_i)
                if (|to_q) words_tag_q <= old;
            assign {words_tag_o, decodes_o} = {words_tag_q, decodes_q};
`endif
        end else begin : gen_words_now
            assign words_to_o = to_q;
`ifdef WF_WITH_COMPRESS_ON
            assign {words_tag_o, decodes_o} = {old, |to_q && known_q && compressed};
`endif
        end
    endgenerate
endmodule
`default_nettype wire
