/* SPDX-License-Identifier: Apache-2.0
 *
 * An instruction is open from its record to the next one of its warp. Its sources are what the registers hold when it begins, or what a
 * read that is linked to it shows. It is counted when it ends, its mask and its writes at once. */
#include "instruction_stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../base/share.h"
#include "../base/text.h"
#include "../cmodel/bits.h"
#include "counting.h"

static const char *const instruction_kinds[INSTRUCTION_SCALAR_KINDS] = {"arithmetic", "sfu", "memory"};
static const char *const scalar_forms[SCALAR_FORMS] = {"full", "group", "divergent"};
static const char *const instruction_shares[INSTRUCTION_SHARES] = {
    [SHARE_NONDIVERGENT] = "nondivergent",
    [SHARE_DIVERGENT] = "divergent",
    [SHARE_MOVES] = "moves",
    [SHARE_ALU] = "alu_scalar",
    [SHARE_ALL] = "all_scalar",
    [SHARE_HALF] = "half_scalar",
    [SHARE_TOTAL] = "with_divergent_scalar",
    [SHARE_IF_FULL] = "if_stored_full",
    [SHARE_GROUP] = "group_scalar",
    [SHARE_DIVERGENT_SCALARS] = "scalar_of_divergent",
};

/* A source register. Its value, and its tag if `coded`. */
typedef struct {
    trace_register which;
    bool known, coded;
    stored_code stored; /* if `coded` */
    uint32_t *value, *tag;
} operand;

typedef struct {
    bool open;
    bool empty, divergent; /* by its mask; neither if that is unknown */
    bool told;             /* its mask and its writes are in the trace */
    bool mask_known;
    uint32_t mask[TRACE_MASK_WORDS];
    instruction_kind kind;
    int sources; /* different registers; -1: unknown */
    operand source[TRACE_MAX_SOURCES];
    int destinations; /* -1: unknown */
    trace_register destination[TRACE_MAX_DESTINATIONS];
    int writes;       /* recorded so far */
    uint32_t words[]; /* of the operands */
} instruction;

/* ---- what it does ---- */

static instruction_kind kind_of(trace_class op)
{
    switch (op) {
    case TRACE_ALU:
    case TRACE_MUL:
    case TRACE_FPU: return INSTRUCTION_ARITHMETIC;
    case TRACE_SFU: return INSTRUCTION_SFU;
    case TRACE_LOADS:
    case TRACE_STORES: return INSTRUCTION_MEMORY;
    default: return INSTRUCTION_REST;
    }
}

static bool is_same(trace_register a, trace_register b)
{
    return a.file == b.file && a.reg == b.reg;
}

static bool is_destination(const instruction *i, trace_register which)
{
    for (int n = 0; n < i->destinations; n++)
        if (is_same(i->destination[n], which))
            return true;
    return false;
}

/* ---- an instruction ends ---- */

static void count_class(const counting *k, int class, double *kind)
{
    k->c->instructions.access[class]++;
    (*kind)++;
}

static void count_access(const counting *k, const instruction *i, const uint32_t *value, double *kind)
{
    wf_code code;

    if (!i->mask_known) {
        k->c->instructions.unclassed++;
        return;
    }
    wf_encode(k->d->codec, &k->d->config, &(wf_input){.block = value, .mask = i->mask, .no_payload = true}, &code);
    count_class(k, wf_classify(k->d->codec, &k->d->config, &code), kind);
}

/* As a write of the value with a full mask would store it. */
static void code_full(const counting *k, const operand *o, wf_code *code)
{
    uint32_t all[WF_MASK_WORDS];

    memset(all, 0xff, sizeof all);
    wf_encode(k->d->codec, &k->d->config, &(wf_input){.block = o->value, .mask = all, .no_payload = true}, code);
}

/* A register whose write is not known is read as a full write would store it. */
static void charge_operand(const counting *k, const operand *o)
{
    wf_code code;

    if (o->coded) {
        charge_read(k, &o->stored);
        return;
    }
    code_full(k, o, &code);
    stored_code full = stored_as(k->d, &code);
    charge_read(k, &full);
}

