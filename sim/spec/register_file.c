/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of register files, from docs/systems.md: an array of registers. It knows no banks, collectors or codes. A write changes
 * its register when `stored` tells it; a release makes the registers of a warp zero at some time in its window. An operand must be a value
 * that its register had at some time between the instruction and its operands; where reads wait for writes, from the time on at which all
 * writes that were accepted before the instruction are stored; where these are forwarded, it may also be what they will make of the register.
 *
 * Where the file gives the tag of a source, that is what the unit's codec makes of the newest write of the version. Where a write says that the lanes
 * which it does not write are dead, these may be anything from then on.
 *
 * A register has a list of versions, oldest first. The last ones are what it may hold now: several while a release is under way, and then
 * those that the release has not reached come first.
 *
 * `user` tells which write or instruction a transaction belongs to. Where it is too narrow for that, what it leaves open is not judged: a
 * register that may or may not have got a write holds anything until a full write that is certain, and operands must fit any one of the
 * instructions that they may belong to. Streams that are no register file's are not judged either. */
#include "register_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../fields.h"

enum { SOURCES = WF_FILE_SOURCES, MOST_PORTS = WF_MAX_STREAMS, MOST_LANES = WF_MAX_LANES, MASK_WORDS = WF_MASK_WORDS };
enum { PLAIN_MOST = 1024 }; /* cycles to an answer */
enum { SHOWN = 8 };         /* versions before those that count are kept for complaints */
enum { RECENT = 16 };       /* transactions that are over are kept for complaints */

typedef enum { ISSUE, WRITE, RELEASE, OPERANDS, STORED, OTHER, KINDS = OTHER } stream_kind;

/* A write that is accepted and not stored. */
typedef struct write write;
struct write {
    write *next;
    uint32_t number; /* of its register */
    int store;       /* at which stream it must be told, by its number among them */
    unsigned long long cycle;
    uint64_t user;
    uint32_t mask[MASK_WORDS], values[MOST_LANES];
    bool dead; /* the other lanes may be anything from then on */
};

/* A version: a word that is 1 if it may be anything, the lanes that may be anything, the lanes, and the tag, if the file gives it. */
enum { ANYTHING, DEAD, LANE0 = DEAD + MASK_WORDS };

/* A source, as it leaves. */
typedef struct {
    const uint32_t *lane, *tag; /* NULL: the file gives no tags */
} operand;

typedef struct {
    uint32_t *versions;
    int count, room;
    int now;                 /* the first version that it may hold now */
    int released;            /* while a release is under way: the first of these that it has reached */
    unsigned long long told; /* writes stored since the reset */
} reg;

typedef struct {
    bool used;
    uint32_t number;          /* of its register */
    unsigned long long needs; /* as many writes of the register must be stored */
    int from;                 /* the first version that it may have; -1: there is none yet */
} source;

typedef struct instruction instruction;
struct instruction {
    instruction *next;
    bool left; /* an instruction of this user has left, perhaps this one */
    unsigned long long asked;
    uint64_t user;
    uint32_t mask[MASK_WORDS];
    source source[SOURCES];
};

typedef struct {
    uint64_t user[RECENT];
    unsigned count;
} recent;

typedef struct {
    instruction *first, **end;
    unsigned long long clock; /* cycles that count */
    unsigned long long gave;  /* the one behind that in which the last operands left; 0: none have */
    recent gone;
    int stream; /* of its operands */
} port;

/* Fields of the streams */
enum { WARP, SOURCE0, SOURCE1, SOURCE2, USED, MASK, USER, REGISTER, VALUES, VALUE0, VALUE1, VALUE2, TAG0, TAG1, TAG2, IS_DEAD, FIELDS };
static const char *const field_names[FIELDS] = {"warp",   "source0", "source1", "source2", "used", "mask", "user", "dest",
                                                "values", "value0",  "value1",  "value2",  "tag0", "tag1", "tag2", "dead"};

typedef struct {
    wf_streams streams;
    stream_kind kind[WF_MAX_STREAMS];
    int of[WF_MAX_STREAMS];         /* number of the stream among those of its kind */
    int at[WF_MAX_STREAMS][FIELDS]; /* first word of each field that it has */
    wf_file_shape shape;
    register_file_promises promises;
    uint32_t warps, registers;
    int lanes;
    const wf_codec *codec; /* of the tags that operands have; NULL: they have none */
    wf_config codec_config;
    int tag_words;

    unsigned long long cycle;
    reg *regs;
    write *first, **end;
    port ports[MOST_PORTS];
    int port_count;
    recent stored[WF_MAX_STREAMS]; /* of each stream `stored` */
    bool blurred[WF_MAX_STREAMS];  /* which of its writes are stored is open, until all are */
    int releasing, release_left;   /* the warp that is released, or -1; cycles until it is over */
    register_file_tally tally;
    text complaint;
} file;

