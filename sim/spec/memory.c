/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of caches, from docs/systems.md: a memory, whatever the cache keeps of it. A load returns the newest store to its address that was
 * accepted before it, or else what the memory behind has there, which a fill tells. It knows no sets, ways or states of lines.
 *
 * A *line* is what `miss` and `fill` move, a *word* what a request moves. A *part* is what a bit of the request's `mask` covers; without a mask it is
 * the word. Stores are numbered from 1 on; 0 is what the memory had before all of them.
 *
 * What is written back may be older than the newest store: it may have waited at `miss` while that was stored. It is never older than what was written
 * back before, nor than a store that is *settled*: one that was in the cache so long ago that all that was on its way then has left.
 *
 * Read from the bottom up: took and gave, then what each stream does, then lines. */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

#define uthash_malloc(size) grow(NULL, size)
#define uthash_free(p, size) arena_free(p)
#include <uthash.h>

enum { MOST_CYCLES = 256, RECENT = 16, MOST_USER_WORDS = 2 };

/* A store that is not settled. */
typedef struct stored stored;
struct stored {
    stored *next;
    uint32_t number;
    bool done;                /* it took effect, in cycle `since` or before: it was answered, or a later request of its line was */
    unsigned long long since; /* of the cycles in which no output was held */
    uint32_t *mask, *data;    /* of the line's parts */
};

/* A line that a request or a fill has named. Bits are those of parts. */
typedef struct {
    uint32_t address;
    uint32_t *data, *known;  /* the newest; a store or a fill has told it */
    uint32_t *memory, *told; /* what the memory has; it is known */
    uint32_t *written;       /* it was written back */
    uint32_t *least;         /* of each part the oldest store that may be written back now; 0: what the memory had */
    uint32_t *least_data;
    stored *first, **end; /* that are later than these, the oldest first */
    UT_hash_handle hh;
} line;

/* A request that is accepted and not answered. Bits are those of the parts of its word. */
typedef struct request request;
struct request {
    request *next;
    unsigned long long asked; /* in which counted cycle */
    uint32_t address, stores; /* stores: how many were accepted up to it, itself among them */
    uint32_t user[MOST_USER_WORDS];
    bool store, empty;
    uint32_t *left;         /* parts that are not answered */
    uint32_t *want, *known; /* of a load: what it must return, and which parts of it are told yet */
};

/* A line that was asked for and is not filled. */
typedef struct miss miss;
struct miss {
    miss *next;
    uint32_t address;
    uint32_t *written; /* of the line, when it was asked for */
};

typedef struct {
    bool under_way, closed, told; /* closed: accepted in a cycle before this one; told: in this cycle */
    unsigned long long asked;
    uint32_t user[MOST_USER_WORDS];
} flush;

typedef enum { REQUEST, RESPONSE, MISS, FILL, FLUSH, FLUSHED, STREAMS, OTHER = STREAMS } stream_kind;

typedef struct {
    cached_memory_promises promises;
    stream_kind kind[WF_MAX_STREAMS];
    const wf_stream *stream[STREAMS];
    int line_bits, word_bits, part_bits, user_bits;
    bool parted;                    /* answers have masks */
    unsigned long long clock, flow; /* cycles that count; cycles in which no output was held */
    uint32_t stores;
    line *lines;
    request *first, **end;
    miss *misses;
    flush flush;
    cached_memory_tally tally;
    uint32_t answered[RECENT][MOST_USER_WORDS];
    unsigned answers;
    text complaint;
} memory;

/* ---- bits ---- */

static uint32_t *new_bits(int bits)
{
    return zalloc(sizeof(uint32_t) * (size_t)((bits + 31) / 32));
}

static bool bit_at(const uint32_t *v, int i)
{
    return v[i / 32] >> i % 32 & 1;
}

static void set_bit(uint32_t *v, int i)
{
    v[i / 32] |= (uint32_t)1 << i % 32;
}

static void clear_bit(uint32_t *v, int i)
{
    v[i / 32] &= ~((uint32_t)1 << i % 32);
}

