/* SPDX-License-Identifier: Apache-2.0
 *
 * stream_ports.h - where a stream of a unit is in the records of its bench: valid and ready, and its fields by their names. */
#ifndef WF_STREAM_PORTS_H
#define WF_STREAM_PORTS_H

#include "../gen/layout.h"

/* Words of the records of what goes in and what comes out. valid -1: the unit has no such stream. ready -1: the stream has none. */
typedef struct {
    const wf_stream *stream;
    int valid, ready;
} stream_port;

stream_port stream_port_of(const bench_module *m, const char *name);
/* The first word of a field; that of valid if the stream has no such field. */
int stream_port_field(const stream_port *p, const char *name);

#endif
