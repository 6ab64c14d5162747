/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of caches: requests to few lines at a time, flushes, and a memory behind the cache, which takes what is written back and fills the lines
 * that are asked for, in any order and at times late. Requests that are under way have different users.
 *
 * Streams and fields are those of docs/systems.md. Read from the bottom up. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

/* For WHILE requests the addresses have so few lines, all but the first of which differ from it in one bit; then others. */
enum { WHILE = 64, MOST_HOT = 6, MOST_USER_WORDS = 2 };
/* So long the memory fills nothing when the unit is to be filled. */
enum { FILL = 64 };

typedef struct {
    uint32_t address;
    uint32_t *data;
    UT_hash_handle hh;
} line;

/* A line that is owed. */
typedef struct owed owed;
struct owed {
    owed *next; /* that was asked for before */
    uint32_t address, data[];
};

/* A request that was given and is not answered. */
typedef struct request request;
struct request {
    request *next;
    uint32_t user[MOST_USER_WORDS], left[]; /* parts that are not answered */
};

typedef struct {
    const design *design;
    stimuli *values;
    memory_traffic traffic;
    void *own;
    const wf_stream *request, *response, *miss, *fill, *flush;
    int line_bits, words; /* of a line */
    int parts;            /* of a word */
    unsigned long long given, users, flushes;
    line *lines;        /* what the memory holds */
    owed *owed;         /* each as the line was when it was asked for */
    uint32_t waited;    /* since the last fill */
    bool filling;       /* the unit is to be filled, */
    uint32_t withheld;  /* and no fill comes until this is 0 */
    request *under_way; /* the newest first */
} memory;

/* ---- bits ---- */

static size_t bytes(int bits)
{
    return sizeof(uint32_t) * (size_t)((bits + 31) / 32);
}

static bool is_zero(const uint32_t *v, int bits)
{
    for (int i = 0; i < (bits + 31) / 32; i++)
        if (v[i])
            return false;
    return true;
}

/* ---- the memory ---- */

/* A line that was never written has a value of its own. */
static line *line_at(memory *m, uint32_t address)
{
    line *l;
    HASH_FIND(hh, m->lines, &address, sizeof address, l);
    if (l)
        return l;
    l = zalloc(sizeof *l);
    *l = (line){.address = address, .data = zalloc(bytes(m->line_bits))};
    m->traffic.line(m->own, address, l->data);
    HASH_ADD(hh, m->lines, address, sizeof l->address, l);
    return l;
}

/* Parts that are written. mask: NULL: all. */
static void write_line(const memory *m, line *l, const uint32_t *mask, const uint32_t *data)
{
    int parts = mask ? field_bits(m->miss, "mask") : 1, bits = m->line_bits / parts;
    for (int p = 0; p < parts; p++) {
        if (mask && !(mask[p / 32] >> p % 32 & 1))
            continue;
        for (int i = p * bits, step; i < (p + 1) * bits; i += step) {
            step = i % 32 == 0 && (p + 1) * bits - i >= 32 ? 32 : 1;
            uint32_t x = data[i / 32] >> i % 32;
            field_put(l->data + i / 32, i % 32, &x, step);
        }
    }
}

static void see_miss(memory *m, const uint32_t *fields)
{
    int mask = field_at(m->miss, "mask");
    line *l = line_at(m, fields[field_at(m->miss, "address")]);
    if (fields[field_at(m->miss, "write")]) {
        write_line(m, l, mask < 0 ? NULL : fields + mask, fields + field_at(m->miss, "data"));
        return;
    }
    owed *o = zalloc(sizeof *o + bytes(m->line_bits));
    o->next = m->owed;
    o->address = l->address;
    memcpy(o->data, l->data, bytes(m->line_bits));
    m->owed = o;
}

/* How the memory fills, for a while: any line as soon as it can; the newest; any of them seldom; none until there are some, or for long. */
typedef enum { ANY, NEWEST, SELDOM, TOGETHER, PACES } pace_kind;

static bool fills_now(const memory *m, pace_kind pace, uint32_t count, rng *random)
{
    rng now = {rng_mix(m->given / WHILE)};
    if (pace == SELDOM)
        return rng_below(random, 16) == 0;
    return pace != TOGETHER || count > 1 + rng_below(&now, 8) || m->waited > 256;
}

