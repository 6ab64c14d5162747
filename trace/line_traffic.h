/* SPDX-License-Identifier: Apache-2.0
 *
 * line_traffic.h - the cache-line accesses that a trace's loads and stores make, and the content of the lines.
 *
 * Reading convention. CABA (section 5.3.2) compresses whole cache lines on their way to and from memory. A warp's access
 * is merged into the lines of N bytes that its active lanes touch: one access for each line, in the order of the first lane
 * that touches it (lines of one lane by address). There is no cache in between: every merged access counts.
 *
 * Where bytes are. Stack, global, generic and other accesses share one memory. Constants have one of their own, shared
 * memory has one for each block (cta), local memory one for each warp. A thread's local addresses are its own. Word w of the
 * warp's lane i is at word w * lanes + i, as a GPU interleaves them, so lanes that use one address touch one line.
 *
 * Content. An image of memory keeps the bytes that loads and stores showed: the first `size` bytes of each lane's data, low
 * byte first. If lanes overlap, the highest lane counts. A store whose data are not all known makes its bytes unknown again.
 * The image has LINE_IMAGE_LINES lines in sets of LINE_IMAGE_WAYS. A full set forgets its oldest line. An access is *whole*
 * if every byte of its line is known after it; nothing is guessed for the others. */
#ifndef WF_LINE_TRAFFIC_H
#define WF_LINE_TRAFFIC_H

#include "../cmodel/warpfold.h"
#include "trace.h"

enum {
    LINE_MAX_BYTES = 128,
    LINE_MAX_WORDS = LINE_MAX_BYTES / 4,
    LINE_IMAGE_WAYS = 8,
    LINE_IMAGE_SETS = 1 << 15,
    LINE_IMAGE_LINES = LINE_IMAGE_SETS * LINE_IMAGE_WAYS /* 262,144: 32 MiB of lines of 128 bytes */
};

typedef struct {
    bool store, data, whole; /* data: the record has data */
    trace_space space;
    uint64_t line;                    /* address / bytes; in shared, local and constant memory mixed with its owner's number */
    uint32_t content[LINE_MAX_WORDS]; /* if whole */
} line_access;

typedef struct line_traffic line_traffic;

/* `bytes` of a line: 32, 64 or 128. */
line_traffic *line_traffic_open(int bytes);
void line_traffic_close(line_traffic *t);
/* The line accesses of one record, none for a register. Returns their number. Valid until the next call. */
int line_traffic_of(line_traffic *t, const trace_record *r, const line_access **accesses);
/* How many lines the image has forgotten so far. */
uint64_t line_traffic_forgotten(const line_traffic *t);

#endif