/* ---- configuration ---- */

/* The kind of a stream: that of its name, without the number that tells it apart. */
static stream_kind kind_of(const char *name)
{
    static const char *const names[KINDS] = {"issue", "write", "release", "operands", "stored"};
    size_t length = strlen(name);
    while (length > 0 && isdigit((unsigned char)name[length - 1]))
        length--;
    int k = 0;
    while (k < KINDS && (strlen(names[k]) != length || strncmp(names[k], name, length) != 0))
        k++;
    return (stream_kind)k;
}

static void name_streams(file *f)
{
    for (int s = 0; s < f->streams.count; s++) {
        const wf_stream *w = &f->streams.stream[s];
        for (int i = 0; i < FIELDS; i++)
            f->at[s][i] = field_at(w, field_names[i]);
        f->kind[s] = kind_of(w->name);
        f->of[s] = atoi(w->name + strcspn(w->name, "0123456789"));
        if (f->kind[s] == OPERANDS)
            f->ports[f->of[s]].stream = s;
    }
}

/* The tag of a source is that of the first codec in the unit. */
static void find_tags(file *f, const design *d)
{
    for (int s = 0; s < f->streams.count; s++)
        if (f->kind[s] == OPERANDS && f->at[s][TAG0] >= 0) {
            f->codec = d->unit->children[0].unit->codec;
            f->codec_config = wf_child_config(d->unit, &d->config, 0);
            f->tag_words = (field_bits(&f->streams.stream[s], "tag0") + 31) / 32;
        }
}

static void empty(file *f)
{
    f->end = &f->first;
    for (int k = 0; k < f->port_count; k++)
        f->ports[k].end = &f->ports[k].first;
    f->releasing = -1;
}

void *register_file_open(const design *d, const bench_module *m, const register_file_promises *promises)
{
    file *f = zalloc(sizeof *f);
    d->unit->system->shape(&d->config, &f->shape);
    f->streams = m->streams;
    name_streams(f);
    f->promises = *promises;
    f->warps = (uint32_t)f->shape.warps;
    f->registers = (uint32_t)f->shape.registers;
    f->port_count = f->shape.issues;
    f->lanes = d->config.lanes;
    f->regs = zalloc(sizeof *f->regs * f->warps * f->registers);
    find_tags(f, d);
    empty(f);
    return f;
}

/* What a register file promises that tells no more. */
static void *open_plain(const design *d, const bench_module *m)
{
    wf_file_shape shape;
    d->unit->system->shape(&d->config, &shape);
    return register_file_open(d, m, &(register_file_promises){.most = PLAIN_MOST, .release = shape.registers});
}

/* Takes the first of a list of writes or instructions out of it. */
static void drop_write(file *f, write **at)
{
    write *gone = *at;
    *at = gone->next;
    if (f->end == &gone->next)
        f->end = at;
    arena_free(gone);
}

static void drop_instruction(port *p, instruction **at)
{
    instruction *gone = *at;
    *at = gone->next;
    if (p->end == &gone->next)
        p->end = at;
    arena_free(gone);
}

void register_file_reset(void *spec)
{
    file *f = spec;
    while (f->first)
        drop_write(f, &f->first);
    for (port *p = f->ports; p < f->ports + f->port_count; p++) {
        while (p->first)
            drop_instruction(p, &p->first);
        p->gone = (recent){.count = 0};
        p->gave = 0;
    }
    for (reg *g = f->regs; g < f->regs + f->warps * f->registers; g++) {
        arena_free(g->versions);
        *g = (reg){.versions = NULL};
    }
    memset(f->stored, 0, sizeof f->stored);
    memset(f->blurred, 0, sizeof f->blurred);
    f->tally = (register_file_tally){.open = false};
    empty(f);
}

void register_file_close(void *spec)
{
    file *f = spec;
    register_file_reset(f);
    text_free(&f->complaint);
    arena_free(f->regs);
    arena_free(f);
}

/* ---- complaints ---- */

