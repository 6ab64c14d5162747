/* SPDX-License-Identifier: Apache-2.0
 *
 * The specification of engine, from docs/engine.md: a flat memory. It keeps of each byte the newest write, and what DRAM has by the commands and
 * bursts that left. It knows no cache, and no cycle but the bound.
 *
 * Requests of a line take effect in their order. So a command of a line belongs to the oldest request of it whose commands have not all left. A read
 * has one, a write has one, and a partial write of a compressed line has one of each. DRAM keeps the order of commands of one address, so the commands
 * before one tell what the line is there.
 *
 * What nobody wrote only DRAM knows, and the returns tell it. After a reset that lost something that is all of memory, the counts too. A code that
 * no encoder writes may come from there. What it is read as is not judged.
 *
 * Read from the bottom up: took and gave, then what each stream does, then lines and blocks. */
#include "../spec.h"

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
    BLOCK_WORDS = 16,
    USER_WORDS = 2,
    MOST_IDS = 128,
    QUEUE = 2,             /* commands and bursts that have a place before they leave */
    MOST_EARLY = 8,        /* bursts that may leave before their commands: those of as many writes as have a place there */
    MOST_SILENT = 1 << 16, /* cycles in which DRAM owes and gives nothing */
    OVERTAKERS = 9         /* for each entry: requests that may take their turn before one is done, itself among them */
};

typedef enum { REQUEST, FLUSH, RETURN, RESPONSE, COMMAND, DATA, FLUSHED, STATE, STREAMS } stream_kind;
static const char *const stream_names[STREAMS] = {"request", "flush", "return", "response", "command", "data", "flushed", "state"};

typedef enum {
    READS,
    WHOLE_WRITES,
    PARTIAL_WRITES,
    MERGES,
    REFUSED,
    HITS,
    MISSES,
    FILLS,
    WRITE_BACKS,
    LINE_READ,
    LINE_WRITTEN,
    BLOCK_READ,
    BLOCK_WRITTEN,
    COUNTS
} count_kind;
static const char *const count_names[COUNTS] = {"reads",
                                                "whole_writes",
                                                "partial_writes",
                                                "merges",
                                                "refused",
                                                "hits",
                                                "misses",
                                                "fills",
                                                "write_backs",
                                                "line_bursts_read",
                                                "line_bursts_written",
                                                "block_bursts_read",
                                                "block_bursts_written"};

/* Bytes of a line, those that are known. Bit i of `known` is byte i. */
typedef struct {
    uint32_t data[LINE_WORDS], known[MASK_WORDS];
} content;

/* A line that a request has named. */
typedef struct {
    uint32_t number;
    content newest;               /* after all writes that were accepted */
    content now;                  /* after those whose commands have left */
    content dram;                 /* the bursts that reached DRAM */
    uint32_t written[MASK_WORDS]; /* bytes that a request wrote since the last flush */
    bool counted;                 /* a command gave it a count; else that is what its block has */
    bool settled;                 /* a later command of the line has left: the count is set */
    uint32_t count, before;       /* bursts - 1; the same before that command, if that is known: else its block tells when it comes */
    bool before_known;
    UT_hash_handle hh;
} line;

/* A block of counts. */
typedef struct {
    uint32_t number;
    bool known;                 /* what DRAM has of it */
    bool asked, came;           /* DRAM owes it; it came since the last flush */
    uint32_t data[BLOCK_WORDS]; /* in DRAM */
    UT_hash_handle hh;
} block;

/* A request that is accepted and not done: a read that is not answered, or a write that has not left. */
typedef enum { READ, WHOLE, PARTIAL } request_kind;
typedef struct request request;
struct request {
    request *next;
    unsigned long long since;
    uint32_t line, bursts, user[USER_WORDS], mask[MASK_WORDS];
    request_kind kind;
    bool region;      /* a read of the region */
    bool asked, came; /* its line, from DRAM */
    bool sent;        /* all of its commands have left */
    bool merges;      /* a partial write of a compressed line */
    content own;      /* of a read what it returns; of a write what it writes, and once a whole line is sent that line */
};

/* What DRAM was asked for with an id. */
typedef struct {
    bool owed;
    request *request; /* NULL: the block */
    block *block;
    uint32_t last, came; /* bursts - 1; bursts */
    uint32_t data[LINE_WORDS];
} question;

/* A burst that has left. */
typedef struct {
    uint32_t mask, data[BURST_WORDS];
} burst;

/* A write command whose bursts have not all left. */
typedef struct write write;
struct write {
    write *next;
    request *request;           /* NULL: the block */
    uint32_t number;            /* of the line, or of the block */
    uint32_t first, last, came; /* number of its first burst in the line, and of its last; bursts that came */
    burst burst[LINE_WORDS / BURST_WORDS];
};

typedef struct {
    bool under_way, closed, told; /* closed: accepted in a cycle before this one; told: in this cycle */
    unsigned long long asked;
    uint32_t user[USER_WORDS];
} flush;

/* What moved since the reset, of requests that no rule drops. */
typedef struct {
    uint32_t accepted[3], refusable, refused; /* by kind, dropped ones too; writes of the region, and of these such as have a byte */
    uint32_t lookups, partial;                /* reads and writes outside of the region; partial writes of these */
    uint32_t straight, merges;                /* commands of partial writes */
    uint32_t blocks_asked, blocks_came, blocks_written;
    uint32_t bursts[4]; /* of commands: LINE_READ, .. */
} tally;

