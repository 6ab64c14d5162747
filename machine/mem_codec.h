/* SPDX-License-Identifier: Apache-2.0
 *
 * mem_codec.h - the codec of a machine that compresses lines: its design, the cycles it takes, and the bursts of lines from their contents, which is the callback that the
 * memory in time asks. A line whose bytes are not all known is raw.
 *
 *     design d;
 *     codec_design(&d, NULL);
 *     codec_settle(&machine, &d);                         cycles that the machine leaves to its codec
 *     mem_codec codec = {.design = &d, .own = .., .content = ..};
 *     mem_callbacks callbacks = codec_callbacks(&codec);
 *     mem_side *m = mem_open(&machine, &callbacks); */
#ifndef WF_MEM_CODEC_H
#define WF_MEM_CODEC_H

#include <stdbool.h>

#include "../gen/design.h"
#include "machine_file.h"
#include "mem_callbacks.h"

typedef struct {
    const design *design;
    void *own;
    /* The words of the line that begins at this address, the lowest first; false: they are not all known. */
    bool (*content)(void *own, uint64_t line, uint32_t words[]);
} mem_codec;

/* The design in a folder; or that of a unit, by its name, "NAME" or "NAME PARAM=VALUE ..", at its defaults but for these; and the encoding is in the line itself (tag=head) where the unit has that, since memory has no
 * place beside a line. NULL: the first codec of lines in units.def. Dies (2) unless it is a codec of lines of 128 bytes. */
void codec_design(design *d, const char *words);
/* Gives the machine the latencies and intervals of the codec's encoder and decoder where its file says so. A number in the file wins. */
void codec_settle(machine *m, const design *d);
/* `c` must stay. `store` is the caller's. */
mem_callbacks codec_callbacks(mem_codec *c);

#endif
