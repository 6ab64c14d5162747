/* SPDX-License-Identifier: Apache-2.0
 *
 * jobserver.h - the job server of GNU make: who runs below `make -j N` runs no more processes at a time than it grants. A program has one
 * grant from the beginning. For each further process it takes a token first, and gives it back when the process has ended. */
#ifndef WF_JOBSERVER_H
#define WF_JOBSERVER_H

#include <stdbool.h>

typedef enum {
    JOBSERVER_NONE,  /* no make above that has one */
    JOBSERVER_THERE, /* found */
    JOBSERVER_HIDDEN /* make has one, but did not hand it down: the recipe's line needs a + */
} jobserver_state;

/* Looks for it in MAKEFLAGS: --jobserver-auth=R,W or fifo:PATH, or --jobserver-fds=R,W of old makes. */
jobserver_state jobserver_find(void);
/* Takes a token; false: there is none now. Tokens go back when the program ends, by a signal too. */
bool jobserver_take(void);
void jobserver_give(void);
/* Readable where there may be a token. -1: no job server. */
int jobserver_fd(void);

#endif
