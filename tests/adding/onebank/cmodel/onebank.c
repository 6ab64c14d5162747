/* SPDX-License-Identifier: Apache-2.0
 *
 * onebank - a register file of one bank, without compression, one instruction at a time. An example: docs/onebank.md. */
#include <string.h>

#include "bits.h"
#include "warpfold.h"

enum { WARPS, REGISTERS, USER };
static const wf_param params[] = {
    [WARPS] = {"warps", "warps", WF_PARAM_INT, "1..64", 8, "WF_WARPS"},
    [REGISTERS] = {"registers", "registers of a warp", WF_PARAM_INT, "2..256", 32, "WF_REGISTERS"},
    [USER] = {"user", "bits of user", WF_PARAM_INT, "1..32", 16, "WF_USER"},
    {NULL, NULL, WF_PARAM_INT, NULL, 0, NULL},
};

enum { IDLE, READ, OFFER = READ + WF_FILE_SOURCES }; /* steps: one to read each source, from READ on */
enum { BANK_READS, BANK_WRITES, COUNTS };

typedef struct {
    int step, release_left; /* registers that are still to be released */
    uint32_t warp, source[WF_FILE_SOURCES], used, mask[WF_MASK_WORDS], user, released;
    uint32_t value[WF_FILE_SOURCES][WF_MAX_LANES];
    uint32_t stored[2]; /* is there a write in the cycle before, and its user */
    uint64_t count[COUNTS];
    uint32_t words[]; /* the lanes of each register */
} onebank;

static wf_status streams(const wf_config *c, wf_streams *s, const char **why)
{
    const int *p = c->param, n = c->lanes;
    (void)why; /* no rule between parameters */
    int w = p[WARPS] > 1 ? 32 - __builtin_clz((unsigned)p[WARPS] - 1) : 1, g = 32 - __builtin_clz((unsigned)p[REGISTERS] - 1), u = p[USER];
    *s = (wf_streams){.count = 5};
    s->stream[0] = (wf_stream){"issue0", .ready = true, .count = 9,
                               .field = {{"warp", w}, {"source0", g}, {"source1", g}, {"source2", g}, {"used", 3}}};
    memcpy(s->stream[0].field + 5, (wf_field[]){{"dest", g}, {"writes", 1}, {"mask", n}, {"user", u}}, 4 * sizeof(wf_field));
    s->stream[1] =
        (wf_stream){"write0", .ready = true, .count = 5, .field = {{"warp", w}, {"dest", g}, {"mask", n}, {"values", 32 * n}, {"user", u}}};
    s->stream[2] = (wf_stream){"release", .ready = true, .count = 1, .field = {{"warp", w}}};
    s->stream[3] = (wf_stream){"operands0", .output = true, .ready = true, .count = 5,
                               .field = {{"value0", 32 * n}, {"value1", 32 * n}, {"value2", 32 * n}, {"mask", n}, {"user", u}}};
    s->stream[4] = (wf_stream){"stored0", .output = true, .count = 1, .field = {{"user", u}}};
    return WF_OK;
}

static size_t state_size(const wf_config *c)
{
    return sizeof(onebank) + sizeof(uint32_t) * (size_t)(c->param[WARPS] * c->param[REGISTERS] * c->lanes);
}

static void reset(const wf_config *c, void *state)
{
    memset(state, 0, state_size(c));
}

static uint32_t *register_at(const wf_config *c, onebank *s, uint32_t warp, uint32_t reg)
{
    return s->words + (warp * (uint32_t)c->param[REGISTERS] + reg) * (uint32_t)c->lanes;
}

static void outputs(const wf_config *c, const void *state, uint32_t *out, uint32_t *care)
{
    const onebank *s = state;
    int values = WF_FILE_SOURCES * c->lanes, masks = words_for(c->lanes), words = 3 + 1 + values + masks + 1 + 2;
    uint32_t *operands = out + 3;
    memset(care, s->step == OFFER ? 0xff : 0, sizeof *care * (size_t)words);
    care[0] = care[1] = care[2] = care[3] = care[words - 2] = 1;
    care[words - 1] = s->stored[0] ? ~(uint32_t)0 : 0;
    memcpy(out, (uint32_t[]){s->step == IDLE, 1, s->release_left == 0, s->step == OFFER}, 4 * sizeof *out);
    for (int k = 0; k < WF_FILE_SOURCES; k++)
        memcpy(operands + 1 + k * c->lanes, s->value[k], sizeof *out * (size_t)c->lanes);
    memcpy(operands + 1 + values, s->mask, sizeof *out * (size_t)masks);
    operands[1 + values + masks] = s->user;
    memcpy(operands + 2 + values + masks, s->stored, sizeof s->stored);
}

