// SPDX-License-Identifier: Apache-2.0
//
// A lemma on encoders of bpc, form stream (docs/bpc.md, "Checked"): for any planes of a cycle, and any state before it, the codes of this cycle are
// those of a plain reading, which goes from plane to plane.
`default_nettype none
module bpc_ref_enc_group #(
    parameter W    = 16,
    parameter RATE = 3
) (
    input  wire                  last_i,
    input  wire [RATE*(W-1)-1:0] planes_i,
    input  wire [W-2:0]          above_i,
    input  wire [5:0]            run_i,
    output reg  [5:0]            run_o,
    output reg  [RATE*W+6:0]     group_o,
    output reg  [10:0]           length_o
);
    localparam N = W - 1;
    localparam P = $clog2(W);
    reg [N-1:0]      dbp, above, dbx;
    reg [RATE*W+6:0] code;
    reg [10:0]       bits;
    integer          k, i, place, ones;
    always @* begin
        run_o    = run_i;
        group_o  = {RATE*W+7{1'b0}};
        length_o = 11'd0;
        above    = above_i;
        dbp      = {N{1'b0}};
        dbx      = {N{1'b0}};
        code     = {RATE*W+7{1'b0}};
        bits     = 11'd0;
        place    = 0;
        ones     = 0;
        for (k = 0; k < RATE; k = k + 1) begin
            dbp = planes_i[N*k +: N];
            dbx = dbp ^ above;
            if (dbx == 0) run_o = run_o + 6'd1;
            // A run ends before a plane that is not 0, and with the last plane
            if (dbx != 0 || (last_i && k == RATE - 1)) begin
                code     = run_o == 0 ? 7'd0 : run_o == 1 ? 7'b0000100 : {run_o[4:0] - 5'd2, 2'b10};
                bits     = run_o == 0 ? 11'd0 : run_o == 1 ? 11'd3 : 11'd7;
                group_o  = group_o | code << length_o;
                length_o = length_o + bits;
                run_o    = last_i && k == RATE - 1 ? run_o : 6'd0;
            end
            place = 0;
            ones  = 0;
            for (i = N - 1; i >= 0; i = i - 1)
                if (dbx[i]) begin
                    place = i;
                    ones  = ones + 1;
                end
            if (dbx != 0) begin
                if (&dbx)
                    begin code = 5'b00000; bits = 11'd5; end
                else if (dbp == 0)
                    begin code = 5'b10000; bits = 11'd5; end
                else if (ones == 2 && dbx[place + 1])
                    begin code = {place[P-1:0], 5'b01000}; bits = 5 + P; end
                else if (ones == 1)
                    begin code = {place[P-1:0], 5'b11000}; bits = 5 + P; end
                else
                    begin code = {dbx, 1'b1}; bits = W; end
                group_o  = group_o | code << length_o;
                length_o = length_o + bits;
            end
            above = dbp;
        end
    end
endmodule

module bpc_enc_serial_group #(
    parameter LINE  = 64,
    parameter SAVE  = 0,
    parameter HEAD  = 0,
    parameter RATE  = 3,    // planes a cycle
    parameter PLAIN = 0,    // the side: 0 the emitted encoder, 1 the plain reading
    parameter W     = LINE / 4
) (
    input  wire                  last_i,
    input  wire [RATE*(W-1)-1:0] planes_i,
    input  wire [W-2:0]          above_i,
    input  wire [5:0]            run_i,
    output wire [5:0]            run_o,         // behind the line's last planes nobody asks for it
    output wire [RATE*W+6:0]     group_o,
    output wire [10:0]           length_o
);

    wire [5:0] run;
    assign run_o = run & {6{!last_i}};
    generate
        if (PLAIN) begin : gen_plain
            bpc_ref_enc_group #(.W(W), .RATE(RATE)) group (
                .last_i(last_i), .planes_i(planes_i), .above_i(above_i), .run_i(run_i), .run_o(run), .group_o(group_o), .length_o(length_o)
            );
        end else begin : gen_emitted
            wire [6:0]        front;
            wire [2:0]        front_length;
            wire [RATE*W-1:0] codes;
            wire [RATE*6-1:0] lengths;
            unit_enc_serial_code #(.WORDS(W), .RATE(RATE)) code (
                .last_i(last_i), .planes_i(planes_i), .above_i(above_i), .run_i(run_i), .run_o(run),
                .front_o(front), .front_length_o(front_length), .codes_o(codes), .lengths_o(lengths)
            );
            unit_enc_serial_join #(.WORDS(W), .RATE(RATE)) join_group (
                .front_i(front), .front_length_i(front_length), .codes_i(codes), .lengths_i(lengths), .group_o(group_o), .length_o(length_o)
            );
        end
    endgenerate

endmodule
`default_nettype wire
