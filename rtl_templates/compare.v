// SPDX-License-Identifier: Apache-2.0
// compare: which bytes the lanes of a group have in common (G-Scalar, figures 3 and 7). A generator that wants the mask
// (MASKED = 1) defines WF_WITH_MASK too.
//   4 lanes C0403901 C0403902 C0403903 C0403904  ->  enc 1110, one 0        4 lanes 7 7 7 7  ->  enc 1111, one 1
//   the same lanes, mask 0001 or 0000            ->  enc 1111, one 1        (bytes alike below one that is not: 0)
// No lane is compared with its neighbour, and no active lane is broadcast to the others. A bit is alike if no active
// lane has a 1 or no active lane has a 0: two trees a bit, of lanes folded onto lanes.
`default_nettype none
module `WF_COMPARE #(
    parameter LANES  = `WF_LANES,
    parameter GROUPS = `WF_GROUPS,
    parameter MASKED = `WF_MASKED,
    parameter STAGES = `WF_STAGES
) (
`ifdef WF_WITH_BLOCK_CLOCK
    input  wire                clk_i,
    input  wire                rst_ni,
`endif
    input  wire                valid_i,
`ifdef WF_WITH_MASK
    input  wire [LANES-1:0]    mask_i,
`endif
    input  wire [LANES*32-1:0] block_i,

    output wire                valid_o,
    output wire [4*GROUPS-1:0] enc_o,
    output wire                one_o
);
    localparam WIDTH = LANES / GROUPS;  // lanes of a group

`ifdef WF_WITH_BLOCK_CLOCK
    localparam CLOCKED = 1;
    wire clk   = clk_i;
    wire rst_n = rst_ni;
`else
    localparam CLOCKED = 0;
    wire clk   = 1'b0;
    wire rst_n = 1'b0;
`endif
`ifdef WF_WITH_MASK
    localparam HAS_MASK = 1;
    wire [LANES-1:0] mask = MASKED != 0 ? mask_i : {LANES{1'b1}};
`else
    localparam HAS_MASK = 0;
    wire [LANES-1:0] mask = {LANES{1'b1}};
`endif

    generate
        if (LANES < 4 || LANES > 128 || (LANES & (LANES - 1)) != 0 ||
                (GROUPS != 1 && GROUPS != 2 && GROUPS != 4 && GROUPS != 8) || GROUPS > LANES ||
                MASKED < 0 || MASKED > HAS_MASK || STAGES < 0 || STAGES > 1 ||
                (STAGES != 0) != (CLOCKED != 0)) begin : gen_illegal
            wf_illegal_parameter illegal ();
        end
    endgenerate

    // Zeros and ones that active lanes have, a bit a lane bit
    wire [LANES*32-1:0] ones, zeros;
    genvar i;
    generate
        for (i = 0; i < LANES; i = i + 1) begin : gen_lane
            assign ones[32*i +: 32]  = block_i[32*i +: 32] & {32{mask[i]}};
            assign zeros[32*i +: 32] = ~block_i[32*i +: 32] & {32{mask[i]}};
        end
    endgenerate

    // Halves folded onto each other, from the warp's width to one lane's; a group is folded to one lane after `GROUPS` is left
    wire [GROUPS*32-1:0] some_one, some_zero;
    genvar g, h;
    generate
        for (g = 0; g < GROUPS; g = g + 1) begin : gen_group
            for (h = WIDTH; h > 0; h = h / 2) begin : gen_fold
                wire [32*h-1:0] one, zero;
                if (h == WIDTH) begin : gen_lanes
                    assign one  = ones[32*WIDTH*g +: 32*WIDTH];
                    assign zero = zeros[32*WIDTH*g +: 32*WIDTH];
                end else begin : gen_halves
                    assign one  = gen_fold[2*h].one[32*h +: 32*h] | gen_fold[2*h].one[0 +: 32*h];
                    assign zero = gen_fold[2*h].zero[32*h +: 32*h] | gen_fold[2*h].zero[0 +: 32*h];
                end
            end
            assign some_one[32*g +: 32]  = gen_fold[1].one;
            assign some_zero[32*g +: 32] = gen_fold[1].zero;
        end
    endgenerate

    // Bytes alike, from the top; the warp's bits from the groups'
    reg [4*GROUPS-1:0] enc;
    reg [31:0]         unlike, any_one, any_zero;
    reg                one;
    integer            k;
    always @* begin
        any_one  = 32'd0;
        any_zero = 32'd0;
        for (k = 0; k < GROUPS; k = k + 1) begin
            any_one  = any_one | some_one[32*k +: 32];
            any_zero = any_zero | some_zero[32*k +: 32];
            unlike   = some_one[32*k +: 32] & some_zero[32*k +: 32];
            enc[4*k +: 4] = {!(|unlike[31:24]), !(|unlike[31:16]), !(|unlike[31:8]), !(|unlike)};
        end
        one = !(|(any_one & any_zero));
    end

    `WF_CUT #(.ON(STAGES), .WIDTH(4 * GROUPS + 1)) cut_outputs (
        .clk_i(clk), .rst_ni(rst_n),
        .valid_i(valid_i), .data_i({one, enc}),
        .valid_o(valid_o), .data_o({one_o, enc_o})
    );
endmodule
`default_nettype wire
