/* SPDX-License-Identifier: Apache-2.0
 *
 * time_pairs.h - traces run on a machine, and once more each with other parameters of it or of the register file; with a register file of a design the
 * same with its plain form (timing.h).
 *
 *     time_pairs p = {.files.d = &d};
 *     machine_read(&p.m, "warped");
 *     p.files.with[p.files.with_count++] = "issue.policy=lrr enc-latency=4";
 *     time_pairs_run(&p, paths, count); */
#ifndef WF_TIME_PAIRS_H
#define WF_TIME_PAIRS_H

#include "file_pairs.h"
#include "timing.h"

/* base: with the plain form of the register file. Nothing without a design, or where that has none. */
typedef struct {
    timing_result own, base;
} time_pair;

typedef struct {
    time_pair run, with[FILE_VARIANTS];
} time_row;

typedef struct {
    machine m;
    file_pairs
        files; /* d: NULL, the machine's own banked file. with: words SECTION.KEY=VALUE are of the machine, all others of the design */
    const design *codec;  /* of runs whose machine compresses lines (mem_codec.h) */
    const char *contents; /* of the trace's memory (mem_contents.h); NULL: the file beside each trace */
    bool gate_base;       /* the plain form switches banks off too */
    time_row *rows;       /* as those of files */
    feed_survey last;     /* of the last trace */
} time_pairs;

/* Runs all traces. Dies (2) if parameters are wrong, before the first is run, or a trace does not fit; (1) if nothing moves any more. */
void time_pairs_run(time_pairs *p, const char *const *paths, int count);
/* Is there a plain form beside the register file? */
bool time_pairs_base(const time_pairs *p);

#endif
