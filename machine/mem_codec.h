/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_codec.h - the bursts of lines under a codec, from their contents: the callback that the memory in time asks. A line whose bytes are not all known is
 * raw, and counted.
 *
 *     design d = ..;                                      a codec of lines of 128 bytes
 *     mem_codec codec = {.design = &d, .own = .., .content = ..};
 *     mem_callbacks callbacks = codec_callbacks(&codec);
 *     mem_side *m = mem_open(&machine, &callbacks); */
#ifndef WF_MEM_CODEC_H
#define WF_MEM_CODEC_H

#include <stdbool.h>

#include "../gen/design.h"
#include "mem_callbacks.h"

typedef struct {
    const design *design;
    void *own;
    /* The words of the line that begins at this address, the lowest first; false: they are not all known. */
    bool (*content)(void *own, uint64_t line, uint32_t words[]);
    uint64_t known, unknown; /* how often it was asked */
} mem_codec;

/* Dies (2) if the design is no codec of lines of 128 bytes. `c` must stay. */
mem_callbacks codec_callbacks(mem_codec *c);

#endif
