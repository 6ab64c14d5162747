/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of gslanes, from docs/gslanes.md: a plain vector of lanes. Of each instruction it keeps the result of every lane, computed from
 * that lane's own operands by the ALU that the environment has, and which lanes work, by the page's table. What is known of a tag is held to what the
 * registers' codec makes of the result. Inputs that wait are not told: that one is taken in time is not seen here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../alu.h"
#include "../fields.h"
#include "answers.h"

enum { INSTRUCTION, RESULT, BEAT, WRITE, STATE };                    /* streams */
enum { INSTRUCTIONS, FULL, GROUP, DIVERGENT, BEATS, LANES, COUNTS }; /* words of the state */
enum { SOURCES = 3, SHOW = 3 /* cycles until a count shows */, SLOTS = 2 };

typedef struct pending pending;
struct pending { /* an instruction whose results have not all come */
    pending *next;
    int beats;
    uint32_t *write, *care;
    char name[40];
};

typedef struct {
    const wf_stream *in, *beat, *write;
    const wf_codec *codec; /* of registers */
    wf_config config;
    wf_sizes sizes;
    int lanes, width, groups, sources, user_words;
    bool shortens;
    unsigned long long taken;
    pending *first, **end;
    uint32_t counts[SHOW][COUNTS]; /* as they show; in the next cycle; in the one after it */
    uint32_t events[COUNTS];       /* of all cycles until now */
    answers *beats, *writes, *states;
} vector;

static void owe_counts(vector *v)
{
    answer *a = answers_owe(v->states);
    snprintf(a->question, sizeof a->question, "counts");
    memcpy(a->want, v->counts[0], sizeof v->counts[0]);
}

static void *open_vector(const design *d, const bench_module *m)
{
    vector *v = zalloc(sizeof *v);
    const wf_unit *registers = wf_find_unit("bytewise");
    v->in = &m->streams.stream[INSTRUCTION];
    v->beat = &m->streams.stream[BEAT];
    v->write = &m->streams.stream[WRITE];
    v->lanes = d->config.lanes;
    v->width = field_bits(v->beat, "enable");
    v->groups = field_bits(v->write, "known");
    v->sources = field_bits(v->in, "used");
    v->user_words = (field_bits(v->in, "user") + 31) / 32;
    v->shortens = unit_chooses(d, "shorten", "on");
    v->codec = registers->codec;
    v->config = wf_default_config(registers, v->lanes);
    v->config.param[0] = v->groups;
    v->codec->sizes(&v->config, &v->sizes, NULL);
    v->end = &v->first;
    v->beats = answers_new(v->beat, SLOTS * v->lanes / v->width);
    v->writes = answers_new(v->write, SLOTS);
    v->states = answers_new(&m->streams.stream[STATE], 0);
    owe_counts(v);
    return v;
}

static void drop_first(vector *v)
{
    pending *gone = v->first;
    v->first = gone->next;
    if (v->first == NULL)
        v->end = &v->first;
    arena_free(gone->write);
    arena_free(gone);
}

static void forget(vector *v)
{
    while (v->first)
        drop_first(v);
    answers_forget(v->beats);
    answers_forget(v->writes);
    answers_forget(v->states);
}

static void close_vector(void *spec)
{
    vector *v = spec;
    forget(v);
    answers_free(v->beats);
    answers_free(v->writes);
    answers_free(v->states);
    arena_free(v);
}

static void reset_vector(void *spec)
{
    vector *v = spec;
    forget(v);
    memset(v->counts, 0, sizeof v->counts);
    memset(v->events, 0, sizeof v->events);
    owe_counts(v);
}

static bool bit(const uint32_t *words, int i)
{
    return words[i / 32] >> i % 32 & 1;
}

/* ---- Which lanes work ---- */

typedef struct {
    bool full, partial;       /* the mask */
    bool one, whole;          /* one lane works for all active ones; of a full mask */
    bool group[WF_MAX_LANES]; /* one lane works for the group */
    bool works[WF_MAX_LANES];
} plan;

