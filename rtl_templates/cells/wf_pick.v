// SPDX-License-Identifier: Apache-2.0
// The first GRANTS of PORTS requests, looked at in turn from a place on, in logarithmic depth.
//
// after_i marks that place as a thermometer: the ports where it is 1 come first, in rising order, then the others, in rising order. Grant g
// goes to the g-th request. after_o is the place behind the last grant, for the next time, or after_i again if there is no request.
//
//   PORTS 4, GRANTS 1, request_i 1011, after_i 1100  ->  grant_o 1000, after_o 0000 (port 3 was served: port 0 comes first)
//   PORTS 4, GRANTS 2, request_i 1011, after_i 1100  ->  grant 0 1000, grant 1 0001, after_o 1110
//
// The requests below every port are counted, up to GRANTS, in thermometers of GRANTS bits: bit k is 1 if there are more than k.
`default_nettype none
module `WF_PICK #(
    parameter PORTS  = 2,   // requesters, from 1
    parameter GRANTS = 1    // how many are served, from 1 to PORTS
) (
    input  wire [PORTS-1:0]        request_i,   // bit p: port p asks to be served
    input  wire [PORTS-1:0]        after_i,     // ports that come first: a thermometer, 1 from some port on
    output wire [GRANTS*PORTS-1:0] grant_o,     // grant g is bits g*PORTS +: PORTS: one-hot, or 0 if there are too few requests
    output wire [PORTS-1:0]        after_o      // after_i of the next time: behind the last grant, or after_i again without a request
);
    localparam LEVELS = $clog2(PORTS);
    generate
        if (PORTS < 1) begin : gen_bad_ports wf_illegal_PORTS bad (); end
        if (GRANTS < 1 || GRANTS > PORTS) begin : gen_bad_grants wf_illegal_GRANTS bad (); end
    endgenerate

    // A count of one request, or of none
    function [GRANTS-1:0] one;
        input request;
        begin
            one    = {GRANTS{1'b0}};
            one[0] = request;
        end
    endfunction

    // The sum of two counts
    function [GRANTS-1:0] sum;
        input [GRANTS-1:0] a, b;
        integer            i, k;
        begin
            sum = a | b;
            for (k = 1; k < GRANTS; k = k + 1)
                for (i = 0; i < k; i = i + 1)
                    sum[k] = sum[k] | a[i] & b[k-1-i];
        end
    endfunction

    // Count: of the first ports and of the others apart. On level l a count has the requests of the same 2^l ports, here and below.
    genvar l, p, g;
    generate
        for (l = 0; l <= LEVELS; l = l + 1) begin : gen_level
            wire [PORTS*GRANTS-1:0] first, other;
            for (p = 0; p < PORTS; p = p + 1) begin : gen_port
                localparam HERE = p * GRANTS;
                localparam HALF = l == 0 ? 0 : l - 1;
                localparam TOP  = (((p >> HALF) << HALF) - 1) * GRANTS;     // the top of the lower half
                if (l == 0) begin : gen_request
                    assign first[HERE +: GRANTS] = one(request_i[p] && after_i[p]);
                    assign other[HERE +: GRANTS] = one(request_i[p] && !after_i[p]);
                end else if (((p >> HALF) & 1) == 0) begin : gen_lower
                    assign first[HERE +: GRANTS] = gen_level[l-1].first[HERE +: GRANTS];
                    assign other[HERE +: GRANTS] = gen_level[l-1].other[HERE +: GRANTS];
                end else begin : gen_upper
                    assign first[HERE +: GRANTS] = sum(gen_level[l-1].first[HERE +: GRANTS], gen_level[l-1].first[TOP +: GRANTS]);
                    assign other[HERE +: GRANTS] = sum(gen_level[l-1].other[HERE +: GRANTS], gen_level[l-1].other[TOP +: GRANTS]);
                end
            end
        end
    endgenerate
    wire [GRANTS-1:0] firsts = gen_level[LEVELS].first[(PORTS-1)*GRANTS +: GRANTS];
    wire [GRANTS-1:0] others = gen_level[LEVELS].other[(PORTS-1)*GRANTS +: GRANTS];
    wire [GRANTS-1:0] total  = sum(firsts, others);

    // Grant: a request with g requests before it
    wire [PORTS-1:0] full_first, full_other;    // GRANTS requests come before this port, if it is one of the first; one of the others
    wire [PORTS-1:0] all_first, all_other;      // all requests of the first ports have lower numbers; all of the others
    generate
        for (p = 0; p < PORTS; p = p + 1) begin : gen_grant
            wire [GRANTS-1:0] first_below, other_below;
            if (p == 0) begin : gen_none
                assign first_below = {GRANTS{1'b0}};
                assign other_below = {GRANTS{1'b0}};
            end else begin : gen_some
                assign first_below = gen_level[LEVELS].first[(p-1)*GRANTS +: GRANTS];
                assign other_below = gen_level[LEVELS].other[(p-1)*GRANTS +: GRANTS];
            end
            wire [GRANTS-1:0] other_before = sum(firsts, other_below);
            wire [GRANTS:0]   earlier      = {after_i[p] ? first_below : other_before, 1'b1};
            for (g = 0; g < GRANTS; g = g + 1) begin : gen_which
                assign grant_o[g*PORTS+p] = request_i[p] && earlier[g] && !earlier[g+1];
            end
            assign full_first[p] = first_below[GRANTS-1];
            assign full_other[p] = other_before[GRANTS-1];
            assign all_first[p]  = (firsts & ~first_below) == {GRANTS{1'b0}};
            assign all_other[p]  = (others & ~other_below) == {GRANTS{1'b0}};
        end
    endgenerate

    // Behind the last grant: the GRANTS-th request or, if there are fewer, the last one
    assign after_o = firsts[GRANTS-1] ? full_first :
                     total[GRANTS-1]  ? full_other :
                     others[0]        ? all_other  :
                     firsts[0]        ? all_first  : after_i;
endmodule
`default_nettype wire