static void count_reads(const counting *k, const instruction *i)
{
    for (int s = 0; s < i->sources; s++) {
        const operand *o = &i->source[s];
        if (!o->known) {
            k->c->instructions.unclassed++;
            continue;
        }
        charge_operand(k, o);
        count_access(k, i, o->value, &k->c->instructions.reads);
        if (i->mask_known)
            count_operand(k, o->value, i->mask);
    }
}

/* Gives the sources of unknown code that of a full write. False: a value is unknown too. */
static bool suppose_codes(const counting *k, instruction *i)
{
    for (int s = 0; s < i->sources; s++) {
        const operand *o = &i->source[s];
        wf_code code;
        if (!o->known)
            return false;
        if (o->coded)
            continue;
        code_full(k, o, &code);
        memcpy(o->tag, code.tag, (size_t)words_for(k->d->sizes.tag_bits) * sizeof *o->tag);
    }
    return i->mask_known && i->sources >= 0;
}

static void ask(const counting *k, const instruction *i, int sources, wf_scalar *scalar)
{
    const uint32_t *tags[TRACE_MAX_SOURCES];

    for (int s = 0; s < sources; s++)
        tags[s] = i->source[s].tag;
    wf_judge(k->d->codec, &k->d->config, i->mask, sources, tags, scalar);
}

/* May it run on one lane? */
static void judge(const counting *k, instruction *i)
{
    instruction_counts *c = &k->c->instructions;
    bool rest = i->kind == INSTRUCTION_REST, known = i->mask_known && (rest || i->sources >= 0);
    wf_scalar scalar;

    for (int s = 0; s < i->sources; s++)
        known &= rest || i->source[s].coded;
    if (!known) {
        c->unjudged++;
        if (!rest && suppose_codes(k, i)) {
            ask(k, i, i->sources, &scalar);
            c->supposed++;
            c->supposed_scalar += scalar.full || scalar.group != 0 || scalar.divergent;
        }
        return;
    }
    c->judged++;
    c->judged_divergent += i->divergent;
    ask(k, i, rest ? 0 : i->sources, &scalar);
    c->grouped += scalar.groups > 1;
    if (rest)
        return;
    c->scalar[SCALAR_FULL][i->kind] += scalar.full;
    c->scalar[SCALAR_GROUP][i->kind] += !scalar.full && scalar.group != 0;
    c->scalar[SCALAR_DIVERGENT][i->kind] += scalar.divergent;
}

static void end(const counting *k, instruction *i)
{
    if (!i->open)
        return;
    i->open = false;
    if (k->d->codec->scalar)
        judge(k, i);
    if (i->empty)
        return;
    k->c->instructions.unread += i->sources < 0;
    count_reads(k, i);
    if (i->destinations > i->writes)
        k->c->instructions.unclassed += i->destinations - i->writes;
}

/* ---- an instruction begins ---- */

static instruction *instruction_of(const counting *k, warp_state *w)
{
    size_t lanes = (size_t)k->d->config.lanes, tag = (size_t)words_for(k->d->sizes.tag_bits);
    void **user = warp_user(w);

    if (*user)
        return *user;
    instruction *i = *user = zalloc(sizeof *i + TRACE_MAX_SOURCES * (lanes + tag) * sizeof *i->words);
    for (size_t s = 0; s < TRACE_MAX_SOURCES; s++) {
        i->source[s].value = i->words + s * (lanes + tag);
        i->source[s].tag = i->source[s].value + lanes;
    }
    return i;
}

/* What a source holds before the instruction. A register that stands twice among the sources is read once. */
static void add_source(const counting *k, warp_state *w, instruction *i, trace_register which)
{
    for (int s = 0; s < i->sources; s++)
        if (is_same(i->source[s].which, which))
            return;
    operand *o = &i->source[i->sources++];
    const register_state *state = register_find(w, which);
    o->which = which;
    o->known = state && state->known;
    o->coded = state && state->coded;
    if (!o->known)
        return;
    o->stored = (stored_code){o->tag, state->class, state->compressed, state->scalar, state->unit_bits};
    memcpy(o->value, state->value, (size_t)k->d->config.lanes * sizeof *o->value);
    memcpy(o->tag, state->tag, (size_t)words_for(k->d->sizes.tag_bits) * sizeof *o->tag);
}

