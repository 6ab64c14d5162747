// SPDX-License-Identifier: Apache-2.0
// Encoder of bestof, bursts: the member with the code of the fewest bursts. Among equals the faster decoder goes first; where two are as fast,
// or not measured, the first of the list.
//
//   128 bytes, units 0011 of a member, 0111 and 1111 (raw) of others  ->  code_o has the bit of the first one
//
// A code has the lowest bursts of the line, so it has fewer than another one if it lacks a burst of the other. A raw line has all.
`default_nettype none
module `WF_ENC_BURSTS #(
    parameter LINE = `WF_LINE  // bytes of the cache line: 32, 64 or 128
) (
    input  wire [`WF_MEMBERS-1:0]         coded_i,  // bit k: member k has a code
    input  wire [`WF_MEMBERS*LINE/32-1:0] units_i,  // the bursts of each member; all if it has no code
    output wire [`WF_MEMBERS-1:0]         code_o    // one-hot: the member whose code is used; 0: raw
);
    localparam MEMBERS = `WF_MEMBERS;
    localparam UNITS   = LINE / 32;

    generate
        if (LINE != 32 && LINE != 64 && LINE != 128) begin : gen_bad_line wf_illegal_LINE bad (); end
    endgenerate

    // The delay of the decoder of the member at a place, in ps; 0: it is not measured
    function integer delay_of;
        input integer place;
        case (place)
`WF_FOR k MEMBERS
            `{k}:       delay_of = `WF_MEMBER_`{k}_DEC_DELAY;   // `WF_MEMBER_`{k}_NAME
`WF_END
            default: delay_of = 0;
        endcase
    endfunction

    // Does the code at place i go before an equal one at place j?
    function is_before;
        input integer i, j;
        is_before = delay_of(i) == delay_of(j) ? i < j : delay_of(j) == 0 || (delay_of(i) != 0 && delay_of(i) < delay_of(j));
    endfunction

    genvar i, j;
    generate
        for (i = 0; i < MEMBERS; i = i + 1) begin : gen_member
            wire [UNITS-1:0]   units = units_i[i*UNITS +: UNITS];
            wire [MEMBERS-1:0] beats;   // bit j: it is better than member j
            for (j = 0; j < MEMBERS; j = j + 1) begin : gen_other
                if (i == j) begin : gen_itself
                    assign beats[j] = 1'b1;
                end else if (is_before(i, j)) begin : gen_no_more
                    assign beats[j] = !(|(units & ~gen_member[j].units));
                end else begin : gen_fewer
                    assign beats[j] = |(gen_member[j].units & ~units) || !coded_i[j];
                end
            end
            assign code_o[i] = coded_i[i] && (&beats);
        end
    endgenerate
endmodule
`default_nettype wire