/* One of those that are owed; of one line the oldest. */
static owed **choose_owed(memory *m, pace_kind pace, uint32_t count, rng *random)
{
    owed **at = &m->owed, **oldest;
    for (uint32_t skip = pace == NEWEST ? 0 : rng_below(random, count); skip > 0; skip--)
        at = &(*at)->next;
    oldest = at;
    for (owed **older = at; *older; older = &(*older)->next)
        if ((*older)->address == (*at)->address)
            oldest = older;
    return oldest;
}

static bool next_fill(memory *m, uint32_t *fields, rng *random)
{
    pace_kind pace = (pace_kind)(rng_mix(m->given / WHILE) % PACES);
    uint32_t count = 0;
    for (const owed *o = m->owed; o; o = o->next)
        count++;
    if (m->withheld > 0) {
        m->withheld--;
        return false;
    }
    if (count == 0 || !fills_now(m, pace, count, random)) {
        m->waited += count > 0;
        return false;
    }
    owed **at = choose_owed(m, pace, count, random), *filled = *at;
    fields[field_at(m->fill, "address")] = filled->address;
    memcpy(fields + field_at(m->fill, "data"), filled->data, bytes(m->line_bits));
    *at = filled->next;
    arena_free(filled);
    m->waited = count > 1 ? m->waited : 0;
    return true;
}

/* ---- users ---- */

static bool is_user(const memory *m, const request *r, const uint32_t *user)
{
    return memcmp(r->user, user, bytes(field_bits(m->request, "user"))) == 0;
}

static bool is_under_way(const memory *m, const uint32_t *user)
{
    for (const request *r = m->under_way; r; r = r->next)
        if (is_user(m, r, user))
            return true;
    return false;
}

/* A user that no request under way has. False: there is none. */
static bool put_user(memory *m, uint32_t *user)
{
    int bits = field_bits(m->request, "user");
    unsigned long long count = 0;
    for (const request *r = m->under_way; r; r = r->next)
        count++;
    if (bits < 32 && count >> bits)
        return false;
    do
        put_own_user(user, m->users++, bits);
    while (is_under_way(m, user));
    return true;
}

static void remember(memory *m, const uint32_t *fields)
{
    int mask = field_at(m->response, "mask") < 0 ? -1 : field_at(m->request, "mask");
    request *r = zalloc(sizeof *r + bytes(m->parts));
    r->next = m->under_way;
    memcpy(r->user, fields + field_at(m->request, "user"), bytes(field_bits(m->request, "user")));
    if (mask >= 0)
        memcpy(r->left, fields + mask, bytes(m->parts));
    m->under_way = r;
}

static void forget(request **at)
{
    request *gone = *at;
    *at = gone->next;
    arena_free(gone);
}

static void see_response(memory *m, const uint32_t *fields)
{
    int mask = field_at(m->response, "mask");
    request **at = &m->under_way;
    while (*at && !is_user(m, *at, fields + field_at(m->response, "user")))
        at = &(*at)->next;
    if (*at == NULL)
        return;
    for (int i = 0; mask >= 0 && i < (m->parts + 31) / 32; i++)
        (*at)->left[i] &= ~fields[mask + i];
    if (is_zero((*at)->left, m->parts))
        forget(at);
}

/* ---- requests ---- */

static bool next_request(memory *m, uint32_t *fields, rng *random)
{
    uint32_t user[MOST_USER_WORDS] = {0};
    if (!put_user(m, user))
        return false;
    random_fields(m->request, fields, random);
    m->traffic.request(m->own, m->given++, m->filling, fields, random);
    memcpy(fields + field_at(m->request, "user"), user, bytes(field_bits(m->request, "user")));
    remember(m, fields);
    return true;
}

/* Now and then; at some times often, most of the time never. */
static bool next_flush(memory *m, uint32_t *fields, rng *random)
{
    unsigned long long number = m->given / WHILE;
    uint32_t one_of = number % 16 == 3 ? 16 : number % 4 == 3 ? 256 : 0;
    if (m->filling || one_of == 0 || rng_below(random, one_of) != 0)
        return false;
    random_fields(m->flush, fields, random);
    put_own_user(fields + field_at(m->flush, "user"), m->flushes++, field_bits(m->flush, "user"));
    return true;
}

/* ---- the environment ---- */

void *memory_around(const design *d, stimuli *values, const memory_traffic *traffic, void *own)
{
    memory *m = zalloc(sizeof *m);
    m->design = d;
    m->values = values;
    m->request = unit_stream(d, "request");
    m->response = unit_stream(d, "response");
    m->miss = unit_stream(d, "miss");
    m->fill = unit_stream(d, "fill");
    m->flush = unit_stream(d, "flush");
    m->line_bits = field_bits(m->fill, "data");
    m->words = m->line_bits / field_bits(m->request, "data");
    m->parts = field_at(m->request, "mask") < 0 ? 1 : field_bits(m->request, "mask");
    m->traffic = *traffic;
    m->own = own ? own : m;
    return m;
}

