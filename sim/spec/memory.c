/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of caches, from docs/systems.md: a memory, whatever the cache keeps of it. A load returns the newest store to its address that was
 * accepted before it, or else what the memory behind has there, which a fill tells. It knows no sets, ways or states of lines.
 *
 * A *line* is what `miss` and `fill` move, a *word* what a request moves. A *part* is what a bit of the request's `mask` covers; without a mask it is
 * the word. Read from the bottom up: took and gave, then what each stream does, then lines. */
#include <stdlib.h>
#include <string.h>

#include "../fields.h"
#include "../spec.h"

enum { MOST_CYCLES = 256, RECENT = 16, MOST_USER_WORDS = 2 };

/* A line that a request or a fill has named. A bit of `known` for each part: a store or a fill has told it. */
typedef struct line line;
struct line {
    line *next;
    uint32_t address;
    uint32_t *data, *known;
};

/* A request that is accepted and not answered. */
typedef struct request request;
struct request {
    request *next;
    unsigned long long asked; /* in which counted cycle */
    uint32_t address, user[MOST_USER_WORDS];
    bool store;
    uint32_t *want, *known; /* of a load: what it must return, and which parts of it are told yet */
};

/* A line that was asked for and is not filled. */
typedef struct miss miss;
struct miss {
    miss *next;
    uint32_t address;
};

typedef enum { REQUEST, RESPONSE, MISS, FILL, STREAMS, OTHER = STREAMS } stream_kind;

