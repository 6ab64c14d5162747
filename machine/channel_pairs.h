/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_pairs.h - traces through units at the channels of DRAM, through their plain form, through ideal ones and through units with other parameters; each at half the
 * machine's bandwidth, at it and at twice as much (channel_replay.h). */
#ifndef WF_CHANNEL_PAIRS_H
#define WF_CHANNEL_PAIRS_H

#include "channel_replay.h"
#include "file_pairs.h"

enum { CHANNEL_HALF, CHANNEL_WHOLE, CHANNEL_DOUBLE, CHANNEL_BANDWIDTHS };
extern const char *const channel_bandwidth_names[CHANNEL_BANDWIDTHS]; /* "0.5", .. */
enum { CHANNEL_VARIANTS = 4, CHANNEL_PLAIN = 0, CHANNEL_OWN, CHANNEL_IDEAL, CHANNEL_WITH, CHANNEL_CASES = CHANNEL_WITH + CHANNEL_VARIANTS };

typedef struct {
    char name[FILE_ROW_NAME];
    channel_list list; /* only its counts, once it is run */
    double compressed; /* of the contents, in per cent */
    channel_run run[CHANNEL_CASES][CHANNEL_BANDWIDTHS];
} channel_row;

typedef struct {
    const design *d;
    machine m;
    channel_list_options lines;
    int rate;
    const char *with[CHANNEL_VARIANTS]; /* other parameters, "NAME=VALUE NAME=VALUE" */
    int with_count;
    channel_row *rows;
    int count;
} channel_pairs;

/* Dies (2) if the unit is not for this machine, or a trace not for them, before it is run. */
void channel_pairs_run(channel_pairs *p, const char *const *paths, int count);
void channel_pairs_free(channel_pairs *p);
/* How many cases there are. */
int channel_cases(const channel_pairs *p);
/* "with place=core" of a case, "plain", .. */
char *channel_case_name(const channel_pairs *p, int of);
/* Lines that were compared, and those that differed. */
void channel_pairs_checked(const channel_pairs *p, double *checked, double *wrong);
/* The first trace of which a line differs; NULL: none does. */
char *channel_pairs_wrong(const channel_pairs *p);
/* GB/s of the machine's DRAM. */
double channel_bandwidth(const machine *m);

#endif
