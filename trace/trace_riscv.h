/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_riscv.h - what the text of a RISC-V instruction tells, as the simulators of Vortex print it. */
#ifndef WF_TRACE_RISCV_H
#define WF_TRACE_RISCV_H

#include "trace.h"

/* "FLW f1, x11, 0x0", or "FLW: f1 <- M[x11 + 0x0]" of early versions: sets class, sources and destinations. The list may end at a
 * "cid=". What is not known here is "other", with unknown registers. */
void riscv_instruction(const char *s, trace_record *r);
/* Reads "x11" or "f3" at *p and moves behind it; false if there is no such register. */
bool riscv_register(const char **p, trace_register *reg);
bool riscv_is_zero(const trace_register *reg);

#endif