static bool is_zero(const uint32_t *v, int bits)
{
    for (int i = 0; i < (bits + 31) / 32; i++)
        if (v[i])
            return false;
    return true;
}

/* At most 32 bits, from bit `at` on. */
static uint32_t get_bits(const uint32_t *v, int at, int bits)
{
    uint64_t both = v[at / 32];
    if (at % 32 + bits > 32)
        both |= (uint64_t)v[at / 32 + 1] << 32;
    return (uint32_t)(both >> at % 32 & (((uint64_t)1 << bits) - 1));
}

static void put_bits(uint32_t *v, int at, int bits, uint32_t x)
{
    uint64_t ones = (((uint64_t)1 << bits) - 1) << at % 32, placed = (uint64_t)x << at % 32;
    v[at / 32] = (v[at / 32] & ~(uint32_t)ones) | (uint32_t)placed;
    if (ones >> 32)
        v[at / 32 + 1] = (v[at / 32 + 1] & ~(uint32_t)(ones >> 32)) | (uint32_t)(placed >> 32);
}

/* Parts are numbered in a word, or in a line. */
static void copy_part(const memory *m, uint32_t *to, int to_part, const uint32_t *from, int from_part)
{
    for (int i = 0; i < m->part_bits; i += 32) {
        int bits = m->part_bits - i < 32 ? m->part_bits - i : 32;
        put_bits(to, to_part * m->part_bits + i, bits, get_bits(from, from_part * m->part_bits + i, bits));
    }
}

/* The first place of a part, in steps of 32 bits, at which a and b differ; -1: none. */
static int part_differs(const memory *m, const uint32_t *a, int a_part, const uint32_t *b, int b_part)
{
    for (int i = 0; i < m->part_bits; i += 32) {
        int bits = m->part_bits - i < 32 ? m->part_bits - i : 32;
        if (get_bits(a, a_part * m->part_bits + i, bits) != get_bits(b, b_part * m->part_bits + i, bits))
            return i;
    }
    return -1;
}

/* The bits there of a part. */
static uint32_t part_at(const memory *m, const uint32_t *v, int part, int place)
{
    int bits = m->part_bits - place < 32 ? m->part_bits - place : 32;
    return get_bits(v, part * m->part_bits + place, bits);
}

/* ---- lines ---- */

static int words_of_line(const memory *m)
{
    return m->line_bits / m->word_bits;
}

static int parts_of_word(const memory *m)
{
    return m->word_bits / m->part_bits;
}

static int parts_of_line(const memory *m)
{
    return m->line_bits / m->part_bits;
}

/* The first part of a word in its line. */
static int first_part(const memory *m, uint32_t address)
{
    return (int)(address % (uint32_t)words_of_line(m)) * parts_of_word(m);
}

static line *line_at(memory *m, uint32_t address)
{
    line *l;
    int parts = parts_of_line(m);
    HASH_FIND(hh, m->lines, &address, sizeof address, l);
    if (l)
        return l;
    l = zalloc(sizeof *l);
    *l = (line){.address = address, .data = new_bits(m->line_bits), .memory = new_bits(m->line_bits), .least_data = new_bits(m->line_bits)};
    l->known = new_bits(parts), l->told = new_bits(parts), l->written = new_bits(parts);
    l->least = zalloc(sizeof *l->least * (size_t)parts);
    l->end = &l->first;
    HASH_ADD(hh, m->lines, address, sizeof l->address, l);
    return l;
}

static line *line_of(memory *m, const request *r)
{
    return line_at(m, r->address / (uint32_t)words_of_line(m));
}

static void drop_stored(line *l)
{
    stored *gone = l->first;
    l->first = gone->next;
    if (l->first == NULL)
        l->end = &l->first;
    arena_free(gone->mask);
    arena_free(gone->data);
    arena_free(gone);
}

static void forget_line(memory *m, line *l)
{
    HASH_DEL(m->lines, l);
    while (l->first)
        drop_stored(l);
    uint32_t *const own[] = {l->data, l->known, l->memory, l->told, l->written, l->least, l->least_data};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        arena_free(own[i]);
    arena_free(l);
}

static void forget_lines(memory *m)
{
    while (m->lines)
        forget_line(m, m->lines);
}

