/* SPDX-License-Identifier: Apache-2.0
 *
 * registers.h - how many registers a kernel names, before it runs: those of all code that its first instruction leads to. */
#ifndef WF_SIMT_REGISTERS_H
#define WF_SIMT_REGISTERS_H

#include "elf.h"

/* x1..31 and f0..31 together; 0: it calls through a pointer, so nobody knows what code it leads to. */
int simt_kernel_registers(const simt_program *p, uint32_t kernel);

#endif