typedef struct {
    burst_code code;
    const wf_stream *stream[STREAMS];
    stream_kind kind[WF_MAX_STREAMS];
    int count_at[COUNTS]; /* words of the fields of `state` */
    bool core;
    uint32_t line_words, bursts, lines, region; /* bursts of a line; lines of the channel, and those before the region */
    uint32_t ids, blocks, block_lines, block_bursts, cached_blocks;
    int user_words;
    unsigned long long most, flushed, clock; /* clock: cycles that count */
    bool fresh;                              /* the region is as it was in the beginning where nobody wrote */
    bool nothing_lost;                       /* of memory, by a reset in this cycle */
    line *line_list;
    block *block_list;
    request *first, **end;
    write *writes, **last_write;
    burst early[MOST_EARLY];
    int early_count;
    question question[MOST_IDS];
    int owed;
    unsigned long long silent; /* cycles since DRAM gave something that it owes */
    flush flush;
    tally seen, seen_before; /* before: up to the cycle before */
    uint32_t least[COUNTS];  /* at the last flush: all that was under way is in the counts */
    uint32_t counts[COUNTS];
    text complaint;
} engine;

/* ---- complaints ---- */

__attribute__((format(printf, 2, 3))) static const char *wrong(engine *e, const char *format, ...)
{
    va_list args;
    e->complaint.len = 0;
    va_start(args, format);
    text_vprintf(&e->complaint, format, args);
    va_end(args);
    return e->complaint.data;
}

static unsigned long long number_of(const engine *e, const uint32_t *user)
{
    return e->user_words > 1 ? user[0] | (unsigned long long)user[1] << 32 : user[0];
}

__attribute__((format(printf, 3, 4))) static const char *wrong_of(engine *e, const request *r, const char *format, ...)
{
    static const char *const names[] = {"read", "whole write", "partial write"};
    va_list args;
    e->complaint.len = 0;
    text_printf(&e->complaint, "%s of line %#x, user %#llx", names[r->kind], r->line, number_of(e, r->user));
    va_start(args, format);
    text_vprintf(&e->complaint, format, args);
    va_end(args);
    return e->complaint.data;
}

/* ---- bytes ---- */

static bool bit_of(const uint32_t *mask, uint32_t i)
{
    return mask[i / 32] >> i % 32 & 1;
}

/* The bits of those bytes of a word that a mask has. */
static uint32_t bits_in(const uint32_t *mask, uint32_t word)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 4; i++)
        bits |= bit_of(mask, 4 * word + i) ? (uint32_t)0xff << 8 * i : 0;
    return bits;
}

static bool is_empty(const engine *e, const uint32_t *mask)
{
    uint32_t any = 0;
    for (uint32_t i = 0; i < e->line_words / 8; i++)
        any |= mask[i];
    return any == 0;
}

static bool is_whole(const engine *e, const uint32_t *mask)
{
    uint32_t all = ~(uint32_t)0;
    for (uint32_t i = 0; i < e->line_words / 8; i++)
        all &= mask[i];
    return all == ~(uint32_t)0;
}

/* The bytes of the mask become those of data, and known. */
static void put(const engine *e, content *to, const uint32_t *mask, const uint32_t *data)
{
    for (uint32_t w = 0; w < e->line_words; w++) {
        uint32_t bits = bits_in(mask, w);
        to->data[w] = (to->data[w] & ~bits) | (data[w] & bits);
    }
    for (uint32_t i = 0; i < e->line_words / 8; i++)
        to->known[i] |= mask[i];
}

/* The bytes that are not known become those of the line. */
static void learn(const engine *e, content *to, const uint32_t *data)
{
    uint32_t missing[MASK_WORDS];
    for (int i = 0; i < MASK_WORDS; i++)
        missing[i] = ~to->known[i];
    put(e, to, missing, data);
}

/* The first word in which known bytes are others than these; -1: none. */
static int differs(const engine *e, const content *is, const uint32_t *data)
{
    for (uint32_t w = 0; w < e->line_words; w++)
        if ((is->data[w] ^ data[w]) & bits_in(is->known, w))
            return (int)w;
    return -1;
}

/* ---- lines and blocks ---- */

static line *find_line(engine *e, uint32_t number)
{
    line *l;
    HASH_FIND(hh, e->line_list, &number, sizeof number, l);
    return l;
}

static line *line_at(engine *e, uint32_t number)
{
    line *l = find_line(e, number);
    if (l)
        return l;
    l = zalloc(sizeof *l);
    l->number = number;
    HASH_ADD(hh, e->line_list, number, sizeof l->number, l);
    return l;
}

/* In the beginning every bit of the region is 1. */
static block *block_at(engine *e, uint32_t number)
{
    block *b;
    HASH_FIND(hh, e->block_list, &number, sizeof number, b);
    if (b)
        return b;
    b = zalloc(sizeof *b);
    *b = (block){.number = number, .known = e->fresh};
    memset(b->data, 0xff, sizeof b->data);
    HASH_ADD(hh, e->block_list, number, sizeof b->number, b);
    return b;
}

static block *block_of(engine *e, uint32_t line_number)
{
    return block_at(e, line_number / e->block_lines);
}

/* The count there of a line. More than all bursts are all bursts. */
static uint32_t count_in(const engine *e, const uint32_t *data, uint32_t line_number)
{
    uint32_t entry = line_number % e->block_lines, count = data[entry / 16] >> 2 * (entry % 16) & 3;
    return count < e->bursts - 1 ? count : e->bursts - 1;
}

/* The line's count where its next command stands. */
static uint32_t count_of(engine *e, const line *l)
{
    if (e->code.codec == NULL)
        return e->bursts - 1;
    return l->counted ? l->count : count_in(e, block_of(e, l->number)->data, l->number);
}

