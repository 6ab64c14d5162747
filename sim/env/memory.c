/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment of caches: requests to few lines at a time, and a memory behind the cache, which takes the lines that are written back and fills those
 * that are asked for, in any order.
 *
 * Streams and fields are those of docs/systems.md. Read from the bottom up. */
#include "../environment.h"

#include <stdlib.h>
#include <string.h>

#include "../fields.h"

/* For WHILE requests the addresses have so few lines, all but the first of which differ from it in one bit; then others. */
enum { WHILE = 64, MOST_HOT = 6 };

typedef struct line line;
struct line {
    line *next;
    uint32_t address, data[];
};

typedef struct {
    const design *design;
    stimuli *values;
    const wf_stream *request, *miss, *fill;
    int line_bits, words; /* of a line */
    unsigned long long given;
    line *lines; /* what the memory holds */
    line *owed;  /* fills: each as the line was when it was asked for */
} memory;

static void *open_memory(const design *d, stimuli *values)
{
    memory *m = zalloc(sizeof *m);
    m->design = d;
    m->values = values;
    m->request = unit_stream(d, "request");
    m->miss = unit_stream(d, "miss");
    m->fill = unit_stream(d, "fill");
    m->line_bits = field_bits(m->fill, "data");
    m->words = m->line_bits / field_bits(m->request, "data");
    return m;
}

static void drop(line **first)
{
    line *gone = *first;
    *first = gone->next;
    arena_free(gone);
}

/* What was asked for is forgotten; the memory keeps what it has. */
static void reset_memory(void *env)
{
    memory *m = env;
    while (m->owed)
        drop(&m->owed);
}

static void close_memory(void *env)
{
    memory *m = env;
    reset_memory(m);
    while (m->lines)
        drop(&m->lines);
    arena_free(m);
}

/* ---- the memory ---- */

static line *add_line(const memory *m, line **first, uint32_t address)
{
    line *l = zalloc(sizeof *l + sizeof *l->data * (size_t)((m->line_bits + 31) / 32));
    l->next = *first;
    l->address = address;
    return *first = l;
}

/* A line that was never written has a value of its own. */
static line *line_at(memory *m, uint32_t address)
{
    for (line *l = m->lines; l; l = l->next)
        if (l->address == address)
            return l;
    line *l = add_line(m, &m->lines, address);
    rng own = {rng_mix(address)};
    stimulus x;
    stimuli_next(m->values, &x);
    for (int i = 0; i < m->line_bits; i += 32) {
        l->data[i / 32] = 8 * m->design->config.line_bytes == m->line_bits ? x.block[i / 32] : rng_word(&own);
        if (m->line_bits - i < 32)
            l->data[i / 32] &= ((uint32_t)1 << (m->line_bits - i)) - 1;
    }
    return l;
}

static void saw(void *env, int stream, const uint32_t *fields)
{
    memory *m = env;
    if (&m->design->streams.stream[stream] != m->miss)
        return;
    line *l = line_at(m, fields[field_at(m->miss, "address")]);
    size_t bytes = sizeof *l->data * (size_t)((m->line_bits + 31) / 32);
    if (fields[field_at(m->miss, "write")])
        memcpy(l->data, fields + field_at(m->miss, "data"), bytes);
    else
        memcpy(add_line(m, &m->owed, l->address)->data, l->data, bytes);
}

/* Any of those that are owed. */
static bool next_fill(memory *m, uint32_t *fields, rng *random)
{
    uint32_t count = 0;
    for (const line *l = m->owed; l; l = l->next)
        count++;
    if (count == 0)
        return false;
    line **at = &m->owed;
    for (uint32_t skip = rng_below(random, count); skip > 0; skip--)
        at = &(*at)->next;
    fields[field_at(m->fill, "address")] = (*at)->address;
    memcpy(fields + field_at(m->fill, "data"), (*at)->data, sizeof *fields * (size_t)((m->line_bits + 31) / 32));
    drop(at);
    return true;
}

/* ---- requests ---- */

static uint32_t choose_line(const memory *m, rng *random, int line_number_bits)
{
    rng now = {(m->given / WHILE + 1) * 0x9e3779b97f4a7c15u};
    uint32_t first = rng_word(&now), lines = 1 + rng_below(&now, MOST_HOT), hot = rng_below(random, lines);
    if (rng_below(random, 32) == 0)
        return rng_word(random);
    for (uint32_t i = 1; i < hot; i++)
        rng_word(&now);
    return hot ? first ^ (uint32_t)1 << rng_below(&now, (uint32_t)line_number_bits) : first;
}

/* Loads and stores, all loads or hardly any. */
static bool next_request(memory *m, uint32_t *fields, rng *random)
{
    static const uint32_t stores[] = {0, 4, 8, 14}; /* of 16 */
    int address = field_at(m->request, "address"), mask = field_at(m->request, "mask"), bits = field_bits(m->request, "address");
    rng now = {m->given / WHILE};
    random_fields(m->request, fields, random);
    uint32_t number = choose_line(m, random, bits - __builtin_ctz((unsigned)m->words)), all = (uint32_t)(((uint64_t)1 << bits) - 1);
    fields[address] = (number * (uint32_t)m->words + rng_below(random, (uint32_t)m->words)) & all;
    fields[field_at(m->request, "write")] = rng_below(random, 16) < stores[rng_below(&now, 4)];
    for (int i = 0; mask >= 0 && i < field_bits(m->request, "mask") && fields[address] % 2; i++)
        fields[mask + i / 32] |= (uint32_t)1 << i % 32;
    put_own_user(fields + field_at(m->request, "user"), m->given, field_bits(m->request, "user"));
    m->given++;
    return true;
}

static bool next(void *env, int stream, uint32_t *fields, rng *random)
{
    memory *m = env;
    const wf_stream *w = &m->design->streams.stream[stream];
    if (w == m->fill)
        return next_fill(m, fields, random);
    if (w == m->request)
        return next_request(m, fields, random);
    random_fields(w, fields, random);
    return true;
}

const environment environment_memory = {.open = open_memory, .close = close_memory, .reset = reset_memory, .saw = saw, .next = next};
