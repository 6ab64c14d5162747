/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of wcrf, from docs/wcrf.md: a register file that also tells which banks are on, and counts what it did. Where its write ports
 * take packets, what these become is written, in the cycle of the packet. */
#include <stdlib.h>
#include <string.h>

#include "../fields.h"
#include "packets.h"
#include "register_file.h"

/* The counts of `state`; they are its last fields. */
enum { BANK_READS, BANK_WRITES, ENCODES, DECODES, MOVES, WAKES, FORWARDS, EVICTIONS, COUNTS };
static const char *const count_names[COUNTS] = {"bank_reads", "bank_writes", "encodes",  "decodes",
                                                "moves",      "wakes",       "forwards", "evictions"};

/* So many cycles after a write was told it is in the counts. */
enum { LATE = 3 };

typedef struct {
    void *file;
    packets *results[WF_MAX_STREAMS];  /* of each stream of packets; NULL of the others */
    int last_at;                       /* word of a packet */
    int state;                         /* the number of this stream */
    int banks, on, waking, at[COUNTS]; /* words of its fields */
    bool compress, gate, forward;
    int counted; /* of the counts, so many are told */
    uint32_t counts[COUNTS];
    uint32_t evicted[1 + LATE]; /* results that were evicted before this cycle, and before each of the last ones */
    uint32_t some_told[LATE];   /* writes with an active lane that `stored` told up to each of the last cycles, the last one first */
    text complaint;
} wcrf;

/* A register is in cluster (register + warp) mod clusters, which has a stream of its own. */
static int cluster_of(const wf_file_shape *shape, uint32_t warp, uint32_t reg)
{
    return (int)((warp + reg) % (uint32_t)shape->clusters);
}

static void *open_wcrf(const design *d, const bench_module *m)
{
    uint32_t sources = WF_FILE_SOURCES * unit_parameter(d, "issues") * unit_parameter(d, "collectors");
    uint32_t registers = unit_parameter(d, "registers"), clusters = unit_parameter(d, "clusters");
    bool fixed = unit_chooses(d, "collect", "fixed"), compress = unit_chooses(d, "compress", "on");
    register_file_promises promises = {
        .most = 16ull * (unit_parameter(d, "slots") + 1) * (sources + 1) + 16ull * unit_parameter(d, "wake"),
        .release = (int)((registers + clusters - 1) / clusters),
        .fixed = fixed ? 6 + (compress ? unit_parameter(d, "dec-latency") : 0) : 0,
        .later = fixed,
        .store_of = cluster_of,
    };
    wcrf *w = zalloc(sizeof *w);
    w->file = register_file_open(d, m, &promises);
    w->state = m->streams.count - 1;
    const wf_stream *state = &m->streams.stream[w->state];
    w->banks = field_bits(state, "on");
    w->on = field_at(state, "on");
    w->waking = field_at(state, "waking");
    uint32_t merge = unit_parameter(d, "merge");
    w->counted = !unit_chooses(d, "counts", "on") ? 0 : merge > 0 ? COUNTS : EVICTIONS;
    for (int k = 0; k < w->counted; k++)
        w->at[k] = field_at(state, count_names[k]);
    for (int s = 0; s < m->streams.count; s++)
        if (field_at(&m->streams.stream[s], "last") >= 0) {
            w->results[s] = packets_new(&m->streams.stream[s], d->config.lanes, (int)merge);
            w->last_at = field_at(&m->streams.stream[s], "last");
        }
    w->compress = compress;
    w->gate = unit_chooses(d, "gate", "on");
    w->forward = unit_chooses(d, "forward", "on");
    return w;
}

static void close_wcrf(void *spec)
{
    wcrf *w = spec;
    register_file_close(w->file);
    for (int s = 0; s < WF_MAX_STREAMS; s++)
        if (w->results[s])
            packets_free(w->results[s]);
    text_free(&w->complaint);
    arena_free(w);
}

