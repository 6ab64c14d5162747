/* SPDX-License-Identifier: Apache-2.0
 *
 * plain_file.h - a plain register file under the bench's traffic, which feeds a specification of register files, and makes one mistake if it is
 * told to. It has tags and dead lanes where the unit's streams have them. */
#ifndef WF_PLAIN_FILE_H
#define WF_PLAIN_FILE_H

#include "../../base/random.h"
#include "../../sim/environment.h"
#include "../../sim/fields.h"
#include "spec_checker.h"

enum { LANES = 8, ALL = 0xff };
enum { MOST_SLOTS = 32, MOST_COLLECTED = 16, MOST_STREAMS = 32, MOST_STORES = 16, MOST_WORDS = 160, MOST_TAG = WF_TAG_WORDS };

typedef struct {
    uint32_t number, store, mask, value[LANES];
    uint64_t user;
    bool old;     /* accepted in an earlier cycle */
    bool dead;    /* the lanes that it does not write may be anything from then on */
    bool encoded; /* its code is not known whole */
} slot;

typedef struct {
    bool held, has[3];
    uint32_t age; /* cycles since it was taken */
    uint32_t number[3], before[3], value[3][LANES], tag[3][MOST_TAG], anything[3], mask;
    uint64_t user;
} collector;

typedef enum {
    AS_IT_IS,
    FLIPS_A_BIT,
    LOSES_A_STORE,
    LOSES_AN_INSTRUCTION,
    TELLS_TWICE,
    LEAVES_TWICE,
    READS_EARLY,
    FORWARDS_AN_OLDER_ONE,
    TEARS,
    STORES_TOO_EARLY,
    KEEPS_RELEASED,
    TELLS_AT_ANOTHER,
    CHANGES_INACTIVE,
    FAULTS_OF_ANY,
    /* Of files that give tags, or are told of dead lanes: */
    FLIPS_A_TAG = FAULTS_OF_ANY,
    TAGS_UNUSED,
    KEEPS_TAG,
    EMPTY_WRITE_TAGS,
    RELEASE_KEEPS_TAG,
    RELEASE_KEEPS_DEAD,
    FULL_WRITE_LEAVES_DEAD,
    EMPTY_WRITE_KILLS,
    LOSES_AFTER_DEAD,
    FAULTS
} fault;

/* A register of the plain file. */
typedef struct {
    uint32_t lane[LANES], tag[MOST_TAG];
    uint32_t anything;          /* lanes that may be anything */
    bool valid;                 /* written since it was zero */
    uint32_t version, accepted; /* writes that it has had, and that were accepted */
} plain_reg;

/* Where fields are, by word. */
typedef struct {
    int issue_mask, issue_user, mask, values, dead, known, user, value0, tag[3], operands_mask, operands_user;
} plain_fields;

typedef struct plain_file plain_file;

/* What one who counts is told of: a source is read, a write is stored (its register is as before), a write is accepted. */
typedef struct {
    void (*reads)(plain_file *f, const plain_reg *r);
    void (*stores)(plain_file *f, const plain_reg *r, const slot *w);
    void (*accepts)(plain_file *f, const slot *w);
} plain_watch;

/* Every write is a slot and every instruction a collector. In each cycle chance says what goes on. `stored` is told a cycle late,
 * and operands leave three cycles after the instruction at the earliest. */
struct plain_file {
    checker *c;
    stimuli *stimuli;
    const environment *environment;
    void *around; /* its state */
    rng rng;
    uint32_t warps, registers, stores, rows;
    int issues, writes, user_words;
    bool interlock, forward;
    const wf_codec *codec; /* of the tags; NULL: there are none */
    wf_config codec_config;
    int tag_bits, tag_words;
    uint32_t zero_tag[MOST_TAG]; /* of a register that is zero */
    plain_fields at;
    const plain_watch *watch; /* NULL: nobody counts */
    void *watcher;
    plain_reg *regs;
    slot slots[MOST_SLOTS];
    int count, row; /* slots in use; the row that is released next */
    uint32_t rest;  /* cycles of a release after its last row */
    uint32_t releasing;
    collector collectors[4][MOST_COLLECTED];
    bool told[MOST_STORES];
    uint64_t tell[MOST_STORES];
    bool waits[MOST_STREAMS];
    uint32_t in[MOST_STREAMS][MOST_WORDS];
    unsigned long long moved;
    fault fault;
    bool done; /* the fault has been made */
};