/* The cache can have the count, for a block that has it came. */
static bool count_came(engine *e, const line *l)
{
    return e->code.codec == NULL || block_of(e, l->number)->came;
}

static void forget_lines(engine *e)
{
    for (line *l; (l = e->line_list) != NULL; arena_free(l))
        HASH_DEL(e->line_list, l);
    for (block *b; (b = e->block_list) != NULL; arena_free(b))
        HASH_DEL(e->block_list, b);
}

/* ---- requests ---- */

static const uint32_t *field(const engine *e, stream_kind kind, const char *name, const uint32_t *fields)
{
    return fields + field_at(e->stream[kind], name);
}

static void append(engine *e, const request *new)
{
    request *r = zalloc(sizeof *r);
    *r = *new;
    r->since = e->clock;
    *e->end = r;
    e->end = &r->next;
}

static void done(engine *e, const request *gone)
{
    request **at = &e->first;
    while (*at != gone)
        at = &(*at)->next;
    *at = gone->next;
    if (e->end == &gone->next)
        e->end = at;
    arena_free((void *)gone);
}

static void take_read(engine *e, request *r)
{
    if (!r->region) {
        r->own = line_at(e, r->line)->newest;
        e->seen.lookups++;
    }
    append(e, r);
}

/* A whole line may come as a code. */
static void take_write(engine *e, request *r, const uint32_t *data)
{
    uint32_t whole[LINE_WORDS];
    line *l = line_at(e, r->line);
    memcpy(whole, data, sizeof *whole * e->line_words);
    if (e->core && r->kind == WHOLE)
        burst_code_decode(&e->code, r->bursts, data, whole);
    put(e, &r->own, r->mask, whole);
    put(e, &l->newest, r->mask, whole);
    for (int i = 0; i < MASK_WORDS; i++)
        l->written[i] |= r->mask[i];
    e->seen.lookups++;
    e->seen.partial += r->kind == PARTIAL;
    append(e, r);
}

static const char *take_request(engine *e, const uint32_t *fields)
{
    request r = {.line = *field(e, REQUEST, "address", fields)};
    bool writes = *field(e, REQUEST, "write", fields);
    memcpy(r.user, field(e, REQUEST, "user", fields), sizeof *r.user * (size_t)e->user_words);
    memcpy(r.mask, field(e, REQUEST, "mask", fields), e->line_words / 2);
    r.kind = !writes ? READ : is_whole(e, r.mask) ? WHOLE : PARTIAL;
    r.region = r.line >= e->region;
    r.bursts = e->core && e->code.codec ? *field(e, REQUEST, "bursts", fields) : e->bursts - 1;
    e->nothing_lost = false;
    e->seen.accepted[r.kind]++;
    e->seen.refusable += writes && r.region;
    e->seen.refused += writes && r.region && !is_empty(e, r.mask);
    if (!writes)
        take_read(e, &r);
    else if (!r.region && !is_empty(e, r.mask))
        take_write(e, &r, field(e, REQUEST, "data", fields));
    return e->flush.closed ? wrong_of(e, &r, ": it is accepted while a flush is under way") : NULL;
}

/* ---- responses ---- */

/* The line of an answer. With codes it has the count that the line has in DRAM, and 0 behind the code. */
static const char *read_answer(engine *e, const request *r, const uint32_t *fields, uint32_t *data)
{
    const uint32_t *given = field(e, RESPONSE, "data", fields);
    memcpy(data, given, sizeof *data * e->line_words);
    if (!e->core)
        return NULL;
    uint32_t bursts = *field(e, RESPONSE, "bursts", fields);
    if (bursts != r->bursts)
        return wrong_of(e, r, ": bursts_o is %u, expected %u", bursts, r->bursts);
    for (uint32_t w = (bursts + 1) * BURST_WORDS; w < e->line_words; w++)
        if (given[w])
            return wrong_of(e, r, ": data_o bits %u..%u is %#x, behind a code of %u bursts", 32 * w + 31, 32 * w, given[w], bursts + 1);
    burst_code_decode(&e->code, bursts, given, data);
    return NULL;
}

/* What is wrong with the answer to a read, or NULL. */
static const char *judge(engine *e, const request *r, const uint32_t *fields)
{
    uint32_t data[LINE_WORDS];
    if (!r->came)
        return wrong_of(e, r, ": it is answered before its line came");
    const char *is_wrong = read_answer(e, r, fields, data);
    int word = is_wrong ? -1 : differs(e, &r->own, data);
    if (word >= 0)
        return wrong_of(e, r, ": data_o bits %d..%d is %#x, expected %#x", 32 * word + 31, 32 * word, data[word], r->own.data[word]);
    return is_wrong;
}

/* Of reads with one user the answer may be that of any. */
static const char *give_response(engine *e, const uint32_t *fields)
{
    const uint32_t *user = field(e, RESPONSE, "user", fields);
    const request *asked = NULL, *answered = NULL;
    for (const request *r = e->first; r && !answered; r = r->next) {
        if (r->kind != READ || memcmp(r->user, user, sizeof *user * (size_t)e->user_words) != 0)
            continue;
        asked = asked ? asked : r;
        if (judge(e, r, fields) == NULL)
            answered = r;
    }
    if (answered)
        done(e, answered);
    else if (asked)
        return judge(e, asked, fields);
    return answered ? NULL : wrong(e, "response of user %#llx, but no such read is under way", number_of(e, user));
}

/* ---- commands ---- */