static text *begin(file *f)
{
    f->complaint.len = 0;
    return &f->complaint;
}

static void remember(recent *r, uint64_t user)
{
    r->user[r->count++ % RECENT] = user;
}

static bool remembers(const recent *r, uint64_t user)
{
    for (unsigned i = 0; i < RECENT && i < r->count; i++)
        if (r->user[i] == user)
            return true;
    return false;
}

static void say_write(const file *f, text *t, const write *w)
{
    text_printf(t, "write of user %#llx to register %u of warp %u", (unsigned long long)w->user, (unsigned)(w->number % f->registers),
                (unsigned)(w->number / f->registers));
}

/* ---- fields ---- */

static const uint32_t *field(const file *f, int stream, const uint32_t *fields, int which)
{
    return fields + f->at[stream][which];
}

/* A user of more than 64 bits is mixed into so many. */
static uint64_t user_in(const file *f, int stream, const uint32_t *fields)
{
    const uint32_t *user = field(f, stream, fields, USER);
    int words = (f->shape.user_bits + 31) / 32;
    uint64_t low = user[0] | (words > 1 ? (uint64_t)user[1] << 32 : 0);
    uint64_t high = (words > 2 ? user[2] : 0) | (words > 3 ? (uint64_t)user[3] << 32 : 0);
    return low ^ (high << 1 | high >> 63);
}

static bool lane_in(const uint32_t *mask, int i)
{
    return mask[i / 32] >> i % 32 & 1;
}

/* The words of a version. */
static size_t version_words(const file *f)
{
    return (size_t)(LANE0 + f->lanes + f->tag_words);
}

static uint32_t *tag_in(const file *f, uint32_t *v)
{
    return v + LANE0 + f->lanes;
}

/* The tag that a write with this mask leaves. */
static void put_tag(const file *f, uint32_t *v, const uint32_t *mask, const uint32_t *values)
{
    wf_code code;
    if (f->codec == NULL)
        return;
    wf_encode(f->codec, &f->codec_config, &(wf_input){.block = values, .mask = mask}, &code);
    memcpy(tag_in(f, v), code.tag, sizeof *v * (size_t)f->tag_words);
}

static size_t mask_bytes(const file *f)
{
    return sizeof(uint32_t) * (size_t)((f->lanes + 31) / 32);
}

/* ---- registers ---- */

/* The number of the stream at which writes of a register are told. Where any of them may, all count as stream 0. */
static int store_of(const file *f, uint32_t n)
{
    return f->promises.store_of ? f->promises.store_of(&f->shape, n / f->registers, n % f->registers) : 0;
}

static bool is_releasing(const file *f, const reg *g)
{
    uint32_t warp = (uint32_t)(g - f->regs) / f->registers;
    return f->releasing == (int)warp && f->release_left < f->promises.release;
}

static uint32_t *version(const file *f, const reg *g, int i)
{
    return g->versions + (size_t)i * version_words(f);
}

/* Drops versions that no instruction can have any more, but for some. */
static void forget_old(file *f, reg *g)
{
    int first = g->now;
    uint32_t n = (uint32_t)(g - f->regs);
    for (port *p = f->ports; p < f->ports + f->port_count; p++)
        for (instruction *i = p->first; i; i = i->next)
            for (source *s = i->source; s < i->source + SOURCES; s++)
                if (s->used && s->number == n && s->from >= 0 && s->from < first)
                    first = s->from;
    int gone = first - SHOWN;
    if (gone <= 0)
        return;
    memmove(g->versions, version(f, g, gone), (size_t)(g->count - gone) * sizeof *g->versions * version_words(f));
    g->count -= gone;
    g->now -= gone;
    g->released -= gone;
    for (port *p = f->ports; p < f->ports + f->port_count; p++)
        for (instruction *i = p->first; i; i = i->next)
            for (source *s = i->source; s < i->source + SOURCES; s++)
                if (s->used && s->number == n && s->from >= 0)
                    s->from -= gone;
}

/* One more version, all zero. */
static uint32_t *add_version(file *f, reg *g)
{
    if (g->count == g->room) {
        g->room = g->room ? 2 * g->room : 4;
        g->versions = grow(g->versions, (size_t)g->room * sizeof *g->versions * version_words(f));
    }
    uint32_t *v = version(f, g, g->count++);
    static const uint32_t zeros[MOST_LANES];
    uint32_t all[MASK_WORDS];
    memset(all, 0xff, sizeof all);
    memset(v, 0, sizeof *v * version_words(f));
    put_tag(f, v, all, zeros);
    return v;
}

