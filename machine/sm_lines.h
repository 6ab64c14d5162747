/* SPDX-License-Identifier: Apache-2.0
 *
 * sm_lines.h - the tags of an SM's small read-only caches: of instructions, and of constants and parameters.
 *
 * A line that is asked for and not there takes the place of the one that was used longest ago, and is there once it is filled. It keeps its place until it is
 * looked at, so whoever waits for it goes on. */
#ifndef WF_SM_LINES_H
#define WF_SM_LINES_H

#include <stdbool.h>
#include <stdint.h>

enum { LINES_MOST = 256 };

typedef enum { LINE_THERE, LINE_COMES, LINE_MISSING } line_state;

typedef struct {
    int sets, ways, bytes; /* sets * ways <= LINES_MOST */
    uint64_t address[LINES_MOST], used[LINES_MOST], now;
    uint8_t state[LINES_MOST];
    bool refused, freed; /* a line found no place where one is that nobody has looked at; such a one was looked at by the last lines_look */
    uint64_t accesses, misses; /* misses: also of lines that come */
} line_tags;

void lines_open(line_tags *l, int sets, int ways, int bytes);
/* Of the line with this byte. LINE_MISSING: it has a place now, and the caller fetches it; if all of its places are coming, or not looked at yet, nothing
 * changes, and it is LINE_COMES. */
line_state lines_look(line_tags *l, uint64_t address);
void lines_fill(line_tags *l, uint64_t address);
/* A line that is missing was not fetched after all. */
void lines_forget(line_tags *l, uint64_t address);

#endif
