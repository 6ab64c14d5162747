// SPDX-License-Identifier: Apache-2.0
// wf_inflight against a count of the writes under way of every register. Only writes that are under way finish.
`default_nettype none
module check #(
    parameter ID      = 2,
    parameter ENTRIES = 3,
    parameter PORTS   = 2
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    input  wire [127:0] free_i,   // start, finish, and the registers started, finished and asked for
    output wire         bad_o
);
    localparam IDS = 1 << ID;
    wire             ready;
    wire [PORTS-1:0] busy;
    wire [ID-1:0]    start_id = free_i[2 +: ID], finish_id = free_i[2+ID +: ID];
    reg  [7:0]       count_q [0:IDS-1];
    reg  [7:0]       all_q;
    wire             start = free_i[0], finish = free_i[1] && count_q[finish_id] != 8'd0;
    wf_inflight #(.ID(ID), .ENTRIES(ENTRIES), .PORTS(PORTS)) dut (
        .clk_i(clk_i), .rst_ni(rst_ni), .start_valid_i(start), .start_ready_o(ready), .start_id_i(start_id),
        .finish_valid_i(finish), .finish_id_i(finish_id), .ask_id_i(free_i[(PORTS+2)*ID+1:2+2*ID]), .busy_o(busy)
    );

    genvar i;
    generate
        for (i = 0; i < IDS; i = i + 1) begin : gen_id
            always @(posedge clk_i or negedge rst_ni)
                if (!rst_ni) count_q[i] <= 8'd0;
                else         count_q[i] <= count_q[i] + (start && ready && start_id == i) - (finish && finish_id == i);
        end
    endgenerate
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) all_q <= 8'd0;
        else         all_q <= all_q + (start && ready) - finish;

    integer p;
    reg     wrong;
    always @* begin
        wrong = ready != (all_q < ENTRIES);
        for (p = 0; p < PORTS; p = p + 1)
            wrong = wrong || busy[p] != (count_q[free_i[2+2*ID+p*ID +: ID]] != 8'd0);
    end
    assign bad_o = wrong;
endmodule
`default_nettype wire