/* The register of this number, which holds zero if nothing was done to it. */
static reg *reg_at(file *f, uint32_t n)
{
    reg *g = &f->regs[n];
    if (g->count == 0) {
        add_version(f, g);
        if (is_releasing(f, g)) {
            g->released = 1;
            add_version(f, g);
        }
    }
    return g;
}

static bool is_empty(const file *f, const write *w)
{
    int n = 0;
    while (n < f->lanes && !lane_in(w->mask, n))
        n++;
    return n == f->lanes;
}

static void apply(const file *f, const write *w, uint32_t *v)
{
    bool full = true;
    for (int i = 0; i < f->lanes; i++)
        if (lane_in(w->mask, i))
            v[LANE0 + i] = w->values[i];
        else
            full = false;
    if (full)
        v[ANYTHING] = 0;
    for (int m = 0; m < MASK_WORDS; m++)
        v[DEAD + m] = full ? 0 : w->dead ? ~w->mask[m] : v[DEAD + m] & ~w->mask[m];
    if (!is_empty(f, w))
        put_tag(f, v, w->mask, w->values);
}

static bool is_full(const file *f, const write *w)
{
    int n = 0;
    while (n < f->lanes && lane_in(w->mask, n))
        n++;
    return n == f->lanes;
}

/* Begins a new last version as the i-th one. */
static uint32_t *add_copy(file *f, reg *g, int i)
{
    uint32_t *v = add_version(f, g);
    memcpy(v, version(f, g, i), sizeof *v * version_words(f));
    return v;
}

/* Drops the last version if another from `first` on equals it. */
static void once(const file *f, reg *g, int first)
{
    size_t bytes = sizeof(uint32_t) * version_words(f);
    for (int i = first; i < g->count - 1; i++)
        if (memcmp(version(f, g, i), version(f, g, g->count - 1), bytes) == 0) {
            g->count--;
            return;
        }
}

/* What happens to each version that the register may hold now. */
typedef enum { STORES, RELEASES, BLURS } change;
static void change_reg(file *f, reg *g, change what, const write *w)
{
    if (g->count > 2 * SHOWN && g->count + 4 > g->room)
        forget_old(f, g);
    bool releasing = is_releasing(f, g);
    int from = g->now, mid = releasing && what != RELEASES ? g->released : g->count, to = g->count, first = to;
    for (int i = from; i < to; i++) {
        if (i == mid) {
            g->released = first = g->count;
        }
        uint32_t *v = add_copy(f, g, i);
        if (what == STORES)
            apply(f, w, v);
        if (what == BLURS)
            v[ANYTHING] = 1;
        once(f, g, first);
    }
    if (releasing) { /* it may come now */
        if (mid == to)
            g->released = first = g->count;
        add_version(f, g)[ANYTHING] = f->blurred[store_of(f, (uint32_t)(g - f->regs))];
        once(f, g, first);
    }
    g->now = to;
}

/* Lets the sources that waited for a write of this register have what it holds now. all: also those that wait for another one. */
static void serve(file *f, uint32_t n, bool all)
{
    const reg *g = &f->regs[n];
    for (port *p = f->ports; p < f->ports + f->port_count; p++)
        for (instruction *i = p->first; i; i = i->next)
            for (source *s = i->source; s < i->source + SOURCES; s++)
                if (s->used && s->number == n && s->from < 0 && (all || s->needs <= g->told))
                    s->from = g->now;
}

static void blur(file *f, uint32_t n)
{
    change_reg(f, reg_at(f, n), BLURS, NULL);
    serve(f, n, true);
}

/* ---- inputs ---- */

static source source_of(file *f, uint32_t n)
{
    if (f->blurred[store_of(f, n)])
        blur(f, n);
    const reg *g = reg_at(f, n);
    source s = {.used = true, .number = n, .needs = g->told};
    for (const write *w = f->first; f->shape.orders_reads && w; w = w->next)
        s.needs += w->number == n && w->cycle < f->cycle;
    s.from = s.needs <= g->told || f->blurred[store_of(f, n)] ? g->now : -1;
    return s;
}

