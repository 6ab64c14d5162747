/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of engine: requests to lines that share a block of counts or a set of their cache, values that compress to any number of bursts,
 * flushes; and the channel of DRAM. It keeps the order of commands of one burst and no other. It answers at times at once, at times late and in any
 * order, and at times not at all for long.
 *
 * In the beginning all counts say "all bursts", and each line has a value of its own. So it is again after some of the resets that lost something. After
 * others memory is as it was, or the counts are anything: then lines come that are no code. Requests pause for a while after some flushes, so that a reset
 * may come there, which loses nothing.
 *
 * Streams and fields are those of docs/engine.md. Read from the bottom up. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../burst_code.h"
#include "../fields.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum {
    LINE_WORDS = BURST_CODE_MOST_WORDS,
    MASK_WORDS = LINE_WORDS / 8,
    BURST_WORDS = WF_BURST_BYTES / 4,
    MOST_BURSTS = 4,
    MOST_USER_WORDS = 2,
    WHILE = 96,     /* requests of one character */
    FILL = 80,      /* cycles without a return when the unit is to be filled */
    STOP = 300,     /* and when DRAM stops, at most */
    PAUSE = 512,    /* cycles without a request after a flush, at most */
    REMEMBERED = 64 /* lines that are asked for once more */
};

/* ---- what the environment keeps ---- */

/* Memory after a reset that lost something. */
typedef enum { ANYTHING, AS_IT_WAS, AS_AT_FIRST, MEMORIES } memory_kind;

typedef struct {
    uint32_t address, data[BURST_WORDS];
    UT_hash_handle hh;
} burst;

/* A command that DRAM has taken. A write waits for its bursts. A read waits for writes before it of the same bursts; then it has its data. */
typedef struct command command;
struct command {
    command *next;
    bool write, has_data;
    uint32_t id, address, count, came; /* came: bursts of a write that came, or of a read that were given */
    uint32_t data[MOST_BURSTS][BURST_WORDS];
};

/* A burst that was written before its command was taken. */
typedef struct early early;
struct early {
    early *next;
    uint32_t mask, data[BURST_WORDS];
};

/* A read that was given and is not answered. */
typedef struct reader reader;
struct reader {
    reader *next;
    uint32_t user[MOST_USER_WORDS];
};

/* Lines: a few; of one block of counts, mostly a few; of blocks of one set; anywhere; some of the region. */
typedef enum { FEW, BLOCK, SET, ANYWHERE, REGION, PLACES } place;
/* Masks: whole; a byte; a half; a burst; any; none. */
typedef enum { WHOLE, BYTE, HALF, ONE_BURST, ANY_MASK, EMPTY, MASKS } mask_kind;
/* Values: zeros; one word; base and small differences, of 2, 4 or 8 bytes; small words; random ones; as stimuli.c gives them. */
typedef enum { ZEROS, REPEATED, NEAR, SMALL, NOISE, STIMULI, VALUES } value_kind;

typedef struct {
    place place;
    mask_kind mask;
    value_kind value;
    uint32_t first, count; /* lines, or blocks */
    uint32_t writes;       /* of 16 */
    uint32_t whole;        /* of 8: writes that are whole, whatever `mask` is */
} character;

typedef struct {
    const design *design;
    stimuli *values;
    burst_code code;
    const wf_stream *request, *flush, *back, *response, *command, *data, *flushed;
    bool core;
    uint32_t line_words, bursts, lines, region, block_lines, sets, ways;
    int user_bits;
    uint64_t image;  /* which pseudo-random values lines have in the beginning */
    bool any_counts; /* the counts have, too */
    uint32_t losses; /* resets that lost something */
    burst *memory;
    command *first, **end;
    early *early, **last_early;
    reader *readers;
    uint32_t remembered[REMEMBERED];
    unsigned long long given, users, flushes;
    bool nothing_lost;    /* by a reset now */
    bool offered;         /* a request that is not taken */
    bool quiet, flushing; /* no request until a flush was told, which flushing says was given; then a pause */
    uint32_t pause;       /* cycles without a request */
    uint32_t stop;        /* cycles without a return */
    bool filling;
} engine;

