/* SPDX-License-Identifier: Apache-2.0
 *
 * allocate.h - gives the registers of a trace the numbers that a register allocator would: sources such as PTX have a register for each value, far more
 * than a warp has. All registers become R0, R1, ... of each kernel; two share a number where no lane needs both at a time:
 *
 *     V1 = ..   V2 = V1 + 1   V3 = V2 + V1   store V3        R0 = ..   R1 = R0 + 1   R0 = R1 + R0   store R0
 *
 * The records go by twice: first allocation_learn takes all of them, then, after allocation_solve, allocation_rename changes each. A launch record
 * begins its kernel; without one all is one kernel. */
#ifndef WF_ALLOCATE_H
#define WF_ALLOCATE_H

#include "trace.h"

typedef struct allocation allocation;

/* `path` is for messages. */
allocation *allocation_new(const char *path);
/* Dies (2) of a record whose registers or lanes are not known: nothing tells then when a value is last read. */
void allocation_learn(allocation *a, const trace_record *r);
/* Dies (2) if a kernel needs more registers at a time than there are numbers. */
void allocation_solve(allocation *a);
/* The same record with the new numbers. A write's inactive lanes become those that its new register holds, 0 where that is not known. */
void allocation_rename(allocation *a, trace_record *r);
/* Of the kernel that needs most: names before, numbers after. */
int allocation_names(const allocation *a);
int allocation_numbers(const allocation *a);

#endif