static void count_mask(const counting *k, warp_state *w, const instruction *i)
{
    instruction_counts *c = &k->c->instructions;

    c->all++;
    c->unknown += !i->mask_known;
    c->empty += i->empty;
    c->untold += !i->told;
    if (!i->mask_known || i->empty)
        return;
    *(i->divergent ? &c->divergent : &c->full) += 1;
    c->held[i->divergent] += warp_written(w);
    c->compressed[i->divergent] += warp_compressed(w);
}

void instruction_begin(const counting *k, const trace_record *r)
{
    warp_state *w = register_warp(k->registers, r);
    instruction *i = instruction_of(k, w);

    end(k, i);
    i->open = true;
    i->mask_known = r->mask_known;
    memcpy(i->mask, r->mask, sizeof i->mask);
    i->empty = r->mask_known && wf_mask_empty(r->mask, r->lanes);
    i->divergent = r->mask_known && !i->empty && !trace_full(r);
    i->kind = kind_of(r->op);
    i->told = r->mask_known && (i->empty || r->written || r->destinations == 0);
    i->destinations = r->destinations;
    memcpy(i->destination, r->destination, sizeof i->destination);
    i->writes = 0;
    count_mask(k, w, i);
    i->sources = r->sources < 0 ? -1 : 0;
    for (int s = 0; s < r->sources; s++)
        add_source(k, w, i, r->source[s]);
    if (r->written || i->empty)
        return;
    if (r->destinations < 0)
        register_lose_all(k->registers, w);
    for (int s = 0; s < r->destinations; s++)
        register_lose(k->registers, w, r->destination[s]);
}

/* ---- the records that are linked to it ---- */

/* NULL: the warp has none yet. */
static instruction *open_of(warp_state *w)
{
    instruction *i = *warp_user(w);

    return i && i->open ? i : NULL;
}

/* NULL: the record is linked to none. */
static instruction *linked_to(warp_state *w, const trace_record *r)
{
    return r->linked ? open_of(w) : NULL;
}

bool instruction_has_sources(const counting *k, const trace_record *r)
{
    instruction *i = r->linked ? linked_to(register_warp(k->registers, r), r) : NULL;

    return i && i->sources >= 0;
}

void instruction_read(const counting *k, const trace_record *r)
{
    warp_state *w = register_warp(k->registers, r);
    instruction *i = linked_to(w, r), *before = open_of(w);
    trace_register which = {r->file, r->reg};
    size_t bytes = (size_t)k->d->config.lanes * sizeof *r->value;

    for (int s = 0; i && s < i->sources; s++) {
        operand *o = &i->source[s];
        if (!is_same(o->which, which) || (o->known && memcmp(o->value, r->value, bytes) == 0))
            continue;
        o->known = true;
        o->coded = false;
        memcpy(o->value, r->value, bytes);
    }
    /* What the warp's last instruction writes may hold another value now. */
    if (before == NULL || (before->destinations >= 0 && !is_destination(before, which)))
        register_read(k->registers, w, r);
}

void instruction_write(const counting *k, warp_state *w, const trace_record *r, int class, bool moved)
{
    instruction *i = linked_to(w, r);

    if (i) {
        i->writes++;
        k->c->instructions.told_writes += i->told;
        k->c->instructions.moves += moved && i->told;
        if (i->mask_known && memcmp(i->mask, r->mask, sizeof i->mask) == 0)
            count_class(k, class, &k->c->instructions.writes);
        else if (!i->empty)
            count_access(k, i, r->value, &k->c->instructions.writes);
    }
}

void instruction_forget(void *user, warp_state *w)
{
    instruction *i = *warp_user(w);

    if (i)
        end(user, i);
    arena_free(i);
    *warp_user(w) = NULL;
}

/* ---- shares ---- */

static double scalars(const instruction_counts *c, scalar_form form)
{
    double sum = 0;

    for (int kind = 0; kind < INSTRUCTION_SCALAR_KINDS; kind++)
        sum += c->scalar[form][kind];
    return sum;
}

