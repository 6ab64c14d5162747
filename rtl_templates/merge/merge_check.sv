// SPDX-License-Identifier: Apache-2.0
// Checks of `WF_CHECK_LEAF, what its streams promise together: docs/merge.md. They hold for the design's parameters.
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
    localparam LANES = `WF_LANES;

`ifndef `WF_COUNT_RESET
`define `WF_COUNT_RESET 32'd0
`endif
    // ---- Writes that wait: last packets and evictions bring one each. An eviction shows in the cycle after ----

    wire         accepted = packet_valid_i && packet_ready_o;
    wire         taken    = write_valid_o && write_ready_i;
    reg  [2:0]   known_q;       // writes that wait, but for an eviction in the cycle before
    reg  [31:0]  packets_q, writes_q, evictions_q;
    wire         evicted  = state_evictions_o != evictions_q;
    wire [2:0]   waits    = known_q + {2'd0, evicted};
    always @(posedge clk_i or negedge rst_ni)
        if (!rst_ni) begin
            known_q     <= 3'd0;
            packets_q   <= ``WF_COUNT_RESET;
            writes_q    <= ``WF_COUNT_RESET;
            evictions_q <= ``WF_COUNT_RESET;
        end else begin
            known_q     <= waits + {2'd0, accepted && packet_last_i} - {2'd0, taken};
            packets_q   <= packets_q + {31'd0, accepted};
            writes_q    <= writes_q + {31'd0, taken};
            evictions_q <= state_evictions_o;
        end
    always @(posedge clk_i)
        if (rst_ni) begin
            `CHECK(write_valid_o == (waits != 3'd0), "what became a write is offered, and nothing else");
            `CHECK(packet_ready_o == (waits < 3'd2), "a packet is taken if fewer than two writes wait, and only then");
            `CHECK(!evicted || state_evictions_o == evictions_q + 32'd1, "a packet evicts one result at most");
            `CHECK(state_packets_o == packets_q, "packets that were taken are counted");
            `CHECK(state_writes_o == writes_q, "writes that were taken are counted");
            `CHECK(state_valid_o, "the state is always there");
        end

    // ---- Lanes that are not written are 0 ----

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : gen_lane
            always @(posedge clk_i)
                if (rst_ni && write_valid_o) begin
                    `CHECK(write_mask_o[l] || write_values_o[32*l +: 32] == 32'd0, "a lane that is not written is 0");
                end
        end
    endgenerate
    wire unused = &{1'b0`WF_CHECK_UNUSED};
endmodule
// verilator lint_on SYNCASYNCNET
`undef CHECK
`default_nettype wire
