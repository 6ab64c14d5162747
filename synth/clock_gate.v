`default_nettype none
// SPDX-License-Identifier: Apache-2.0
//
// Function of a latch-based posedge clock gate, for simulation of netlists: Liberty describes it by a keyword only.
//   clock 0: the latch follows enable;  clock 1: it holds, and the clock passes if it holds 1

module `WF_GATE (
`ifdef WF_GATE_TEST
    input  wire `WF_GATE_TEST,
`endif
    input  wire `WF_GATE_CLOCK,
    input  wire `WF_GATE_ENABLE,
    output wire `WF_GATE_OUT
);

`ifdef WF_GATE_TEST
    wire enable = `WF_GATE_ENABLE | `WF_GATE_TEST;
`else
    wire enable = `WF_GATE_ENABLE;
`endif

    reg held;
    always @* if (!`WF_GATE_CLOCK) held = enable;
    assign `WF_GATE_OUT = `WF_GATE_CLOCK & held;

endmodule
`default_nettype wire
