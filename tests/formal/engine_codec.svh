// SPDX-License-Identifier: Apache-2.0
//
// What an encoder or a decoder of the engine promises of the entries in it, and what it needs (docs/engine-proofs.md, "Bytes"): what goes in comes out once, with
// what stood beside it, in any order and as late as it likes; and what is offered stays until it is taken. engine_codec.sv proves that it is kept;
// engine_parts.svh has it in the codec's place.
module codec_contract #(
    parameter N = 2, parameter ENTRY = $clog2(N), parameter SIDE = 1, parameter REST = 1
) (
    input  wire              clk_i, run_i,
    input  wire              enters_i,          // a line goes in
    input  wire [SIDE-1:0]   side_i,            // what stands beside it; in its lowest bits the entry
    input  wire              valid_i, ready_i,  // one is offered, and taken
    input  wire [SIDE-1:0]   out_side_i,
    input  wire [REST-1:0]   out_rest_i,        // what else is offered with it
    output wire              owed_o, kept_o,
    output wire [N-1:0]      in_o,              // the entries in it
    output wire [N*SIDE-1:0] sides_o            // what stands beside each
);
    reg  [N-1:0]      in_q;
    reg  [N*SIDE-1:0] sides_q;
    reg               held_q;                   // it was offered in the cycle before, and not taken
    reg  [SIDE-1:0]   side_q;
    reg  [REST-1:0]   rest_q;
    wire [ENTRY-1:0]  entry = side_i[ENTRY-1:0], out_entry = out_side_i[ENTRY-1:0];
    genvar e;
    generate
        for (e = 0; e < N; e = e + 1) begin : gen_entry
            always @(posedge clk_i) begin
                in_q[e] <= run_i && ((enters_i && entry == e) || (in_q[e] && !(valid_i && ready_i && out_entry == e)));
                if (enters_i && entry == e) sides_q[e*SIDE +: SIDE] <= side_i;
            end
        end
    endgenerate
    always @(posedge clk_i) begin
        held_q <= run_i && valid_i && !ready_i;
        {side_q, rest_q} <= {out_side_i, out_rest_i};
    end
    assign owed_o  = !(enters_i && in_q[entry]);
    assign kept_o  = !(valid_i && !(in_q[out_entry] && out_side_i == sides_q[out_entry*SIDE +: SIDE])) &&
                     !(held_q && !(valid_i && {out_side_i, out_rest_i} == {side_q, rest_q}));
    assign in_o    = in_q;
    assign sides_o = sides_q;
endmodule