typedef struct {
    stream_kind kind[WF_MAX_STREAMS];
    const wf_stream *stream[STREAMS];
    int line_bits, word_bits, part_bits, user_bits;
    unsigned long long clock; /* cycles that count */
    line *lines;
    request *first, **end;
    miss *misses;
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

static void copy_bits(uint32_t *to, int to_at, const uint32_t *from, int from_at, int bits)
{
    for (int i = 0; i < bits; i++) {
        uint32_t bit = bit_at(from, from_at + i);
        field_put(to, to_at + i, &bit, 1);
    }
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

/* The first part of a word in its line. */
static int first_part(const memory *m, uint32_t address)
{
    return (int)(address % (uint32_t)words_of_line(m)) * parts_of_word(m);
}

static line *line_at(memory *m, uint32_t address)
{
    line *l = m->lines;
    while (l && l->address != address)
        l = l->next;
    if (l)
        return l;
    l = zalloc(sizeof *l);
    *l = (line){.next = m->lines, .address = address, .data = new_bits(m->line_bits), .known = new_bits(m->line_bits / m->part_bits)};
    return m->lines = l;
}

static void forget_line(memory *m)
{
    line *gone = m->lines;
    m->lines = gone->next;
    arena_free(gone->data);
    arena_free(gone->known);
    arena_free(gone);
}

/* ---- requests ---- */

static const uint32_t *field(const memory *m, stream_kind kind, const char *name, const uint32_t *fields)
{
    int at = field_at(m->stream[kind], name);
    return at < 0 ? NULL : fields + at;
}

/* The parts of a load that are not told yet become what its line has. known: of the parts of the line, which are told; NULL: all. */
static void tell_load(const memory *m, request *r, const uint32_t *data, const uint32_t *known)
{
    int first = first_part(m, r->address);
    for (int i = 0; i < parts_of_word(m); i++)
        if (!bit_at(r->known, i) && (known == NULL || bit_at(known, first + i))) {
            copy_bits(r->want, i * m->part_bits, data, (first + i) * m->part_bits, m->part_bits);
            set_bit(r->known, i);
        }
}

static void store(const memory *m, line *l, uint32_t address, const uint32_t *mask, const uint32_t *data)
{
    int first = first_part(m, address);
    for (int i = 0; i < parts_of_word(m); i++)
        if (mask == NULL || bit_at(mask, i)) {
            copy_bits(l->data, (first + i) * m->part_bits, data, i * m->part_bits, m->part_bits);
            set_bit(l->known, first + i);
        }
}

static const char *take_request(memory *m, const uint32_t *fields)
{
    request *r = zalloc(sizeof *r);
    r->asked = m->clock;
    r->address = *field(m, REQUEST, "address", fields);
    r->store = *field(m, REQUEST, "write", fields);
    r->want = new_bits(m->word_bits);
    r->known = new_bits(parts_of_word(m));
    memcpy(r->user, field(m, REQUEST, "user", fields), sizeof *r->user * (size_t)((m->user_bits + 31) / 32));
    line *l = line_at(m, r->address / (uint32_t)words_of_line(m));
    if (r->store)
        store(m, l, r->address, field(m, REQUEST, "mask", fields), field(m, REQUEST, "data", fields));
    else
        tell_load(m, r, l->data, l->known);
    *m->end = r;
    m->end = &r->next;
    return NULL;
}

static void drop(memory *m, request **at)
{
    request *gone = *at;
    *at = gone->next;
    if (m->end == &gone->next)
        m->end = at;
    arena_free(gone->want);
    arena_free(gone->known);
    arena_free(gone);
}

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

/* What is wrong with the answer to a request, or NULL. What a store's has as data is not judged. */
static const char *judge(memory *m, const request *r, const uint32_t *data)
{
    for (int i = 0; !r->store && i < parts_of_word(m); i++) {
        uint32_t got[WF_MAX_WORDS] = {0}, want[WF_MAX_WORDS] = {0};
        copy_bits(got, 0, data, i * m->part_bits, m->part_bits);
        copy_bits(want, 0, r->want, i * m->part_bits, m->part_bits);
        bool known = bit_at(r->known, i);
        int word = 0;
        while (word < (m->part_bits - 1) / 32 && got[word] == want[word])
            word++;
        if (known && got[word] == want[word])
            continue;
        text *t = begin(m);
        say_request(m, t, r);
        if (known)
            text_printf(t, ": data_o from bit %d on is %#x, expected %#x", i * m->part_bits + 32 * word, got[word], want[word]);
        else
            text_puts(t, ": it is answered, but no store and no fill has told its data");
        return t->data;
    }
    return NULL;
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

/* The request that the answer fits, or else the oldest one of this user. */
static const char *give_response(memory *m, const uint32_t *fields)
{
    const uint32_t *user = field(m, RESPONSE, "user", fields), *data = field(m, RESPONSE, "data", fields);
    request **answered = NULL;
    const char *wrong = NULL;
    for (request **at = &m->first; *at && (answered == NULL || wrong); at = &(*at)->next)
        if (same_user(m, (*at)->user, user)) {
            const char *unfit = judge(m, *at, data);
            if (answered == NULL || unfit == NULL) {
                answered = at;
                wrong = unfit;
            }
        }
    if (answered == NULL)
        return not_asked(m, user);
    if (wrong) /* of the oldest one; a later one may have written over it */
        wrong = judge(m, *answered, data);
    memcpy(m->answered[m->answers++ % RECENT], (*answered)->user, sizeof(*answered)->user);
    drop(m, answered);
    return wrong;
}

/* ---- the memory behind ---- */

static const char *give_miss(memory *m, const uint32_t *fields)
{
    if (*field(m, MISS, "write", fields))
        return NULL;
    miss *asked = zalloc(sizeof *asked);
    *asked = (miss){.next = m->misses, .address = *field(m, MISS, "address", fields)};
    m->misses = asked;
    return NULL;
}

/* What no store has told since the reset is what the memory behind has. A load that came before such a store waits for it too. */
static const char *take_fill(memory *m, const uint32_t *fields)
{
    const uint32_t *data = field(m, FILL, "data", fields);
    line *l = line_at(m, *field(m, FILL, "address", fields));
    miss **at = &m->misses;
    while (*at && (*at)->address != l->address)
        at = &(*at)->next;
    if (*at == NULL)
        return "the bench gave a fill that nothing asked for";
    miss *filled = *at;
    *at = filled->next;
    arena_free(filled);
    for (request *r = m->first; r; r = r->next)
        if (!r->store && r->address / (uint32_t)words_of_line(m) == l->address)
            tell_load(m, r, data, NULL);
    for (int i = 0; i < m->line_bits / m->part_bits; i++)
        if (!bit_at(l->known, i)) {
            copy_bits(l->data, i * m->part_bits, data, i * m->part_bits, m->part_bits);
            set_bit(l->known, i);
        }
    return NULL;
}

/* ---- the specification ---- */

static void *open_memory(const design *d, const bench_module *module)
{
    static const char *const names[STREAMS] = {"request", "response", "miss", "fill"};
    memory *m = zalloc(sizeof *m);
    (void)d;
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
    m->user_bits = field_bits(m->stream[REQUEST], "user");
    m->end = &m->first;
    return m;
}

static void reset_memory(void *spec)
{
    memory *m = spec;
    while (m->lines)
        forget_line(m);
    while (m->first)
        drop(m, &m->first);
    for (miss *gone; (gone = m->misses) != NULL; arena_free(gone))
        m->misses = gone->next;
    m->answers = 0;
}

static void close_memory(void *spec)
{
    memory *m = spec;
    reset_memory(m);
    text_free(&m->complaint);
    arena_free(m);
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    memory *m = spec;
    switch (m->kind[stream]) {
    case REQUEST: return take_request(m, fields);
    case FILL: return take_fill(m, fields);
    default: return NULL;
    }
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    memory *m = spec;
    switch (m->kind[stream]) {
    case RESPONSE: return give_response(m, fields);
    case MISS: return give_miss(m, fields);
    default: return NULL;
    }
}

/* A cycle does not count while the memory behind owes a line, or an output is held. */
static const char *end_cycle(void *spec, uint32_t held)
{
    memory *m = spec;
    if (m->misses || held)
        return NULL;
    m->clock++;
    if (m->first == NULL || m->clock - m->first->asked <= MOST_CYCLES)
        return NULL;
    text *t = begin(m);
    say_request(m, t, m->first);
    text_printf(t, ": no answer within %d cycles in which it waited for nothing", MOST_CYCLES);
    return t->data;
}

const specification spec_memory = {open_memory, close_memory, reset_memory, took, gave, end_cycle};