/* What is older than this store, in these parts, is written back no more. */
static void leave_behind(const memory *m, line *l, const stored *s)
{
    for (int p = 0; p < parts_of_line(m); p++)
        if (bit_at(s->mask, p) && s->number > l->least[p]) {
            l->least[p] = s->number;
            copy_part(m, l->least_data, p, s->data, p);
        }
}

/* Stores that took effect so long ago that all that left the cache then is in the memory. */
static void settle(const memory *m, line *l)
{
    while (l->first && l->first->done && m->flow - l->first->since > m->promises.most) {
        leave_behind(m, l, l->first);
        drop_stored(l);
    }
}

/* All stores of the line up to this number took effect. */
static void take_effect(const memory *m, line *l, uint32_t number)
{
    for (stored *s = l->first; s && s->number <= number; s = s->next)
        if (!s->done) {
            s->done = true;
            s->since = m->flow;
        }
}

/* ---- complaints ---- */

static text *begin(memory *m)
{
    m->complaint.len = 0;
    return &m->complaint;
}

static void say_user(const memory *m, text *t, const uint32_t *user)
{
    uint64_t all = m->user_bits > 32 ? user[0] | (uint64_t)user[1] << 32 : user[0];
    text_printf(t, "user %#llx", (unsigned long long)all);
}

static void say_request(const memory *m, text *t, const request *r)
{
    text_printf(t, "%s of word %#x, ", r->store ? "store" : "load", r->address);
    say_user(m, t, r->user);
}

__attribute__((format(printf, 3, 4))) static const char *wrong_of(memory *m, const request *r, const char *format, ...)
{
    text *t = begin(m);
    va_list args;
    say_request(m, t, r);
    va_start(args, format);
    text_vprintf(t, format, args);
    va_end(args);
    return t->data;
}

/* ---- requests ---- */

static const uint32_t *field(const memory *m, stream_kind kind, const char *name, const uint32_t *fields)
{
    int at = field_at(m->stream[kind], name);
    return at < 0 ? NULL : fields + at;
}

static void copy_user(const memory *m, uint32_t *to, const uint32_t *from)
{
    memcpy(to, from, sizeof *to * (size_t)((m->user_bits + 31) / 32));
}

/* The parts of a load that are not told yet become those of its line, `data`, where a bit of `where` is `is`. */
static void tell_load(const memory *m, request *r, const uint32_t *data, const uint32_t *where, bool is)
{
    int first = first_part(m, r->address);
    for (int i = 0; i < parts_of_word(m); i++)
        if (!bit_at(r->known, i) && bit_at(where, first + i) == is) {
            copy_part(m, r->want, i, data, first + i);
            set_bit(r->known, i);
        }
}

static void store(memory *m, line *l, const request *r, const uint32_t *data)
{
    int first = first_part(m, r->address);
    stored *s = zalloc(sizeof *s);
    *s = (stored){.number = m->stores, .mask = new_bits(parts_of_line(m)), .data = new_bits(m->line_bits)};
    for (int i = 0; i < parts_of_word(m); i++)
        if (bit_at(r->left, i)) {
            copy_part(m, l->data, first + i, data, i);
            copy_part(m, s->data, first + i, data, i);
            set_bit(l->known, first + i);
            set_bit(s->mask, first + i);
        }
    *l->end = s;
    l->end = &s->next;
    settle(m, l);
}

static const char *take_request(memory *m, const uint32_t *fields)
{
    const uint32_t *mask = field(m, REQUEST, "mask", fields);
    request *r = zalloc(sizeof *r);
    r->asked = m->clock;
    r->address = *field(m, REQUEST, "address", fields);
    r->store = *field(m, REQUEST, "write", fields);
    r->want = new_bits(m->word_bits);
    r->known = new_bits(parts_of_word(m));
    r->left = new_bits(parts_of_word(m));
    for (int i = 0; i < parts_of_word(m); i++)
        if (mask == NULL || (!r->store && !m->parted) || bit_at(mask, i))
            set_bit(r->left, i);
    r->empty = is_zero(r->left, parts_of_word(m));
    copy_user(m, r->user, field(m, REQUEST, "user", fields));
    m->stores += r->store;
    r->stores = m->stores;
    m->tally.loads += !r->store && !r->empty;
    m->tally.stores += r->store && !r->empty;
    line *l = line_of(m, r);
    if (!r->store)
        tell_load(m, r, l->data, l->known, true);
    else if (!r->empty)
        store(m, l, r, field(m, REQUEST, "data", fields));
    *m->end = r;
    m->end = &r->next;
    return m->flush.closed ? wrong_of(m, r, ": it is accepted while a flush is under way") : NULL;
}

