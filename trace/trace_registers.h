/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_registers.h - what registers hold, for logs that give only the lanes that a write changes. Lanes that were never written
 * are 0. There are at most the registers of the simulated machine, which bounds the memory. */
#ifndef WF_TRACE_REGISTERS_H
#define WF_TRACE_REGISTERS_H

#include "trace.h"

typedef struct {
    uint64_t key;                       /* 0: free */
    uint32_t packets[TRACE_MASK_WORDS]; /* lanes of a write of several parts, so far */
    uint32_t shown[TRACE_MASK_WORDS];   /* lanes that the log has shown since a value was last missing */
    uint32_t *value;
} trace_held;

/* {0} is empty. */
typedef struct {
    trace_held *table;
    size_t count, cap;
} trace_registers;

/* What the register that a record writes holds. Cores and warps are numbers of 16 bits. Valid until the next call. */
trace_held *trace_registers_of(trace_registers *s, const trace_record *r);
/* Does the register hold the values of the record's lanes, as far as the log has told? It has them now; nobody knows them now. */
bool trace_held_shows(const trace_held *held, const trace_record *r);
void trace_held_show(trace_held *held, const trace_record *r);
void trace_held_hide(trace_held *held, const trace_record *r);
void trace_registers_free(trace_registers *s);

#endif
