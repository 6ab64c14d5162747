/* SPDX-License-Identifier: Apache-2.0
 *
 * contents.h - what the host writes to global memory before each launch: found by comparing memory at the launch with what it was at the end of the
 * launch before. So a buffer that the host fills with what is in it already is not told, as no copy is needed for it.
 *
 * Lines of 128 bytes are compared, of the program and its heap, and of the host's stack: between the two nothing is allocated. */
#ifndef WF_SIMT_CONTENTS_H
#define WF_SIMT_CONTENTS_H

#include "../trace/trace_memory.h"
#include "record.h"

typedef struct {
    uint32_t from, to; /* addresses */
} simt_extent;

typedef struct simt_contents simt_contents;

/* `file`: NULL, or where the contents go. Memory is `global`. */
simt_contents *simt_contents_new(const simt_span *global, simt_recorder *recorder, trace_memory_writer *file);
void simt_contents_free(simt_contents *c);
/* A launch begins: a copy record of each range that differs, and its content. It has ended: memory is as it is now. `extents` are in ascending
 * order, 2 of them. */
void simt_contents_begin(simt_contents *c, const simt_extent *extents);
void simt_contents_end(simt_contents *c, const simt_extent *extents);

#endif