static const char *take_issue(file *f, int stream, const uint32_t *fields)
{
    port *p = &f->ports[f->of[stream]];
    uint32_t warp = *field(f, stream, fields, WARP), used = *field(f, stream, fields, USED);
    for (int k = 0; k < SOURCES; k++)
        if (warp >= f->warps || ((used >> k & 1) && *field(f, stream, fields, SOURCE0 + k) >= f->registers))
            return "the bench gave an instruction with a register that is not there";
    instruction *i = zalloc(sizeof *i);
    i->asked = p->clock;
    i->user = user_in(f, stream, fields);
    memcpy(i->mask, field(f, stream, fields, MASK), mask_bytes(f));
    *p->end = i;
    p->end = &i->next;
    for (int k = 0; k < SOURCES; k++)
        if (used >> k & 1)
            i->source[k] = source_of(f, warp * f->registers + *field(f, stream, fields, SOURCE0 + k));
    return NULL;
}

static const char *take_write(file *f, int stream, const uint32_t *fields)
{
    uint32_t warp = *field(f, stream, fields, WARP), r = *field(f, stream, fields, REGISTER);
    if (warp >= f->warps || r >= f->registers)
        return "the bench gave a write to a register that is not there";
    write *w = zalloc(sizeof *w);
    w->number = warp * f->registers + r;
    w->store = store_of(f, w->number);
    w->cycle = f->cycle;
    w->user = user_in(f, stream, fields);
    memcpy(w->mask, field(f, stream, fields, MASK), mask_bytes(f));
    memcpy(w->values, field(f, stream, fields, VALUES), sizeof *w->values * (size_t)f->lanes);
    w->dead = f->at[stream][IS_DEAD] >= 0 && (*field(f, stream, fields, IS_DEAD) & 1) && !is_empty(f, w);
    *f->end = w;
    f->end = &w->next;
    f->tally.full_taken += is_full(f, w);
    return NULL;
}

static const char *take_release(file *f, int stream, const uint32_t *fields)
{
    uint32_t warp = *field(f, stream, fields, WARP);
    if (warp >= f->warps)
        return "the bench gave a release of a warp that is not there";
    if (f->releasing >= 0)
        return "a release was taken while another is under way";
    f->releasing = (int)warp;
    f->release_left = f->promises.release + 1; /* with this cycle */
    return NULL;
}

const char *register_file_took(void *spec, int stream, const uint32_t *fields)
{
    file *f = spec;
    switch (f->kind[stream]) {
    case ISSUE: return take_issue(f, stream, fields);
    case WRITE: return take_write(f, stream, fields);
    case RELEASE: return take_release(f, stream, fields);
    default: return NULL;
    }
}

/* ---- stored ---- */

static bool is_oldest(const file *f, const write *w)
{
    const write *older = f->first;
    while (older->number != w->number)
        older = older->next;
    return older == w;
}

static const char *not_under_way(file *f, int stream, uint64_t user)
{
    text *t = begin(f);
    text_printf(t, "%s tells user %#llx, ", f->streams.stream[stream].name, (unsigned long long)user);
    for (const write *w = f->first; w; w = w->next)
        if (w->user == user) {
            text_printf(t, "but the ");
            say_write(f, t, w);
            text_printf(t, " must be told at stored%d", w->store);
            return t->data;
        }
    text_printf(t, "but no such write is under way%s",
                remembers(&f->stored[f->of[stream]], user) ? "; one was stored: is it told twice?" : "");
    return t->data;
}

/* Which of several writes of a stream `stored` was stored is open: what their registers hold is too. */
static void blur_store(file *f, int store)
{
    f->blurred[store] = f->tally.open = true;
    for (const write *w = f->first; w; w = w->next)
        if (w->store == store)
            blur(f, w->number);
}

static const char *give_stored(file *f, int stream, const uint32_t *fields)
{
    uint64_t user = user_in(f, stream, fields);
    int store = f->promises.store_of ? f->of[stream] : 0, oldest = 0;
    write **at = NULL;
    for (write **w = &f->first; *w; w = &(*w)->next)
        if ((*w)->store == store && (*w)->user == user) {
            bool first = is_oldest(f, *w);
            if (at == NULL || (first && oldest == 0))
                at = w;
            oldest += first;
        }
    if (at == NULL)
        return not_under_way(f, stream, user);
    const char *wrong = NULL;
    if (oldest > 1 || f->blurred[store]) {
        blur_store(f, store);
    } else {
        if (oldest == 0) {
            const write *older = f->first;
            while (older->number != (*at)->number)
                older = older->next;
            text *t = begin(f);
            say_write(f, t, *at);
            text_printf(t, ": stored before the older one of user %#llx", (unsigned long long)older->user);
            wrong = t->data;
        }
        change_reg(f, reg_at(f, (*at)->number), STORES, *at);
    }
    uint32_t n = (*at)->number;
    f->regs[n].told++;
    f->tally.full_stored += is_full(f, *at);
    f->tally.some_stored += !is_empty(f, *at);
    remember(&f->stored[store], user);
    drop_write(f, at);
    serve(f, n, false);
    bool left = false;
    for (const write *w = f->first; w; w = w->next)
        left |= w->store == store;
    f->blurred[store] &= left;
    return wrong;
}

