// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/split.md. They hold for the design's parameters.
`default_nettype none
`ifdef FORMAL
`define CHECK(holds, text) assert (holds)
`else
`define CHECK(holds, text) assert (holds) else begin $display("ASSERT %m: %s", text); $finish; end
`endif
// The checks read the reset at the clock edge, while the module's registers take it at once
// verilator lint_off SYNCASYNCNET
module `WF_CHECK_OWN (
`WF_CHECK_PORTS
);
    localparam LANES = `WF_LANES, USER = `WF_USER, ADDRESS = `WF_ADDRESS, OFFSET = `WF_OFFSET;

    // ---- Accesses whose last request has not been taken: two that are split, and one for each of two requests that wait ----

    wire       accepted = access_valid_i && access_ready_o;
    wire       taken    = request_valid_o && request_ready_i;
    reg  [2:0] inside_q;
    reg        new_q;       // the youngest one was taken in the cycle before
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            inside_q <= 3'd0;
            new_q    <= 1'b0;
        end else begin
            inside_q <= inside_q + {2'd0, accepted} - {2'd0, taken && request_last_o};
            new_q    <= accepted;
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(request_valid_o == (inside_q > {2'd0, new_q}), "a request is offered two cycles after an access, and no other");
            `CHECK(access_ready_o || inside_q >= 3'd2, "an access is taken if fewer than two are there");
            `CHECK(!access_ready_o || inside_q < 3'd4, "no more accesses are there than have room");
        end

    // ---- Requests of an access: the lanes that came before, and what they have in common ----

    reg                 inner_q;         // the next request is not the first one of its access
    reg  [LANES-1:0]    seen_q, above_q; // lanes of its requests so far; above the lowest lane of the youngest one
    reg                 write_q;
    reg  [USER-1:0]     user_q;
    reg  [32*LANES-1:0] data_q;
    reg  [ADDRESS-1:0]  address_q;
    wire [LANES-1:0]    lowest = request_mask_o & (~request_mask_o + {{LANES-1{1'b0}}, 1'b1});
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) inner_q <= 1'b0;
        else if (taken) inner_q <= !request_last_o;
    always @(posedge clk_i)
        if (taken) begin
            seen_q  <= request_mask_o | (seen_q & {LANES{inner_q}});
            above_q <= ~(lowest | (lowest - {{LANES-1{1'b0}}, 1'b1}));
            {write_q, user_q, data_q, address_q} <= {request_write_o, request_user_o, request_data_o, request_address_o};
        end
    always @(posedge clk_i)
        if (rst_ni && request_valid_o) begin
            `CHECK(request_mask_o != {LANES{1'b0}} || (request_last_o && !inner_q && !request_unaligned_o),
                   "a request without lanes is the only one of its access");
            if (inner_q) begin
                `CHECK((request_mask_o & seen_q) == {LANES{1'b0}}, "a lane is in one request of its access");
                `CHECK((lowest & above_q) != {LANES{1'b0}}, "requests of an access are in rising order of their lowest lanes");
                `CHECK(request_address_o != address_q || OFFSET - 2 > ADDRESS, "successive requests of an access are of different blocks");
                `CHECK(request_write_o == write_q && request_user_o == user_q && request_data_o == data_q,
                       "all requests of an access have its write, user and data");
            end
        end
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
