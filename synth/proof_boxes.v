// SPDX-License-Identifier: Apache-2.0
// Flip-flops as boxes: the equivalence check makes ports of their pins.
`default_nettype none
module wf_dff (input wire C, input wire D, output wire Q);
endmodule
module wf_dff_reset (input wire C, input wire R, input wire D, output wire Q);
endmodule
module wf_dff_set (input wire C, input wire R, input wire D, output wire Q);
endmodule
`default_nettype wire