/* ---- operands ---- */

static bool same_lanes(const file *f, const uint32_t *v, const uint32_t *lane)
{
    for (int i = 0; i < f->lanes; i++)
        if (v[LANE0 + i] != lane[i] && !lane_in(v + DEAD, i))
            return false;
    return true;
}

/* Is it this version? */
static bool is_version(const file *f, const uint32_t *v, operand value)
{
    bool same_tag = value.tag == NULL || memcmp(v + LANE0 + f->lanes, value.tag, sizeof *v * (size_t)f->tag_words) == 0;
    return v[ANYTHING] || (same_tag && same_lanes(f, v, value.lane));
}

/* Is it what the register will hold once the writes that were accepted before the instruction are stored, or with promises.later some more of them?
 * The last of them has a full mask, or the register is zero before it, so that what a release does in the meantime changes nothing. */
static bool is_forwarded(const file *f, const source *s, operand value)
{
    const reg *g = &f->regs[s->number];
    uint32_t v[LANE0 + MOST_LANES + WF_TAG_WORDS];
    for (int i = g->now; i < g->count; i++) {
        unsigned long long left = s->needs > g->told ? s->needs - g->told : 0;
        memcpy(v, version(f, g, i), sizeof *v * version_words(f));
        for (const write *w = f->first; w && (left > 0 || f->promises.later); w = w->next)
            if (w->number == s->number) {
                apply(f, w, v);
                left -= left > 0;
                if (left == 0 && is_version(f, v, value))
                    return true;
            }
    }
    return false;
}

/* Is it one of the versions from..end-1? */
static bool among(const file *f, const reg *g, int from, int end, operand value)
{
    for (int i = from; i < end; i++)
        if (is_version(f, version(f, g, i), value))
            return true;
    return false;
}

static bool may_have(const file *f, const source *s, operand value)
{
    const reg *g = &f->regs[s->number];
    return (s->from >= 0 && among(f, g, s->from, g->count, value)) ||
           (f->shape.forwards && (s->from < 0 || f->promises.later) && is_forwarded(f, s, value));
}

/* Does the register hold the value once some writes are stored that are not yet? */
static bool is_not_stored(const file *f, const source *s, operand value)
{
    const reg *g = &f->regs[s->number];
    uint32_t v[LANE0 + MOST_LANES + WF_TAG_WORDS];
    memcpy(v, version(f, g, g->count - 1), sizeof *v * version_words(f));
    for (const write *w = f->first; w; w = w->next)
        if (w->number == s->number) {
            apply(f, w, v);
            if (is_version(f, v, value))
                return true;
        }
    return false;
}

/* Is each lane one that the register had, or will have? */
static bool is_mixed(const file *f, const source *s, const uint32_t *value)
{
    const reg *g = &f->regs[s->number];
    for (int lane = 0; lane < f->lanes; lane++) {
        bool had = false;
        for (int i = 0; i < g->count && !had; i++)
            had = version(f, g, i)[LANE0 + lane] == value[lane];
        for (const write *w = f->first; w && !had; w = w->next)
            had = w->number == s->number && lane_in(w->mask, lane) && w->values[lane] == value[lane];
        if (!had)
            return false;
    }
    return true;
}

static bool is_zero(const file *f, const uint32_t *value)
{
    int i = 0;
    while (i < f->lanes && value[i] == 0)
        i++;
    return i == f->lanes;
}

/* The tag of a source that is not used. */
static bool is_no_tag(const file *f, operand value)
{
    for (int w = 0; w < f->tag_words; w++)
        if (value.tag[w] != 0)
            return false;
    return true;
}