static uint32_t setting(const plain_file *f, const char *name)
{
    return unit_parameter(&f->c->d, name);
}

static int first_output(const plain_file *f)
{
    return f->issues + f->writes + 1;
}

static void find_fields(plain_file *f)
{
    static const char *const tags[] = {"tag0", "tag1", "tag2"};
    const wf_stream *streams = f->c->module->streams.stream, *i = streams, *w = streams + f->issues, *o = streams + first_output(f);
    f->at = (plain_fields){
        .issue_mask = field_at(i, "mask"),
        .issue_user = field_at(i, "user"),
        .mask = field_at(w, "mask"),
        .values = field_at(w, "values"),
        .dead = field_at(w, "dead"),
        .known = field_at(w, "known"),
        .user = field_at(w, "user"),
        .value0 = field_at(o, "value0"),
        .operands_mask = field_at(o, "mask"),
        .operands_user = field_at(o, "user"),
    };
    for (int k = 0; k < 3; k++)
        f->at.tag[k] = field_at(o, tags[k]);
    f->tag_bits = field_bits(o, "tag0");
    f->tag_words = (f->tag_bits + 31) / 32;
}

/* The tag that a write leaves. */
static void encode_tag(const plain_file *f, uint32_t mask, const uint32_t *value, uint32_t *tag)
{
    wf_code code;
    if (f->codec == NULL)
        return;
    wf_encode(f->codec, &f->codec_config, &(wf_input){.block = value, .mask = &mask}, &code);
    memcpy(tag, code.tag, sizeof *tag * (size_t)f->tag_words);
}

static void make_zero(const plain_file *f, plain_reg *r)
{
    memset(r->lane, 0, sizeof r->lane);
    memcpy(r->tag, f->zero_tag, sizeof r->tag);
    r->anything = 0;
    r->valid = false;
}

static plain_file *plain_new(const char *unit, const char *settings, uint64_t seed)
{
    static const uint32_t zeros[LANES];
    wf_file_shape shape;
    plain_file *f = zalloc(sizeof *f);
    f->c = checker_new(unit, LANES, settings, BENCH_UNIT, 0);
    const design *d = &f->c->d;
    f->stimuli = stimuli_new(d, seed, NULL, 0);
    f->environment = environment_of(d);
    f->around = f->environment->open(d, f->stimuli);
    f->rng.state = seed;
    d->unit->system->shape(&d->config, &shape);
    f->warps = (uint32_t)shape.warps, f->registers = (uint32_t)shape.registers, f->stores = (uint32_t)shape.stores;
    f->rows = (f->registers + f->stores - 1) / f->stores;
    f->issues = shape.issues, f->writes = (int)setting(f, "writes");
    f->user_words = setting(f, "user") > 32 ? 2 : 1;
    f->interlock = shape.orders_reads;
    f->forward = shape.forwards;
    find_fields(f);
    if (f->tag_bits > 0) {
        f->codec = d->unit->children[0].unit->codec;
        f->codec_config = wf_child_config(d->unit, &d->config, 0);
        encode_tag(f, ALL, zeros, f->zero_tag);
    }
    f->regs = zalloc(sizeof *f->regs * f->warps * f->registers);
    for (plain_reg *r = f->regs; r < f->regs + f->warps * f->registers; r++)
        make_zero(f, r);
    f->row = -1, f->releasing = ~0u;
    return f;
}

static void plain_free(plain_file *f)
{
    f->environment->close(f->around);
    stimuli_free(f->stimuli);
    checker_free(f->c);
}

static bool sometimes(plain_file *f, uint32_t one_of)
{
    return rng_below(&f->rng, one_of) == 0;
}

static uint64_t user_at(const plain_file *f, const uint32_t *words)
{
    return words[0] | (f->user_words > 1 ? (uint64_t)words[1] << 32 : 0);
}

/* True if the fault is to be made now. */
static bool strikes(plain_file *f, fault what)
{
    if (f->fault != what || f->done || f->moved < 200)
        return false;
    return f->done = sometimes(f, 4);
}