double instruction_share_of(const instruction_counts *c, instruction_share share)
{
    double masks = c->full + c->divergent + c->empty, all = scalars(c, SCALAR_FULL), groups = scalars(c, SCALAR_GROUP);

    switch (share) {
    case SHARE_NONDIVERGENT: return percent_of(c->full, masks);
    case SHARE_DIVERGENT: return percent_of(c->divergent, masks);
    case SHARE_MOVES: return c->told_writes > 0 || c->untold == 0 ? percent_of(c->moves, c->all - c->untold) : (double)NAN;
    case SHARE_ALU: return percent_of(c->scalar[SCALAR_FULL][INSTRUCTION_ARITHMETIC], c->judged);
    case SHARE_ALL: return percent_of(all, c->judged);
    case SHARE_HALF: return percent_of(all + groups, c->grouped);
    case SHARE_GROUP: return percent_of(groups, c->grouped);
    case SHARE_TOTAL: return percent_of(all + groups + scalars(c, SCALAR_DIVERGENT), c->judged);
    case SHARE_IF_FULL: return percent_of(all + groups + scalars(c, SCALAR_DIVERGENT) + c->supposed_scalar, c->judged + c->supposed);
    case SHARE_DIVERGENT_SCALARS: return percent_of(scalars(c, SCALAR_DIVERGENT), c->judged_divergent);
    default: return NAN;
    }
}

double instruction_compressed_share(const instruction_counts *c, int divergent)
{
    return percent_of(c->compressed[divergent], c->held[divergent]);
}

double instruction_access_share(const instruction_counts *c, int class)
{
    return percent_of(c->access[class], c->reads + c->writes);
}

/* ---- figures ---- */

static void put_accesses(const instruction_counts *c, const design *d, const char *p, metrics *out)
{
    metrics_set(out, c->reads, KEY_ACCESS_READS, p);
    metrics_set(out, c->writes, KEY_ACCESS_WRITES, p);
    metrics_set(out, c->unclassed, KEY_ACCESS_UNCLASSED, p);
    metrics_set(out, c->unread, KEY_ACCESS_UNREAD, p);
    for (int i = 0; d->codec->class_names[i] != NULL; i++) {
        metrics_set(out, c->access[i], KEY_ACCESS_CLASS, p, d->codec->class_names[i]);
        metrics_set_known(out, instruction_access_share(c, i), KEY_ACCESS_SHARE, p, d->codec->class_names[i]);
    }
}

static void put_scalars(const instruction_counts *c, const char *p, metrics *out)
{
    metrics_set(out, c->judged, KEY_SCALAR_JUDGED, p);
    metrics_set(out, c->judged_divergent, KEY_SCALAR_JUDGED_DIVERGENT, p);
    metrics_set(out, c->unjudged, KEY_SCALAR_UNJUDGED, p);
    for (int form = 0; form < SCALAR_FORMS; form++)
        for (int kind = 0; kind < INSTRUCTION_SCALAR_KINDS; kind++)
            if (form != SCALAR_GROUP || c->grouped > 0)
                metrics_set(out, c->scalar[form][kind], KEY_SCALAR, p, scalar_forms[form], instruction_kinds[kind]);
}

void instruction_counts_put(const instruction_counts *c, const design *d, const char *p, metrics *out)
{
    static const char *const divergence[2] = {"nondiv", "div"};

    if (c->all == 0)
        return;
    metrics_set(out, c->all, KEY_INSTRUCTIONS, p);
    metrics_set(out, c->full, KEY_INSTRUCTIONS_FULL, p);
    metrics_set(out, c->divergent, KEY_INSTRUCTIONS_DIVERGENT, p);
    metrics_set(out, c->empty, KEY_INSTRUCTIONS_EMPTY, p);
    metrics_set(out, c->unknown, KEY_INSTRUCTIONS_UNKNOWN, p);
    metrics_set(out, c->untold, KEY_INSTRUCTIONS_UNTOLD, p);
    metrics_set(out, c->moves, KEY_INSTRUCTION_MOVES, p);
    for (int share = 0; share < INSTRUCTION_SHARES; share++)
        metrics_set_known(out, instruction_share_of(c, (instruction_share)share), KEY_INSTRUCTION_SHARE, p, instruction_shares[share]);
    for (int div = 0; div < 2; div++) {
        metrics_set(out, c->held[div], KEY_HELD_REGISTERS, p, divergence[div]);
        metrics_set(out, c->compressed[div], KEY_HELD_COMPRESSED, p, divergence[div]);
        metrics_set_known(out, instruction_compressed_share(c, div), KEY_COMPRESSED_SHARE, p, divergence[div]);
    }
    put_accesses(c, d, p, out);
    if (d->codec->scalar)
        put_scalars(c, p, out);
}