/* Says what a wrong value looks like. */
static void say_why(const file *f, const instruction *i, int k, operand value, text *t)
{
    const source *s = &i->source[k];
    const reg *g = &f->regs[s->number];
    for (int other = 0; other < SOURCES; other++)
        if (other != k && i->source[other].used && i->source[other].number != s->number && may_have(f, &i->source[other], value)) {
            text_printf(t, "; it is the value of source %d", other);
            return;
        }
    if (s->from < 0) {
        const write *w = f->first;
        while (w->number != s->number)
            w = w->next;
        text_puts(t, "; it left before the ");
        say_write(f, t, w);
        text_puts(t, " was stored, which was accepted before it");
    } else if (is_not_stored(f, s, value)) {
        text_puts(t, "; it has a write that is not stored");
    } else if (is_zero(f, value.lane)) {
        text_puts(t, "; it is zero, as after a release, but there was none");
    } else if (among(f, g, 0, s->from, value)) {
        text_puts(t, "; it is stale: the register changed before the instruction");
    } else if (is_mixed(f, s, value.lane)) {
        text_puts(t, "; its lanes are of several writes");
    }
}

static const char *wrong_value(file *f, int stream, const instruction *i, int k, operand value)
{
    const source *s = &i->source[k];
    text *t = begin(f);
    text_printf(t, "%s, instruction of user %#llx: value%d, ", f->streams.stream[stream].name, (unsigned long long)i->user, k);
    if (!s->used) {
        text_puts(t, "of a source that is not used, is not 0");
        return t->data;
    }
    const reg *g = &f->regs[s->number];
    const uint32_t *last = version(f, g, g->count - 1), *now = last + LANE0;
    if (value.tag && same_lanes(f, last, value.lane)) {
        text_printf(t, "register %u of warp %u, has not the tag that its newest write left", (unsigned)(s->number % f->registers),
                    (unsigned)(s->number / f->registers));
        return t->data;
    }
    int lane = 0;
    while (lane < f->lanes - 1 && (now[lane] == value.lane[lane] || lane_in(last + DEAD, lane)))
        lane++;
    text_printf(t, "register %u of warp %u, must not have lane %d = %#x", (unsigned)(s->number % f->registers),
                (unsigned)(s->number / f->registers), lane, value.lane[lane]);
    say_why(f, i, k, value, t);
    return t->data;
}

/* What is wrong with the operands of an instruction, or NULL. */
static const char *judge(file *f, int stream, const instruction *i, const uint32_t *fields)
{
    for (int k = 0; k < SOURCES; k++) {
        operand value = {field(f, stream, fields, VALUE0 + k), f->codec ? field(f, stream, fields, TAG0 + k) : NULL};
        bool fits = i->source[k].used ? may_have(f, &i->source[k], value) : is_zero(f, value.lane) && is_no_tag(f, value);
        if (!fits)
            return wrong_value(f, stream, i, k, value);
    }
    if (memcmp(i->mask, field(f, stream, fields, MASK), mask_bytes(f)) == 0)
        return NULL;
    text *t = begin(f);
    text_printf(t, "%s, instruction of user %#llx: mask_o is not its mask", f->streams.stream[stream].name, (unsigned long long)i->user);
    return t->data;
}

static const char *not_issued(file *f, int stream, uint64_t user)
{
    text *t = begin(f);
    const port *p = &f->ports[f->of[stream]];
    text_printf(t, "%s gives user %#llx, but no such instruction of its port is under way", f->streams.stream[stream].name,
                (unsigned long long)user);
    for (const port *o = f->ports; o < f->ports + f->port_count; o++)
        for (const instruction *i = o->first; i; i = i->next)
            if (o != p && i->user == user) {
                text_printf(t, "; it came at port %d", (int)(o - f->ports));
                return t->data;
            }
    if (remembers(&p->gone, user))
        text_puts(t, "; one has left: does it leave twice?");
    return t->data;
}

static const char *give_operands(file *f, int stream, const uint32_t *fields)
{
    port *p = &f->ports[f->of[stream]];
    uint64_t user = user_in(f, stream, fields);
    instruction *match = NULL, *oldest = NULL;
    int waiting = 0;
    const char *wrong = NULL;
    for (instruction *i = p->first; i; i = i->next) {
        if (i->user != user)
            continue;
        waiting += !i->left;
        if (oldest == NULL && !i->left)
            oldest = i;
        if (match && (i->left || !match->left)) /* better one that has not left */
            continue;
        const char *unfit = judge(f, stream, i, fields);
        if (unfit == NULL)
            match = i;
    }
    if (oldest == NULL)
        return not_issued(f, stream, user);
    if (match == NULL)
        wrong = judge(f, stream, oldest, fields);
    (match && !match->left ? match : oldest)->left = true;
    remember(&p->gone, user);
    for (instruction **at = &p->first; waiting == 1 && *at;) /* all of this user have left */
        if ((*at)->user == user)
            drop_instruction(p, at);
        else
            at = &(*at)->next;
    return wrong;
}

