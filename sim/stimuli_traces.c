/* SPDX-License-Identifier: Apache-2.0
 *
 * stimuli_traces.c - stimuli from traces: register values, or lines that are known as a whole, file after file and again from the first; of
 * each all, or a share in stretches that are evenly spaced. */
#include "stimuli_parts.h"

#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <unistd.h>

#include "../base/file.h"
#include "../base/msg.h"
#include "../base/text.h"

static void open_trace(stimuli *s)
{
    s->trace = trace_open(s->trace_names[s->trace_at]);
    s->trace_open = s->trace_at;
    s->at = s->taken = 0;
    s->trace_at = (s->trace_at + 1) % s->trace_count;
    s->line_at = s->line_count = 0;
    if (s->design->unit->line)
        s->traffic = line_traffic_open(s->design->config.line_bytes, PRIVATE_STACK_BYTES);
}

void stimuli_close_trace(stimuli *s)
{
    if (s->trace == NULL)
        return;
    trace_close(s->trace);
    s->trace = NULL;
    if (s->design->unit->line)
        line_traffic_close(s->traffic);
}

/* The next register value of the open trace; false at its end. */
static bool next_register(stimuli *s, stimulus *out)
{
    while (trace_next(s->trace, &s->record))
        if (trace_is_register(&s->record)) {
            uint64_t lane[WF_MAX_LANES];
            for (int i = 0; i < s->v->lanes; i++)
                lane[i] = s->record.value[i];
            stimuli_pack(s, lane, out->block);
            memcpy(out->mask, s->record.mask, sizeof out->mask);
            return true;
        }
    return false;
}

/* The next line of the trace's traffic with every byte known. */
static bool next_line(stimuli *s, stimulus *out)
{
    for (;;) {
        while (s->line_at < s->line_count) {
            const line_access *a = &s->lines[s->line_at++];
            if (a->whole) {
                memcpy(out->block, a->content, (size_t)s->design->config.line_bytes);
                memset(out->mask, 0, sizeof out->mask);
                return true;
            }
        }
        if (!trace_next(s->trace, &s->record))
            return false;
        s->line_count = line_traffic_of(s->traffic, &s->record, &s->lines);
        s->line_at = 0;
    }
}

static noreturn void die_of_nothing(const stimuli *s)
{
    if (s->design->unit->line)
        die_usage("no line that is known as a whole in the traces given");
    die_usage("no register value in the traces given");
}

static bool read_value(stimuli *s, stimulus *out)
{
    s->at++;
    return s->design->unit->line ? next_line(s, out) : next_register(s, out);
}

/* Goes on to the next stretch of the open trace, if one has ended. False if it was the last. */
static bool find_stretch(stimuli *s, stimulus *out)
{
    const trace_share *t = &s->shares[s->trace_open];
    unsigned long long stretches = (t->share + STRETCH - 1) / STRETCH;
    if (s->taken == t->share)
        return false;
    while (s->taken % STRETCH == 0 && s->at < s->taken / STRETCH * t->values / stretches)
        if (!read_value(s, out))
            return false;
    return true;
}

/* The next value of the trace that is open; false at its end, or at that of its share. */
static bool next_value(stimuli *s, stimulus *out)
{
    if ((s->shares && !find_stretch(s, out)) || !read_value(s, out))
        return false;
    s->taken++;
    return true;
}

/* How many values the next trace has; `before` were counted. */
static unsigned long long count_values(stimuli *s, unsigned long long before)
{
    unsigned long long values = 0;
    stimulus x;
    open_trace(s);
    while (next_value(s, &x))
        if ((before + ++values) % 4096 == 0)
            progress("checking the traces: values", before + values, 0);
    stimuli_close_trace(s);
    return values;
}

unsigned long long stimuli_check_traces(const design *d, char *const *traces, int trace_count)
{
    for (int i = 0; i < trace_count; i++)
        if (access(traces[i], F_OK) == 0 && !file_exists(traces[i]) && !dir_exists(traces[i]))
            die_usage("%s is a pipe or a device; stimuli are read several times: a file is expected", traces[i]);
    stimuli *s = stimuli_new(d, 0, traces, trace_count);
    unsigned long long values = 0;
    for (int i = 0; i < trace_count; i++)
        values += count_values(s, values);
    progress_end();
    if (trace_count > 0 && values == 0)
        die_of_nothing(s);
    stimuli_free(s);
    return values;
}

void stimuli_only_traces(stimuli *s)
{
    s->traces_only = s->trace_count > 0;
}

void stimuli_share(stimuli *s, unsigned long long values)
{
    unsigned long long all = 0, given = 0, seen = 0;
    trace_share *shares = zalloc(((size_t)s->trace_count + 1) * sizeof *shares);
    for (int i = 0; i < s->trace_count; i++)
        all += shares[i].values = count_values(s, all);
    progress_end();
    for (int i = 0; i < s->trace_count && all > values; i++) {
        seen += shares[i].values;
        shares[i].share = values * seen / all - given; /* values are at most 1e9 */
        given += shares[i].share;
    }
    s->shares = all > values ? shares : NULL;
    if (s->shares == NULL)
        arena_free(shares);
}

bool stimuli_next_trace(stimuli *s, stimulus *out)
{
    if (s->trace_count == 0)
        return false;
    for (int opened = 0; opened <= s->trace_count;) {
        if (s->trace == NULL) {
            open_trace(s);
            opened++;
        }
        if (next_value(s, out)) {
            out->raw_only = false;
            out->kind = "trace";
            return true;
        }
        stimuli_close_trace(s);
    }
    die_of_nothing(s);
}
