// SPDX-License-Identifier: Apache-2.0
//
// shim.h - every file of a Verilated bench includes it first: what the Verilog prints goes to the shim (VL_PRINTF).
#ifndef WF_SHIM_H
#define WF_SHIM_H

int dut_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
