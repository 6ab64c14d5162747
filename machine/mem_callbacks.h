/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_callbacks.h - what the memory asks of its caller: how many bursts of 32 bytes a line takes in DRAM where lines are compressed, from 1 to
 * MEM_SECTORS. The content of a line is the caller's (mem_codec.h). */
#ifndef WF_MEM_CALLBACKS_H
#define WF_MEM_CALLBACKS_H

#include <stdint.h>

typedef struct {
    void *own;
    int (*bursts)(void *own, uint64_t line); /* NULL: lines are not compressed */
} mem_callbacks;

#endif
