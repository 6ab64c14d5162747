/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_store_parts.h - what a routine_store has: its code as a program of the SIMT machine, and the warp that runs it on a line. */
#ifndef WF_ROUTINE_STORE_PARTS_H
#define WF_ROUTINE_STORE_PARTS_H

#include "../simt/exec.h"
#include "routine_store.h"

/* Where code and the two lines are; behind each line the machine stops what goes on. */
enum { CODE = 0x10000, FROM = 0x1000, TO = FROM + 2 * ROUTINE_LINE, SPAN = 4 * ROUTINE_LINE, BUCKETS = 1 << 12 };

/* A load to x0. */
static inline bool is_prefetch(const simt_op *op)
{
    return op->op == TRACE_LOADS && op->rd == 0;
}

typedef struct {
    uint64_t hash;
    int next; /* in its bucket; -1: none */
    routine_path path;
} kept;

struct routine_store {
    simt_program program;
    uint32_t *words;
    simt_op *ops;
    feed_instruction *steps;
    int count;
    routine *list;
    int routines;
    simt_core core;
    simt_warp warp;
    uint8_t memory[SPAN];
    kept *paths;
    int path_count, bucket[BUCKETS];
};

#endif
