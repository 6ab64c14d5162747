/* SPDX-License-Identifier: Apache-2.0
 *
 * timing_parts.h - a trace that is run (timing.h): timing.c has launches, blocks and the clock, timing_setup.c what is there before the first cycle. */
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
    int pool, each; /* registers of routines of an SM, and of a warp, in this launch */
} timing;

static inline bool timing_helps(const timing *t)
{
    return t->m->compress == MACHINE_ASSIST;
}

/* Fills in the energies of a run that is counted. */
void timing_count_energy(timing_result *r, const machine *m);
mem_side *timing_open_memory(timing *t, const timing_lines *lines, const design *helper);
/* Registers of a warp, and ports for all schedulers. */
void timing_check_design(const machine *m, const feed_survey *s, const design *d);
/* The private memory of an SM. By SM it needs no extent; a cache of vectors does, since its blocks have few numbers. Only there are stacks interleaved: elsewhere they have
 * addresses of their own. */
void timing_lay_out_private(timing *t, bool vectors);
/* Blocks for the private memory of all warps. */
void timing_check_cache(timing *t, const design *d);

#endif
