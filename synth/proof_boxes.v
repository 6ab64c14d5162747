// SPDX-License-Identifier: Apache-2.0
// Flip-flops and latches as empty modules. The equivalence check (proof.ys) makes ports of their pins, so that it compares the logic between registers:
// wf_dff without reset, wf_dff_reset with reset value 0, wf_dff_set with reset value 1. wf_dlatch is a latch.
`default_nettype none
module wf_dff (input wire C, input wire D, output wire Q);
endmodule
module wf_dff_reset (input wire C, input wire R, input wire D, output wire Q);
endmodule
module wf_dff_set (input wire C, input wire R, input wire D, output wire Q);
endmodule
module wf_dlatch (input wire E, input wire D, output wire Q);
endmodule
`default_nettype wire