/* Step: an instruction is accepted, reads one source a cycle, and leaves. */
static void step(const wf_config *c, onebank *s, const uint32_t *issue, bool taken)
{
    int k = s->step - READ;
    if (s->step == IDLE && (issue[0] & 1)) {
        s->warp = issue[1];
        memcpy(s->source, issue + 2, sizeof s->source);
        s->used = issue[5];
        memcpy(s->mask, issue + 8, sizeof *s->mask * (size_t)words_for(c->lanes));
        s->user = issue[8 + words_for(c->lanes)];
        s->step = READ;
    } else if (s->step == OFFER) {
        s->step = taken ? IDLE : OFFER;
    } else if (s->step != IDLE) {
        memset(s->value[k], 0, sizeof s->value[k]);
        if (s->used >> k & 1)
            memcpy(s->value[k], register_at(c, s, s->warp, s->source[k]), sizeof *s->words * (size_t)c->lanes);
        s->count[BANK_READS] += s->used >> k & 1;
        s->step++;
    }
}

/* Release: one register a cycle becomes zero, from the last one down. */
static void release(const wf_config *c, onebank *s, const uint32_t *in)
{
    if (s->release_left > 0) {
        memset(register_at(c, s, s->released, (uint32_t)--s->release_left), 0, sizeof *s->words * (size_t)c->lanes);
    } else if (in[0] & 1) {
        s->released = in[1];
        s->release_left = c->param[REGISTERS];
    }
}

static void write(const wf_config *c, onebank *s, const uint32_t *in)
{
    const uint32_t *mask = in + 3, *values = mask + words_for(c->lanes);
    s->stored[0] = in[0] & 1;
    s->stored[1] = values[c->lanes];
    for (int i = 0; s->stored[0] && i < c->lanes; i++)
        if (get_bit(mask, i))
            register_at(c, s, in[1], in[2])[i] = values[i];
    s->count[BANK_WRITES] += s->stored[0];
}

static void clock_edge(const wf_config *c, void *state, const uint32_t *in)
{
    const uint32_t *writes = in + 9 + words_for(c->lanes), *released = writes + 4 + words_for(c->lanes) + c->lanes;
    step(c, state, in, released[2] & 1);
    release(c, state, released);
    write(c, state, writes);
}

static void shape(const wf_config *c, wf_file_shape *shape)
{
    const int *p = c->param, rows = p[WARPS] * p[REGISTERS];
    *shape = (wf_file_shape){p[WARPS], p[REGISTERS], 1, 1, 1, 1, 1, rows, 32 * c->lanes, p[USER], 0, 0, .orders_reads = true};
}

static void fit(wf_config *c, int registers)
{
    c->param[REGISTERS] = registers < 2 ? 2 : registers;
}

static void count(const wf_config *c, const void *state, int activity, uint64_t *counts)
{
    (void)c;
    *counts = ((const onebank *)state)->count[activity];
}

static const wf_activity activities[] = {
    [BANK_READS] = {"bank_reads", "reads of the bank", WF_ENERGY_BANK_READ, NULL, false},
    [BANK_WRITES] = {"bank_writes", "writes of the bank", WF_ENERGY_BANK_WRITE, NULL, false},
    {NULL, NULL, WF_ENERGY_NONE, NULL, false},
};
static const wf_system file = {.kind = WF_REGISTER_FILE, .activities = activities, .count = count, .shape = shape, .fit = fit};
static const wf_stepped stepped = {state_size, reset, outputs, clock_edge};

const wf_unit wf_unit_onebank = {
    .name = "onebank",
    .title = "a register file of one bank, an example",
    .source = "this project's",
    .params = params,
    .streams = streams,
    .stepped = &stepped,
    .system = &file,
};
