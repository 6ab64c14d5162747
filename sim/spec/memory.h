/* SPDX-License-Identifier: Apache-2.0
 *
 * memory.h - the specification of caches that ask a memory. A unit that promises more has a specification of its own, which passes on to these
 * functions what all such caches have. */
#ifndef WF_SPEC_MEMORY_H
#define WF_SPEC_MEMORY_H

#include "../spec.h"

/* What differs from cache to cache. */
typedef struct {
    bool fetches;               /* a store may ask for the parts of its line that it does not have */
    unsigned long long most;    /* cycles to an answer; those in which the memory owes a line, or an output is held, do not count */
    unsigned long long flushed; /* the same of a flush, until it is told */
} cached_memory_promises;

/* What moved since the reset. */
typedef struct {
    uint32_t loads, stores; /* that were accepted, but those without a part */
    uint32_t loaded, kept;  /* of these: that were answered whole */
    uint32_t reads, writes; /* at miss */
    uint32_t fills;
} cached_memory_tally;

void *cached_memory_open(const design *d, const bench_module *m, const cached_memory_promises *promises);
void cached_memory_close(void *spec);
void cached_memory_reset(void *spec);
const char *cached_memory_took(void *spec, int stream, const uint32_t *fields);
const char *cached_memory_gave(void *spec, int stream, const uint32_t *fields);
const char *cached_memory_cycle(void *spec, uint32_t held);
cached_memory_tally cached_memory_counts(const void *spec);

#endif