/* ---- memory ---- */

static burst *burst_at(engine *e, uint32_t address)
{
    burst *b;
    HASH_FIND(hh, e->memory, &address, sizeof address, b);
    if (b)
        return b;
    rng own = {rng_mix(e->image << 32 | address)};
    b = zalloc(sizeof *b);
    b->address = address;
    for (int i = 0; i < BURST_WORDS; i++)
        b->data[i] = address / e->bursts >= e->region && !e->any_counts ? ~(uint32_t)0 : rng_word(&own);
    HASH_ADD(hh, e->memory, address, sizeof b->address, b);
    return b;
}

static void forget_memory(engine *e)
{
    for (burst *b; (b = e->memory) != NULL; arena_free(b))
        HASH_DEL(e->memory, b);
}

static void write_bytes(burst *b, uint32_t mask, const uint32_t *data)
{
    for (int i = 0; i < WF_BURST_BYTES; i++)
        if (mask >> i & 1) {
            uint32_t byte = data[i / 4] >> 8 * (i % 4);
            field_put(b->data + i / 4, 8 * (i % 4), &byte, 8);
        }
}

/* ---- commands ---- */

static bool meet(const command *a, const command *b)
{
    return a->address < b->address + b->count && b->address < a->address + a->count;
}

/* A write of the same bursts, before this read, that has not all of its own. */
static bool waits(const engine *e, const command *r)
{
    for (const command *c = e->first; c != r; c = c->next)
        if (c->write && meet(c, r))
            return true;
    return false;
}

/* Reads that wait for nothing have their data now, before a later write changes it. */
static void serve_reads(engine *e)
{
    for (command *c = e->first; c; c = c->next) {
        if (c->write || c->has_data || waits(e, c))
            continue;
        for (uint32_t i = 0; i < c->count; i++)
            memcpy(c->data[i], burst_at(e, c->address + i)->data, sizeof c->data[i]);
        c->has_data = true;
    }
}

static void drop(engine *e, command **at)
{
    command *gone = *at;
    *at = gone->next;
    if (e->end == &gone->next)
        e->end = at;
    arena_free(gone);
}

/* The oldest write takes the bursts that are there. When it has all of them it is done. */
static void serve_writes(engine *e)
{
    command **at = &e->first;
    while (*at && e->early) {
        early *b = e->early;
        if (!(*at)->write) {
            at = &(*at)->next;
            continue;
        }
        write_bytes(burst_at(e, (*at)->address + (*at)->came++), b->mask, b->data);
        e->early = b->next;
        if (e->early == NULL)
            e->last_early = &e->early;
        arena_free(b);
        if ((*at)->came == (*at)->count) {
            drop(e, at);
            serve_reads(e);
        }
    }
}

static void see_command(engine *e, const uint32_t *fields)
{
    command *c = zalloc(sizeof *c);
    c->write = fields[field_at(e->command, "write")];
    c->id = fields[field_at(e->command, "id")];
    c->address = fields[field_at(e->command, "address")];
    c->count = fields[field_at(e->command, "bursts")] + 1;
    *e->end = c;
    e->end = &c->next;
    serve_reads(e);
    serve_writes(e);
}

static void see_data(engine *e, const uint32_t *fields)
{
    early *b = zalloc(sizeof *b);
    b->mask = fields[field_at(e->data, "mask")];
    memcpy(b->data, fields + field_at(e->data, "data"), sizeof b->data);
    *e->last_early = b;
    e->last_early = &b->next;
    serve_writes(e);
}

/* ---- returns ---- */

/* How DRAM answers, for a while: the oldest as soon as it can; any; the newest; any but the oldest, which waits for long; any of them seldom; none until
 * there are some; at times none for long. */
