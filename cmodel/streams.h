/* SPDX-License-Identifier: Apache-2.0
 *
 * streams.h - streams of the usual shapes. */
#ifndef WF_STREAMS_H
#define WF_STREAMS_H

#include "warpfold.h"

/* The streams of a unit with one input and one output, without names and without ready. */
static inline wf_streams pure_streams(wf_stream in, wf_stream out)
{
    in.name = out.name = "";
    out.output = true;
    return (wf_streams){.count = 2, .stream = {in, out}};
}

/* Adds a stream. One that has no place is only counted: wf_config_error then says so. */
static inline void add_stream(wf_streams *s, wf_stream added)
{
    if (s->count < WF_MAX_STREAMS)
        s->stream[s->count] = added;
    s->count++;
}

#endif
