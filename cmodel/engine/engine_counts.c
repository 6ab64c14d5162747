/* SPDX-License-Identifier: Apache-2.0
 *
 * engine_counts.c - the cache of burst counts: operations enter it one by one and are answered a cycle later. What misses waits for its block. */
#include "engine.h"

static void *cache_of(const engine_state *s)
{
    return (char *)s + s->g.cache_at;
}

static uint32_t block_of(const engine_state *s, int e)
{
    return s->entry[e].line >> s->g.entry_bits;
}

/* ---- The answer to the operation of the cycle before ---- */

/* Its block is asked for, unless it is already, or too many are. */
static void ask_for_block(engine_state *s, uint32_t block)
{
    int place = ENGINE_NONE;
    for (int b = s->g.blocks - 1; b >= 0; b--) {
        if (s->block[b].used && s->block[b].block == block)
            return;
        if (!s->block[b].used)
            place = b;
    }
    if (place == ENGINE_NONE)
        return;
    s->block[place] = (engine_block){.used = true, .block = block};
    engine_push(&s->fetches, place);
}

/* Memory that was never written has counts of all 1, whatever a line's bursts. */
static void found_count(engine_state *s, int e, uint32_t count)
{
    engine_entry *r = &s->entry[e];
    const bool raw = (int)count >= s->g.bursts - 1;
    r->count = raw ? s->g.bursts - 1 : (int)count;
    engine_push(r->write && raw ? &s->straight : &s->asks, e);
    s->count[ENGINE_MERGES] += r->write && !raw;
}

/* The answer of the cycle before. */
static void use_answer(engine_state *s)
{
    const engine_answer *a = &s->answer;
    if (a->operation == ENGINE_IDLE)
        return;
    s->count[a->hit ? ENGINE_HITS : ENGINE_MISSES]++;
    if (!a->hit) {
        engine_push(&s->again, a->entry);
        ask_for_block(s, block_of(s, a->entry));
    } else if (a->operation == ENGINE_SET)
        s->entry[a->entry].done = true;
    else
        found_count(s, a->entry, a->count);
}

static void answer(engine_state *s, const uint32_t *shown)
{
    const bool fills = s->operation == ENGINE_FILL || s->operation == ENGINE_WALK;
    s->answer = (engine_answer){fills ? ENGINE_IDLE : s->operation, s->operand, shown[METACACHE_HIT], shown[METACACHE_BURSTS]};
    if (s->operation == ENGINE_FILL)
        s->block[s->operand].used = false;
    if (fills && shown[METACACHE_EVICT]) {
        s->back.waits = true;
        s->back.block = shown[METACACHE_EVICT_BLOCK];
        memcpy(s->back.data, shown + METACACHE_EVICT_DATA, sizeof s->back.data);
        s->count[ENGINE_WRITE_BACKS]++;
    }
}

/* ---- The operation that enters ---- */

static int fills_of_walk(const engine_state *s)
{
    return s->g.codec ? s->g.sets * s->g.ways : 0;
}

static bool may_fill(const engine_state *s)
{
    return !s->back.waits && s->operation != ENGINE_FILL && s->operation != ENGINE_WALK && !s->fill_before;
}

static void operate(engine_state *s, int e)
{
    s->operation = s->entry[e].sets ? ENGINE_SET : ENGINE_LOOKUP;
    s->operand = e;
}

/* Chooses the operation. `may`: a fill may enter. `behind`: one entered in the two cycles before. `walks`: those of a flush do. */
static void choose(engine_state *s, bool may, bool behind, bool walks)
{
    s->operation = ENGINE_IDLE;
    if (s->waiting > 0) {
        s->waiting--;
        operate(s, engine_pop(&s->again));
    } else if (may && engine_oldest(&s->filled) != ENGINE_NONE) {
        s->operation = ENGINE_FILL;
        s->operand = engine_pop(&s->filled);
        s->count[ENGINE_FILLS]++;
    } else if (!behind && engine_oldest(&s->sets) != ENGINE_NONE)
        operate(s, engine_pop(&s->sets));
    else if (!behind && engine_oldest(&s->lookups) != ENGINE_NONE)
        operate(s, engine_pop(&s->lookups));
    else if (may && walks && s->walked < fills_of_walk(s))
        s->operation = ENGINE_WALK;
}

/* The metacache's input: no valid operation if there is none. */
static void enter(engine_state *s)
{
    enum { VALID, OP, ADDRESS, BURSTS, DATA };
    uint32_t in[DATA + METACACHE_MAX_DATA_WORDS] = {0};
    const engine_shape *g = &s->g;
    in[VALID] = s->operation != ENGINE_IDLE;
    switch (s->operation) {
    case ENGINE_SET:
        in[OP] = METACACHE_WRITE;
        in[ADDRESS] = s->entry[s->operand].line;
        in[BURSTS] = (uint32_t)s->entry[s->operand].count;
        break;
    case ENGINE_LOOKUP: in[ADDRESS] = s->entry[s->operand].line; break;
    case ENGINE_FILL:
        in[OP] = METACACHE_FILL;
        in[ADDRESS] = s->block[s->operand].block << g->entry_bits;
        memcpy(in + DATA, s->block[s->operand].data, sizeof s->block[0].data);
        break;
    case ENGINE_WALK:
        in[OP] = METACACHE_FILL;
        in[ADDRESS] = ((uint32_t)8 | (uint32_t)(s->walked % g->ways)) << g->address_bits | (uint32_t)(s->walked / g->ways) << g->entry_bits;
        memset(in + DATA, 0xff, METACACHE_MAX_DATA_WORDS * sizeof *in);
        s->walked++;
        break;
    case ENGINE_IDLE: break;
    }
    wf_unit_metacache.stepped->clock(&g->cache_config, cache_of(s), in);
}

/* ---- A cycle ---- */

/* A flush that is under way begins to walk, and ends. */
static void flush(engine_state *s, bool idle)
{
    if (!s->flushing || s->flushed || !idle)
        return;
    if (s->walks && s->walked == fills_of_walk(s) && s->commands.seen == 0 && s->data.seen == 0)
        s->flushed = true;
    s->walks = true;
}

void engine_counts(engine_state *s, bool idle)
{
    uint32_t shown[METACACHE_EVICT_DATA + METACACHE_MAX_DATA_WORDS] = {0}, care[METACACHE_EVICT_DATA + METACACHE_MAX_DATA_WORDS];
    const bool walks = s->walks, may = may_fill(s), fill = s->operation == ENGINE_FILL, behind = fill || s->fill_before;
    flush(s, idle);
    if (!s->g.codec)
        return;
    use_answer(s);
    s->answer.operation = ENGINE_IDLE;
    if (s->operation != ENGINE_IDLE) {
        wf_unit_metacache.stepped->outputs(&s->g.cache_config, cache_of(s), shown, care);
        answer(s, shown);
    }
    choose(s, may, behind, walks);
    enter(s);
    if (s->fill_before)
        s->waiting = s->again.seen;
    s->fill_before = fill;
}
