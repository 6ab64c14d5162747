/* SPDX-License-Identifier: Apache-2.0
 *
 * line_traffic.h - the cache-line accesses that a trace's loads and stores make, and the content of the lines.
 *
 * Reading convention. Whole cache lines are compressed on their way to and from memory. A warp's access
 * is merged into the lines of N bytes that its active lanes touch: one access for each line, in the order of the first lane
 * that touches it (lines of one lane by address). There is no cache in between: every merged access counts.
 *
 * Where bytes are. Global, generic and other accesses share one memory. Constants have one of their own, shared memory has
 * one for each block (cta). Private memory, which is local memory and the stacks, has one of each kind for each warp. It is
 * interleaved by word: word w of the warp's lane i is at word w * lanes + i. So lanes that
 * use one private address touch one line, and lanes at several addresses make several accesses. A thread's local addresses
 * are its own. A stack has flat addresses: its private address is the address modulo the size of a stack. With stacks taken
 * as flat their accesses are of the memory that most spaces share.
 *
 * Content. An image of memory keeps the bytes that loads and stores showed: the first `size` bytes of each lane's data, low
 * byte first. If lanes overlap, the highest lane of a store counts, and the lowest of a load: in an atomic it alone has seen what was there before. A store whose data are not all known makes its bytes unknown again.
 * The image keeps so many lines (known_lines.h). An access is *whole* if every byte of its line is known after it; nothing is guessed for the others. */
#ifndef WF_LINE_TRAFFIC_H
#define WF_LINE_TRAFFIC_H

#include "../cmodel/warpfold.h"
#include "../trace/trace.h"
#include "known_lines.h"
#include "private_memory.h"

typedef struct {
    bool store, data, whole; /* data: the record has data */
    trace_space space;
    uint64_t line;                    /* address / bytes; in shared, private and constant memory mixed with its owner's number */
    uint32_t content[LINE_MAX_WORDS]; /* if whole */
    uint32_t touched[LINE_SECTORS];   /* the bytes that lanes touch: bit i of word k is byte 32 * k + i */
} line_access;

typedef struct line_traffic line_traffic;

/* `bytes` of a line: 32, 64 or 128; `stack`: bytes of a thread's stack, a power of two, or PRIVATE_STACK_FLAT. */
line_traffic *line_traffic_open(int bytes, int stack);
void line_traffic_close(line_traffic *t);
/* The line accesses of one record, none for a register. Returns their number. Valid until the next call. */
int line_traffic_of(line_traffic *t, const trace_record *r, const line_access **accesses);
/* True if all bytes of a line are known now; then they are left in `content`. */
bool line_traffic_content(line_traffic *t, uint64_t line, uint32_t *content);
/* The bytes of a line that are known now, until the next record; NULL: none is. */
const known_line *line_traffic_line(line_traffic *t, uint64_t line);
/* How many lines the image has forgotten so far. */
uint64_t line_traffic_forgotten(const line_traffic *t);

#endif
