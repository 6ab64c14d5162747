/* SPDX-License-Identifier: Apache-2.0
 *
 * plain.h - one thread, one instruction after the other: the readable specification of what a thread does. It runs the host, and with
 * --order plain the kernels; tests hold the warps to it. It shares with them only the decoder, memory and float32.c. */
#ifndef WF_SIMT_PLAIN_H
#define WF_SIMT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "decode.h"
#include "elf.h"
#include "memory.h"

typedef struct {
    uint32_t x[SIMT_REGISTERS]; /* x0..31, then f0..31 */
    uint32_t pc;
    uint32_t frm, fflags;
    uint32_t hart, owner, block;
    simt_view *view;
    int lane; /* in the view's private memory */
    bool is_kernel;
} simt_thread;

/* At a call the pc is that of the ecall. */
typedef enum { SIMT_STOP_CALL, SIMT_STOP_END, SIMT_STOP_FAULT, SIMT_STOP_LIMIT } simt_stop;

/* Runs the thread until it calls, ends, fails, or has executed *left instructions; these are taken from *left. `fault` gets the reason. */
simt_stop simt_plain_run(const simt_program *p, simt_reservations *r, simt_thread *t, uint64_t *left, char fault[200]);

#endif