/* Flips a bit of a lane that may not be anything. */
static void flip_a_lane(plain_file *f, const collector *c, uint32_t *value0)
{
    uint32_t lane = rng_below(&f->rng, 3 * LANES);
    while (c->anything[lane / LANES] >> lane % LANES & 1)
        lane = (lane + 1) % (3 * LANES);
    value0[lane] ^= 1u << rng_below(&f->rng, 32);
}

static const char *give_operands(plain_file *f, int port, uint32_t *held)
{
    int stream = first_output(f) + port;
    uint32_t fields[MOST_WORDS] = {0};
    collector *ready[MOST_COLLECTED];
    uint32_t count = 0;
    for (collector *c = f->collectors[port]; c < f->collectors[port] + MOST_COLLECTED; c++)
        if (c->held && c->age > 2 && c->has[0] && c->has[1] && c->has[2])
            ready[count++] = c;
    if (count == 0)
        return NULL;
    if (sometimes(f, 3)) {
        *held |= 1u << stream;
        return NULL;
    }
    collector *c = ready[rng_below(&f->rng, count)];
    bool keep = false;
    if (strikes(f, LOSES_AN_INSTRUCTION))
        return c->held = false, NULL;
    if (strikes(f, LEAVES_TWICE))
        keep = true;
    memcpy(fields + f->at.value0, c->value, sizeof c->value);
    for (int s = 0; s < 3 && f->codec; s++)
        memcpy(fields + f->at.tag[s], c->tag[s], sizeof **c->tag * (size_t)f->tag_words);
    fields[f->at.operands_mask] = c->mask;
    fields[f->at.operands_user] = (uint32_t)c->user, fields[f->at.operands_user + 1] = (uint32_t)(c->user >> 32);
    if (strikes(f, FLIPS_A_BIT))
        flip_a_lane(f, c, fields + f->at.value0);
    if (strikes(f, FLIPS_A_TAG)) {
        uint32_t bit = rng_below(&f->rng, (uint32_t)f->tag_bits);
        fields[f->at.tag[rng_below(&f->rng, 3)] + (int)bit / 32] ^= 1u << bit % 32;
    }
    c->held = keep;
    f->moved++;
    return f->c->spec->gave(f->c->state, stream, fields);
}

static const char *give_stored(plain_file *f, uint32_t store)
{
    int stream = first_output(f) + f->issues + (int)store;
    uint32_t user[2] = {(uint32_t)f->tell[store], (uint32_t)(f->tell[store] >> 32)};
    if (!f->told[store])
        return NULL;
    f->told[store] = false;
    if (strikes(f, LOSES_A_STORE))
        return NULL;
    if (strikes(f, TELLS_TWICE))
        f->told[store] = true;
    if (f->stores > 1 && strikes(f, TELLS_AT_ANOTHER))
        stream += store + 1 < f->stores ? 1 : -1;
    f->moved++;
    return f->c->spec->gave(f->c->state, stream, user);
}

/* The transaction at an input, if there is one; it waits there until it is taken. */
static const uint32_t *next_at(plain_file *f, int stream)
{
    if (!f->waits[stream] && !sometimes(f, 3))
        f->waits[stream] = f->environment->next(f->around, stream, f->in[stream], &f->rng);
    return f->waits[stream] ? f->in[stream] : NULL;
}

static void accept_issue(plain_file *f, int port)
{
    const uint32_t *in = next_at(f, port);
    collector *c = f->collectors[port];
    while (c < f->collectors[port] + MOST_COLLECTED && c->held)
        c++;
    if (in == NULL || c == f->collectors[port] + MOST_COLLECTED || c >= f->collectors[port] + setting(f, "collectors"))
        return;
    *c = (collector){.held = true, .mask = in[f->at.issue_mask], .user = user_at(f, in + f->at.issue_user)};
    for (int s = 0; s < 3; s++) {
        c->number[s] = in[0] * f->registers + in[1 + s];
        c->has[s] = !(in[4] >> s & 1);
        c->before[s] = f->interlock ? f->regs[c->number[s]].accepted : 0;
        if (f->codec && c->has[s] && strikes(f, TAGS_UNUSED))
            memcpy(c->tag[s], f->zero_tag, sizeof c->tag[s]);
    }
    accepts(f->c->spec->took(f->c->state, port, in));
    f->waits[port] = false;
}