typedef enum { PROMPT, ANY, NEWEST, NOT_THE_OLDEST, SELDOM, TOGETHER, STOPS, PACES } pace_kind;

static pace_kind pace_of(const engine *e)
{
    return (pace_kind)(rng_mix(e->given / WHILE + 77) % PACES);
}

static uint32_t answerable(const engine *e)
{
    uint32_t count = 0;
    for (const command *c = e->first; c; c = c->next)
        count += !c->write && c->has_data;
    return count;
}

/* None of them for a while, now and then. */
static bool answers_now(engine *e, pace_kind pace, uint32_t count, rng *random)
{
    if (e->stop > 0) {
        e->stop--;
        return false;
    }
    if (pace == STOPS && rng_below(random, 256) == 0)
        e->stop = 1 + rng_below(random, STOP);
    if (pace == TOGETHER && count < 4 && rng_below(random, 32) != 0)
        return false;
    if (pace == NOT_THE_OLDEST && count == 1)
        return rng_below(random, 24) == 0;
    return pace != SELDOM || rng_below(random, 4) == 0;
}

/* Which of those that can be answered. */
static uint32_t choose_skip(pace_kind pace, uint32_t count, rng *random)
{
    switch (pace) {
    case PROMPT: return 0;
    case NEWEST: return count - 1;
    case NOT_THE_OLDEST: return count > 1 ? 1 + rng_below(random, count - 1) : 0;
    default: return rng_below(random, count);
    }
}

/* The command number `skip` of those that can be answered. An id has one at a time, since the unit asks so. */
static command **choose(engine *e, uint32_t skip)
{
    command **at = &e->first;
    while ((*at)->write || !(*at)->has_data || skip-- > 0)
        at = &(*at)->next;
    return at;
}

static bool next_return(engine *e, uint32_t *fields, rng *random)
{
    pace_kind pace = pace_of(e);
    uint32_t count = answerable(e);
    if (count == 0 || !answers_now(e, pace, count, random))
        return false;
    command **at = choose(e, choose_skip(pace, count, random)), *c = *at;
    fields[field_at(e->back, "id")] = c->id;
    memcpy(fields + field_at(e->back, "data"), c->data[c->came++], sizeof c->data[0]);
    if (c->came == c->count)
        drop(e, at);
    return true;
}

/* ---- lines ---- */

/* Values of 2, 4 or 8 bytes that differ little from a base, or from zero. */
static void put_near(const engine *e, uint32_t *line, uint64_t base, rng *random)
{
    uint32_t size = 2u << base % 3, spread = 1u << rng_below(random, 15);
    for (uint32_t i = 0; i < e->line_words * 4 / size; i++) {
        uint64_t x = (rng_below(random, 8) == 0 ? 0 : base) + rng_below(random, spread);
        uint32_t words[2] = {(uint32_t)x, (uint32_t)(x >> 32)};
        field_put(line, (int)(8 * size * i), words, (int)(8 * size));
    }
}

/* Mostly a line has the same base and the same words whenever it is written, so that what is written in part still has a code. */
static void put_line(engine *e, value_kind kind, uint32_t number, uint32_t *line, rng *random)
{
    uint64_t base = rng_below(random, 4) ? rng_mix(number) : rng_next(random);
    uint32_t words[2] = {(uint32_t)base, (uint32_t)(base >> 32)}, bits = 1 + rng_below(random, 16);
    stimulus x;
    stimuli_next(e->values, &x);
    for (uint32_t i = 0; i < e->line_words; i++)
        switch (kind) {
        case ZEROS: line[i] = 0; break;
        case REPEATED: line[i] = words[i % 2]; break;
        case SMALL: line[i] = rng_word(random) >> (32 - bits); break;
        case STIMULI: line[i] = x.block[i]; break;
        default: line[i] = rng_word(random); break;
        }
    if (kind == NEAR)
        put_near(e, line, base, random);
    if (rng_below(random, 16) == 0)
        line[rng_below(random, e->line_words)] ^= (uint32_t)1 << rng_below(random, 32);
}

