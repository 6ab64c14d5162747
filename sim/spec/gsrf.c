/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of gsrf, from docs/gsrf.md: a register file that gives the tag of each source, and counts what it did. */
#include <stdlib.h>
#include <string.h>

#include "../fields.h"
#include "register_file.h"

/* The counts of `state`. */
enum { ARRAY_READS, ARRAY_WRITES, SIDE_READS, SIDE_WRITES, ENCODES, DECODES, FILLS, COUNTS };
static const char *const count_names[COUNTS] = {"array_reads", "array_writes", "side_reads", "side_writes", "encodes", "decodes", "fills"};

/* So many cycles after something was done it is in the counts; a write's tag and arrays are written up to a cycle after it was told. */
enum { LATE = 4, LATER = LATE + 1 };

/* What was seen up to a cycle. */
typedef struct {
    uint32_t reads;   /* sources of the instructions that were taken */
    uint32_t writes;  /* writes with an active lane that were told */
    uint32_t encoded; /* writes that were taken and need an encoder */
    uint32_t partial; /* writes that were taken with some lanes and not all, and need the others */
    /* Of the sources whose operands left, from their tags: */
    uint32_t valid;   /* of registers that are surely valid */
    uint32_t arrays;  /* that were surely read for them */
    uint32_t decoded; /* that surely needed a decoder */
    uint32_t spared;  /* arrays that surely were not read */
    uint32_t plain;   /* that surely needed no decoder */
} tally;

typedef struct {
    void *file;
    wf_streams streams;
    int lanes, arrays, groups;
    bool chosen;           /* a read takes only the arrays of its code */
    int state, at[COUNTS]; /* the number of this stream, or -1; words of its fields, or -1 */
    tally seen[1 + LATER]; /* up to this cycle, and to the ones before */
    uint32_t counts[COUNTS];
    text complaint;
} gsrf;

/* A register is in bank (register + warp) mod banks, which has a stream of its own. */
static int bank_of(const wf_file_shape *shape, uint32_t warp, uint32_t reg)
{
    return (int)((warp + reg) % (uint32_t)shape->stores);
}

static void *open_gsrf(const design *d, const bench_module *m)
{
    uint32_t sources = WF_FILE_SOURCES * unit_parameter(d, "issues") * unit_parameter(d, "collectors");
    uint32_t registers = unit_parameter(d, "registers"), banks = unit_parameter(d, "banks");
    register_file_promises promises = {
        .most = 32ull * (unit_parameter(d, "slots") + sources + 2),
        .release = (int)((registers + banks - 1) / banks) + 1,
        .store_of = bank_of,
    };
    gsrf *g = zalloc(sizeof *g);
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    g->file = register_file_open(d, m, &promises);
    g->streams = m->streams;
    g->lanes = d->config.lanes;
    g->arrays = shape.banks;
    g->groups = (int)unit_parameter(d, "groups");
    g->chosen = unit_parameter(d, "side-latency") == 1;
    g->state = -1;
    for (int s = 0; s < m->streams.count; s++)
        if (strcmp(m->streams.stream[s].name, "state") == 0)
            g->state = s;
    for (int k = 0; k < COUNTS && g->state >= 0; k++)
        g->at[k] = field_at(&m->streams.stream[g->state], count_names[k]);
    return g;
}

static void close_gsrf(void *spec)
{
    gsrf *g = spec;
    register_file_close(g->file);
    text_free(&g->complaint);
    arena_free(g);
}

static void reset_gsrf(void *spec)
{
    gsrf *g = spec;
    register_file_reset(g->file);
    memset(g->seen, 0, sizeof g->seen);
    memset(g->counts, 0, sizeof g->counts);
}

/* ---- Inputs: what must be counted some time ---- */

static void see_write(gsrf *g, const wf_stream *w, const uint32_t *fields)
{
    const uint32_t *mask = fields + field_at(w, "mask");
    bool empty = wf_mask_empty(mask, g->lanes), full = wf_mask_full(mask, g->lanes);
    int known = field_at(w, "known"), dead = field_at(w, "dead");
    if (empty || known < 0)
        return;
    g->seen[0].encoded += fields[known] != ((uint32_t)1 << g->groups) - 1;
    g->seen[0].partial += !full && !fields[dead];
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    gsrf *g = spec;
    const wf_stream *w = &g->streams.stream[stream];
    if (field_at(w, "used") >= 0)
        g->seen[0].reads += (uint32_t)__builtin_popcount(fields[field_at(w, "used")]);
    else if (field_at(w, "values") >= 0)
        see_write(g, w, fields);
    return register_file_took(g->file, stream, fields);
}

/* ---- Operands: what their tags tell of the reads ---- */

enum { PLANES = 4 };

static bool is_zero(const uint32_t *tag, int from, int bits)
{
    for (int i = from; i < bits; i++)
        if (tag[i / 32] >> i % 32 & 1)
            return false;
    return true;
}

