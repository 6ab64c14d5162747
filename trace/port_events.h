/* SPDX-License-Identifier: Apache-2.0
 *
 * port_events.h - a recording of register-file ports, warpports-text 1, event by event, with its cycles. trace_ports.c reads it, and makes the
 * records of a trace of it, which have no cycles. */
#ifndef WF_PORT_EVENTS_H
#define WF_PORT_EVENTS_H

#include "trace.h"

enum { PORT_REGISTERS = 64, PORT_SOURCES = 3 };

typedef enum { PORT_ISSUE, PORT_OPERANDS, PORT_WRITE } port_kind;

typedef struct {
    port_kind kind;
    uint64_t cycle, pc;
    int warp;
    uint32_t mask[TRACE_MASK_WORDS]; /* not of PORT_OPERANDS */
    int rd;                          /* 0 to 31: x, 32 to 63: f */
    /* PORT_ISSUE */
    int unit;      /* 0 to 3: alu, lsu, sfu, fpu */
    bool writes;   /* rd */
    unsigned used; /* bit i: source[i] is read */
    int source[PORT_SOURCES];
    /* PORT_WRITE: a packet of a write-back, the first, the last */
    bool first, last;
    uint32_t value[TRACE_MAX_LANES]; /* of the lanes of the mask */
} port_event;

/* Dies (2) as trace_open does, and if the file is of another form. Close it with trace_close. */
trace *port_events_open(const char *path);
int port_events_warps(const trace *t);
/* NULL at the end; valid until the next call. */
const port_event *port_event_next(trace *t);

#endif