/* The oldest request of the line that has a command to send, or NULL. */
static request *next_of(engine *e, uint32_t number)
{
    request *r = e->first;
    while (r && (r->sent || r->line != number))
        r = r->next;
    return r;
}

static const char *ask(engine *e, uint32_t id, request *r, block *b, uint32_t last)
{
    question *q = &e->question[id];
    if (q->owed)
        return wrong(e, "command: id %u is used again, but DRAM owes what was asked for with it", id);
    *q = (question){.owed = true, .request = r, .block = b, .last = last};
    e->owed++;
    return NULL;
}

/* What is wrong with a read of the line that this request needs, or NULL. */
static const char *judge_read(engine *e, const request *r, const line *l, uint32_t place, uint32_t last)
{
    uint32_t count = l ? count_of(e, l) : e->bursts - 1;
    if (r->kind == WHOLE)
        return wrong_of(e, r, ": its line is asked for, which it does not need");
    if (r->asked)
        return wrong_of(e, r, ": its line is asked for twice");
    if (l && !count_came(e, l))
        return wrong_of(e, r, ": its line is asked for, but the block of its count did not come since the reset or the last flush");
    if (r->kind == PARTIAL && count == e->bursts - 1)
        return wrong_of(e, r, ": its line is asked for, but is raw");
    if (place != 0 || last != count)
        return wrong_of(e, r, ": bursts %u to %u are asked for, but its line has 0 to %u", place, place + last, count);
    return NULL;
}

static const char *ask_line(engine *e, uint32_t id, uint32_t address, uint32_t last)
{
    uint32_t number = address / e->bursts;
    request *r = next_of(e, number);
    if (r == NULL)
        return wrong(e, "command: line %#x is asked for, but no request that is not served needs it", number);
    line *l = r->region ? NULL : find_line(e, number);
    const char *is_wrong = judge_read(e, r, l, address % e->bursts, last);
    if (is_wrong)
        return is_wrong;
    if (l)
        l->settled = true;
    r->asked = true;
    r->bursts = last;
    r->sent = r->kind == READ;
    e->seen.bursts[LINE_READ - LINE_READ] += last + 1;
    e->least[HITS] += !r->region && e->code.codec;
    return ask(e, id, r, NULL, last);
}

/* The block at this address, whole; NULL: there is none. */
static block *whole_block(engine *e, uint32_t address, uint32_t last)
{
    uint32_t first = e->region * e->bursts;
    if (e->code.codec == NULL || address < first || (address - first) % e->block_bursts || last + 1 != e->block_bursts)
        return NULL;
    return block_at(e, (address - first) / e->block_bursts);
}

static const char *ask_block(engine *e, uint32_t id, uint32_t address, uint32_t last)
{
    block *b = whole_block(e, address, last);
    if (b == NULL)
        return wrong(e, "command: id %u asks for bursts %#x to %#x, which are no block of counts", id, address, address + last);
    if (id - e->ids >= e->blocks)
        return wrong(e, "command: id %u asks for a block of counts; ids %u to %u are right", id, e->ids, e->ids + e->blocks - 1);
    if (b->asked)
        return wrong(e, "command: block %#x of counts is asked for twice", b->number);
    b->asked = true;
    e->seen.blocks_asked++;
    e->seen.bursts[BLOCK_READ - LINE_READ] += last + 1;
    return ask(e, id, NULL, b, last);
}

/* The bursts from the first to the last that have a byte in the mask. */
static void bursts_of(const request *r, uint32_t bursts, uint32_t *first, uint32_t *last)
{
    for (*first = 0; r->mask[*first] == 0; ++*first)
        ;
    for (*last = bursts - 1; r->mask[*last] == 0; --*last)
        ;
}

static void queue_write(engine *e, request *r, uint32_t number, uint32_t first, uint32_t last)
{
    write *w = zalloc(sizeof *w);
    *w = (write){.request = r, .number = number, .first = first, .last = last};
    *e->last_write = w;
    e->last_write = &w->next;
}

/* The line's new count may be in the cache from now on; that it is, its next command tells. */
static void give_count(engine *e, line *l, uint32_t count)
{
    l->before_known = l->counted || block_of(e, l->number)->known;
    l->before = count_of(e, l);
    l->counted = true;
    l->count = count;
}

static const char *write_straight(engine *e, request *r, line *l, uint32_t first, uint32_t last)
{
    uint32_t from, to;
    bursts_of(r, e->bursts, &from, &to);
    if (!count_came(e, l))
        return wrong_of(e, r, ": it is written, but the block of its count did not come since the reset or the last flush");
    if (first != from || last != to)
        return wrong_of(e, r, ": bursts %u to %u are written, but its mask has bytes in %u to %u", first, last, from, to);
    put(e, &l->now, r->mask, r->own.data);
    e->seen.straight++;
    e->least[HITS] += e->code.codec != NULL;
    return NULL;
}

static const char *write_whole(engine *e, request *r, line *l, uint32_t first, uint32_t last)
{
    r->merges = r->kind == PARTIAL;
    if (first != 0)
        return wrong_of(e, r, ": it is written from burst %u on, not from its first", first);
    if (r->merges && !r->came)
        return wrong_of(e, r, ": it is written before its line came, which is compressed");
    if (r->kind == WHOLE && (e->core || e->code.codec == NULL) && last != r->bursts)
        return wrong_of(e, r, ": %u bursts are written, expected %u", last + 1, r->bursts + 1);
    put(e, &l->now, r->mask, r->own.data);
    r->own = l->now;
    e->seen.merges += r->merges;
    give_count(e, l, last);
    return NULL;
}