/* ---- masks ---- */

static bool is_whole(const engine *e, const uint32_t *mask)
{
    for (uint32_t i = 0; i < e->line_words / 8; i++)
        if (mask[i] != ~(uint32_t)0)
            return false;
    return true;
}

static void put_mask(const engine *e, mask_kind kind, uint32_t *mask, rng *random)
{
    uint32_t words = e->line_words / 8, byte = rng_below(random, 32 * words), upper = rng_below(random, 2), density = rng_below(random, 3);
    for (uint32_t i = 0; i < words; i++) {
        uint32_t any = rng_word(random), more = rng_word(random);
        switch (kind) {
        case WHOLE: mask[i] = ~(uint32_t)0; break;
        case HALF: mask[i] = (i >= words / 2) == upper ? ~(uint32_t)0 : 0; break;
        case ONE_BURST: mask[i] = i == byte / 32 ? ~(uint32_t)0 : 0; break;
        case ANY_MASK: mask[i] = density == 0 ? any & more : density == 1 ? any | more : rng_below(random, 2) ? any : 0; break;
        default: mask[i] = 0; break;
        }
    }
    if (kind == BYTE)
        mask[byte / 32] = (uint32_t)1 << byte % 32;
    if (kind == WHOLE && rng_below(random, 16) == 0) /* but one byte */
        mask[byte / 32] ^= (uint32_t)1 << byte % 32;
}

/* ---- places ---- */

/* The line of the region that has the count of the first line, or the next one. */
static uint32_t in_region(const engine *e, const character *c, rng *random)
{
    uint32_t counts = 4 * WF_BURST_BYTES * e->bursts; /* of a line of the region */
    return e->region + (c->first / counts + rng_below(random, 2)) % (e->lines - e->region);
}

static uint32_t choose_line(engine *e, const character *c, rng *random)
{
    uint32_t i = rng_below(random, c->count), block = c->first - c->first % e->block_lines, near = rng_below(random, 2);
    uint32_t set = e->block_lines * e->sets, how = rng_below(random, 32), line = c->first;
    if (how < 4)
        return e->remembered[rng_below(random, REMEMBERED)];
    if (how == 4 || (c->place == REGION && how < 12))
        return in_region(e, c, random);
    switch (c->place) {
    case FEW: line += i; break;
    case BLOCK: line = block + (how % 4 ? c->first * (1 + i) : rng_word(random)) % e->block_lines; break;
    case SET: line = c->first + i * set + near; break;
    case REGION: line += i * e->block_lines; break;
    default: line = rng_word(random); break;
    }
    return line % e->lines;
}

static character character_of(const engine *e, unsigned long long n)
{
    static const uint32_t writes[] = {2, 6, 10, 14}, whole[] = {1, 2, 4, 8};
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    character c = {.place = (place)rng_below(&now, PLACES), .first = rng_word(&now) % e->lines};
    const uint32_t counts[PLACES] = {1 + rng_below(&now, 3), 4, e->ways + 1 + rng_below(&now, 3), 1, 4};
    c.count = counts[c.place];
    c.mask = (mask_kind)rng_below(&now, EMPTY);
    c.value = (value_kind)rng_below(&now, VALUES);
    c.writes = writes[rng_below(&now, 4)];
    c.whole = whole[rng_below(&now, 4)];
    return c;
}

/* ---- users ---- */

static bool is_user(const engine *e, const reader *r, const uint32_t *user)
{
    return memcmp(r->user, user, sizeof *user * (size_t)((e->user_bits + 31) / 32)) == 0;
}

static bool is_under_way(const engine *e, const uint32_t *user)
{
    for (const reader *r = e->readers; r; r = r->next)
        if (is_user(e, r, user))
            return true;
    return false;
}