/* Arrays of a code with D = 0: those of the planes whose enc bit is 0. An affine group, with a 1 below a 0, has none. */
static uint32_t arrays_of(const gsrf *g, uint32_t encs)
{
    uint32_t planes = 0;
    for (int k = 0; k < g->groups; k++) {
        uint32_t enc = encs >> PLANES * k & 0xf;
        bool affine = enc & ~(enc >> 1) & 0x7;
        planes += affine ? 0 : (uint32_t)(PLANES - __builtin_popcount(enc));
    }
    return planes * (uint32_t)(g->arrays / (PLANES * g->groups));
}

/* A tag of 0 may be that of no source, and that of a full write of zeros may be that of an invalid register: these tell less. */
static void see_source(gsrf *g, const uint32_t *tag, int bits)
{
    tally *t = &g->seen[0];
    int d = PLANES * g->groups, bases = d + 1 + (g->groups > 1);
    uint32_t all = ~(uint32_t)0 >> (32 - d), encs = tag[0] & all, arrays = (uint32_t)g->arrays;
    bool divergent = tag[d / 32] >> d % 32 & 1, compressed = !divergent && encs != 0;
    bool zeros = !divergent && encs == all && is_zero(tag, bases, bits);
    if (is_zero(tag, 0, bits))
        return;
    uint32_t own = divergent ? arrays : arrays_of(g, encs);
    t->valid += !zeros;
    t->decoded += compressed && !zeros;
    t->plain += !compressed;
    t->arrays += g->chosen ? own : zeros ? 0 : arrays;
    t->spared += g->chosen ? arrays - own : 0;
}

static void see_operands(gsrf *g, const wf_stream *o, const uint32_t *fields)
{
    static const char *const tags[WF_FILE_SOURCES] = {"tag0", "tag1", "tag2"};
    for (int k = 0; k < WF_FILE_SOURCES && field_at(o, tags[k]) >= 0; k++)
        see_source(g, fields + field_at(o, tags[k]), field_bits(o, tags[k]));
}

/* ---- Counts ---- */

/* a <= b, of counts modulo 2^32. */
static bool at_most(uint32_t a, uint32_t b)
{
    return b - a <= ~(uint32_t)0 / 2;
}

/* From `least` to `most`, and no less than before, if that was right. */
static void limit(gsrf *g, int k, const uint32_t before[COUNTS], uint32_t least, uint32_t most)
{
    if (at_most(least, before[k]) && at_most(before[k], most))
        least = before[k];
    text *t = &g->complaint;
    if (t->len == 0 && !(at_most(least, g->counts[k]) && at_most(g->counts[k], most)))
        text_printf(t, "state: %s is %u; from %u to %u are right", count_names[k], g->counts[k], least, most);
}

/* Each bound from what was seen; exact where all of it must be counted. */
static void judge_counts(gsrf *g, const uint32_t before[COUNTS])
{
    const tally *counted = &g->seen[LATE], *all = &g->seen[LATER];
    uint32_t arrays = (uint32_t)g->arrays;
    bool codes = g->at[ENCODES] >= 0, open = register_file_counts(g->file).open;
    limit(g, ARRAY_READS, before, counted->arrays, arrays * counted->reads - g->seen[0].spared);
    if (!open)
        limit(g, ARRAY_WRITES, before, 0, arrays * counted->writes);
    if (!codes)
        return;
    limit(g, ENCODES, before, counted->encoded, counted->encoded);
    limit(g, SIDE_READS, before, counted->valid, counted->reads + counted->partial);
    if (!open)
        limit(g, SIDE_WRITES, before, all->writes, counted->writes);
    limit(g, DECODES, before, counted->decoded, counted->reads - g->seen[0].plain);
    limit(g, FILLS, before, 0, counted->partial);
    limit(g, FILLS, before, 0, g->counts[SIDE_READS]);
    limit(g, DECODES, before, 0, g->counts[SIDE_READS]);
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    gsrf *g = spec;
    uint32_t before[COUNTS];
    const wf_stream *o = &g->streams.stream[stream];
    if (field_at(o, "value0") >= 0)
        see_operands(g, o, fields);
    if (stream != g->state)
        return register_file_gave(g->file, stream, fields);
    memcpy(before, g->counts, sizeof before);
    for (int k = 0; k < COUNTS; k++)
        g->counts[k] = g->at[k] < 0 ? 0 : fields[g->at[k]];
    g->complaint.len = 0;
    judge_counts(g, before);
    return g->complaint.len ? g->complaint.data : NULL;
}

static const char *cycle(void *spec, uint32_t held)
{
    gsrf *g = spec;
    g->seen[0].writes = register_file_counts(g->file).some_stored;
    memmove(g->seen + 1, g->seen, sizeof g->seen - sizeof *g->seen);
    return register_file_cycle(g->file, held);
}

const specification spec_gsrf = {open_gsrf, close_gsrf, reset_gsrf, took, gave, cycle};
