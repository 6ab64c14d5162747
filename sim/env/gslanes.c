/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of gslanes: instructions whose operands are registers that the codec bytewise has stored, so values and tags agree; and the
 * lanes, which compute what a small ALU does. Read from the bottom up. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../../base/msg.h"
#include "../alu.h"
#include "../fields.h"

/* For WHILE instructions the traffic has one character; then another. */
enum { WHILE = 48, SOURCES = 3 };

typedef struct beat beat;
struct beat {
    beat *next;
    uint32_t values[]; /* the lanes' results */
};

typedef struct {
    const design *design;
    stimuli *values;
    const wf_stream *instruction, *result, *beat;
    const wf_codec *codec;
    wf_config config; /* of the registers' codec */
    wf_sizes sizes;
    int lanes, width, groups, sources;
    unsigned long long given, computed;
    beat *first, **end; /* beats whose results have not come back, the oldest first */
} lanes_env;

static void *open_engine(const design *d, stimuli *values)
{
    lanes_env *e = zalloc(sizeof *e);
    const wf_unit *registers = wf_find_unit("bytewise");
    *e = (lanes_env){.design = d, .values = values, .lanes = d->config.lanes, .codec = registers->codec};
    e->instruction = unit_stream(d, "instruction");
    e->result = unit_stream(d, "result");
    e->beat = unit_stream(d, "beat");
    e->width = field_bits(e->beat, "enable");
    e->groups = (int)unit_parameter(d, "groups");
    e->sources = field_bits(e->instruction, "used");
    e->config = wf_default_config(registers, e->lanes);
    e->config.param[0] = e->groups;
    if (e->codec->sizes(&e->config, &e->sizes, NULL) != WF_OK)
        die("internal: the registers' codec does not know a configuration");
    e->end = &e->first;
    return e;
}

static void reset_engine(void *env)
{
    lanes_env *e = env;
    while (e->first) {
        beat *gone = e->first;
        e->first = gone->next;
        arena_free(gone);
    }
    e->end = &e->first;
}

static void close_engine(void *env)
{
    reset_engine(env);
    arena_free(env);
}

/* ---- The lanes ---- */

/* A lane that does not work gives anything. */
static void saw(void *env, int stream, const uint32_t *fields)
{
    lanes_env *e = env;
    if (&e->design->streams.stream[stream] != e->beat)
        return;
    const uint32_t *enable = fields + field_at(e->beat, "enable"), *in = fields + field_at(e->beat, "values"),
                   user = fields[field_at(e->beat, "user")];
    rng other = {rng_mix(e->computed++)};
    beat *b = zalloc(sizeof *b + sizeof *b->values * (size_t)e->width);
    for (int i = 0; i < e->width; i++) {
        uint32_t operand[SOURCES] = {0};
        for (int s = 0; s < e->sources; s++)
            operand[s] = in[s * e->width + i];
        b->values[i] = enable[i / 32] >> i % 32 & 1 ? alu_lane(user, operand[0], operand[1], operand[2]) : rng_word(&other);
    }
    *e->end = b;
    e->end = &b->next;
}

static bool next_result(lanes_env *e, uint32_t *fields)
{
    beat *b = e->first;
    if (b == NULL)
        return false;
    memcpy(fields, b->values, sizeof *fields * (size_t)e->width);
    e->first = b->next;
    if (e->first == NULL)
        e->end = &e->first;
    arena_free(b);
    return true;
}

/* ---- Instructions ---- */

/* What masks and operands are, for a while: of 8, how often. */
typedef struct {
    uint32_t full, empty, scalar, halves, used, memory;
} character;

static character character_of(unsigned long long n)
{
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    character c;
    c.full = rng_below(&now, 9);
    c.empty = rng_below(&now, 2);
    c.scalar = rng_below(&now, 9);
    c.halves = rng_below(&now, 9);
    c.used = 4 + rng_below(&now, 5);
    c.memory = rng_below(&now, 5);
    return c;
}

static bool of_8(rng *r, uint32_t chance)
{
    return rng_below(r, 8) < chance;
}

static void fill_mask(uint32_t *mask, int lanes, bool ones)
{
    for (int i = 0; i < lanes; i++)
        mask[i / 32] = (mask[i / 32] & ~(1u << i % 32)) | (uint32_t)ones << i % 32;
}

/* A register, as it was stored: under a full mask, under the instruction's, or under any. Half of those with one value have it in the lanes of their
 * mask alone. */
static void stored_register(const lanes_env *e, const character *c, rng *r, const uint32_t *mask, uint32_t *tag, uint32_t *values)
{
    stimulus x;
    wf_code code;
    uint32_t own[WF_MASK_WORDS] = {0};
    stimuli_next(e->values, &x);
    memcpy(own, rng_below(r, 4) == 0 ? x.mask : mask, sizeof own);
    if (rng_below(r, 2))
        fill_mask(own, e->lanes, true);
    bool one = of_8(r, c->scalar), halves = of_8(r, c->halves), everywhere = rng_below(r, 2);
    int width = e->lanes / e->groups, first = 0;
    while (first < e->lanes - 1 && !(own[first / 32] >> first % 32 & 1))
        first++;
    uint32_t value = x.block[first];
    for (int i = 0; i < e->lanes; i++)
        if (one && (everywhere || (own[i / 32] >> i % 32 & 1)))
            x.block[i] = value;
        else if (!one && halves && i / width % 2 == 0)
            x.block[i] = x.block[i / width * width];
    wf_input input = {.block = x.block, .mask = own};
    wf_encode(e->codec, &e->config, &input, &code);
    memcpy(tag, code.tag, sizeof code.tag);
    memcpy(values, x.block, sizeof *values * (size_t)e->lanes);
}

static bool next_instruction(lanes_env *e, uint32_t *in, rng *r)
{
    const wf_stream *w = e->instruction;
    unsigned long long n = e->given++;
    character c = character_of(n);
    stimulus x;
    uint32_t mask[WF_MASK_WORDS] = {0}, *used = in + field_at(w, "used"), *values = in + field_at(w, "values");
    random_fields(w, in, r);
    stimuli_next(e->values, &x);
    memcpy(mask, x.mask, sizeof mask);
    if (of_8(r, c.full))
        fill_mask(mask, e->lanes, true);
    else if (of_8(r, c.empty))
        fill_mask(mask, e->lanes, false);
    memcpy(in + field_at(w, "mask"), mask, sizeof *in * (size_t)((e->lanes + 31) / 32));
    in[field_at(w, "memory")] = of_8(r, c.memory);
    for (int s = 0; s < e->sources; s++) {
        uint32_t tag[WF_TAG_WORDS], is_used = of_8(r, c.used);
        field_put(used, s, &is_used, 1);
        memset(values + s * e->lanes, 0, sizeof *values * (size_t)e->lanes);
        if (!is_used)
            continue;
        stored_register(e, &c, r, mask, tag, values + s * e->lanes);
        field_put(in + field_at(w, "tag"), s * e->sizes.tag_bits, tag, e->sizes.tag_bits);
    }
    put_own_user(in + field_at(w, "user"), n, field_bits(w, "user"));
    return true;
}

static bool next(void *env, int stream, uint32_t *fields, rng *random)
{
    lanes_env *e = env;
    if (&e->design->streams.stream[stream] == e->result)
        return next_result(e, fields);
    return next_instruction(e, fields, random);
}

const environment environment_gslanes = {.open = open_engine, .close = close_engine, .reset = reset_engine, .saw = saw, .next = next};
