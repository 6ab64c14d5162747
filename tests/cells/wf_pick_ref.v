// SPDX-License-Identifier: Apache-2.0
// wf_pick as a loop: two rounds over the ports, a grant for every request until none is left.
`default_nettype none
module wf_pick_ref #(
    parameter PORTS  = 2,
    parameter GRANTS = 1
) (
    input  wire [PORTS-1:0]        request_i,
    input  wire [PORTS-1:0]        after_i,
    output reg  [GRANTS*PORTS-1:0] grant_o,
    output reg  [PORTS-1:0]        after_o
);
    integer round, p, g;
    reg [7:0] given;            // at most 255
    always @* begin
        grant_o = {GRANTS*PORTS{1'b0}};
        after_o = after_i;
        given   = 0;
        for (round = 0; round < 2; round = round + 1)
            for (p = 0; p < PORTS; p = p + 1)
                if (request_i[p] && after_i[p] == (round == 0) && given < GRANTS) begin
                    for (g = 0; g < GRANTS; g = g + 1)
                        if (g == given) grant_o[g*PORTS+p] = 1'b1;
                    given = given + 1;
                    after_o = {PORTS{1'b1}} << p << 1;  // those above p
                end
    end
endmodule
`default_nettype wire
