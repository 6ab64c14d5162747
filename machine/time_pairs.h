/* SPDX-License-Identifier: Apache-2.0
 *
 * time_pairs.h - traces run on a machine, and once more each with other parameters of it or of the register file; with a register file of a design the
 * same with its plain form (timing.h).
 *
 *     time_pairs p = {.files.d = &d};
 *     machine_read(&p.m, "warped");
 *     p.files.with[p.files.with_count++] = "issue.policy=lrr enc-latency=4";
 *     time_pairs_machines(&p);
 *     time_pairs_run(&p, paths, count); */
#ifndef WF_TIME_PAIRS_H
#define WF_TIME_PAIRS_H

#include "cache_pairs.h"
#include "timing.h"

/* base: with the plain form of the register file, or of the cache. Nothing without a design, or where that has none. */
typedef struct {
    timing_result own, base;
} time_pair;

typedef struct {
    time_pair run, with[FILE_VARIANTS];
} time_row;

typedef struct {
    machine m;
    file_pairs
        files; /* d: NULL, the machine's own banked file. with: words of the machine are SECTION.KEY=VALUE, all others of the design */
    const design *cache;         /* of vectors, in place of L1; NULL: none. There is no register file of a design then */
    const design *helper;        /* what runs helper warps, if any machine has them; NULL: the first such unit */
    machine with[FILE_VARIANTS]; /* the machines of these */
    bool gate_base;              /* the plain form switches banks off too */
    const event_map *events;     /* that trigger routines; NULL: none do */
    const design *codec;         /* of lines, where a machine compresses them */
    const char *contents;        /* of memory; NULL: the file beside each trace */
    time_row *rows;              /* as those of files */
    feed_survey last;            /* of the last trace */
} time_pairs;

/* Makes the machines of the other parameters. Dies (2) if these are wrong. */
void time_pairs_machines(time_pairs *p);
/* Does any machine compress lines? */
bool time_pairs_compress(const time_pairs *p);
/* Does any have helper warps? */
bool time_pairs_help(const time_pairs *p);
/* Runs all traces. Dies (2) if one does not fit; (1) if nothing moves any more. */
void time_pairs_run(time_pairs *p, const char *const *paths, int count);
/* Is there a plain form beside the register file? Beside the cache? */
bool time_pairs_base(const time_pairs *p);
bool time_pairs_plain_cache(const time_pairs *p);
/* Lanes of loads of private memory that were compared, those that differ, and those of which no store had told the word: of all runs with a cache of vectors. */
void time_pairs_checked(const time_pairs *p, cache_counts *sum);

#endif
