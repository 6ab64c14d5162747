/* SPDX-License-Identifier: Apache-2.0
 *
 * line_traffic.h - the cache-line accesses that a trace's loads and stores make, and what the lines hold.
 *
 * Reading convention. CABA (section 5.3.2) compresses whole cache lines on their way to and from memory. A warp's access
 * is merged into the lines of N bytes that its active lanes touch: one access a line, in the order of the first lane that
 * touches it (those of one lane by address). No cache stands before it: every merged access counts.
 *
 * Where bytes lie. Stack, global, generic and other accesses have one memory; constants have one of their own, shared
 * memory has one a block (cta), local memory one a warp. A thread's local addresses are its own: word w of the warp's
 * lane i lies at word w * lanes + i, as a GPU interleaves them, so that lanes at one address touch one line.
 *
 * Content. An image of memory keeps the bytes that loads and stores showed: of a lane the first `size` bytes of its data,
 * low byte first; where lanes overlap, the highest one counts. A store whose data are not known, or not all of them,
 * makes its bytes unknown again. The image has LINE_IMAGE_LINES lines in sets of LINE_IMAGE_WAYS; a set that is full
 * forgets the line that it took up first. An access is *whole* if every byte of its line is known after it; nothing is
 * guessed for the others. */
#ifndef WF_LINE_TRAFFIC_H
#define WF_LINE_TRAFFIC_H

#include "../cmodel/warpfold.h"
#include "trace.h"

enum {
    LINE_MAX_BYTES = 128,
    LINE_MAX_WORDS = LINE_MAX_BYTES / 4,
    LINE_IMAGE_WAYS = 8,
    LINE_IMAGE_SETS = 1 << 15,
    LINE_IMAGE_LINES = LINE_IMAGE_SETS * LINE_IMAGE_WAYS     /* 262,144: 32 MiB of lines of 128 bytes */
};

typedef struct {
    bool store, data, whole;    /* data: the record has data */
    trace_space space;
    uint64_t line;              /* address / bytes; of shared, local and constant memory mixed with whose it is */
    uint32_t content[LINE_MAX_WORDS];   /* where whole */
} line_access;

typedef struct line_traffic line_traffic;

/* `bytes`: 32, 64 or 128. */
line_traffic *line_traffic_open(int bytes);
void line_traffic_close(line_traffic *t);
/* The line accesses of one record, none for a register; valid until the next call. */
int line_traffic_of(line_traffic *t, const trace_record *r, const line_access **accesses);
/* Lines that the image forgot so far. */
uint64_t line_traffic_forgotten(const line_traffic *t);

#endif