/* What is wrong with the cycle in which the first instruction of the port leaves. */
static const char *judge_time(file *f, const port *p)
{
    const instruction *i = p->first;
    unsigned long long due = i->asked + f->promises.fixed;
    bool reads = i->source[0].used || i->source[1].used || i->source[2].used;
    if (due < p->gave)
        due = p->gave;
    if (p->clock >= due && (reads || p->clock == due))
        return NULL;
    text *t = begin(f);
    text_printf(t, "%s, instruction of user %#llx: it leaves %llu cycles after its acceptance; %s %llu", f->streams.stream[p->stream].name,
                (unsigned long long)i->user, p->clock - i->asked, reads ? "it must be at least" : "it reads nothing, so it must be",
                due - i->asked);
    return t->data;
}

/* Of a port that keeps the order: the first one leaves. */
static const char *give_in_order(file *f, int stream, const uint32_t *fields)
{
    port *p = &f->ports[f->of[stream]];
    uint64_t user = user_in(f, stream, fields);
    instruction **at = &p->first;
    while (*at && (*at)->user != user)
        at = &(*at)->next;
    if (*at == NULL)
        return not_issued(f, stream, user);
    const char *wrong = judge(f, stream, *at, fields);
    if (!wrong && at != &p->first) {
        text *t = begin(f);
        text_printf(t, "%s, instruction of user %#llx: it leaves before the older one of user %#llx", f->streams.stream[stream].name,
                    (unsigned long long)user, (unsigned long long)p->first->user);
        wrong = t->data;
    }
    if (!wrong)
        wrong = judge_time(f, p);
    p->gave = p->clock + 1;
    remember(&p->gone, user);
    drop_instruction(p, at);
    return wrong;
}

const char *register_file_gave(void *spec, int stream, const uint32_t *fields)
{
    file *f = spec;
    switch (f->kind[stream]) {
    case OPERANDS: return f->promises.fixed ? give_in_order(f, stream, fields) : give_operands(f, stream, fields);
    case STORED: return give_stored(f, stream, fields);
    default: return NULL;
    }
}

/* ---- cycles ---- */

/* The registers of the warp are released in the cycles after the one in which the release was taken. A write that `stored` tells in a cycle
 * was stored in the one before. */
static void go_on_releasing(file *f)
{
    if (f->releasing < 0)
        return;
    reg *first = f->regs + (uint32_t)f->releasing * f->registers;
    f->release_left--;
    if (f->release_left == f->promises.release - 1)
        for (reg *g = first; g < first + f->registers; g++)
            if (g->count)
                change_reg(f, g, RELEASES, NULL);
    if (f->release_left > 0)
        return;
    for (reg *g = first; g < first + f->registers; g++)
        if (g->count)
            g->now = g->released;
    f->releasing = -1;
}

static const char *late(file *f, uint32_t held)
{
    for (port *p = f->ports; p < f->ports + f->port_count; p++) {
        p->clock += !(held >> p->stream & 1);
        const instruction *i = p->first;
        while (i && i->left)
            i = i->next;
        if (i && p->clock - i->asked > f->promises.most) {
            text_printf(begin(f), "instruction of user %#llx, issue port %d: its operands did not come within %llu cycles",
                        (unsigned long long)i->user, (int)(p - f->ports), f->promises.most);
            return f->complaint.data;
        }
    }
    if (f->first && f->cycle - f->first->cycle > f->promises.most) {
        text *t = begin(f);
        say_write(f, t, f->first);
        text_printf(t, ": not stored within %llu cycles", f->promises.most);
        return t->data;
    }
    return NULL;
}

const char *register_file_cycle(void *spec, uint32_t held)
{
    file *f = spec;
    const char *wrong = late(f, held);
    go_on_releasing(f);
    f->cycle++;
    return wrong;
}

register_file_tally register_file_counts(const void *spec)
{
    return ((const file *)spec)->tally;
}

const specification spec_register_file = {open_plain,         register_file_close, register_file_reset,
                                          register_file_took, register_file_gave,  register_file_cycle};