/* What operand s allows. */
static void look_at(const vector *v, plan *p, const uint32_t *mask, const uint32_t *tags, int s)
{
    int at = s * v->sizes.tag_bits, head = 4 * v->groups + 1 + (v->groups > 1), each = v->lanes / v->groups;
    int bvr_bits = (v->sizes.tag_bits - head) / v->groups;
    bool divergent = bit(tags, at + 4 * v->groups), one = v->groups > 1 ? bit(tags, at + 4 * v->groups + 1) : true;
    for (int g = 0; g < v->groups; g++) {
        bool scalar = true;
        for (int i = 0; i < 4; i++)
            scalar &= bit(tags, at + 4 * g + i);
        p->group[g] &= scalar && !divergent;
        one &= scalar;
        for (int i = 0; divergent && i < each; i++)
            one &= bit(tags, at + head + g * bvr_bits + i) == bit(mask, g * each + i);
    }
    p->one &= one && !(p->full && divergent);
}

static plan plan_of(const vector *v, const uint32_t *mask, const uint32_t *used, const uint32_t *tags)
{
    plan p = {.full = true};
    bool some = false, found = false;
    for (int i = 0; i < v->lanes; i++) {
        p.full &= bit(mask, i);
        some |= bit(mask, i);
    }
    p.partial = some && !p.full;
    p.one = some;
    for (int g = 0; g < v->groups; g++)
        p.group[g] = p.full;
    for (int s = 0; s < v->sources; s++)
        if (bit(used, s))
            look_at(v, &p, mask, tags, s);
    int each = v->lanes / v->groups;
    for (int i = 0; i < v->lanes; i++) {
        p.works[i] = bit(mask, i) && !(p.one && found) && !(!p.one && p.group[i / each] && i % each);
        found |= bit(mask, i);
    }
    return p;
}

/* ---- What an instruction is to give ---- */

/* Its beats; returns how many. */
static int owe_beats(vector *v, const plan *p, const uint32_t *in)
{
    const uint32_t *values = in + field_at(v->in, "values"), *user = in + field_at(v->in, "user");
    int values_at = field_at(v->beat, "values"), enable_at = field_at(v->beat, "enable"), beats = 0;
    bool scalar = p->one;
    answer *last = NULL;
    for (int g = 0; g < v->groups; g++)
        scalar |= p->group[g];
    for (int b = 0; b < v->lanes / v->width; b++) {
        bool any = false;
        for (int i = 0; i < v->width; i++)
            any |= p->works[b * v->width + i];
        if (v->shortens && scalar && !any)
            continue;
        answer *a = last = answers_owe(v->beats);
        snprintf(a->question, sizeof a->question, "beat %d of instruction %llu", b, v->taken);
        a->want[field_at(v->beat, "number")] = (uint32_t)b;
        memcpy(a->want + field_at(v->beat, "user"), user, sizeof *user * (size_t)v->user_words);
        for (int i = 0; i < v->width; i++) {
            bool works = p->works[b * v->width + i];
            a->want[enable_at + i / 32] |= (uint32_t)works << i % 32;
            for (int s = 0; s < v->sources; s++) {
                a->want[values_at + s * v->width + i] = values[s * v->lanes + b * v->width + i];
                a->care[values_at + s * v->width + i] = works ? ~0u : 0;
            }
        }
        beats++;
    }
    last->want[field_at(v->beat, "last")] = 1;
    return beats;
}

/* The result of every lane, of its own operands. */
static void compute(const vector *v, const uint32_t *in, uint32_t *result)
{
    const uint32_t *values = in + field_at(v->in, "values"), *used = in + field_at(v->in, "used");
    for (int i = 0; i < v->lanes; i++) {
        uint32_t operand[SOURCES] = {0};
        for (int s = 0; s < v->sources; s++)
            operand[s] = bit(used, s) ? values[s * v->lanes + i] : 0;
        result[i] = alu_lane(in[field_at(v->in, "user")], operand[0], operand[1], operand[2]);
    }
}

static void set_bits(uint32_t *words, int at, const uint32_t *from, int bits)
{
    for (int i = 0; i < bits; i++)
        words[(at + i) / 32] = (words[(at + i) / 32] & ~(1u << (at + i) % 32)) | (uint32_t)bit(from, at + i) << (at + i) % 32;
}