static void drop(memory *m, request **at)
{
    request *gone = *at;
    *at = gone->next;
    if (m->end == &gone->next)
        m->end = at;
    arena_free(gone->want);
    arena_free(gone->known);
    arena_free(gone->left);
    arena_free(gone);
}

/* What is wrong with the parts that an answer has, or NULL. */
static const char *judge_parts(memory *m, const request *r, const uint32_t *parts)
{
    if (r->store || r->empty)
        return memcmp(parts, r->left, sizeof *parts * (size_t)((parts_of_word(m) + 31) / 32)) == 0
                   ? NULL
                   : wrong_of(m, r, ": its answer has not its mask");
    if (is_zero(parts, parts_of_word(m)))
        return wrong_of(m, r, ": an answer has no part of it");
    for (int i = 0; i < parts_of_word(m); i++)
        if (bit_at(parts, i) && !bit_at(r->left, i))
            return wrong_of(m, r, ": an answer has its part %d, which was not asked for, or was answered before", i);
    return NULL;
}

/* What is wrong with the answer to a request, or NULL. parts: those that it has; NULL: all. What a store's has as data is not judged. */
static const char *judge(memory *m, const request *r, const uint32_t *parts, const uint32_t *data)
{
    const char *wrong = parts ? judge_parts(m, r, parts) : NULL;
    for (int i = 0; !wrong && !r->store && i < parts_of_word(m); i++) {
        if (parts && !bit_at(parts, i))
            continue;
        if (!bit_at(r->known, i))
            return wrong_of(m, r, ": it is answered, but no store and no fill has told its data");
        int place = part_differs(m, data, i, r->want, i);
        if (place >= 0)
            return wrong_of(m, r, ": data_o from bit %d on is %#x, expected %#x", i * m->part_bits + place, part_at(m, data, i, place),
                            part_at(m, r->want, i, place));
    }
    return wrong;
}

static bool same_user(const memory *m, const uint32_t *a, const uint32_t *b)
{
    return memcmp(a, b, sizeof *a * (size_t)((m->user_bits + 31) / 32)) == 0;
}

static const char *not_asked(memory *m, const uint32_t *user)
{
    text *t = begin(m);
    text_puts(t, "response of ");
    say_user(m, t, user);
    text_puts(t, ", but no such request is under way");
    for (unsigned i = 0; i < RECENT && i < m->answers; i++)
        if (same_user(m, m->answered[i], user)) {
            text_puts(t, "; one was answered: is it answered twice?");
            break;
        }
    return t->data;
}

/* A request has the parts of an answer, or all. */
static void answer(memory *m, request **at, const uint32_t *parts)
{
    request *r = *at;
    for (int i = 0; i < parts_of_word(m); i++)
        if (parts == NULL || bit_at(parts, i))
            clear_bit(r->left, i);
    if (!r->empty)
        take_effect(m, line_of(m, r), r->stores);
    if (!is_zero(r->left, parts_of_word(m)))
        return;
    m->tally.loaded += !r->store && !r->empty;
    m->tally.kept += r->store && !r->empty;
    copy_user(m, m->answered[m->answers++ % RECENT], r->user);
    drop(m, at);
}

