// SPDX-License-Identifier: Apache-2.0
// Constants and types of the design. A struct has the fields of one stream. The first one, as the ports stand, has the lowest bits, as lane 0
// and port 0 have; so a struct lists it last. Valid and ready are ports of their own. All hold for the parameters that the design was made
// with. More: the data sheet
`default_nettype none
package `WF_SV_PKG;
    // A user need not use all constants
    // verilator lint_off UNUSEDPARAM
`WF_SV_CONSTANTS
    // verilator lint_on UNUSEDPARAM

`WF_SV_TYPES
endpackage
`default_nettype wire
