/* SPDX-License-Identifier: Apache-2.0
 *
 * engine_lines.c - lines on their way to and from DRAM: commands, the mover, returns, decoder and encoder. */
#include "engine.h"

wf_wrapper *engine_encoder(const engine_state *s)
{
    return (wf_wrapper *)((char *)s + s->g.encoder_at);
}

wf_wrapper *engine_decoder(const engine_state *s)
{
    return (wf_wrapper *)((char *)s + s->g.decoder_at);
}

/* ---- Mover ---- */

static bool is_free(const engine_mover *m)
{
    return m->next == m->end;
}

void engine_move(engine_state *s)
{
    engine_mover *m = &s->mover;
    if (is_free(m) || s->data.seen == ENGINE_ROOM)
        return;
    engine_burst *b = &s->data.word[s->data.count++];
    b->mask = m->mask[m->next];
    memcpy(b->data, m->data + m->next * ENGINE_BURST_WORDS, sizeof b->data);
    m->next++;
}

/* Bursts from `next` to `end` - 1 of these words; mask: NULL, all bytes. */
static void load_mover(engine_state *s, int next, int end, const uint32_t *data, const uint32_t *mask)
{
    engine_mover *m = &s->mover;
    m->next = next, m->end = end;
    memcpy(m->data, data, (size_t)(end * ENGINE_BURST_WORDS) * sizeof *data);
    for (int k = next; k < end; k++)
        m->mask[k] = mask ? mask[k] : ~(uint32_t)0;
}

/* ---- Command ---- */

static void put_command(engine_state *s, bool write, uint32_t id, uint32_t address, int bursts, int what)
{
    s->commands.word[s->commands.count++] = (engine_command){write, id, address, (uint32_t)bursts - 1};
    s->count[what] += (uint32_t)bursts;
}

/* The first burst of a block of counts, in the region: the channel's last 2^(A - 7) bursts. */
static uint32_t place_of_block(const engine_shape *g, uint32_t block)
{
    uint32_t bursts = (uint32_t)g->bursts << g->address_bits;
    return bursts - ((uint32_t)1 << (g->address_bits - 7)) + block * (uint32_t)g->block_bursts;
}

static uint32_t place_of_line(const engine_state *s, int e)
{
    return s->entry[e].line * (uint32_t)s->g.bursts;
}

static void write_back(engine_state *s)
{
    load_mover(s, 0, s->g.block_bursts, s->back.data, NULL);
    put_command(s, true, 0, place_of_block(&s->g, s->back.block), s->g.block_bursts, ENGINE_BLOCK_WRITES);
    s->back.waits = false;
}

/* A line has left: its count is set, or the entry is done. */
static void line_left(engine_state *s, int e, bool sets)
{
    s->entry[e].sets = sets;
    s->left = e;
}

/* That of the cycle before. */
static void after_leaving(engine_state *s)
{
    if (s->left != ENGINE_NONE && s->entry[s->left].sets)
        engine_push(&s->sets, s->left);
    else if (s->left != ENGINE_NONE)
        s->entry[s->left].done = true;
    s->left = ENGINE_NONE;
}

static void write_straight(engine_state *s, int e)
{
    const engine_entry *r = &s->entry[e];
    int first = 0, end = r->count + 1;
    while (!r->whole && r->mask[first] == 0)
        first++;
    while (!r->whole && r->mask[end - 1] == 0)
        end--;
    load_mover(s, first, end, r->lines, r->whole ? NULL : r->mask);
    put_command(s, true, 0, place_of_line(s, e) + (uint32_t)first, end - first, ENGINE_LINE_WRITES);
    line_left(s, e, r->whole && s->g.codec);
}

static void write_encoded(engine_state *s, const uint32_t *line)
{
    int e = (int)line[ENGINE_OF], bursts = (int)line[ENGINE_OF_COUNT] + 1;
    s->entry[e].count = bursts - 1;
    load_mover(s, 0, bursts, line + ENGINE_OF_LINE, NULL);
    put_command(s, true, 0, place_of_line(s, e), bursts, ENGINE_LINE_WRITES);
    line_left(s, e, true);
}