/* A user that no read under way has. False: there is none. */
static bool put_user(engine *e, uint32_t *user)
{
    unsigned long long count = 0;
    for (const reader *r = e->readers; r; r = r->next)
        count++;
    if (e->user_bits < 32 && count >> e->user_bits)
        return false;
    do
        put_own_user(user, e->users++, e->user_bits);
    while (is_under_way(e, user));
    return true;
}

static void remember_reader(engine *e, const uint32_t *user)
{
    reader *r = zalloc(sizeof *r);
    r->next = e->readers;
    memcpy(r->user, user, sizeof *user * (size_t)((e->user_bits + 31) / 32));
    e->readers = r;
}

static void forget_reader(reader **at)
{
    reader *gone = *at;
    *at = gone->next;
    arena_free(gone);
}

static void see_response(engine *e, const uint32_t *fields)
{
    reader **at = &e->readers;
    while (*at && !is_user(e, *at, fields + field_at(e->response, "user")))
        at = &(*at)->next;
    if (*at)
        forget_reader(at);
}

/* ---- requests ---- */

/* The line of a whole write as its code. Now and then it is raw though it has a code of fewer bursts. */
static void put_code(const engine *e, uint32_t *fields, const uint32_t *line, rng *random)
{
    uint32_t *data = fields + field_at(e->request, "data"), *bursts = fields + field_at(e->request, "bursts");
    if (rng_below(random, 16) == 0) {
        *bursts = e->bursts - 1;
        memcpy(data, line, sizeof *line * e->line_words);
    } else
        *bursts = burst_code_encode(&e->code, line, data);
}

static void put_write(engine *e, const character *c, uint32_t *fields, rng *random)
{
    uint32_t line[LINE_WORDS], *mask = fields + field_at(e->request, "mask"), how = rng_below(random, 16);
    mask_kind kind = rng_below(random, 8) < c->whole ? WHOLE : how == 0 ? (mask_kind)rng_below(random, MASKS) : c->mask;
    put_mask(e, kind, mask, random);
    put_line(e, rng_below(random, 4) == 0 ? (value_kind)rng_below(random, VALUES) : c->value, fields[field_at(e->request, "address")], line,
             random);
    if (e->core && is_whole(e, mask))
        put_code(e, fields, line, random);
    else
        memcpy(fields + field_at(e->request, "data"), line, sizeof *line * e->line_words);
}

/* What fills the unit are reads: they stay until DRAM answers. */
static bool next_request(engine *e, uint32_t *fields, rng *random)
{
    uint32_t user[MOST_USER_WORDS] = {0};
    if (e->pause > 0) {
        e->pause--;
        return false;
    }
    if (e->quiet || !put_user(e, user))
        return false;
    character c = character_of(e, e->given++);
    bool write = !e->filling && rng_below(random, 16) < c.writes;
    uint32_t line = e->filling ? rng_word(random) % e->lines : choose_line(e, &c, random);
    random_fields(e->request, fields, random);
    fields[field_at(e->request, "write")] = write;
    fields[field_at(e->request, "address")] = line;
    if (write)
        put_write(e, &c, fields, random);
    else
        remember_reader(e, user);
    e->remembered[rng_below(random, REMEMBERED)] = line;
    e->offered = true;
    memcpy(fields + field_at(e->request, "user"), user, sizeof *user * (size_t)((e->user_bits + 31) / 32));
    return true;
}

/* Now and then; at some times often, most of the time never. */
static bool wants_flush(const engine *e, rng *random)
{
    unsigned long long number = e->given / WHILE;
    uint32_t one_of = number % 16 == 3 ? 16 : number % 4 == 1 ? 256 : 0;
    return !e->filling && e->pause == 0 && one_of > 0 && rng_below(random, one_of) == 0;
}

/* A flush behind which no request waits comes when the last one has been taken. */
static bool next_flush(engine *e, uint32_t *fields, rng *random)
{
    if (!e->quiet) {
        if (!wants_flush(e, random))
            return false;
        e->quiet = rng_below(random, 4) == 0;
        e->flushing = false;
    }
    if (e->quiet && (e->offered || e->flushing))
        return false;
    e->flushing = true;
    put_own_user(fields + field_at(e->flush, "user"), e->flushes++, e->user_bits);
    return true;
}