static const char *write_line(engine *e, uint32_t address, uint32_t last)
{
    uint32_t number = address / e->bursts, first = address % e->bursts;
    request *r = next_of(e, number);
    line *l = find_line(e, number);
    if (r == NULL)
        return wrong(e, "command: line %#x is written, but no write of it is under way that has not left", number);
    if (r->kind == READ)
        return wrong_of(e, r, ": a later write of its line leaves before it");
    if (first + last >= e->bursts)
        return wrong_of(e, r, ": bursts %u to %u are written; there is none after %u", first, first + last, e->bursts - 1);
    bool straight = r->kind == PARTIAL && count_of(e, l) == e->bursts - 1;
    const char *is_wrong = straight ? write_straight(e, r, l, first, first + last) : write_whole(e, r, l, first, last);
    if (is_wrong)
        return is_wrong;
    l->settled = straight;
    r->sent = true;
    e->seen.bursts[LINE_WRITTEN - LINE_READ] += last + 1;
    queue_write(e, r, number, first, first + last);
    return NULL;
}

static const char *write_block(engine *e, uint32_t address, uint32_t last)
{
    const block *b = whole_block(e, address, last);
    if (b == NULL)
        return wrong(e, "command: bursts %#x to %#x are written in the region, which are no block of counts", address, address + last);
    if (!b->came)
        return wrong(e, "command: block %#x of counts is written, but did not come since the reset or the last flush", b->number);
    e->seen.blocks_written++;
    e->seen.bursts[BLOCK_WRITTEN - LINE_READ] += last + 1;
    queue_write(e, NULL, b->number, 0, last);
    return NULL;
}

static const char *bring_early(engine *e);

static const char *give_command(engine *e, const uint32_t *fields)
{
    uint32_t id = *field(e, COMMAND, "id", fields), address = *field(e, COMMAND, "address", fields);
    uint32_t last = *field(e, COMMAND, "bursts", fields);
    if (*field(e, COMMAND, "write", fields) == 0)
        return id < e->ids ? ask_line(e, id, address, last) : ask_block(e, id, address, last);
    if (id != 0)
        return wrong(e, "command: a write has id %u, expected 0", id);
    const char *is_wrong = address / e->bursts >= e->region ? write_block(e, address, last) : write_line(e, address, last);
    return is_wrong ? is_wrong : bring_early(e);
}

/* ---- bursts that are written ---- */

/* Does a later write of the line, which has not left, change its count? */
static bool will_be_counted(const engine *e, uint32_t number)
{
    for (const request *r = e->first; r; r = r->next)
        if (r->line == number && !r->sent && r->kind != READ)
            return true;
    return false;
}

/* What a block may have of a line: its count in DRAM, or that before the line's last write, if the new one may not be set. */
static bool is_right(const engine *e, const line *l, const block *was, uint32_t number, uint32_t count)
{
    uint32_t there = count_in(e, was->data, number);
    if (l == NULL || !l->counted)
        return count == there;
    return count == l->count || (!l->settled && count == (l->before_known ? l->before : there));
}

static const char *write_counts(engine *e, const write *w)
{
    block *b = block_at(e, w->number);
    uint32_t data[BLOCK_WORDS];
    for (uint32_t i = 0; i < e->block_bursts; i++)
        memcpy(data + i * BURST_WORDS, w->burst[i].data, sizeof w->burst[i].data);
    for (uint32_t i = 0; i < e->block_lines; i++) {
        uint32_t number = w->number * e->block_lines + i, is = count_in(e, data, number);
        const line *l = find_line(e, number);
        if (is_right(e, l, b, number, is) || (l && will_be_counted(e, number)))
            continue;
        return wrong(e, "data: block %#x of counts says %u bursts of line %#x, expected %u", w->number, is + 1, number,
                     (l && l->counted ? l->count : count_in(e, b->data, number)) + 1);
    }
    memcpy(b->data, data, sizeof data);
    return NULL;
}

/* DRAM has a line, or some bytes of it. */
static void reach_dram(engine *e, const write *w)
{
    uint32_t mask[MASK_WORDS] = {0}, data[LINE_WORDS] = {0};
    for (uint32_t i = 0; i + w->first <= w->last; i++) {
        mask[w->first + i] = w->burst[i].mask;
        memcpy(data + (w->first + i) * BURST_WORDS, w->burst[i].data, sizeof w->burst[i].data);
    }
    put(e, &line_at(e, w->number)->dram, mask, data);
}

static const char *write_some_bytes(engine *e, const write *w)
{
    const request *r = w->request;
    const line *l = line_at(e, w->number);
    for (uint32_t i = w->first; i <= w->last; i++)
        for (uint32_t word = i * BURST_WORDS; word < (i + 1) * BURST_WORDS; word++)
            if ((l->dram.data[word] ^ r->own.data[word]) & bits_in(r->mask, word))
                return wrong_of(e, r, ": data_o bits %u..%u of burst %u is %#x, expected %#x", word % BURST_WORDS * 32 + 31,
                                word % BURST_WORDS * 32, i, l->dram.data[word], r->own.data[word]);
    return NULL;
}

/* Bytes that nobody knows are of a code that no encoder wrote: what they became is known from now on. */
static void learn_line(engine *e, line *l, const uint32_t *data)
{
    learn(e, &l->now, data);
    learn(e, &l->newest, data);
}

