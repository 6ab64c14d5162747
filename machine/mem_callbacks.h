/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_callbacks.h - what the memory asks of its caller where lines are compressed, and tells it. The content of lines is the caller's (mem_contents.h), and so is their code
 * (mem_codec.h). */
#ifndef WF_MEM_CALLBACKS_H
#define WF_MEM_CALLBACKS_H

#include <stdint.h>

#include "mem_coalesce.h"

struct feed_access;

typedef struct {
    void *own;
    /* How many bursts of 32 bytes a line takes, from 1 to MEM_SECTORS; 0: nobody knows what it holds, so it is raw. NULL: lines are not compressed. */
    int (*bursts)(void *own, uint64_t line);
    /* How many segments of 8 bytes the line takes in a cache that holds codes, from 1 to 16; 16: it is raw, or nobody knows what it holds. */
    int (*segments)(void *own, uint64_t line);
    /* Where helper warps decompress lines: which routine's path does, from 0 on; -1: it is raw. Codec and contents as they are now. */
    int (*code)(void *own, uint64_t line);
    /* The same: a whole line leaves an SM as a code, or raw; memory has it so until the next one. */
    void (*written)(void *own, uint64_t line, bool coded);
    /* A warp's store is on its way, and its bytes are what memory holds from now on. NULL: nobody wants to know. */
    void (*store)(void *own, const struct feed_access *a);
} mem_callbacks;

static inline int callback_bursts(const mem_callbacks *c, uint64_t line)
{
    int bursts = c->bursts(c->own, line);
    return bursts > 0 ? bursts : MEM_SECTORS;
}

#endif
