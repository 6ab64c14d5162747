/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli_parts.h - what the files of stimuli share: their state, and lanes and masks of a block. */
#ifndef WF_STIMULI_PARTS_H
#define WF_STIMULI_PARTS_H

#include "../base/random.h"
#include "../memory/line_traffic.h"
#include "../trace/trace.h"
#include "stimuli.h"

enum { MAX_EDGES = 40 }; /* most deltas, or bases, in the corner table */

typedef struct {
    uint64_t value[MAX_EDGES];
    unsigned count;
} edges;

/* A block as `lanes` words of `word` bits: a register's lanes, or a line's chunks. */
typedef struct {
    int lanes, word;
    uint64_t ones; /* a lane with all bits 1 */
    edges deltas, bases;
    unsigned long long corners; /* number of corners in its table */
} view;

enum { VIEWS = 3 }; /* of a line: chunks of 8, 4 and 2 bytes */

/* Of a trace that gives some of its values: stretches of successive ones, evenly spaced. */
enum { STRETCH = 64 };
typedef struct {
    unsigned long long values, share; /* that it has, and that it gives */
} trace_share;

struct stimuli {
    const design *design;
    view views[VIEWS];
    int view_count;
    const view *v; /* the view in use */
    rng rng;
    unsigned long long turn, corners, corner;
    bool traces_only;
    bool every;  /* the corner table is all blocks under all masks */
    bool masked; /* corners come under masks too */
    char *const *trace_names;
    int trace_count, trace_at, trace_open;
    trace_share *shares;          /* by trace; NULL: all of each */
    unsigned long long at, taken; /* of the open trace: values that were read, and those that were given */
    trace *trace;
    trace_record record;
    line_traffic *traffic;    /* for a line codec: the trace's line accesses */
    const line_access *lines; /* those of the record */
    int line_count, line_at;
};

static inline void stimuli_set_lane(uint32_t *mask, int lane, bool on)
{
    mask[lane / 32] = (mask[lane / 32] & ~((uint32_t)1 << lane % 32)) | (uint32_t)on << lane % 32;
}

static inline void stimuli_set_lanes(uint32_t *mask, int from, int end, bool on)
{
    for (int i = from; i < end; i++)
        stimuli_set_lane(mask, i, on);
}

/* All lanes of a mask, 32 at a time. */
void stimuli_fill_mask(const stimuli *s, uint32_t *mask, uint32_t word);
/* Puts lanes into a block. */
void stimuli_pack(const stimuli *s, const uint64_t *lane, uint32_t *block);

/* stimuli_corners.c: a view of the block with its table, the number of corners in all tables, the next corner. */
void stimuli_add_view(stimuli *s, int lanes, int word);
void stimuli_count_corners(stimuli *s);
void stimuli_corner(stimuli *s, stimulus *out);

/* stimuli_traces.c: the trace that is open, if one is. */
void stimuli_close_trace(stimuli *s);

#endif