static const char *write_all_bytes(engine *e, const write *w)
{
    const request *r = w->request;
    line *l = line_at(e, w->number);
    uint32_t data[LINE_WORDS], code[LINE_WORDS];
    if (!burst_code_decode(&e->code, w->last, l->dram.data, data))
        return wrong_of(e, r, ": it is written as %u bursts that no encoder writes", w->last + 1);
    int word = differs(e, &r->own, data);
    if (word >= 0)
        return wrong_of(e, r, ": it is written as %u bursts whose line has bits %d..%d %#x, expected %#x", w->last + 1, 32 * word + 31,
                        32 * word, data[word], r->own.data[word]);
    learn_line(e, l, data);
    uint32_t bursts = e->core && r->kind == WHOLE ? r->bursts : burst_code_encode(&e->code, data, code);
    if (bursts != w->last)
        return wrong_of(e, r, ": it is written as %u bursts, but its code has %u", w->last + 1, bursts + 1);
    return NULL;
}

static const char *finish(engine *e, const write *w)
{
    const request *r = w->request;
    if (r == NULL)
        return write_counts(e, w);
    reach_dram(e, w);
    const char *is_wrong = r->kind == WHOLE || r->merges ? write_all_bytes(e, w) : write_some_bytes(e, w);
    if (!is_wrong)
        done(e, r);
    return is_wrong;
}

/* A burst of the oldest write. */
static const char *bring(engine *e, const burst *b)
{
    write *w = e->writes;
    const request *r = w->request;
    uint32_t mask = r == NULL || r->kind == WHOLE || r->merges ? ~(uint32_t)0 : r->mask[w->first + w->came];
    if (b->mask != mask)
        return wrong(e, "data: burst %u of a write of %s %#x: mask_o is %#x, expected %#x", w->came, r ? "line" : "block", w->number,
                     b->mask, mask);
    w->burst[w->came++] = *b;
    if (w->first + w->came <= w->last)
        return NULL;
    e->writes = w->next;
    if (e->writes == NULL)
        e->last_write = &e->writes;
    const char *is_wrong = finish(e, w);
    arena_free(w);
    return is_wrong;
}

/* The bursts that have left before their command. */
static const char *bring_early(engine *e)
{
    const char *is_wrong = NULL;
    int n = 0;
    while (n < e->early_count && e->writes && !is_wrong)
        is_wrong = bring(e, &e->early[n++]);
    e->early_count -= n;
    memmove(e->early, e->early + n, sizeof *e->early * (size_t)e->early_count);
    return is_wrong;
}

static const char *give_data(engine *e, const uint32_t *fields)
{
    burst b = {.mask = *field(e, DATA, "mask", fields)};
    memcpy(b.data, field(e, DATA, "data", fields), sizeof b.data);
    if (e->writes)
        return bring(e, &b);
    if (e->early_count == MOST_EARLY)
        return wrong(e, "data: a burst is written, but no command says where");
    e->early[e->early_count++] = b;
    return NULL;
}

/* ---- returns ---- */

static const char *block_came(engine *e, const question *q)
{
    block *b = q->block;
    size_t bytes = sizeof *b->data * e->block_bursts * BURST_WORDS;
    b->asked = false;
    b->came = true;
    e->seen.blocks_came++;
    if (b->known && memcmp(b->data, q->data, bytes) != 0)
        return wrong(e, "the bench gave block %#x of counts as it is not in DRAM", b->number);
    memcpy(b->data, q->data, bytes);
    b->known = true;
    return NULL;
}

/* The line of a request has come. A code that no encoder writes tells nothing. */
static const char *line_came(engine *e, const question *q)
{
    request *r = q->request;
    uint32_t data[LINE_WORDS];
    r->came = true;
    if (r->region) {
        learn(e, &r->own, q->data);
        return NULL;
    }
    if (!burst_code_decode(&e->code, q->last, q->data, data))
        return NULL;
    line *l = line_at(e, r->line);
    bool is_wrong = differs(e, r->kind == READ ? &r->own : &l->now, data) >= 0;
    if (r->kind == READ)
        learn(e, &r->own, data);
    learn_line(e, l, data);
    return is_wrong ? wrong(e, "the bench gave line %#x as it is not in DRAM", r->line) : NULL;
}

static const char *take_return(engine *e, const uint32_t *fields)
{
    question *q = &e->question[*field(e, RETURN, "id", fields)];
    e->silent = 0;
    if (!q->owed)
        return "the bench gave a return that nothing asked for";
    memcpy(q->data + q->came * BURST_WORDS, field(e, RETURN, "data", fields), sizeof *q->data * BURST_WORDS);
    if (q->came++ < q->last)
        return NULL;
    q->owed = false;
    e->owed--;
    return q->request ? line_came(e, q) : block_came(e, q);
}

/* ---- flushes ---- */

static const char *take_flush(engine *e, const uint32_t *fields)
{
    bool second = e->flush.under_way;
    e->flush = (flush){.under_way = true, .asked = e->clock};
    memcpy(e->flush.user, field(e, FLUSH, "user", fields), sizeof *e->flush.user * (size_t)e->user_words);
    return second ? "a flush is accepted while another is under way" : NULL;
}

/* What DRAM alone gives back of the line is not what was written, or NULL. */
static const char *not_in_dram(engine *e, const line *l)
{
    uint32_t data[LINE_WORDS];
    const block *b = block_of(e, l->number);
    uint32_t count = e->code.codec ? count_in(e, b->data, l->number) : e->bursts - 1, right = count_of(e, l);
    burst_code_decode(&e->code, count, l->dram.data, data);
    for (uint32_t w = 0; w < e->line_words; w++)
        if ((data[w] ^ l->newest.data[w]) & bits_in(l->written, w))
            return wrong(e, "flushed, but the region has %u bursts of line %#x, which give bits %u..%u as %#x, expected %#x", count + 1,
                         l->number, 32 * w + 31, 32 * w, data[w], l->newest.data[w]);
    if (count != right)
        return wrong(e, "flushed, but the region has %u bursts of line %#x, expected %u", count + 1, l->number, right + 1);
    return NULL;
}

