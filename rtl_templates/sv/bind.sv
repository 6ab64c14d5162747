// SPDX-License-Identifier: Apache-2.0
// Binds the checks of the design to its modules, for simulators that read `bind`
`default_nettype none
`WF_BINDS
`default_nettype wire
