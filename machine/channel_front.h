/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_front.h - what stands in front of a channel of DRAM: the model of a unit (channel_unit.c), or an ideal one, which knows all counts and takes no time (channel_ideal.c).
 * Every line that is read is compared with what the list says. */
#ifndef WF_CHANNEL_FRONT_H
#define WF_CHANNEL_FRONT_H

#include "../stats/activities.h"
#include "channel_codes.h"
#include "channel_dram.h"

/* Lines that were compared and that differ; cycles from a read's request to its answer, their sum; blocks and codes. */
typedef struct {
    double checked, wrong, wait;
    double encodes[WF_MAX_CLASSES], decodes[WF_MAX_CLASSES];
    double looks; /* for the count of a line: one a request */
    activities did;
} channel_counts;

/* What one works with; all of it stays. */
typedef struct {
    const design *d;
    const channel_list *list;
    const channel_codes *codes;
    channel_dram *dram;
    channel_counts *counts;
    uint32_t first_count; /* channel_first_count */
} channel_setup;

typedef struct {
    void *(*open)(const channel_setup *s);
    /* Lines stand in DRAM before the first request. */
    void (*stand)(void *own, const channel_request *r);
    /* May a request be given in this cycle? Only then, and once. since: the cycle in which it was asked for. */
    bool (*ready)(const void *own);
    void (*give)(void *own, const channel_request *r, uint64_t since);
    /* A cycle; then DRAM has its own. */
    void (*cycle)(void *own, uint64_t now);
    /* Nothing that was given is left to do. */
    bool (*idle)(const void *own);
    /* All counts are written. Only if idle; true: that is done, else cycles go on. */
    bool (*flush)(void *own);
    void (*close)(void *own);
} channel_front;

extern const channel_front channel_unit, channel_ideal;

/* A unit between requests of lines and a channel of DRAM: request, response, command, data, return and flush, lines of 64 or 128 bytes as bursts of 32. */
bool channel_is_of_lines(const design *d);
/* Of such a unit: bits of a line's number in the channel; lines at its end that have counts and are nobody's. */
int channel_address_bits(const design *d);
uint32_t channel_reserved(const design *d);
/* The first burst that has counts, and where a line's count is. */
uint32_t channel_first_count(const design *d);

/* A line as it stands in DRAM under these codes, raw or as a code, with its count. */
void channel_put_line(const channel_setup *s, const channel_request *r);
void channel_put_count(const channel_setup *s, uint32_t line, uint32_t count);
/* Compares what memory has of a line, by its count there. */
void channel_compare_memory(const channel_setup *s, const channel_request *r);
/* Is this, so many bursts - 1 of a code or a raw line, the content? Counts the answer. */
void channel_compare(const channel_setup *s, uint32_t content, uint32_t bursts, const uint32_t *words);

#endif