/* The request that the answer fits, or else the oldest one of this user. */
static const char *give_response(memory *m, const uint32_t *fields)
{
    const uint32_t *user = field(m, RESPONSE, "user", fields), *data = field(m, RESPONSE, "data", fields);
    const uint32_t *parts = m->parted ? field(m, RESPONSE, "mask", fields) : NULL;
    request **answered = NULL;
    const char *wrong = NULL;
    for (request **at = &m->first; *at && (answered == NULL || wrong); at = &(*at)->next)
        if (same_user(m, (*at)->user, user)) {
            const char *unfit = judge(m, *at, parts, data);
            if (answered == NULL || unfit == NULL) {
                answered = at;
                wrong = unfit;
            }
        }
    if (answered == NULL)
        return not_asked(m, user);
    if (wrong) /* of the oldest one; a later one may have written over it */
        wrong = judge(m, *answered, parts, data);
    answer(m, answered, parts);
    return wrong;
}

/* ---- the memory behind ---- */

static bool is_wanted(const memory *m, uint32_t address, int part)
{
    for (const request *r = m->first; r; r = r->next) {
        int i = part - first_part(m, r->address);
        bool there = r->address / (uint32_t)words_of_line(m) == address && i >= 0 && i < parts_of_word(m);
        if (there && (r->store ? m->promises.fetches && !r->empty && !bit_at(r->left, i) : bit_at(r->left, i)))
            return true;
    }
    return false;
}

/* A line is asked for. Its mask, if there is one, has parts that loads wait for. */
static const char *ask(memory *m, uint32_t address, const uint32_t *mask)
{
    int parts = parts_of_line(m);
    miss *asked = zalloc(sizeof *asked);
    *asked = (miss){.next = m->misses, .address = address, .written = new_bits(parts)};
    memcpy(asked->written, line_at(m, address)->written, sizeof *asked->written * (size_t)((parts + 31) / 32));
    m->misses = asked;
    m->tally.reads++;
    text *t = begin(m);
    if (mask && is_zero(mask, parts))
        text_printf(t, "miss: line %#x is asked for, but none of its parts", address);
    for (int p = 0; mask && p < parts && t->len == 0; p++)
        if (bit_at(mask, p) && !is_wanted(m, address, p))
            text_printf(t, "miss: part %d of line %#x is asked for, but no load waits for it", p, address);
    return t->len ? t->data : NULL;
}

/* Which store is written back in this part: the oldest that it may be, from *number on. False: none. */
static bool find_stored(const memory *m, const line *l, int p, const uint32_t *data, uint32_t *number)
{
    *number = l->least[p];
    if ((l->least[p] || bit_at(l->told, p)) && part_differs(m, data, p, l->least_data, p) < 0)
        return true;
    for (const stored *s = l->first; s; s = s->next)
        if (bit_at(s->mask, p) && s->number > l->least[p] && part_differs(m, data, p, s->data, p) < 0) {
            *number = s->number;
            return true;
        }
    return false;
}

static const char *not_stored(memory *m, const line *l, int p, const uint32_t *data)
{
    text *t = begin(m);
    int place = part_differs(m, data, p, l->data, p);
    text_printf(t, "miss: part %d of line %#x is written back", p, l->address);
    if (!bit_at(l->known, p))
        text_puts(t, ", but no store and no fill has told it");
    else
        text_printf(t, " as %#x, from its bit %d on; expected %#x, or what was there when it left", part_at(m, data, p, place), place,
                    part_at(m, l->data, p, place));
    return t->data;
}

/* A line is written back. mask: parts of it; NULL: all. */
static const char *write_back(memory *m, line *l, const uint32_t *mask, const uint32_t *data)
{
    const char *wrong = NULL;
    settle(m, l);
    m->tally.writes++;
    for (int p = 0; p < parts_of_line(m); p++) {
        uint32_t number;
        if (mask && !bit_at(mask, p))
            continue;
        if (!find_stored(m, l, p, data, &number) && !wrong)
            wrong = not_stored(m, l, p, data);
        l->least[p] = number;
        copy_part(m, l->least_data, p, data, p);
        copy_part(m, l->memory, p, data, p);
        set_bit(l->told, p);
        set_bit(l->written, p);
    }
    if (mask && !wrong && is_zero(mask, parts_of_line(m))) {
        text_printf(begin(m), "miss: line %#x is written back, but none of its parts", l->address);
        return m->complaint.data;
    }
    return wrong;
}

