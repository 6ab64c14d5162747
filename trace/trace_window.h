/* SPDX-License-Identifier: Apache-2.0
 *
 * trace_window.h - puts the records of a log behind their instructions, where results come late. Instructions leave in the order in
 * which they entered, each with its records behind it: when nothing more is to come for it, or when the window is full. */
#ifndef WF_TRACE_WINDOW_H
#define WF_TRACE_WINDOW_H

#include "trace_impl.h"

/* Instructions whose results may still come. A simulated core has a few dozen of a warp under way. */
enum { WINDOW_SIZE = 4096 };
/* An instruction, its sources, its accesses of both directions and its write. */
enum { WINDOW_RECORDS = 4 + TRACE_MAX_SOURCES };

typedef struct {
    uint64_t number; /* in the order of entry, from 1 */
    bool open;       /* something is still to come */
    int count;
    trace_record *record[WINDOW_RECORDS]; /* the instruction, then what belongs to it; or a record of no known instruction */
} window_entry;

typedef struct {
    window_entry ring[WINDOW_SIZE];
    uint64_t first, next; /* numbers of the oldest entry, of the next one */
    int given;            /* records of the oldest entry that have left */
    bool ended;           /* nothing more enters, and nothing more comes */
} window;

window *window_new(void);
void window_free(window *w);
/* An instruction, or a record without one, enters. The entry is open if `open`. Valid until the entry leaves. */
window_entry *window_enter(window *w, const trace_record *r, bool open);
/* The entry of this number; NULL if it has left. */
window_entry *window_find(window *w, uint64_t number);
/* Adds a record to an instruction, as linked. */
void window_add(window_entry *e, const trace_record *r);
/* The next record that may leave; false: give the window another line of the log. Asked until then, so that there is room for the two
 * entries that a line makes at most. Results that contradict their instruction leave without a link and count in t->unlinked. */
bool window_next(window *w, trace *t, trace_record *r);

#endif