/* What is under way though a flush that was accepted later is told, or NULL. A read may wait for its answer to be taken. */
static const char *not_over(engine *e)
{
    for (const request *r = e->first; r; r = r->next)
        if (r->kind != READ || !r->came)
            return wrong_of(e, r, ": it did not take effect before a flush that was accepted later");
    if (e->writes)
        return wrong(e, "flushed, but bursts of block %#x of counts have not left", e->writes->number);
    if (e->early_count)
        return wrong(e, "flushed, but bursts have left that no command told");
    return e->owed ? wrong(e, "flushed, but DRAM owes what was asked for before") : NULL;
}

/* All that was accepted is in the counts, and in DRAM. */
static void settle(engine *e)
{
    for (line *l = e->line_list; l; l = l->hh.next) {
        l->settled = true;
        memset(l->written, 0, sizeof l->written);
    }
    for (block *b = e->block_list; b; b = b->hh.next)
        b->came = false;
    e->least[HITS] = e->code.codec ? e->seen.lookups + e->seen.merges : 0;
    e->least[REFUSED] = e->seen.refused;
    e->least[FILLS] = e->seen.blocks_came;
}

static const char *give_flushed(engine *e, const uint32_t *fields)
{
    static const uint32_t none[MASK_WORDS];
    if (!e->flush.under_way || e->flush.told)
        return "flushed, but no flush is under way";
    const char *is_wrong = not_over(e);
    if (memcmp(e->flush.user, field(e, FLUSHED, "user", fields), sizeof *e->flush.user * (size_t)e->user_words) != 0)
        is_wrong = "flushed: its user is not that of the flush";
    for (const line *l = e->line_list; l && !is_wrong; l = l->hh.next)
        if (memcmp(l->written, none, sizeof none) != 0)
            is_wrong = not_in_dram(e, l);
    settle(e);
    e->flush.told = true;
    e->nothing_lost = true;
    return is_wrong;
}

/* ---- counts ---- */

/* a <= b, of counts modulo 2^32. */
static bool at_most(uint32_t a, uint32_t b)
{
    return b - a <= ~(uint32_t)0 / 2;
}

static void limit(engine *e, count_kind k, uint32_t least, uint32_t most)
{
    text *t = &e->complaint;
    uint32_t is = e->counts[k];
    if (t->len == 0 && !(at_most(least, is) && at_most(is, most)))
        text_printf(t, "state: %s is %u; from %u to %u are right", count_names[k], is, least, most);
}

/* Bursts are counted before their command leaves, by as many commands as have a place. */
static void limit_bursts(engine *e, count_kind k, uint32_t most)
{
    limit(e, k, e->seen.bursts[k - LINE_READ], e->seen_before.bursts[k - LINE_READ] + QUEUE * most);
}

/* Of lookups and counts that are set each has one hit. Two has a write that is merged. */
static void limit_metacache(engine *e)
{
    const tally *n = &e->seen;
    limit(e, MERGES, n->merges, n->partial - n->straight);
    limit(e, HITS, e->least[HITS], n->lookups + n->partial - n->straight);
    limit(e, MISSES, n->blocks_asked, n->blocks_asked + ~(uint32_t)0 / 2);
    limit(e, FILLS, e->least[FILLS], n->blocks_came);
    limit(e, WRITE_BACKS, n->blocks_written, e->seen_before.blocks_written + QUEUE + 1);
}

static void judge_counts(engine *e, const uint32_t before[COUNTS])
{
    const tally *n = &e->seen;
    for (int k = 0; k < COUNTS; k++)
        limit(e, (count_kind)k, before[k], before[k] + ~(uint32_t)0 / 2);
    for (int kind = READ; kind <= PARTIAL; kind++)
        limit(e, (count_kind)(READS + kind), n->accepted[kind], n->accepted[kind]);
    limit(e, REFUSED, e->least[REFUSED], n->refusable);
    limit_bursts(e, LINE_READ, e->bursts);
    limit_bursts(e, LINE_WRITTEN, e->bursts);
    limit_bursts(e, BLOCK_READ, e->code.codec ? e->block_bursts : 0);
    limit_bursts(e, BLOCK_WRITTEN, e->code.codec ? e->block_bursts : 0);
    static const count_kind with_a_codec[] = {MERGES, HITS, MISSES, FILLS, WRITE_BACKS};
    if (e->code.codec)
        limit_metacache(e);
    for (size_t i = 0; i < sizeof with_a_codec / sizeof *with_a_codec && !e->code.codec; i++)
        limit(e, with_a_codec[i], 0, 0);
}

static const char *give_state(engine *e, const uint32_t *fields)
{
    uint32_t before[COUNTS];
    memcpy(before, e->counts, sizeof before);
    for (int k = 0; k < COUNTS; k++)
        e->counts[k] = fields[e->count_at[k]];
    e->complaint.len = 0;
    judge_counts(e, before);
    return e->complaint.len ? e->complaint.data : NULL;
}

/* ---- the specification ---- */

static void find_streams(engine *e, const wf_streams *streams)
{
    for (int s = 0; s < streams->count; s++)
        for (int k = 0; k < STREAMS; k++)
            if (strcmp(streams->stream[s].name, stream_names[k]) == 0) {
                e->kind[s] = (stream_kind)k;
                e->stream[k] = &streams->stream[s];
            }
}

