/* SPDX-License-Identifier: Apache-2.0
 *
 * helped_lines.h - lines of memory where helper warps compress them: which are raw although a code would fit, since nobody has compressed them, and the routines for each.
 *
 * What the host wrote is compressed . From then on a line is what the last SM sent: a code, or raw. */
#ifndef WF_HELPED_LINES_H
#define WF_HELPED_LINES_H

#include "mem_codec.h"
#include "routine_set.h"

typedef struct {
    mem_codec codec;
    mem_callbacks plain; /* of the codec */
    routine_store *store;
    routine_set *routines;
    uint64_t *raw; /* lines, one higher than their numbers, hashed; 0: free */
    size_t room, count;
} helped_lines;

/* `content` as that of mem_codec. Dies (2) if there are no routines of the codec. */
void helped_open(helped_lines *h, const design *codec, void *own, bool (*content)(void *own, uint64_t line, uint32_t words[]));
void helped_close(helped_lines *h);
/* `h` must stay. `store` is the caller's. */
mem_callbacks helped_callbacks(helped_lines *h);
/* The host has written these bytes. */
void helped_host(helped_lines *h, uint64_t address, uint64_t bytes);
/* The path that compresses a line as it is now, and whether a code fits. NULL: not all of its bytes are known. */
const routine_path *helped_compress(void *h, uint64_t line, bool *fits);

#endif