static const char *give_miss(memory *m, const uint32_t *fields)
{
    const uint32_t *mask = field(m, MISS, "mask", fields);
    uint32_t address = *field(m, MISS, "address", fields);
    if (*field(m, MISS, "write", fields))
        return write_back(m, line_at(m, address), mask, field(m, MISS, "data", fields));
    return ask(m, address, mask);
}

static miss *filled_miss(memory *m, uint32_t address)
{
    miss **at = &m->misses, **oldest = NULL;
    for (; *at; at = &(*at)->next)
        if ((*at)->address == address)
            oldest = at;
    if (oldest == NULL)
        return NULL;
    miss *filled = *oldest;
    *oldest = filled->next;
    return filled;
}

static void forget_miss(miss *gone)
{
    arena_free(gone->written);
    arena_free(gone);
}

/* Of the parts that were not written back before the line was asked for, a fill tells what the memory had before all stores. A load that came before
 * such a store waits for it too. */
static const char *take_fill(memory *m, const uint32_t *fields)
{
    const uint32_t *data = field(m, FILL, "data", fields);
    line *l = line_at(m, *field(m, FILL, "address", fields));
    miss *filled = filled_miss(m, l->address);
    m->tally.fills++;
    if (filled == NULL)
        return "the bench gave a fill that nothing asked for";
    for (request *r = m->first; r; r = r->next)
        if (!r->store && r->address / (uint32_t)words_of_line(m) == l->address)
            tell_load(m, r, data, filled->written, false);
    for (int p = 0; p < parts_of_line(m); p++) {
        if (bit_at(filled->written, p))
            continue;
        if (!bit_at(l->known, p))
            copy_part(m, l->data, p, data, p);
        if (l->least[p] == 0)
            copy_part(m, l->least_data, p, data, p);
        if (!bit_at(l->written, p))
            copy_part(m, l->memory, p, data, p);
        set_bit(l->known, p);
        set_bit(l->told, p);
    }
    forget_miss(filled);
    return NULL;
}

/* ---- flushes ---- */

static const char *take_flush(memory *m, const uint32_t *fields)
{
    const uint32_t *user = field(m, FLUSH, "user", fields);
    bool second = m->flush.under_way;
    m->flush = (flush){.under_way = true, .asked = m->clock};
    copy_user(m, m->flush.user, user);
    return second ? "a flush is accepted while another is under way" : NULL;
}

/* A part that the memory does not have as it was stored, or NULL. */
static const char *not_flushed(memory *m, const line *l)
{
    for (int p = 0; p < parts_of_line(m); p++) {
        bool written = bit_at(l->written, p), told = bit_at(l->told, p);
        int place = told ? part_differs(m, l->data, p, l->memory, p) : 0;
        if (!bit_at(l->known, p) || place < 0)
            continue;
        text *t = begin(m);
        text_puts(t, "flushed of ");
        say_user(m, t, m->flush.user);
        text_printf(t, ": part %d of line %#x was stored as %#x, from its bit %d on, ", p, l->address, part_at(m, l->data, p, place),
                    place);
        if (written)
            text_printf(t, "but written back last as %#x", part_at(m, l->memory, p, place));
        else
            text_puts(t, "and never written back");
        return t->data;
    }
    return NULL;
}

/* A load that waits for the memory, or NULL. */
static const char *not_told(memory *m, const request *r)
{
    for (int i = 0; i < parts_of_word(m); i++)
        if (!r->store && bit_at(r->left, i) && !bit_at(r->known, i))
            return wrong_of(m, r, ": it did not take effect before a flush that was accepted later");
    return NULL;
}

/* The memory has all that was stored, and the cache has nothing: all is as after a reset. */
static const char *give_flushed(memory *m, const uint32_t *fields)
{
    const char *wrong = NULL;
    if (!m->flush.under_way || m->flush.told)
        return "flushed, but no flush is under way";
    if (!same_user(m, m->flush.user, field(m, FLUSHED, "user", fields)))
        wrong = "flushed: its user is not that of the flush";
    else if (m->misses)
        wrong = "flushed, but the memory owes a line that was asked for before";
    for (const request *r = m->first; r && !wrong; r = r->next)
        wrong = not_told(m, r);
    for (const line *l = m->lines; l && !wrong; l = l->hh.next)
        wrong = not_flushed(m, l);
    forget_lines(m);
    m->flush.told = true;
    return wrong;
}