static void reset_wcrf(void *spec)
{
    wcrf *w = spec;
    register_file_reset(w->file);
    for (int s = 0; s < WF_MAX_STREAMS; s++)
        if (w->results[s])
            packets_forget(w->results[s]);
    memset(w->evicted, 0, sizeof w->evicted);
    memset(w->counts, 0, sizeof w->counts);
    memset(w->some_told, 0, sizeof w->some_told);
}

static const char *judge_banks(const wcrf *w, const uint32_t *on, const uint32_t *waking)
{
    const char *wrong = NULL;
    for (int b = 0; b < w->banks; b += 32) {
        uint32_t all = w->banks - b >= 32 ? ~(uint32_t)0 : ((uint32_t)1 << (w->banks - b)) - 1;
        if (on[b / 32] & waking[b / 32])
            wrong = "state: a bank is on and waking at once";
        else if (!w->gate && on[b / 32] != all)
            wrong = "state: a bank is not on, though none is switched off";
    }
    return wrong;
}

static const char *judge_counts(wcrf *w, const uint32_t *counts)
{
    register_file_tally seen = register_file_counts(w->file);
    uint32_t encoded = counts[ENCODES] - seen.full_stored, full = seen.full_taken - seen.full_stored;
    text *t = &w->complaint;
    t->len = 0;
    for (int k = 0; k < w->counted && t->len == 0; k++)
        if (counts[k] - w->counts[k] > ~(uint32_t)0 / 2)
            text_printf(t, "state: %s goes back from %u to %u", count_names[k], w->counts[k], counts[k]);
    if (t->len == 0 && !w->compress && (counts[ENCODES] || counts[DECODES] || counts[MOVES]))
        text_puts(t, "state: encodes, decodes and moves must be 0 without compression");
    if (t->len == 0 && !w->forward && counts[FORWARDS])
        text_puts(t, "state: forwards must be 0 without forwarding");
    if (t->len == 0 && w->compress && !seen.open && encoded > full)
        text_printf(t, "state: encodes is %u, but %u full writes were accepted and %u stored", counts[ENCODES], seen.full_taken,
                    seen.full_stored);
    if (t->len == 0 && !seen.open && counts[BANK_WRITES] - w->some_told[LATE - 1] > ~(uint32_t)0 / 2)
        text_printf(t, "state: bank_writes is %u, but %u writes with an active lane were stored", counts[BANK_WRITES],
                    w->some_told[LATE - 1]);
    if (t->len == 0 && w->counted > EVICTIONS && counts[EVICTIONS] != w->evicted[LATE])
        text_printf(t, "state: evictions is %u, but %u results were evicted", counts[EVICTIONS], w->evicted[LATE]);
    return t->len ? t->data : NULL;
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    wcrf *w = spec;
    if (w->results[stream])
        fields = packets_took(w->results[stream], fields);
    if (!fields)
        return NULL; /* the result is open */
    w->evicted[0] += w->results[stream] && !fields[w->last_at];
    return register_file_took(w->file, stream, fields);
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    wcrf *w = spec;
    if (stream != w->state)
        return register_file_gave(w->file, stream, fields);
    uint32_t counts[COUNTS] = {0};
    const char *banks = judge_banks(w, fields + w->on, fields + w->waking);
    if (!w->counted)
        return banks;
    for (int k = 0; k < w->counted; k++)
        counts[k] = fields[w->at[k]];
    const char *wrong = judge_counts(w, counts);
    memcpy(w->counts, counts, sizeof counts);
    return banks ? banks : wrong;
}

static const char *cycle(void *spec, uint32_t held)
{
    wcrf *w = spec;
    memmove(w->some_told + 1, w->some_told, sizeof w->some_told - sizeof *w->some_told);
    w->some_told[0] = register_file_counts(w->file).some_stored;
    memmove(w->evicted + 1, w->evicted, sizeof w->evicted - sizeof *w->evicted);
    return register_file_cycle(w->file, held);
}

const specification spec_wcrf = {open_wcrf, close_wcrf, reset_wcrf, took, gave, cycle};