/* The tag that the codec gives, as far as it is known; the rest is 0. */
static void known_tag(const vector *v, const plan *p, const uint32_t *mask, const uint32_t *result, uint32_t *known, uint32_t *tag)
{
    int d = 4 * v->groups, head = d + 1 + (v->groups > 1), bvr_bits = (v->sizes.tag_bits - head) / v->groups;
    bool all = true;
    wf_code code;
    wf_encode(v->codec, &v->config, &(wf_input){.block = result, .mask = mask}, &code);
    for (int g = 0; g < v->groups; g++) {
        bool is_known = p->one || p->group[g];
        all &= is_known;
        if (!is_known)
            continue;
        *known |= 1u << g;
        set_bits(tag, 4 * g, code.tag, 4);
        set_bits(tag, head + g * bvr_bits, code.tag, bvr_bits);
        set_bits(tag, d, code.tag, 1);
    }
    if (v->groups > 1 && all)
        set_bits(tag, d + 1, code.tag, 1);
}

static pending *expect(vector *v, const plan *p, const uint32_t *in)
{
    int words = field_words(v->write), values_at = field_at(v->write, "values");
    const uint32_t *mask = in + field_at(v->in, "mask"), memory = in[field_at(v->in, "memory")];
    pending *x = zalloc(sizeof *x);
    uint32_t result[WF_MAX_LANES];
    x->write = zalloc(2 * sizeof *x->write * (size_t)words);
    x->care = x->write + words;
    memset(x->care, 0xff, sizeof *x->care * (size_t)words);
    compute(v, in, result);
    memcpy(x->write, mask, sizeof *mask * (size_t)((v->lanes + 31) / 32));
    for (int i = 0; i < v->lanes; i++) {
        x->write[values_at + i] = result[i];
        x->care[values_at + i] = bit(mask, i) ? ~0u : 0;
    }
    x->write[field_at(v->write, "memory")] = memory;
    if (!memory)
        known_tag(v, p, mask, result, x->write + field_at(v->write, "known"), x->write + field_at(v->write, "tag"));
    memcpy(x->write + field_at(v->write, "user"), in + field_at(v->in, "user"), sizeof *in * (size_t)v->user_words);
    return x;
}

static void took_instruction(vector *v, const uint32_t *in)
{
    plan p = plan_of(v, in + field_at(v->in, "mask"), in + field_at(v->in, "used"), in + field_at(v->in, "tag"));
    bool some_group = false;
    pending *x = expect(v, &p, in);
    x->beats = owe_beats(v, &p, in);
    snprintf(x->name, sizeof x->name, "write of instruction %llu", v->taken++);
    *v->end = x;
    v->end = &x->next;
    for (int g = 0; g < v->groups; g++)
        some_group |= p.group[g];
    v->events[INSTRUCTIONS]++;
    v->events[FULL] += p.one && p.full;
    v->events[GROUP] += !p.one && some_group;
    v->events[DIVERGENT] += p.one && p.partial;
}

/* The last result of an instruction makes it a write. */
static const char *took_result(vector *v)
{
    pending *x = v->first;
    if (x == NULL)
        return "a result is taken, but no beat has been";
    if (--x->beats)
        return NULL;
    answer *a = answers_owe(v->writes);
    size_t bytes = sizeof *x->write * (size_t)field_words(v->write);
    snprintf(a->question, sizeof a->question, "%s", x->name);
    memcpy(a->want, x->write, bytes);
    memcpy(a->care, x->care, bytes);
    drop_first(v);
    return NULL;
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    vector *v = spec;
    if (stream == RESULT)
        return took_result(v);
    took_instruction(v, fields);
    return NULL;
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    vector *v = spec;
    if (stream == STATE)
        return answers_came(v->states, fields);
    if (stream == WRITE)
        return answers_came(v->writes, fields);
    v->events[BEATS]++;
    for (int i = 0; i < v->width; i++)
        v->events[LANES] += bit(fields + field_at(v->beat, "enable"), i);
    return answers_came(v->beats, fields);
}

static const char *cycle(void *spec, uint32_t held)
{
    vector *v = spec;
    const char *wrong = answers_cycle(v->beats, held >> BEAT & 1);
    if (!wrong)
        wrong = answers_cycle(v->writes, held >> WRITE & 1);
    if (!wrong)
        wrong = answers_cycle(v->states, false);
    memmove(v->counts[0], v->counts[1], sizeof v->counts - sizeof v->counts[0]);
    memcpy(v->counts[SHOW - 1], v->events, sizeof v->events);
    owe_counts(v);
    return wrong;
}

const specification spec_gslanes = {open_vector, close_vector, reset_vector, took, gave, cycle};