/* What was asked for is forgotten; the memory keeps what it has. */
void memory_around_reset(void *env)
{
    memory *m = env;
    for (owed *gone; (gone = m->owed) != NULL; arena_free(gone))
        m->owed = gone->next;
    while (m->under_way)
        forget(&m->under_way);
}

void memory_around_close(void *env)
{
    memory *m = env;
    memory_around_reset(m);
    for (line *gone; (gone = m->lines) != NULL; arena_free(gone)) {
        HASH_DEL(m->lines, gone);
        arena_free(gone->data);
    }
    arena_free(m);
}

void memory_around_fill(void *env, bool fill)
{
    memory *m = env;
    m->withheld = !fill ? 0 : m->filling ? m->withheld : FILL;
    m->filling = fill;
}

void memory_around_saw(void *env, int stream, const uint32_t *fields)
{
    memory *m = env;
    const wf_stream *w = &m->design->streams.stream[stream];
    if (w == m->miss)
        see_miss(m, fields);
    if (w == m->response)
        see_response(m, fields);
}

bool memory_around_next(void *env, int stream, uint32_t *fields, rng *random)
{
    memory *m = env;
    const wf_stream *w = &m->design->streams.stream[stream];
    if (w == m->fill)
        return next_fill(m, fields, random);
    if (w == m->request)
        return next_request(m, fields, random);
    if (w == m->flush)
        return next_flush(m, fields, random);
    random_fields(w, fields, random);
    return true;
}

/* ---- requests and lines of any cache ---- */

static uint32_t choose_line(unsigned long long n, rng *random, int line_number_bits)
{
    rng now = {(n / WHILE + 1) * 0x9e3779b97f4a7c15u};
    uint32_t first = rng_word(&now), lines = 1 + rng_below(&now, MOST_HOT), hot = rng_below(random, lines);
    if (rng_below(random, 32) == 0)
        return rng_word(random);
    for (uint32_t i = 1; i < hot; i++)
        rng_word(&now);
    return hot ? first ^ (uint32_t)1 << rng_below(&now, (uint32_t)line_number_bits) : first;
}

/* Loads and stores, all loads or hardly any. What fills a cache are loads of lines that it has not got. */
static void any_request(void *env, unsigned long long n, bool fill, uint32_t *fields, rng *random)
{
    static const uint32_t stores[] = {0, 4, 8, 14}; /* of 16 */
    const memory *m = env;
    int address = field_at(m->request, "address"), mask = field_at(m->request, "mask"), bits = field_bits(m->request, "address");
    rng now = {n / WHILE};
    uint32_t number = fill ? rng_word(random) : choose_line(n, random, bits - __builtin_ctz((unsigned)m->words));
    uint32_t all = (uint32_t)(((uint64_t)1 << bits) - 1);
    fields[address] = (number * (uint32_t)m->words + rng_below(random, (uint32_t)m->words)) & all;
    fields[field_at(m->request, "write")] = !fill && rng_below(random, 16) < stores[rng_below(&now, 4)];
    for (int i = 0; mask >= 0 && i < m->parts && fields[address] % 2; i++)
        fields[mask + i / 32] |= (uint32_t)1 << i % 32;
}

static void any_line(void *env, uint32_t address, uint32_t *data)
{
    const memory *m = env;
    rng own = {rng_mix(address)};
    stimulus x;
    stimuli_next(m->values, &x);
    for (int i = 0; i < m->line_bits; i += 32) {
        data[i / 32] = 8 * m->design->config.line_bytes == m->line_bits ? x.block[i / 32] : rng_word(&own);
        if (m->line_bits - i < 32)
            data[i / 32] &= ((uint32_t)1 << (m->line_bits - i)) - 1;
    }
}

static void *open_memory(const design *d, stimuli *values)
{
    static const memory_traffic any = {any_request, any_line};
    return memory_around(d, values, &any, NULL);
}

const environment environment_memory = {.open = open_memory,
                                        .close = memory_around_close,
                                        .reset = memory_around_reset,
                                        .fill = memory_around_fill,
                                        .saw = memory_around_saw,
                                        .next = memory_around_next};