/* What told of an earlier flush is no end of the quiet, but it does not matter: then this one is told before the pause is over. */
static void see_flushed(engine *e)
{
    e->nothing_lost = true;
    if (e->quiet && e->flushing) {
        e->quiet = false;
        e->pause = PAUSE / 2 + (uint32_t)(rng_mix(e->flushes) % (PAUSE / 2));
    }
}

/* ---- the environment ---- */

static void *open_engine(const design *d, stimuli *values)
{
    engine *e = zalloc(sizeof *e);
    uint32_t fetch = unit_parameter(d, "fetch");
    *e = (engine){.design = d, .values = values, .code = burst_code_of(d), .nothing_lost = true};
    e->request = unit_stream(d, "request"), e->flush = unit_stream(d, "flush"), e->back = unit_stream(d, "return");
    e->response = unit_stream(d, "response"), e->command = unit_stream(d, "command"), e->data = unit_stream(d, "data");
    e->flushed = unit_stream(d, "flushed");
    e->core = unit_chooses(d, "place", "core");
    e->line_words = (uint32_t)d->config.line_bytes / 4;
    e->bursts = (uint32_t)d->config.line_bytes / WF_BURST_BYTES;
    e->lines = (uint32_t)1 << unit_parameter(d, "address");
    e->region = e->lines - e->lines / 4 / (uint32_t)d->config.line_bytes;
    e->block_lines = 4 * fetch;
    e->ways = unit_parameter(d, "ways");
    e->sets = unit_parameter(d, "kbytes") * 1024 / fetch / e->ways;
    e->user_bits = field_bits(e->request, "user");
    e->end = &e->first;
    e->last_early = &e->early;
    return e;
}

static void forget_what_is_under_way(engine *e)
{
    while (e->first)
        drop(e, &e->first);
    for (early *b; (b = e->early) != NULL; arena_free(b))
        e->early = b->next;
    e->last_early = &e->early;
    while (e->readers)
        forget_reader(&e->readers);
    e->stop = e->pause = 0;
    e->quiet = e->offered = false;
}

static void lose(engine *e)
{
    const memory_kind kind = (memory_kind)(e->losses++ % MEMORIES);
    if (kind == AS_IT_WAS)
        return;
    forget_memory(e);
    e->image++;
    e->any_counts = kind == ANYTHING;
}

static void reset(void *env)
{
    engine *e = env;
    forget_what_is_under_way(e);
    if (!e->nothing_lost)
        lose(e);
    e->nothing_lost = true;
}

static void close_engine(void *env)
{
    engine *e = env;
    forget_what_is_under_way(e);
    forget_memory(e);
    arena_free(e);
}

static void fill(void *env, bool fill)
{
    engine *e = env;
    if (fill && !e->filling)
        e->stop = FILL;
    if (fill) {
        e->pause = 0;
        e->quiet = false;
    }
    e->filling = fill;
}

static void saw(void *env, int stream, const uint32_t *fields)
{
    engine *e = env;
    const wf_stream *w = &e->design->streams.stream[stream];
    if (w == e->request)
        e->nothing_lost = e->offered = false;
    if (w == e->response)
        see_response(e, fields);
    if (w == e->command)
        see_command(e, fields);
    if (w == e->data)
        see_data(e, fields);
    if (w == e->flushed)
        see_flushed(e);
}

static bool next(void *env, int stream, uint32_t *fields, rng *random)
{
    engine *e = env;
    const wf_stream *w = &e->design->streams.stream[stream];
    if (w == e->request)
        return next_request(e, fields, random);
    return w == e->back ? next_return(e, fields, random) : next_flush(e, fields, random);
}

const environment environment_engine = {.open = open_engine, .close = close_engine, .reset = reset, .fill = fill, .saw = saw, .next = next};
