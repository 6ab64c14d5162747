`default_nettype none
// SPDX-License-Identifier: Apache-2.0
// The function of a clock gate, for simulation of netlists. A Liberty file has no function for such a cell, only a keyword. The gate is
// made of a latch and an AND.
//
//   clock 0   the latch follows the enable, and the output is 0
//   clock 1   the latch holds, and the output is 1 if it holds 1

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
