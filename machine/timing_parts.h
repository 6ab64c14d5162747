/* SPDX-License-Identifier: Apache-2.0
 *
 * timing_parts.h - a trace that is run (timing.h): timing.c has launches, blocks and the clock, timing_setup.c what is there before the first cycle, timing_fit.c what fits an SM. */
#ifndef WF_TIMING_PARTS_H
#define WF_TIMING_PARTS_H

#include "helped_lines.h"
#include "mem_codec.h"
#include "mem_contents.h"
#include "timing.h"

typedef struct {
    machine own;      /* the machine, with the cycles of its codec */
    const machine *m; /* that */
    const feed_survey *s;
    feed *f;
    mem_side *mem;
    sm *sms;
    timing_result *r;
    int *warps, *warps_at; /* the survey's warps by block; block b's begin at warps_at[b] */
    int given, last;       /* blocks of the launch that an SM has taken; the SM that took one last */
    uint64_t now, moved;
    cache_survey accesses; /* private ones, if their extent is asked for */
    sm_private private;
    mem_contents *contents; /* NULL: lines are not compressed */
    mem_codec codec;
    helped_lines helped; /* with helper warps */
    design helper;
    helper_source source;
    const event_map *events; /* that trigger routines; NULL: none do */
    bool room;               /* this launch leaves the shared memory of the event map */
    int pool, each;          /* registers of routines of an SM, and of a warp, in this launch */
} timing;

/* Do helper warps compress lines? Are there any? */
static inline bool timing_helps(const timing *t)
{
    return t->m->compress == MACHINE_ASSIST;
}
static inline bool timing_assists(const timing *t)
{
    return timing_helps(t) || t->events != NULL;
}

/* How many blocks as this one of the survey an SM holds, beside the routines. Dies (2) if it holds none. */
void timing_check_fit(timing *t, int block, timing_launch *l);
/* Dies (2) unless events may trigger routines there. */
void timing_check_events(const machine *m, const timing_designs *d);
/* Fills in the energies of a run that is counted. */
void timing_count_energy(timing_result *r, const machine *m);
/* The controller of helper warps, what it runs, and what events it sees. Before timing_open_memory. */
void timing_open_helpers(timing *t, const design *helper);
mem_side *timing_open_memory(timing *t, const timing_lines *lines);
/* Registers of a warp, and ports for all schedulers. */
void timing_check_design(const machine *m, const feed_survey *s, const design *d);
/* The private memory of an SM. By SM it needs no extent; a cache of vectors does, since its blocks have few numbers. Only there are stacks interleaved: elsewhere they have
 * addresses of their own. */
void timing_lay_out_private(timing *t, bool vectors);
/* Blocks for the private memory of all warps. */
void timing_check_cache(timing *t, const design *d);

#endif