static void accept_write(plain_file *f, int port)
{
    int stream = f->issues + port;
    const uint32_t *in = next_at(f, stream);
    if (in == NULL || f->count == (int)setting(f, "slots"))
        return;
    slot *w = &f->slots[f->count++];
    *w = (slot){.number = in[0] * f->registers + in[1], .store = (in[0] + in[1]) % f->stores, .mask = in[f->at.mask]};
    memcpy(w->value, in + f->at.values, sizeof w->value);
    w->user = user_at(f, in + f->at.user);
    if (f->codec) {
        w->dead = in[f->at.dead] && w->mask != 0 && w->mask != ALL;
        w->encoded = w->mask != 0 && in[f->at.known] != (1u << setting(f, "groups")) - 1;
    }
    if (f->watch)
        f->watch->accepts(f, w);
    accepts(f->c->spec->took(f->c->state, stream, in));
    f->waits[stream] = false;
}

static void accept_release(plain_file *f)
{
    int stream = f->issues + f->writes;
    const uint32_t *in = f->row < 0 ? next_at(f, stream) : NULL;
    if (in == NULL)
        return;
    f->releasing = in[0];
    accepts(f->c->spec->took(f->c->state, stream, in));
    f->waits[stream] = false;
}

/* The value of the newest write that was accepted before the instruction, if that has a full mask. */
static void forward(plain_file *f, collector *c, int s)
{
    uint32_t left = c->before[s] - f->regs[c->number[s]].version;
    const slot *last = NULL, *older = NULL;
    for (int i = 0; i < f->count && left > 0; i++)
        if (f->slots[i].number == c->number[s]) {
            older = last;
            last = &f->slots[i];
            left--;
        }
    if (last == NULL || last->mask != ALL)
        return;
    bool differs = older && older->mask == ALL && memcmp(older->value, last->value, sizeof last->value) != 0;
    if (differs && strikes(f, FORWARDS_AN_OLDER_ONE))
        last = older;
    memcpy(c->value[s], last->value, sizeof c->value[s]);
    c->has[s] = true;
}

static void read_sources(plain_file *f)
{
    for (int port = 0; port < f->issues; port++)
        for (collector *c = f->collectors[port]; c < f->collectors[port] + MOST_COLLECTED; c++)
            for (int s = 0; s < 3 && c->held && c->age > 0; s++) {
                uint32_t n = c->number[s];
                const plain_reg *r = &f->regs[n];
                bool may = r->version >= c->before[s];
                if (!c->has[s] && !may && f->forward && sometimes(f, 4))
                    forward(f, c, s);
                if (c->has[s] || (may && sometimes(f, 4)) || (!may && !strikes(f, READS_EARLY)))
                    continue;
                memcpy(c->value[s], r->lane, sizeof c->value[s]);
                memcpy(c->tag[s], r->tag, sizeof c->tag[s]);
                c->anything[s] = r->anything;
                if (f->watch)
                    f->watch->reads(f, r);
                c->has[s] = true;
                uint32_t lane = rng_below(&f->rng, LANES);
                for (int i = 0; i < f->count && f->fault == TEARS; i++)
                    if (f->slots[i].number == n && f->slots[i].mask >> lane & 1 && !(r->anything >> lane & 1) &&
                        f->slots[i].value[lane] != c->value[s][lane] && f->slots[i].mask & (f->slots[i].mask - 1) && strikes(f, TEARS))
                        c->value[s][lane] = f->slots[i].value[lane];
            }
}

static bool is_older(const plain_file *f, int i)
{
    for (int k = 0; k < i; k++)
        if (f->slots[k].number == f->slots[i].number)
            return false;
    return true;
}

/* Like strikes(), but from then on each time, since what a register holds wrongly may be written over before it is read. */
static bool strikes_always(plain_file *f, fault what)
{
    if (f->fault == what && f->moved >= 200)
        f->done = true;
    return f->fault == what && f->done;
}

/* Changes one of these lanes. */
static void spoil(plain_reg *r, uint32_t lanes)
{
    if (lanes)
        r->lane[__builtin_ctz(lanes)] ^= 0x100;
}

