// SPDX-License-Identifier: Apache-2.0
// TEMPORARY: the registry wants a template of each unit. The Verilog of wcrf replaces it.
`default_nettype none
module `WF_WCRF ();
endmodule
`default_nettype wire