static void read_block(engine_state *s, int b)
{
    s->block[b].owed = s->g.block_bursts;
    put_command(s, false, (uint32_t)(s->g.entries + b), place_of_block(&s->g, s->block[b].block), s->g.block_bursts, ENGINE_BLOCK_READS);
}

static void read_line(engine_state *s, int e)
{
    s->asked = e;
    put_command(s, false, (uint32_t)e, place_of_line(s, e), s->entry[e].count + 1, ENGINE_LINE_READS);
}

/* The mover has given its burst of this cycle, so it is free if it has none any more. */
engine_moved engine_ask(engine_state *s, bool back)
{
    const uint32_t *encoded = s->g.codec ? wf_wrapper_shown(engine_encoder(s)) : NULL;
    engine_moved moved = {false, false};
    after_leaving(s);
    if (s->commands.seen == ENGINE_ROOM)
        return moved;
    if (back) {
        if (is_free(&s->mover))
            write_back(s);
    } else if (engine_oldest(&s->fetches) != ENGINE_NONE)
        read_block(s, engine_pop(&s->fetches));
    else if (engine_oldest(&s->asks) != ENGINE_NONE)
        read_line(s, engine_pop(&s->asks));
    else if (is_free(&s->mover) && s->line.entry != ENGINE_NONE && s->line.straight) {
        write_straight(s, s->line.entry);
        moved.straight = true;
    } else if (is_free(&s->mover) && encoded) {
        write_encoded(s, encoded);
        moved.encoded = true;
    }
    return moved;
}

/* ---- Return ---- */

static void take_burst(engine_state *s, uint32_t id, const uint32_t *data)
{
    const size_t bytes = ENGINE_BURST_WORDS * sizeof *data;
    if (id < (uint32_t)s->g.entries) {
        engine_entry *r = &s->entry[id];
        if (r->owed == 0)
            return;
        memcpy(r->codes + (r->count + 1 - r->owed) * ENGINE_BURST_WORDS, data, bytes);
        if (--r->owed == 0)
            engine_push(&s->decodes, (int)id);
    } else if (id < (uint32_t)(s->g.entries + s->g.blocks)) {
        engine_block *b = &s->block[id - (uint32_t)s->g.entries];
        if (b->owed == 0)
            return;
        memcpy(b->data + (s->g.block_bursts - b->owed) * ENGINE_BURST_WORDS, data, bytes);
        if (--b->owed == 0)
            engine_push(&s->filled, (int)id - s->g.entries);
    }
}

void engine_return(engine_state *s, const engine_came *now)
{
    if (s->came.valid)
        take_burst(s, s->came.id, s->came.data);
    if (s->asked != ENGINE_NONE)
        s->entry[s->asked].owed = s->entry[s->asked].count + 1;
    s->asked = ENGINE_NONE;
    s->came = *now;
}

/* ---- Decode, answer ---- */

static void respond(engine_state *s, int e, const uint32_t *line)
{
    engine_response *r = &s->responses.word[s->responses.count++];
    memcpy(r->data, line, sizeof r->data);
    memcpy(r->user, s->entry[e].user, sizeof r->user);
    r->bursts = (uint32_t)s->entry[e].count;
    s->entry[e].done = true;
}

/* The bytes outside of the mask become those of the line in DRAM. */
static void merge(engine_state *s, int e, const uint32_t *line)
{
    engine_entry *r = &s->entry[e];
    for (int i = 0; i < 4 * s->g.line_words; i++)
        if (!get_bit(r->mask, i)) {
            uint32_t bits = (uint32_t)0xff << 8 * (i % 4);
            r->lines[i / 4] = (r->lines[i / 4] & ~bits) | (line[i / 4] & bits);
        }
    engine_push(&s->merged, e);
}

