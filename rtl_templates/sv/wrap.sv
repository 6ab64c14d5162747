// SPDX-License-Identifier: Apache-2.0
// The module that it instantiates, with a packed struct for each stream. It has no logic of its own. More: the package, the data sheet
`default_nettype none
module `WF_SV_MODULE (
`WF_SV_PORTS
);
    `WF_SV_LEAF leaf (
`WF_SV_CONNECTIONS
    );
endmodule
`default_nettype wire
