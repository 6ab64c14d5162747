/* SPDX-License-Identifier: Apache-2.0
 *
 * warpfold convert IN... -o OUT.wft|OUT.wtx - traces of any known form to the project's own or to text. */
#include <stdio.h>
#include <stdlib.h>

#include "../base/msg.h"
#include "../base/text.h"
#include "../trace/trace.h"
#include "arguments.h"
#include "commands.h"

typedef struct {
    const char *out, *source, *licence;
    long long limit, lanes;
    char **in;
    int count;
} arguments;

static const struct argp_option options[] = {
    {"output", 'o', "FILE", 0, "the trace to write: .wft (own form) or .wtx (text)", 0},
    {"limit", 'n', "N", 0, "stop after N records", 0},
    {"lanes", 'l', "N", 0, "refuse traces of another warp width", 0},
    {"licence", 'L', "TEXT", 0, "the values' licence, carried in the file (default: that of the first input)", 0},
    {"source", 'S', "TEXT", 0, "where the values come from (default: what the first input says)", 0},
    {0},
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    arguments *a = state->input;

    if (key == 'o') {
        a->out = arg;
    } else if (key == 'n') {
        if (!parse_int(arg, 1, 1LL << 62, &a->limit))
            die_usage("convert: --limit %s: a number of records from 1 is expected", arg);
    } else if (key == 'l') {
        if (!parse_int(arg, 4, TRACE_MAX_LANES, &a->lanes) || (a->lanes & (a->lanes - 1)) != 0)
            die_usage("convert: --lanes %s: accepted are 4, 8, 16, 32, 64 and 128", arg);
    } else if (key == 'L') {
        a->licence = arg;
    } else if (key == 'S') {
        a->source = arg;
    } else if (key == ARGP_KEY_ARGS) {
        a->in = state->argv + state->next;
        a->count = state->argc - state->next;
    } else if (key != ARGP_KEY_NO_ARGS) {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* Records of one input to the output; counts them into *records. */
static void copy(trace *t, trace_writer *w, long long limit, unsigned long long *records)
{
    trace_record *r = zalloc(sizeof *r);

    while ((limit == 0 || *records < (unsigned long long)limit) && trace_next(t, r)) {
        trace_write(w, r);
        if (++*records % 4096 == 0)
            progress("convert", *records, (unsigned long long)limit);
    }
    free(r);
}

int cmd_convert(int argc, char **argv)
{
    const struct argp argp = {options, parse, "IN...",
                              "Convert traces: .wft, warptrace-text, CUTracer NDJSON, CUTracer and NVBit text, Vortex "
                              "SimX logs, plain or zstd; several are joined in their order.", NULL, NULL, NULL};
    arguments a = {0};
    trace_writer *w = NULL;
    unsigned long long records = 0, skipped = 0;
    int lanes = 0;

    arguments_parse(&argp, argc, argv, &a);
    if (a.count == 0)
        die_usage("convert: no input; give one or more traces");
    if (a.out == NULL)
        die_usage("convert: no output; give -o FILE.wft or -o FILE.wtx");
    for (int i = 0; i < a.count; i++) {
        trace *t = trace_open(a.in[i]);
        if (a.lanes != 0)
            trace_need_lanes(t, (int)a.lanes, "--lanes");
        if (w != NULL)
            trace_need_lanes(t, lanes, a.in[0]);
        else
            w = trace_writer_open(a.out, lanes = trace_lanes(t), a.source ? a.source : trace_source(t),
                                  a.licence ? a.licence : trace_licence(t));
        copy(t, w, a.limit, &records);
        skipped += trace_skipped(t);
        trace_close(t);
    }
    progress_end();
    unsigned long long bytes = trace_writer_close(w);
    printf("%s: %llu records of %d lanes, %llu bytes", a.out, records, lanes, bytes);
    if (skipped > 0)
        printf(", %llu other entries of the input skipped", skipped);
    putchar('\n');
    return 0;
}