static void decode_line(const engine_state *s, int e, uint32_t *line)
{
    const engine_entry *r = &s->entry[e];
    wf_code code = {.tag = {r->count < s->g.bursts - 1}, .units = {((uint32_t)2 << r->count) - 1}};
    memcpy(code.payload, r->codes, (size_t)((r->count + 1) * ENGINE_BURST_WORDS) * sizeof *r->codes);
    wf_decode(s->g.codec, &s->g.codec_config, &code, line);
}

/* What is in D needs no decoder. */
static bool is_as_it_is(const engine_state *s, int e)
{
    return !s->g.codec || (s->g.core && !s->entry[e].write);
}

static void decode(engine_state *s)
{
    wf_wrapper *decoder = s->g.codec ? engine_decoder(s) : NULL;
    const uint32_t *shown = decoder ? wf_wrapper_shown(decoder) : NULL;
    uint32_t record[2 * ENGINE_RECORD] = {0};
    const int d = s->in_decode;
    const bool room = s->responses.seen < ENGINE_ROOM, has_read = shown && !s->entry[shown[ENGINE_OF]].write;
    bool enters = false, taken = false, given = false;
    if (d != ENGINE_NONE && is_as_it_is(s, d))
        taken = room && !has_read;
    else if (d != ENGINE_NONE)
        taken = enters = wf_wrapper_ready(decoder);
    if (has_read && room) {
        respond(s, (int)shown[ENGINE_OF], shown + ENGINE_OF_LINE);
        given = true;
    } else if (s->merges) {
        merge(s, (int)shown[ENGINE_OF], shown + ENGINE_OF_LINE);
        given = true;
    }
    s->merges = shown && !has_read && !s->merges;
    if (taken && !enters)
        respond(s, d, s->entry[d].codes);
    if (enters) {
        record[ENGINE_OF] = (uint32_t)d;
        decode_line(s, d, record + ENGINE_OF_LINE);
    }
    if (decoder)
        wf_wrapper_clock(decoder, enters ? record : NULL, given);
    if (d == ENGINE_NONE || taken)
        s->in_decode = engine_oldest(&s->decodes) != ENGINE_NONE ? engine_pop(&s->decodes) : ENGINE_NONE;
}

/* ---- Row, line, encode ---- */

static void encode_line(const engine_state *s, int e, uint32_t *record)
{
    wf_code code;
    const wf_input in = {.block = s->entry[e].lines};
    wf_encode(s->g.codec, &s->g.codec_config, &in, &code);
    record[ENGINE_OF] = (uint32_t)e;
    record[ENGINE_OF_COUNT] = (uint32_t)__builtin_popcount(code.units[0]) - 1;
    memcpy(record + ENGINE_OF_LINE, code.payload, (size_t)s->g.line_words * sizeof *record);
}

static engine_place next_row(engine_state *s)
{
    if (engine_oldest(&s->merged) != ENGINE_NONE)
        return (engine_place){engine_pop(&s->merged), false};
    if (engine_oldest(&s->wholes) != ENGINE_NONE)
        return (engine_place){engine_pop(&s->wholes), false};
    return (engine_place){engine_oldest(&s->straight) != ENGINE_NONE ? engine_pop(&s->straight) : ENGINE_NONE, true};
}

static void encode(engine_state *s, engine_moved moved)
{
    wf_wrapper *encoder = s->g.codec ? engine_encoder(s) : NULL;
    uint32_t record[2 * ENGINE_RECORD] = {0};
    const bool enters = s->line.entry != ENGINE_NONE && !s->line.straight && wf_wrapper_ready(encoder);
    if (enters)
        encode_line(s, s->line.entry, record);
    if (encoder)
        wf_wrapper_clock(encoder, enters ? record : NULL, moved.encoded);
    const bool comes = s->row.entry == ENGINE_NONE || s->line.entry == ENGINE_NONE || enters;
    if (s->line.entry == ENGINE_NONE || enters || moved.straight) {
        s->line = s->row;
        s->row.entry = ENGINE_NONE;
    }
    if (comes)
        s->row = next_row(s);
}

void engine_code(engine_state *s, engine_moved moved)
{
    decode(s);
    encode(s, moved);
}