/* ---- the specification ---- */

void *cached_memory_open(const design *d, const bench_module *module, const cached_memory_promises *promises)
{
    static const char *const names[STREAMS] = {"request", "response", "miss", "fill", "flush", "flushed"};
    memory *m = zalloc(sizeof *m);
    (void)d;
    m->promises = *promises;
    for (int s = 0; s < module->streams.count; s++) {
        m->kind[s] = OTHER;
        for (int k = 0; k < STREAMS; k++)
            if (strcmp(module->streams.stream[s].name, names[k]) == 0) {
                m->kind[s] = (stream_kind)k;
                m->stream[k] = &module->streams.stream[s];
            }
    }
    int mask_bits = field_bits(m->stream[REQUEST], "mask");
    m->line_bits = field_bits(m->stream[FILL], "data");
    m->word_bits = field_bits(m->stream[REQUEST], "data");
    m->part_bits = mask_bits ? m->word_bits / mask_bits : m->word_bits;
    m->parted = field_at(m->stream[RESPONSE], "mask") >= 0;
    m->user_bits = field_bits(m->stream[REQUEST], "user");
    m->end = &m->first;
    return m;
}

void cached_memory_reset(void *spec)
{
    memory *m = spec;
    forget_lines(m);
    while (m->first)
        drop(m, &m->first);
    for (miss *gone; (gone = m->misses) != NULL; forget_miss(gone))
        m->misses = gone->next;
    m->flush = (flush){0};
    m->tally = (cached_memory_tally){0};
    m->stores = 0;
    m->answers = 0;
}

void cached_memory_close(void *spec)
{
    memory *m = spec;
    cached_memory_reset(m);
    text_free(&m->complaint);
    arena_free(m);
}

const char *cached_memory_took(void *spec, int stream, const uint32_t *fields)
{
    memory *m = spec;
    switch (m->kind[stream]) {
    case REQUEST: return take_request(m, fields);
    case FILL: return take_fill(m, fields);
    case FLUSH: return take_flush(m, fields);
    default: return NULL;
    }
}

const char *cached_memory_gave(void *spec, int stream, const uint32_t *fields)
{
    memory *m = spec;
    switch (m->kind[stream]) {
    case RESPONSE: return give_response(m, fields);
    case MISS: return give_miss(m, fields);
    case FLUSHED: return give_flushed(m, fields);
    default: return NULL;
    }
}

/* What is late, or NULL. */
static const char *late(memory *m)
{
    text *t = begin(m);
    if (m->first && m->clock - m->first->asked > m->promises.most)
        return wrong_of(m, m->first, ": no answer within %llu cycles in which it waited for nothing", m->promises.most);
    if (!m->flush.under_way || m->clock - m->flush.asked <= m->promises.flushed)
        return NULL;
    text_puts(t, "flush of ");
    say_user(m, t, m->flush.user);
    text_printf(t, ": not told within %llu cycles in which it waited for nothing", m->promises.flushed);
    return t->data;
}

/* A cycle does not count while the memory behind owes a line, or an output is held. */
const char *cached_memory_cycle(void *spec, uint32_t held)
{
    memory *m = spec;
    if (m->flush.told)
        m->flush = (flush){0};
    m->flush.closed = m->flush.under_way;
    if (held)
        return NULL;
    m->flow++;
    if (m->misses)
        return NULL;
    m->clock++;
    return late(m);
}

cached_memory_tally cached_memory_counts(const void *spec)
{
    return ((const memory *)spec)->tally;
}

static void *open_memory(const design *d, const bench_module *module)
{
    static const cached_memory_promises promises = {.most = MOST_CYCLES, .flushed = MOST_CYCLES};
    return cached_memory_open(d, module, &promises);
}

const specification spec_memory = {open_memory,        cached_memory_close, cached_memory_reset,
                                   cached_memory_took, cached_memory_gave,  cached_memory_cycle};
