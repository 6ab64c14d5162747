// SPDX-License-Identifier: Apache-2.0
// A round-robin arbiter that serves up to GRANTS of PORTS requests in a cycle, in logarithmic depth.
//
// The ports are looked at in turn, from the one behind the last that was served. A request stays until it is granted and take_i is 1. The
// grants of a cycle are taken together. Until then they stay as they are, whatever else is requested. While a request waits, at most PORTS - 1
// other grants are made.
//
//   PORTS 4, GRANTS 1, request_i 1011, take_i 1, from reset on:
//   cycle     0     1     2     3
//   grant_o   0001  0010  1000  0001
`default_nettype none
module `WF_ARB #(
    parameter PORTS  = 2,   // requesters, from 1
    parameter GRANTS = 1    // servers, from 1 to PORTS
) (
    input  wire                    clk_i,       // clock, rising edge
    input  wire                    rst_ni,      // active low; afterwards port 0 comes first
    input  wire [PORTS-1:0]        request_i,   // bit p: port p asks to be served; it stays 1 until it is granted and take_i is 1
    input  wire                    take_i,      // the grants of this cycle are served
    output wire [GRANTS*PORTS-1:0] grant_o      // server g serves the port in bits g*PORTS +: PORTS: one-hot, or 0 if there is none for it
);
    generate
        if (PORTS == 1 && GRANTS == 1) begin : gen_one
            // Nothing to choose
            wire unused_state = &{1'b0, clk_i, rst_ni, take_i};
            assign grant_o = request_i;
        end else begin : gen_turns
            // Grants that were not taken are the only requests that count
            reg  [PORTS-1:0] after_q, open_q;
            wire [PORTS-1:0] after_d, granted, unused_all;
            `WF_PICK #(.PORTS(PORTS), .GRANTS(GRANTS)) pick (
                .request_i(request_i & open_q), .after_i(after_q), .grant_o(grant_o), .after_o(after_d)
            );
            `WF_FOLD #(.WIDTH(PORTS), .COUNT(GRANTS)) fold (.data_i(grant_o), .all_o(unused_all), .any_o(granted));

            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) begin
                    after_q <= {PORTS{1'b1}};
                    open_q  <= {PORTS{1'b1}};
                end else if (take_i) begin
                    after_q <= after_d;
                    open_q  <= {PORTS{1'b1}};
                end else if (|granted)
                    open_q <= granted;
        end
    endgenerate
endmodule
`default_nettype wire
