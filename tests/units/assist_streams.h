/* SPDX-License-Identifier: Apache-2.0
 *
 * assist_streams.h - the streams of assist, as the page lists them, for tests of its specification. */
#ifndef WF_ASSIST_STREAMS_H
#define WF_ASSIST_STREAMS_H

#include "../../sim/fields.h"
#include "spec_checker.h"

enum { STORE, MAP, SPARE, TRIGGER, ISSUED, RESUME, RETIRE, KILL, BUSY, DEPLOY, IDLE, DONE, DROPPED, FLUSH, HELD, STATE, STREAMS };

/* number: -1 if it is not there. */
typedef struct {
    int number[STREAMS];
    const wf_stream *stream[STREAMS];
} streams;

static streams streams_of(const checker *c)
{
    static const char *const names[STREAMS] = {"store", "map",    "spare", "trigger", "issued",  "resume", "retire", "kill",
                                               "busy",  "deploy", "idle",  "done",    "dropped", "flush",  "held",   "state"};
    streams all;
    for (int k = 0; k < STREAMS; k++) {
        all.number[k] = -1;
        for (int s = 0; s < c->module->streams.count; s++)
            if (strcmp(c->module->streams.stream[s].name, names[k]) == 0) {
                all.number[k] = s;
                all.stream[k] = &c->module->streams.stream[s];
            }
    }
    return all;
}

#endif
