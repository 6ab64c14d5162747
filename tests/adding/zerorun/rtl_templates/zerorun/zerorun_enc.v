// SPDX-License-Identifier: Apache-2.0
// Encoder of zerorun: the run of zero words at the end of a line is left out.
//   32 bytes, words 1 2 0 3 0 0 0 0  ->  tag 4, payload 1 2 0 3 ..         raw_only_i, or the last word is not 0  ->  tag 0, the line
`default_nettype none
module `WF_ENC #(
    parameter LINE      = `WF_LINE,
    parameter SAVE      = `WF_SAVE,
    parameter ISOLATE   = `WF_ISOLATE,
    parameter STAGES    = `WF_ENC_STAGES,
`ifdef WF_WITH_FLOW
    parameter FLOW      = `WF_FLOW,
`endif
    parameter USER_BITS = `WF_USER_BITS
) (
    input  wire                      clk_i,
    input  wire                      rst_ni,
    input  wire                      valid_i,
`ifdef WF_WITH_FLOW
    output wire                      ready_o,
`endif
    input  wire [USER_BITS-1:0]      user_i,
    input  wire                      raw_only_i,
    input  wire [LINE*8-1:0]         block_i,

    output wire                      valid_o,
`ifdef WF_WITH_FLOW
    input  wire                      ready_i,
`endif
    output wire [USER_BITS-1:0]      user_o,
    output wire [$clog2(LINE/4)-1:0] tag_o,
    output wire [LINE*8-1:0]         payload_o,
`ifdef WF_WITH_SIZE
    output wire [7:0]                size_o,
`endif
    output wire [LINE/32-1:0]        units_o,
    output wire [LINE/32-1:0]        wen_o
);
`ifndef WF_WITH_FLOW
    localparam FLOW = 0;  // there is no ready_i to obey
    wire ready_o;
    wire ready_i     = 1'b1;
    wire unused_flow = &{1'b0, ready_o};
`endif
    localparam BLOCK = LINE * 8;
    localparam UNITS = LINE / 32;
    localparam W     = LINE / 4;                // words
    localparam TAG   = $clog2(W);
    localparam LEAST = SAVE != 0 ? 8 : 1;       // words that a code leaves out at least

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
        if (SAVE < 0 || SAVE > 1 || (SAVE == 1 && LINE == 32)) begin : gen_bad_save wf_illegal_SAVE bad (); end
        if (ISOLATE < 0 || ISOLATE > 1) begin : gen_bad_isolate wf_illegal_ISOLATE bad (); end
        if (STAGES < 0 || STAGES > 5) begin : gen_bad_stages wf_illegal_STAGES bad (); end
        if (USER_BITS < 1) begin : gen_bad_user_bits wf_illegal_USER_BITS bad (); end
    endgenerate

    // With ISOLATE an idle unit sees zeros
    wire [BLOCK-1:0] line_0 = block_i & {BLOCK{ISOLATE == 0 || valid_i}};

    // ---- Classify: which words are 0 and have none but zero words behind them ----

    wire [W-1:1] ends_0;
    genvar       w;
    generate
        for (w = 1; w < W; w = w + 1) begin : gen_ends
            assign ends_0[w] = line_0[BLOCK-1:32*w] == {BLOCK-32*w{1'b0}};
        end
    endgenerate

    // ---- Select: their number, where that is enough ----

    wire [W-1:1]   left_0 = ends_0 & {W-1{ends_0[W-LEAST] && !raw_only_i}};
    reg  [TAG-1:0] run_0;
    integer        i;
    always @* begin
        run_0 = {TAG{1'b0}};
        for (i = 1; i < W; i = i + 1)
            run_0 = run_0 + {{TAG-1{1'b0}}, left_0[i]};
    end

    // ---- Pack: the bursts that have a word of the code ----

    wire [UNITS-1:0] bursts_0;
    genvar           u;
    generate
        for (u = 0; u < UNITS; u = u + 1) begin : gen_burst
            if (u == 0) begin : gen_first
                assign bursts_0[u] = 1'b1;
            end else begin : gen_other
                assign bursts_0[u] = !left_0[8*u];
            end
        end
    endgenerate

    // ---- Ranks, all at the outputs ----

    localparam WIDTH = USER_BITS + TAG + BLOCK + UNITS;
    wire [UNITS-1:0] bursts;
    genvar s;
    generate
        for (s = 0; s <= STAGES; s = s + 1) begin : gen_place
            wire             valid, ready;
            wire [WIDTH-1:0] data;
            if (s == 0) begin : gen_first
                assign valid = valid_i;
                assign data  = {user_i, run_0, line_0, bursts_0};
            end else begin : gen_rank
                `WF_CUT #(.ON(1), .WIDTH(WIDTH), .FLOW(FLOW)) cut (
                    .clk_i(clk_i), .rst_ni(rst_ni),
                    .valid_i(gen_place[s-1].valid), .ready_o(gen_place[s-1].ready), .data_i(gen_place[s-1].data),
                    .valid_o(valid), .ready_i(ready), .data_o(data)
                );
            end
            if (s == STAGES) begin : gen_last
                assign ready = ready_i;
            end
        end
    endgenerate
    assign ready_o = FLOW == 0 || gen_place[0].ready;
    assign valid_o = gen_place[STAGES].valid;
    assign {user_o, tag_o, payload_o, bursts} = gen_place[STAGES].data;
    assign units_o = bursts;
    assign wen_o   = bursts;
`ifdef WF_WITH_SIZE
    assign size_o  = LINE[7:0] - {{6-TAG{1'b0}}, tag_o, 2'b00};
`endif
    wire unused = &{1'b0, clk_i, rst_ni};
endmodule
`default_nettype wire
