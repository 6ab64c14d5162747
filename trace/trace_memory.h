/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_memory.h - the contents of global memory at launches, a file beside a trace (docs/packed.md, ".wfm, contents of memory"). A range is what the host wrote before
 * one launch; what kernels store is in the trace itself. So whoever takes the ranges of a launch when it begins, and the trace's stores, knows
 * memory at any time:
 *
 *     ranges of launch 0: c0000000 is 1 2 3 4      memory 1 2 3 4
 *     a store of the trace: 7 to c0000004                 1 7 3 4
 *     ranges of launch 1: c0000000 is 5                   5 7 3 4
 */
#ifndef WF_TRACE_MEMORY_H
#define WF_TRACE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest range: whoever writes more writes several. */
enum { TRACE_RANGE_BYTES = 1 << 16 };

typedef struct {
    int launch; /* from 0: as trace_record.launch */
    uint64_t address;
    size_t bytes;                 /* from 1 */
    const unsigned char *content; /* valid until the next range is read */
} trace_range;

typedef struct trace_memory trace_memory;

/* The path of the contents beside a trace: NAME.wfm of NAME.wft, NAME.wfm of NAME. There need not be such a file. */
char *trace_memory_beside(const char *file);
/* Dies (2) of a file that is none. */
trace_memory *trace_memory_open(const char *path);
/* Are bytes of which no range has told 0? If not, they are not known. */
bool trace_memory_rest_is_zero(const trace_memory *m);
/* The next range of a launch up to this one, in their order; false: there is none, or it is of a later launch. Ranges of a launch come by address
 * and do not overlap. Dies (2) on bytes that cannot have been written. */
bool trace_memory_next(trace_memory *m, int launch, trace_range *range);
void trace_memory_close(trace_memory *m);

/* Writes one. Ranges come in the order in which they are read. */
typedef struct trace_memory_writer trace_memory_writer;
trace_memory_writer *trace_memory_create(const char *path, bool rest_is_zero, const char *source, const char *licence);
void trace_memory_put(trace_memory_writer *w, const trace_range *range);
/* Finishes the file and returns its size in bytes. */
uint64_t trace_memory_finish(trace_memory_writer *w);

#endif
