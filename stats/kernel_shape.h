/* SPDX-License-Identifier: Apache-2.0
 *
 * kernel_shape.h - what a kernel asks of a multiprocessor, as the instructions of its trace tell it: registers of a thread, threads of a
 * block, shared memory of a block; and how much of the register file the blocks that fit leave to nobody.
 *
 * Registers are those that any instruction names, integer and float ones together. Threads are the lanes that any instruction of a block has
 * active, and the largest block counts. Shared memory reaches from the lowest to the highest byte that any access touches. */
#ifndef WF_KERNEL_SHAPE_H
#define WF_KERNEL_SHAPE_H

#include "../base/metrics.h"
#include "../trace/trace.h"

typedef struct {
    int lanes;
    double instructions, unknown; /* unknown: without its mask, sources or destinations */
    int registers[TRACE_FILES];
    double threads, warps; /* of the largest block */
    double shared_bytes;
} kernel_shape;

/* Reads a trace to its end. */
void kernel_shape_count(const char *path, kernel_shape *s);
/* Adds what another trace needs: the larger of both. */
void kernel_shape_add(kernel_shape *s, const kernel_shape *other);
/* Sets PREFIX__kernel__registers, ... Figures that are not known are left out. */
void kernel_shape_put(const kernel_shape *s, const char *prefix, metrics *out);

#endif
