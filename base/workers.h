/* SPDX-License-Identifier: Apache-2.0
 *
 * workers.h - items of one job on several cores: each in a process of its own, which begins as a copy of this program. What comes of an item does
 * not depend on how many work at a time. */
#ifndef WF_WORKERS_H
#define WF_WORKERS_H

#include <stdbool.h>
#include <stdio.h>

enum { WORKERS_MOST = 256 }; /* at a time */

typedef struct {
    const char *what; /* of the line of progress */
    void (*work)(void *own, int item,
                 FILE *out); /* in the item's process: what it changes in memory stays there, and what it writes comes here */
    void (*take)(void *own, int item, char *text); /* here, in the order of the items: what was written */
    void *own;
} workers_job;

/* How many at a time: `asked`, or if that is 0 as many as make's job server grants, or else one for each core. *tokens: each but the first takes a
 * token. `who` tells on standard error why it is one alone. */
int workers_limit(const char *who, int asked, bool *tokens);

/* Does items 0 to count - 1. What they say on standard error is said in the order of the items. The first in that order that does not end with 0 ends
 * the program with its code; no item outlives us. */
void workers_run(const workers_job *job, int count, int asked);

#endif