static void find_counts(engine *e)
{
    for (int k = 0; k < COUNTS && e->stream[STATE]; k++)
        e->count_at[k] = field_at(e->stream[STATE], count_names[k]);
}

/* docs/engine-proofs.md, "Why the bound holds", counts the steps: of each request that may come first, in encoder and decoder, and of two fills,
 * behind each of which all may be looked up again. */
static void set_bounds(engine *e, const design *d)
{
    unsigned long long steps = 24 + 2ull * e->bursts;
    wf_sizes sizes;
    if (e->code.codec && e->code.codec->sizes(&e->code.config, &sizes, NULL) == WF_OK) {
        steps += (unsigned long long)unit_parameter(d, "enc-latency") + unit_parameter(d, "dec-latency");
        steps += (unsigned long long)(sizes.interval_enc + sizes.interval_dec);
        steps += 2 * (e->ids + 8 + 2ull * e->block_bursts);
    }
    e->most = OVERTAKERS * e->ids * steps;
    e->flushed = e->most + 8ull * e->cached_blocks;
}

static void *open_engine(const design *d, const bench_module *m)
{
    engine *e = zalloc(sizeof *e);
    uint32_t fetch = unit_parameter(d, "fetch"), ways = unit_parameter(d, "ways");
    find_streams(e, &m->streams);
    find_counts(e);
    e->code = burst_code_of(d);
    e->core = unit_chooses(d, "place", "core");
    e->line_words = (uint32_t)d->config.line_bytes / 4;
    e->bursts = (uint32_t)d->config.line_bytes / WF_BURST_BYTES;
    e->lines = (uint32_t)1 << unit_parameter(d, "address");
    e->region = e->code.codec ? e->lines - e->lines / 4 / (uint32_t)d->config.line_bytes : e->lines;
    e->ids = unit_parameter(d, "outstanding");
    e->blocks = unit_parameter(d, "blocks");
    e->block_lines = 4 * fetch;
    e->block_bursts = fetch / WF_BURST_BYTES;
    e->cached_blocks = unit_parameter(d, "kbytes") * 1024 / fetch / ways * ways;
    e->user_words = (field_bits(e->stream[REQUEST], "user") + 31) / 32;
    e->end = &e->first;
    e->last_write = &e->writes;
    e->fresh = e->nothing_lost = true;
    set_bounds(e, d);
    return e;
}

static void forget_what_is_under_way(engine *e)
{
    while (e->first)
        done(e, e->first);
    for (write *w; (w = e->writes) != NULL; arena_free(w))
        e->writes = w->next;
    e->last_write = &e->writes;
    memset(e->question, 0, sizeof e->question);
    e->owed = e->early_count = 0;
    e->silent = 0;
    e->flush = (flush){0};
}

/* What nobody has asked for since a flush is as it was. Else memory is anything. */
static void reset_engine(void *spec)
{
    engine *e = spec;
    forget_what_is_under_way(e);
    if (!e->nothing_lost) {
        forget_lines(e);
        e->fresh = false;
    }
    e->nothing_lost = true;
    for (block *b = e->block_list; b; b = b->hh.next)
        b->came = b->asked = false;
    e->seen = e->seen_before = (tally){0};
    memset(e->least, 0, sizeof e->least);
    memset(e->counts, 0, sizeof e->counts);
}

static void close_engine(void *spec)
{
    engine *e = spec;
    forget_what_is_under_way(e);
    forget_lines(e);
    text_free(&e->complaint);
    arena_free(e);
}

static const char *took(void *spec, int stream, const uint32_t *fields)
{
    engine *e = spec;
    switch (e->kind[stream]) {
    case REQUEST: return take_request(e, fields);
    case FLUSH: return take_flush(e, fields);
    default: return take_return(e, fields);
    }
}

static const char *gave(void *spec, int stream, const uint32_t *fields)
{
    engine *e = spec;
    switch (e->kind[stream]) {
    case RESPONSE: return give_response(e, fields);
    case COMMAND: return give_command(e, fields);
    case DATA: return give_data(e, fields);
    case FLUSHED: return give_flushed(e, fields);
    default: return give_state(e, fields);
    }
}

/* What is late, or NULL. */
static const char *late(engine *e)
{
    const request *r = e->first;
    if (r && e->clock - r->since > e->most)
        return wrong_of(e, r, ": it is not %s within %llu cycles in which it waited for nothing", r->kind == READ ? "answered" : "written",
                        e->most);
    if (e->flush.under_way && e->clock - e->flush.asked > e->flushed)
        return wrong(e, "flush of user %#llx: not told within %llu cycles in which it waited for nothing", number_of(e, e->flush.user),
                     e->flushed);
    return NULL;
}

/* What DRAM owes and does not give, or NULL. */
static const char *silence(engine *e)
{
    int id = 0;
    if (e->owed == 0 || e->silent++ < MOST_SILENT)
        return NULL;
    while (!e->question[id].owed)
        id++;
    return wrong(e, "DRAM gave nothing for %d cycles, but owes what was asked for with id %d", MOST_SILENT, id);
}

/* A cycle does not count while an output is held, or DRAM owes a return. */
static const char *cycle(void *spec, uint32_t held)
{
    engine *e = spec;
    if (e->flush.told)
        e->flush = (flush){0};
    e->flush.closed = e->flush.under_way;
    e->seen_before = e->seen;
    if (held || e->owed)
        return silence(e);
    e->clock++;
    return late(e);
}

const specification spec_engine = {open_engine, close_engine, reset_engine, took, gave, cycle};
