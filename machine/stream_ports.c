/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_ports.h"

#include <string.h>

#include "../sim/fields.h"

stream_port stream_port_of(const bench_module *m, const char *name)
{
    for (int s = 0; s < m->streams.count; s++) {
        const wf_stream *w = &m->streams.stream[s];
        int in = m->in_at + m->in[s], out = m->out_at + m->out[s];
        if (strcmp(w->name, name) == 0)
            return (stream_port){w, w->output ? out : in, !w->ready ? -1 : w->output ? in : out};
    }
    return (stream_port){NULL, -1, -1};
}

int stream_port_field(const stream_port *p, const char *name)
{
    return p->valid + 1 + field_at(p->stream, name);
}
