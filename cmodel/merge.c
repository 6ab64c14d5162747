/* SPDX-License-Identifier: Apache-2.0
 *
 * merge - a merge buffer in front of a write port of the register file wcrf: it gathers the packets of a result and gives one write.
 * Source: this project's. Why it is wanted: Warped-Compression (ISCA 2015), section 5.2, stores a partial write raw and may move the register
 * before it; a GPU with pipelines that are narrower than the warp writes a result in packets.
 *
 * docs/merge.md tells what it does. Here a result is a record: the register, the lanes that have come, their values, and the youngest user.
 * There are two lists of them, oldest first: results that are *open*, whose last packet has not come, each of another register (results.h); and
 * writes that *wait* to leave. */
#include "results.h"

enum { LANE_BITS = 32, QUEUE = 2 };
enum { WARPS, REGISTERS, ENTRIES, USER };           /* parameters */
enum { PACKETS, WRITES, EVICTIONS, COUNTS };        /* counts of the state */
enum { PACKET_WARP = 1, PACKET_DEST, PACKET_MASK }; /* words of a packet in the record, behind its valid */

static const wf_param params[] = {
    [WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 32, "WF_WARPS"},
    [REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "1..256", 32, "WF_REGISTERS"},
    [ENTRIES] = {"entries", "results that can be half there", WF_PARAM_INT, "1..16", 4, "WF_ENTRIES"},
    [USER] = {"user", "width of the side channel in bits", WF_PARAM_INT, "1..128", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    (void)why; /* its parameters have no rule between them */
    int w = bits_for(c->param[WARPS]), g = bits_for(c->param[REGISTERS]), lanes = c->lanes, block = LANE_BITS * lanes,
        user = c->param[USER];
    *s = (wf_streams){
        .count = 3,
        .stream = {{"packet", .ready = true, .count = 6,
                    .field = {{"warp", w}, {"dest", g}, {"mask", lanes}, {"values", block}, {"last", 1}, {"user", user}}},
                   {"write", .output = true, .ready = true, .count = 5,
                    .field = {{"warp", w}, {"dest", g}, {"mask", lanes}, {"values", block}, {"user", user}}},
                   {"state", .output = true, .count = COUNTS, .counts = COUNTS,
                    .field = {{"packets", 32}, {"writes", 32}, {"evictions", 32}}}},
    };
    return WF_OK;
}

typedef struct {
    results open;    /* each of another register */
    results waiting; /* writes, QUEUE at most */
    uint64_t count[COUNTS];
} merge_state;

static size_t state_size(const wf_config *c)
{
    (void)c;
    return sizeof(merge_state);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

static bool is_ready(const merge_state *s)
{
    return s->waiting.count < QUEUE;
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const merge_state *s = state;
    const result *r = &s->waiting.at[0];
    int mask_words = words_for(c->lanes), user_words = words_for(c->param[USER]), words = 2 + mask_words + c->lanes + user_words;
    bool valid = s->waiting.count > 0;
    *out++ = is_ready(s);
    *care++ = 1;

    *out++ = valid;
    *care++ = 1;
    memset(out, 0, (size_t)words * sizeof *out);
    memset(care, valid ? 0xff : 0, (size_t)words * sizeof *care);
    if (valid) {
        out[0] = r->warp;
        out[1] = r->dest;
        memcpy(out + 2, r->mask, (size_t)mask_words * sizeof *out);
        memcpy(out + 2 + mask_words, r->values, (size_t)c->lanes * sizeof *out);
        memcpy(out + 2 + mask_words + c->lanes, r->user, (size_t)user_words * sizeof *out);
    }
    out += words;
    care += words;

    *out++ = 1;
    *care++ = 1;
    for (int i = 0; i < COUNTS; i++) {
        out[i] = (uint32_t)s->count[i];
        care[i] = ~(uint32_t)0;
    }
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    merge_state *s = state;
    int mask_words = words_for(c->lanes), user_words = words_for(c->param[USER]);
    const uint32_t *values = in + PACKET_MASK + mask_words, *last = values + c->lanes, *user = last + 1, *write_ready = user + user_words;
    bool accepted = (in[0] & 1) && is_ready(s), taken = s->waiting.count > 0 && (*write_ready & 1);

    if (taken) {
        results_take(&s->waiting, 0);
        s->count[WRITES]++;
    }
    if (accepted) {
        result packet = {.warp = in[PACKET_WARP], .dest = in[PACKET_DEST]};
        memcpy(packet.mask, in + PACKET_MASK, (size_t)mask_words * sizeof *in);
        memcpy(packet.values, values, (size_t)c->lanes * sizeof *in);
        memcpy(packet.user, user, (size_t)user_words * sizeof *in);
        result write;
        results_write given = results_packet(&s->open, c->param[ENTRIES], c->lanes, &packet, *last & 1, &write);
        if (given != RESULTS_NONE)
            results_add(&s->waiting, &write);
        s->count[EVICTIONS] += given == RESULTS_EVICTED;
        s->count[PACKETS]++;
    }
}

/* What it does, in the order of its counts. It has registers and no bank. */
static const wf_activity activities[] = {
    [PACKETS] = {"packets", "packets that are taken", WF_ENERGY_WIRES, NULL, true},
    [WRITES] = {"writes", "writes that leave", WF_ENERGY_WIRES, NULL, true},
    [EVICTIONS] = {"evictions", "results that leave before their last packet has come", WF_ENERGY_NONE, NULL, true},
    {NULL, NULL, WF_ENERGY_UNTOLD, NULL, false},
};

static void count_of(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    (void)c;
    *counts = ((const merge_state *)state)->count[activity];
}

static const wf_system datapath = {.kind = WF_DATAPATH, .activities = activities, .count = count_of};

static const char *items(const wf_config *c, const char *field, int *bits)
{
    (void)c;
    bool block = strcmp(field, "values") == 0;
    *bits = block ? LANE_BITS : 1;
    return block || strcmp(field, "mask") == 0 ? "lane" : NULL;
}

static const wf_stepped stepped = {.state_size = state_size, .reset = reset, .outputs = outputs, .clock = clock_edge};

const wf_unit wf_unit_merge = {
    .name = "merge",
    .title = "merge buffer: the packets of a result become one write of the register file",
    .source = "this project's, for Warped-Compression (ISCA 2015), section 5.2",
    .params = params,
    .streams = streams,
    .stepped = &stepped,
    .system = &datapath,
    .items = items,
};
