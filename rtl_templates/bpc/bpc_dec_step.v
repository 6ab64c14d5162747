// SPDX-License-Identifier: Apache-2.0
// Decoder of bpc, step: the rest of the payload behind the code of the next plane. A plane of a raw line is a code of as many bits as a plane has.
//
//   coded_i 1, going_i 0, rest .. 00010 10 (bit 0 last)  ->  rest_o behind 7 bits, going_o 1, run_o 2: the run has two
//                                                            more planes after the next one
//   coded_i 1, going_i 1, run_i 0                        ->  rest_o as it is, going_o 0: this was the run's last plane
`default_nettype none
module `WF_DEC_STEP #(
    parameter WORDS = `WF_LINE / 4,  // words of the line
    parameter IN    = WORDS * 32,    // bits of the rest that count
    parameter OUT   = WORDS * 32     // bits of the rest behind this plane that count, IN at most
) (
    input  wire           coded_i,  // 1: compressed, 0: raw
    input  wire           going_i,  // 1: the plane is one of a run, its code came before
    input  wire [4:0]     run_i,    // with going_i: planes of the run behind this one
    input  wire [IN-1:0]  rest_i,   // the next code at bit 0
    output wire           going_o,  // 1: the next plane is one of a run, its code came before
    output wire [4:0]     run_o,    // with going_o: planes of the run behind the next one
    output wire [OUT-1:0] rest_o    // the payload behind this plane, the next code at bit 0
);
    localparam PLACE = 5 + $clog2(WORDS);   // bits of a code with a place

    generate
        if (WORDS != 8 && WORDS != 16 && WORDS != 32) begin : gen_bad_words wf_illegal_WORDS bad (); end
        if (IN > 32 * WORDS) begin : gen_bad_in wf_illegal_IN bad (); end
        if (OUT < WORDS || OUT > IN) begin : gen_bad_out wf_illegal_OUT bad (); end
    endgenerate

    wire         read     = coded_i && !going_i;
    wire         is_plain = read && rest_i[0];
    wire         is_run   = read && rest_i[1:0] == 2'b10;
    wire         is_zero  = read && rest_i[2:0] == 3'b100;
    wire         is_known = read && rest_i[3:0] == 4'b0000;     // all ones, or DBP 0
    wire         is_place = read && rest_i[3:0] == 4'b1000;
    wire [IN-1:0] rest;
    `WF_MUX #(.WIDTH(IN), .COUNT(7)) mux (
        .select_i({!coded_i, is_plain, is_place, is_run, is_known, is_zero, coded_i && going_i}),
        .data_i({rest_i >> (WORDS - 1), rest_i >> WORDS, rest_i >> PLACE, rest_i >> 7, rest_i >> 5, rest_i >> 3, rest_i}), .data_o(rest)
    );
    assign rest_o  = rest[OUT-1:0];
    assign going_o = going_i ? run_i != 5'd0 : is_run;
    assign run_o   = going_i ? run_i - 5'd1 : rest_i[6:2];
    wire unused_rest = &{1'b0, rest};
endmodule
`default_nettype wire
