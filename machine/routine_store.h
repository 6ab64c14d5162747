/* SPDX-License-Identifier: Apache-2.0
 *
 * routine_store.h - the code of assist warp routines (routines/store.txt), and what a routine issues for a line: its path, the steps that a warp of 32 lanes executes.
 *
 * The code is what the sources of the routines give, so that no compiler is needed. A path is not told by a table: the SIMT machine runs the routine on the line.
 *
 *     routine_store *s = routine_store_open(NULL);
 *     int r = routine_find(s, "ROUTINE");
 *     const routine_path *p = routine_run(s, r, code, line, &result);     p->count steps, ret among them; `line` has what it wrote
 *     const feed_instruction *i = routine_instruction(s, p->step[0]);    what the first one reads and writes, and whether it accesses memory */
#ifndef WF_ROUTINE_STORE_H
#define WF_ROUTINE_STORE_H

#include "instruction_feed.h"

enum { ROUTINE_LANES = 32, ROUTINE_LINE = 128, ROUTINE_STEPS = 4096 /* that one may take */ };

typedef struct {
    const char *name;
    int first, count; /* of its code in the store */
    int registers;    /* that it names, its arguments and its return address among them */
    bool straight;    /* it never branches */
    bool prefetches;  /* it has a load to x0 */
} routine;

typedef struct {
    int number; /* among the store's paths */
    int routine, count;
    const uint16_t *step; /* numbers in the store */
} routine_path;

typedef struct routine_store routine_store;

/* The file at this path; NULL: that of the program. Dies (2) if it is not such a file. */
routine_store *routine_store_open(const char *path);
void routine_store_close(routine_store *s);
/* Its number; -1: there is none of this name. */
int routine_find(const routine_store *s, const char *name);
const routine *routine_at(const routine_store *s, int number);
int routine_count(const routine_store *s);
/* Runs it on the bytes at `from`; what it wrote is left at `to`, and what it returns, of the first lane. The path stays until the next one runs; its number holds until the store is closed. Dies (1) if it fails, or does
 * not end within ROUTINE_STEPS. */
const routine_path *routine_run(routine_store *s, int number, const void *from, void *to, uint32_t *result);
const routine_path *routine_path_at(const routine_store *s, int number);
/* An instruction of the store. Behind one that branches the routine goes on anywhere; behind one that returns it is done. What
 * follows the last of several loads needs what they load. */
typedef struct {
    uint32_t word;
    bool branches, returns;
    bool loads; /* and the one behind it does not */
} routine_code;
routine_code routine_code_at(const routine_store *s, int number);
/* The same as schedulers see it. Its registers are numbers below the routine's `registers`; if it accesses memory it has one access without addresses. */
feed_instruction *routine_instruction(const routine_store *s, int number);

#endif