static void store(plain_file *f, plain_reg *r, const slot *w)
{
    uint32_t others = ALL & ~w->mask, before = r->anything, fixed = others & ~before;
    if (f->watch)
        f->watch->stores(f, r, w);
    r->version++;
    for (int lane = 0; lane < LANES; lane++)
        if (w->mask >> lane & 1)
            r->lane[lane] = w->value[lane];
        else if (w->dead)
            r->lane[lane] ^= (uint32_t)rng_below(&f->rng, 4) << 7;
    if (w->mask != 0) {
        r->valid = true;
        r->anything = w->dead ? others : before & ~w->mask;
    }
    bool partial = w->mask != 0 && others != 0;
    if (partial && !w->dead && fixed && strikes_always(f, CHANGES_INACTIVE))
        spoil(r, fixed);
    if (partial && !w->dead && before && fixed && strikes_always(f, LOSES_AFTER_DEAD))
        spoil(r, fixed);
    if (others == 0 && before && strikes_always(f, FULL_WRITE_LEAVES_DEAD))
        spoil(r, before);
    if (w->mask == 0 && fixed && strikes_always(f, EMPTY_WRITE_KILLS))
        spoil(r, fixed);
    bool tags = w->mask != 0 || strikes_always(f, EMPTY_WRITE_TAGS);
    if (tags && !(f->codec && strikes_always(f, KEEPS_TAG)))
        encode_tag(f, w->mask, w->value, r->tag);
}

static void release(plain_file *f, plain_reg *r)
{
    plain_reg old = *r;
    if (old.lane[0] != 0 && strikes_always(f, KEEPS_RELEASED))
        return;
    make_zero(f, r);
    if (old.valid && strikes_always(f, RELEASE_KEEPS_TAG))
        memcpy(r->tag, old.tag, sizeof r->tag);
    if (old.anything && strikes_always(f, RELEASE_KEEPS_DEAD))
        spoil(r, old.anything);
}

/* One write of each store at most, the oldest of its register; none of the row that is released. */
static void store_some(plain_file *f, bool row_is_released)
{
    bool used[MOST_STORES] = {false};
    for (int i = 0; i < f->count; i++) {
        slot w = f->slots[i];
        bool released =
            row_is_released && w.number / f->registers == f->releasing && w.number % f->registers / f->stores == (uint32_t)f->row;
        if (used[w.store] || f->told[w.store] || !w.old || released || sometimes(f, 2) ||
            (!is_older(f, i) && !strikes(f, STORES_TOO_EARLY)))
            continue;
        store(f, &f->regs[w.number], &w);
        used[w.store] = f->told[w.store] = true;
        f->tell[w.store] = w.user;
        memmove(f->slots + i, f->slots + i + 1, sizeof *f->slots * (size_t)(f->count - i - 1));
        f->count--;
        i--;
    }
}

static const char *plain_cycle(void *plain)
{
    plain_file *f = plain;
    const char *wrong = NULL;
    uint32_t held = 0;
    for (int port = 0; port < f->issues && !wrong; port++)
        wrong = give_operands(f, port, &held);
    for (uint32_t store = 0; store < f->stores && !wrong; store++)
        wrong = give_stored(f, store);
    if (wrong)
        return wrong;
    bool releases = f->row >= 0, begins = false;
    for (int port = 0; port < f->issues; port++)
        accept_issue(f, port);
    for (int port = 0; port < f->writes; port++)
        accept_write(f, port);
    if (!releases) {
        accept_release(f);
        begins = !f->waits[f->issues + f->writes] && f->releasing != ~0u;
    }
    read_sources(f);
    store_some(f, releases);
    if (releases) {
        for (uint32_t c = 0; c < f->stores; c++) {
            uint32_t r = (uint32_t)f->row * f->stores + c;
            if (r < f->registers)
                release(f, &f->regs[f->releasing * f->registers + r]);
        }
        if (++f->row == (int)(f->rows + f->rest))
            f->row = -1, f->releasing = ~0u;
    } else if (begins) {
        f->row = 0;
    }
    for (int i = 0; i < f->count; i++) {
        f->regs[f->slots[i].number].accepted += !f->slots[i].old;
        f->slots[i].old = true;
    }
    for (int port = 0; port < f->issues; port++)
        for (int k = 0; k < MOST_COLLECTED; k++)
            f->collectors[port][k].age++;
    return f->c->spec->cycle(f->c->state, held);
}

#endif
