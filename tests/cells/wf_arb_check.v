// SPDX-License-Identifier: Apache-2.0
// wf_arb with all requests that stay until they are granted and taken. A grant is one port's, and a port has one grant. As many are granted
// as can be. Grants that are not taken stay. A request that waits sees at most PORTS - 1 other grants made: watched at one port, any one.
`default_nettype none
module check #(
    parameter PORTS  = 4,
    parameter GRANTS = 1
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i,   // requests; take; the port that is watched, taken from the first cycle
    output wire         bad_o
);
    wire [PORTS-1:0]        request;
    wire [GRANTS*PORTS-1:0] grant;
    wire                    take = free_i[PORTS];
    wf_arb #(.PORTS(PORTS), .GRANTS(GRANTS)) dut (.clk_i(clk_i), .rst_ni(rst_ni), .request_i(request), .take_i(take), .grant_o(grant));

    reg  [PORTS-1:0]        wait_q, who_q, granted;
    reg  [GRANTS*PORTS-1:0] grant_q;
    reg                     held_q, known_q, twice;
    reg  [7:0]              others_q;
    integer                 p, g, requests, grants;
    assign request = wait_q | free_i[PORTS-1:0];
    always @* begin
        granted  = {PORTS{1'b0}};
        twice    = 1'b0;
        requests = 0;
        grants   = 0;
        for (p = 0; p < PORTS; p = p + 1) begin
            if (request[p]) requests = requests + 1;
            for (g = 0; g < GRANTS; g = g + 1)
                if (grant[g*PORTS+p]) begin
                    twice      = twice || granted[p];
                    granted[p] = 1'b1;
                    grants     = grants + 1;
                end
        end
        for (g = 0; g < GRANTS; g = g + 1)
            twice = twice || (grant[g*PORTS +: PORTS] & (grant[g*PORTS +: PORTS] - 1'b1)) != {PORTS{1'b0}};
    end

    // who_q: one bit, the lowest of the free ones
    wire [PORTS-1:0] chosen = free_i[2*PORTS:PORTS+1] & ~(free_i[2*PORTS:PORTS+1] - 1'b1);
    wire             waits  = |(request & who_q);
    wire             served = |(granted & who_q);
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            wait_q   <= {PORTS{1'b0}};
            grant_q  <= {GRANTS*PORTS{1'b0}};
            who_q    <= {PORTS{1'b0}};
            held_q   <= 1'b0;
            known_q  <= 1'b0;
            others_q <= 8'd0;
        end else begin
            wait_q  <= request & ~(granted & {PORTS{take}});
            grant_q <= grant;
            held_q  <= !take && |granted;
            known_q <= 1'b1;
            if (!known_q) who_q <= chosen;
            others_q <= !waits || served ? 8'd0 : held_q ? others_q : others_q + grants;
        end

    assign bad_o = twice || (granted & ~request) != {PORTS{1'b0}} || (held_q && grant != grant_q) ||
        (!held_q && grants != (requests < GRANTS ? requests : GRANTS)) || others_q > PORTS - 1;
endmodule
`default_nettype wire
