/* SPDX-License-Identifier: Apache-2.0
 *
 * test_spec_engine.c - the specification of engine, fed by hand and by a plain engine that makes mistakes: it accepts what docs/engine.md promises and
 * complains of everything else. */
#include <stdio.h>

#include "../../sim/burst_code.h"
#include "../../sim/fields.h"
#include "plain_unit.h"

enum { REQUEST, FLUSH, RETURN, RESPONSE, COMMAND, DATA, FLUSHED, STATE, INPUTS = RESPONSE };
enum { LINE_WORDS = 32, MASK_WORDS = 4, BURST_WORDS = 8, MOST_BURSTS = 4, MOST_FIELDS = 64 };

/* The parameter that chooses the codec. */
#define CODEC "compress"

/* 65,536 lines of 4 bursts, of which the last 128 are the region; a block has the counts of 128 lines; the cache has 64 blocks. */
#define SMALL "outstanding=8 blocks=2 kbytes=2 ways=1 address=16 user=8"
enum { LINES = 1 << 16, REGION = LINES - 128, BLOCK_LINES = 128, IDS = 8, BURSTS = 4, RAW = BURSTS - 1 };
/* Of 9 x 8 requests the steps: 24, two for each burst, ranks and intervals of encoder and decoder, and two fills behind which all are looked up again. */
enum { BOUND = 9 * IDS * (24 + 2 * BURSTS + 5 + 2 + 1 + 1 + 2 * (IDS + 8 + 2)), FLUSH_BOUND = BOUND + 64 * 8, SILENCE = 1 << 16 };

static checker *engine_of(const char *settings)
{
    return checker_new("engine", 128, settings, BENCH_UNIT, 0);
}

static checker *small(void)
{
    return engine_of(SMALL);
}

/* ---- fed by hand ---- */

typedef struct {
    uint32_t word[LINE_WORDS];
} bytes;

typedef struct {
    uint32_t word[MASK_WORDS];
} mask;

static const mask all = {{~0u, ~0u, ~0u, ~0u}};

/* No codec makes it smaller. */
static bytes noise(uint32_t seed)
{
    rng r = {seed};
    bytes d;
    for (int i = 0; i < LINE_WORDS; i++)
        d.word[i] = rng_word(&r);
    return d;
}

/* One word again and again: one burst. */
static bytes repeated(uint32_t word)
{
    bytes d;
    for (int i = 0; i < LINE_WORDS; i++)
        d.word[i] = word;
    return d;
}

static bytes over(bytes d, mask m, bytes other)
{
    for (int i = 0; i < 4 * LINE_WORDS; i++)
        if (m.word[i / 32] >> i % 32 & 1)
            d.word[i / 4] = (d.word[i / 4] & ~((uint32_t)0xff << i % 4 * 8)) | (other.word[i / 4] & (uint32_t)0xff << i % 4 * 8);
    return d;
}

/* How a line stands in DRAM. */
static uint32_t coded(const checker *c, bytes line, bytes *code)
{
    burst_code b = burst_code_of(&c->d);
    memset(code, 0, sizeof *code);
    return burst_code_encode(&b, line.word, code->word);
}

static void put_field(const wf_stream *w, uint32_t *fields, const char *name, const uint32_t *words, int count)
{
    int at = field_at(w, name);
    if (at >= 0)
        memcpy(fields + at, words, sizeof *words * (size_t)count);
}

static void put_word(const wf_stream *w, uint32_t *fields, const char *name, uint32_t word)
{
    put_field(w, fields, name, &word, 1);
}

static const wf_stream *stream_of(const checker *c, int stream)
{
    return &c->module->streams.stream[stream];
}

static const char *asked(checker *c, uint32_t write, uint32_t line, mask m, bytes d, uint32_t bursts, uint32_t user)
{
    const wf_stream *w = stream_of(c, REQUEST);
    uint32_t fields[MOST_FIELDS] = {0};
    put_word(w, fields, "write", write);
    put_word(w, fields, "address", line);
    put_field(w, fields, "mask", m.word, MASK_WORDS);
    put_field(w, fields, "data", d.word, LINE_WORDS);
    put_word(w, fields, "bursts", bursts);
    put_word(w, fields, "user", user);
    return c->spec->took(c->state, REQUEST, fields);
}

static void reads(checker *c, uint32_t line, uint32_t user)
{
    accepts(asked(c, 0, line, all, noise(99), 0, user));
}

static void writes(checker *c, uint32_t line, mask m, bytes d)
{
    accepts(asked(c, 1, line, m, d, 0, 77));
}

static const char *answers_with(checker *c, bytes d, uint32_t bursts, uint32_t user)
{
    const wf_stream *w = stream_of(c, RESPONSE);
    uint32_t fields[MOST_FIELDS] = {0};
    put_field(w, fields, "data", d.word, LINE_WORDS);
    put_word(w, fields, "bursts", bursts);
    put_word(w, fields, "user", user);
    return c->spec->gave(c->state, RESPONSE, fields);
}

static const char *answers(checker *c, bytes d, uint32_t user)
{
    return answers_with(c, d, RAW, user);
}

static const char *commands(checker *c, uint32_t write, uint32_t id, uint32_t address, uint32_t bursts)
{
    const wf_stream *w = stream_of(c, COMMAND);
    uint32_t fields[MOST_FIELDS] = {0};
    put_word(w, fields, "write", write);
    put_word(w, fields, "id", id);
    put_word(w, fields, "address", address);
    put_word(w, fields, "bursts", bursts);
    return c->spec->gave(c->state, COMMAND, fields);
}

static const char *asks(checker *c, uint32_t id, uint32_t line, uint32_t bursts)
{
    return commands(c, 0, id, line * BURSTS, bursts);
}

static const char *stores(checker *c, uint32_t line, uint32_t bursts)
{
    return commands(c, 1, 0, line * BURSTS, bursts);
}

static const char *brings(checker *c, uint32_t m, const uint32_t *words)
{
    const wf_stream *w = stream_of(c, DATA);
    uint32_t fields[MOST_FIELDS] = {0};
    put_word(w, fields, "mask", m);
    put_field(w, fields, "data", words, BURST_WORDS);
    return c->spec->gave(c->state, DATA, fields);
}

/* All bursts from 0 to `last`, whole. The complaint is of the last one. */
static const char *brings_all(checker *c, bytes d, uint32_t last)
{
    for (uint32_t i = 0; i < last; i++)
        accepts(brings(c, ~0u, d.word + i * BURST_WORDS));
    return brings(c, ~0u, d.word + last * BURST_WORDS);
}

static const char *returns_one(checker *c, uint32_t id, const uint32_t *words)
{
    const wf_stream *w = stream_of(c, RETURN);
    uint32_t fields[MOST_FIELDS] = {0};
    put_word(w, fields, "id", id);
    put_field(w, fields, "data", words, BURST_WORDS);
    return c->spec->took(c->state, RETURN, fields);
}

static const char *returns(checker *c, uint32_t id, bytes d, uint32_t last)
{
    for (uint32_t i = 0; i < last; i++)
        accepts(returns_one(c, id, d.word + i * BURST_WORDS));
    return returns_one(c, id, d.word + last * BURST_WORDS);
}

static const char *flushes(checker *c, uint32_t user)
{
    return c->spec->took(c->state, FLUSH, &user);
}

static const char *flushed(checker *c, uint32_t user)
{
    return c->spec->gave(c->state, FLUSHED, &user);
}

static void cycles(checker *c, int n)
{
    while (n-- > 0)
        accepts(c->spec->cycle(c->state, 0));
}

static const char *asks_block(checker *c, uint32_t id, uint32_t number)
{
    return commands(c, 0, id, REGION * BURSTS + number, 0);
}

/* A block of counts comes in which all lines have these, but one. */
static bytes counts_but(uint32_t line, uint32_t count)
{
    bytes d = repeated(~0u);
    d.word[line % BLOCK_LINES / 16] &= ~((uint32_t)3 << 2 * (line % 16));
    d.word[line % BLOCK_LINES / 16] |= count << 2 * (line % 16);
    return d;
}

static void counts_come(checker *c, uint32_t line, bytes counts)
{
    accepts(asks_block(c, IDS, line / BLOCK_LINES));
    accepts(returns(c, IDS, counts, 0));
}

static void counts_are_raw(checker *c, uint32_t line)
{
    counts_come(c, line, repeated(~0u));
}

/* A write of a whole line leaves. */
static void keeps(checker *c, uint32_t line, bytes d)
{
    bytes code;
    uint32_t last = coded(c, d, &code);
    writes(c, line, all, d);
    accepts(stores(c, line, last));
    accepts(brings_all(c, code, last));
}

/* Its count leaves the cache. */
static const char *counts_leave(checker *c, uint32_t line, bytes counts)
{
    accepts(commands(c, 1, 0, REGION * BURSTS + line / BLOCK_LINES, 0));
    return brings(c, ~0u, counts.word);
}

static const char *flushed_at_once(checker *c)
{
    accepts(flushes(c, 3));
    cycles(c, 1);
    return flushed(c, 3);
}

/* ---- reads ---- */

static void a_read_returns_what_dram_has(void **state)
{
    (void)state;
    checker *c = small();
    reads(c, 5, 1);
    complains(answers(c, noise(1), 1), "read of line 0x5, user 0x1: it is answered before its line came");
    complains(asks(c, 2, 5, RAW), "read of line 0x5, user 0x1: its line is asked for, but the block of its count did not come since the");
    counts_are_raw(c, 5);
    complains(asks(c, 2, 5, 1), "read of line 0x5, user 0x1: bursts 0 to 1 are asked for, but its line has 0 to 3");
    complains(commands(c, 0, 2, 21, 2), "bursts 1 to 3 are asked for, but its line has 0 to 3");
    complains(asks(c, 2, 6, RAW), "command: line 0x6 is asked for, but no request that is not served needs it");
    accepts(asks(c, 2, 5, RAW));
    complains(asks(c, 3, 5, RAW), "command: line 0x5 is asked for, but no request that is not served needs it");
    accepts(returns(c, 2, noise(1), 2));
    complains(answers(c, noise(1), 1), "it is answered before its line came");
    accepts(returns_one(c, 2, noise(1).word + 24));
    complains(returns_one(c, 2, noise(1).word), "the bench gave a return that nothing asked for");
    complains(answers(c, noise(2), 1), "read of line 0x5, user 0x1: data_o bits 31..0 is");
    complains(answers(c, noise(1), 2), "response of user 0x2, but no such read is under way");
    accepts(answers(c, noise(1), 1));
    complains(answers(c, noise(1), 1), "response of user 0x1, but no such read is under way");
    reads(c, 5, 1);
    accepts(asks(c, 2, 5, RAW));
    complains(returns(c, 2, noise(2), RAW), "the bench gave line 0x5 as it is not in DRAM");
    checker_free(c);
}

static void a_read_returns_the_writes_before_it(void **state)
{
    (void)state;
    const mask some = {{0x00000ff0, 0, 0x80000000, 0}};
    checker *c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    writes(c, 5, some, noise(2));
    reads(c, 5, 2);
    complains(commands(c, 1, 0, 20, 2), "read of line 0x5, user 0x1: a later write of its line leaves before it");
    accepts(asks(c, 0, 5, RAW));
    accepts(commands(c, 1, 0, 20, 2));
    accepts(asks(c, 2, 5, RAW));
    accepts(brings(c, 0x00000ff0, noise(2).word));
    accepts(brings(c, 0, noise(0).word));
    accepts(brings(c, 0x80000000, noise(2).word + 16));
    accepts(returns(c, 2, over(noise(1), some, noise(2)), RAW));
    accepts(returns(c, 0, noise(1), RAW));
    complains(answers(c, noise(1), 2), "data_o bits 63..32 is");
    complains(answers(c, over(noise(1), some, noise(2)), 1), "data_o bits 63..32 is");
    accepts(answers(c, over(noise(1), some, noise(2)), 2));
    accepts(answers(c, noise(1), 1));
    checker_free(c);
}

static void a_read_of_the_region_returns_counts(void **state)
{
    (void)state;
    checker *c = small();
    reads(c, REGION + 1, 1);
    complains(asks(c, 0, REGION + 1, 0), "bursts 0 to 0 are asked for, but its line has 0 to 3");
    accepts(asks(c, 0, REGION + 1, RAW));
    accepts(returns(c, 0, noise(1), RAW));
    complains(answers(c, noise(2), 1), "read of line 0xff81, user 0x1: data_o bits 31..0 is");
    accepts(answers(c, noise(1), 1));
    writes(c, REGION + 1, all, noise(2));
    complains(stores(c, REGION + 1, RAW), "command: bursts 0x3fe04 to 0x3fe07 are written in the region, which are no block of counts");
    reads(c, REGION + 1, 1);
    accepts(asks(c, 0, REGION + 1, RAW));
    checker_free(c);
}

static void an_id_has_one_question(void **state)
{
    (void)state;
    checker *c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    reads(c, 6, 2);
    accepts(asks(c, 0, 5, RAW));
    complains(asks(c, 0, 6, RAW), "command: id 0 is used again, but DRAM owes what was asked for with it");
    checker_free(c);
}

/* ---- writes ---- */

static void a_whole_line_leaves_as_its_code(void **state)
{
    (void)state;
    bytes code;
    checker *c = small();
    uint32_t last = coded(c, repeated(7), &code);
    assert_int_equal(last, 0);
    writes(c, 5, all, repeated(7));
    complains(commands(c, 1, 1, 20, 0), "command: a write has id 1, expected 0");
    complains(commands(c, 1, 0, 21, 0), "whole write of line 0x5, user 0x4d: it is written from burst 1 on, not from its first");
    complains(commands(c, 1, 0, 21, 3), "bursts 1 to 4 are written; there is none after 3");
    complains(asks(c, 0, 5, RAW), "whole write of line 0x5, user 0x4d: its line is asked for, which it does not need");
    complains(stores(c, 6, 0), "command: line 0x6 is written, but no write of it is under way that has not left");
    accepts(stores(c, 5, 0));
    complains(stores(c, 5, 0), "command: line 0x5 is written, but no write of it is under way that has not left");
    complains(brings(c, 0xffff, code.word), "data: burst 0 of a write of line 0x5: mask_o is 0xffff, expected 0xffffffff");
    bytes other = code;
    other.word[0] ^= 0x100; /* behind the head */
    complains(brings(c, ~0u, other.word), "whole write of line 0x5, user 0x4d: it is written as 1 bursts whose line has bits");
    c->spec->reset(c->state);

    writes(c, 5, all, repeated(7));
    accepts(stores(c, 5, RAW));
    complains(brings_all(c, repeated(7), RAW), "it is written as 4 bursts, but its code has 1");
    c->spec->reset(c->state);

    memset(&other, 0xff, sizeof other);
    writes(c, 5, all, repeated(7));
    accepts(stores(c, 5, 0));
    complains(brings(c, ~0u, other.word), "it is written as 1 bursts that no encoder writes");
    checker_free(c);
}

static void some_bytes_of_a_raw_line_leave_alone(void **state)
{
    (void)state;
    const mask some = {{0, 0x00000ff0, 1, 0}};
    bytes wrong = noise(2);
    wrong.word[9] ^= 0x10000;
    checker *c = small();
    writes(c, 5, some, noise(2));
    complains(commands(c, 1, 0, 21, 1), "partial write of line 0x5, user 0x4d: it is written, but the block of its count did not come");
    counts_are_raw(c, 5);
    complains(asks(c, 0, 5, RAW), "partial write of line 0x5, user 0x4d: its line is asked for, but is raw");
    complains(stores(c, 5, RAW), "bursts 0 to 3 are written, but its mask has bytes in 1 to 2");
    complains(commands(c, 1, 0, 21, 0), "bursts 1 to 1 are written, but its mask has bytes in 1 to 2");
    accepts(commands(c, 1, 0, 21, 1));
    complains(brings(c, 0x00001ff0, noise(2).word + 8), "data: burst 0 of a write of line 0x5: mask_o is 0x1ff0, expected 0xff0");
    accepts(brings(c, 0x00000ff0, wrong.word + 8));
    complains(brings(c, 1, wrong.word + 16), "partial write of line 0x5, user 0x4d: data_o bits 63..32 of burst 1 is");
    checker_free(c);
}

static void a_compressed_line_is_merged(void **state)
{
    (void)state;
    const mask some = {{0x00000ff0, 0, 0, 0}};
    bytes code, merged, line = over(repeated(7), some, noise(2));
    checker *c = small();
    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    coded(c, repeated(7), &code);
    uint32_t last = coded(c, line, &merged);
    writes(c, 5, some, noise(2));
    complains(stores(c, 5, last), "partial write of line 0x5, user 0x4d: it is written before its line came, which is compressed");
    accepts(asks(c, 1, 5, 0));
    complains(asks(c, 2, 5, 0), "partial write of line 0x5, user 0x4d: its line is asked for twice");
    complains(stores(c, 5, last), "it is written before its line came, which is compressed");
    accepts(returns(c, 1, code, 0));
    accepts(stores(c, 5, last));
    accepts(brings_all(c, merged, last));
    c->spec->reset(c->state);

    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    writes(c, 5, some, noise(2));
    accepts(asks(c, 1, 5, 0));
    accepts(returns(c, 1, code, 0));
    accepts(stores(c, 5, RAW));
    complains(brings_all(c, noise(2), RAW), "it is written as 4 bursts whose line has bits 31..0");
    checker_free(c);
}

/* A write with an empty mask, or of the region, is no write. */
static void what_changes_nothing_does_not_leave(void **state)
{
    (void)state;
    const mask none = {{0}};
    checker *c = small();
    writes(c, 5, none, noise(1));
    complains(stores(c, 5, 0), "command: line 0x5 is written, but no write of it is under way that has not left");
    writes(c, REGION, all, noise(1));
    cycles(c, 2 * BOUND);
    accepts(flushed_at_once(c));
    checker_free(c);
}

/* Data may leave before their command, but no more than commands have places. */
static void bursts_belong_to_the_oldest_write(void **state)
{
    (void)state;
    bytes code;
    checker *c = small();
    coded(c, repeated(7), &code);
    writes(c, 5, all, repeated(7));
    writes(c, 6, all, noise(2));
    accepts(brings(c, ~0u, code.word));
    accepts(stores(c, 5, 0));
    accepts(brings_all(c, noise(2), RAW));
    accepts(stores(c, 6, RAW));
    for (int n = 0; n < 8; n++)
        accepts(brings(c, ~0u, code.word));
    complains(brings(c, ~0u, code.word), "data: a burst is written, but no command says where");
    checker_free(c);
}

/* ---- counts ---- */

static void a_block_of_counts_is_asked_for_once(void **state)
{
    (void)state;
    checker *c = small();
    complains(asks_block(c, IDS + 2, 0), "command: id 10 asks for a block of counts; ids 8 to 9 are right");
    complains(commands(c, 0, IDS, REGION * BURSTS, 1), "command: id 8 asks for bursts 0x3fe00 to 0x3fe01, which are no block of counts");
    complains(commands(c, 0, IDS, REGION * BURSTS - 1, 0), "which are no block of counts");
    accepts(asks_block(c, IDS, 3));
    complains(asks_block(c, IDS + 1, 3), "command: block 0x3 of counts is asked for twice");
    complains(returns_one(c, IDS, noise(1).word), "the bench gave block 0x3 of counts as it is not in DRAM");
    checker_free(c);

    c = engine_of(SMALL " " CODEC "=none");
    complains(asks_block(c, IDS, 0), "which are no block of counts");
    checker_free(c);
}

static void a_block_of_counts_has_those_of_dram(void **state)
{
    (void)state;
    checker *c = small();
    complains(commands(c, 1, 0, REGION * BURSTS, 0), "command: block 0 of counts is written, but did not come since the reset");
    c->spec->reset(c->state);
    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    complains(counts_leave(c, 5, counts_but(5, 1)), "data: block 0 of counts says 2 bursts of line 0x5, expected 1");
    accepts(counts_leave(c, 5, counts_but(5, RAW))); /* it may not be set */
    accepts(counts_leave(c, 5, counts_but(5, 0)));
    complains(counts_leave(c, 5, counts_but(6, 0)), "data: block 0 of counts says 1 bursts of line 0x6, expected 4");
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, 0)); /* now it is set */
    complains(counts_leave(c, 5, counts_but(5, RAW)), "data: block 0 of counts says 4 bursts of line 0x5, expected 1");
    writes(c, 5, all, noise(1)); /* as long as a write has not left, it is anything */
    accepts(counts_leave(c, 5, counts_but(5, RAW)));
    checker_free(c);

    c = small();
    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    keeps(c, 5, noise(1));
    accepts(asked(c, 1, 5, (mask){{1}}, noise(2), 0, 1));
    accepts(stores(c, 5, 0)); /* a byte of a raw line: its count is set */
    accepts(brings(c, 1, noise(2).word));
    complains(counts_leave(c, 5, counts_but(5, 0)), "data: block 0 of counts says 1 bursts of line 0x5, expected 4");
    checker_free(c);
}

/* The line may leave before the block comes of which the count is not known. */
static void a_count_that_is_not_set_is_what_it_was(void **state)
{
    (void)state;
    checker *c = small();
    writes(c, 5, all, noise(1));
    c->spec->reset(c->state);
    keeps(c, 5, repeated(7));
    counts_come(c, 5, counts_but(5, 1));
    accepts(counts_leave(c, 5, counts_but(5, 1)));
    complains(counts_leave(c, 5, counts_but(5, 2)), "data: block 0 of counts says 3 bursts of line 0x5, expected 1");
    checker_free(c);
}

/* ---- flushes ---- */

static void after_a_flush_dram_has_all(void **state)
{
    (void)state;
    bytes code;
    checker *c = small();
    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    complains(flushed_at_once(c), "flushed, but the region has 4 bursts of line 0x5, which give bits 31..0 as ");
    checker_free(c);

    c = small();
    coded(c, repeated(7), &code);
    counts_are_raw(c, 5);
    writes(c, 5, all, repeated(7));
    accepts(counts_leave(c, 5, counts_but(5, 1)));
    accepts(stores(c, 5, 0));
    accepts(brings(c, ~0u, code.word));
    complains(flushed_at_once(c), "flushed, but the region has 2 bursts of line 0x5, expected 1");
    checker_free(c);

    c = small();
    counts_come(c, 5, counts_but(5, RAW));
    keeps(c, 5, repeated(7));
    accepts(counts_leave(c, 5, counts_but(5, 0)));
    accepts(flushed_at_once(c));
    cycles(c, 1);
    reads(c, 5, 1);
    complains(asks(c, 0, 5, 0), "the block of its count did not come since the reset or the last flush");
    checker_free(c);
}

static void a_flush_comes_after_the_requests_before_it(void **state)
{
    (void)state;
    checker *c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    complains(flushed_at_once(c), "read of line 0x5, user 0x1: it did not take effect before a flush that was accepted later");
    c->spec->reset(c->state);
    writes(c, 5, all, repeated(7));
    complains(flushed_at_once(c), "whole write of line 0x5, user 0x4d: it did not take effect before a flush");
    c->spec->reset(c->state);
    accepts(asks_block(c, IDS, 0));
    complains(flushed_at_once(c), "flushed, but DRAM owes what was asked for before");
    accepts(returns(c, IDS, repeated(~0u), 0));
    cycles(c, 1);
    accepts(brings(c, ~0u, noise(1).word));
    complains(flushed_at_once(c), "flushed, but bursts have left that no command told");
    c->spec->reset(c->state);
    counts_are_raw(c, 5);
    accepts(commands(c, 1, 0, REGION * BURSTS, 0));
    complains(flushed_at_once(c), "flushed, but bursts of block 0 of counts have not left");
    checker_free(c);

    c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, RAW));
    accepts(returns(c, 0, noise(1), RAW));
    accepts(flushed_at_once(c)); /* its answer may wait */
    accepts(answers(c, noise(1), 1));
    checker_free(c);
}

static void a_flush_is_alone(void **state)
{
    (void)state;
    checker *c = small();
    complains(flushed(c, 3), "flushed, but no flush is under way");
    accepts(flushes(c, 3));
    writes(c, REGION, all, noise(1)); /* in the same cycle */
    cycles(c, 1);
    complains(asked(c, 0, 5, all, noise(1), 0, 2), "read of line 0x5, user 0x2: it is accepted while a flush is under way");
    complains(flushes(c, 4), "a flush is accepted while another is under way");
    c->spec->reset(c->state);
    accepts(flushes(c, 3));
    complains(flushed(c, 4), "flushed: its user is not that of the flush");
    complains(flushed(c, 3), "flushed, but no flush is under way");
    checker_free(c);
}

/* ---- resets ---- */

static void a_reset_loses_nothing_after_a_flush(void **state)
{
    (void)state;
    bytes code;
    checker *c = small();
    coded(c, repeated(7), &code);
    counts_are_raw(c, 5);
    keeps(c, 5, repeated(7));
    accepts(counts_leave(c, 5, counts_but(5, 0)));
    accepts(flushed_at_once(c));
    c->spec->reset(c->state);
    c->spec->reset(c->state);
    counts_come(c, 5, counts_but(5, 0));
    c->spec->reset(c->state);
    reads(c, 5, 1);
    complains(asks(c, 0, 5, 0), "the block of its count did not come since the reset");
    accepts(asks_block(c, IDS, 0));
    complains(returns(c, IDS, counts_but(5, RAW), 0), "the bench gave block 0 of counts as it is not in DRAM");
    counts_come(c, 5, counts_but(5, 0));
    accepts(asks(c, 0, 5, 0));
    accepts(returns(c, 0, code, 0));
    complains(answers(c, repeated(8), 1), "data_o bits 31..0 is 0x8, expected 0x7");
    accepts(answers(c, repeated(7), 1));
    c->spec->reset(c->state); /* a request since the flush: memory is anything */
    counts_come(c, 5, counts_but(5, RAW));
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, RAW));
    accepts(returns(c, 0, noise(1), RAW));
    accepts(answers(c, noise(1), 1));
    checker_free(c);
}

/* Returns tell what a line is that nobody wrote. */
static void after_a_loss_returns_tell(void **state)
{
    (void)state;
    const mask some = {{0x00000ff0, 0, 0, 0}};
    bytes code, merged;
    checker *c = small();
    coded(c, repeated(7), &code);
    writes(c, 5, all, noise(1));
    c->spec->reset(c->state);
    counts_come(c, 5, counts_but(5, 0));
    writes(c, 5, some, noise(2));
    accepts(asks(c, 0, 5, 0));
    accepts(returns(c, 0, code, 0));
    uint32_t last = coded(c, over(repeated(8), some, noise(2)), &merged);
    accepts(stores(c, 5, last));
    complains(brings_all(c, merged, last), "whose line has bits 31..0 0x8, expected 0x7");
    checker_free(c);
}

/* What was lost may be a code that no encoder writes. What it is read as is not judged, but what is merged with it is. */
static void after_a_loss_memory_is_anything(void **state)
{
    (void)state;
    const mask some = {{0x00000ff0, 0, 0, 0}};
    bytes merged;
    checker *c = small();
    writes(c, 5, all, noise(1));
    c->spec->reset(c->state);
    counts_come(c, 5, counts_but(5, 0));
    reads(c, 5, 1);
    writes(c, 5, some, noise(2));
    accepts(asks(c, 0, 5, 0));
    accepts(returns(c, 0, repeated(~0u), 0));
    accepts(answers(c, noise(3), 1));
    accepts(asks(c, 1, 5, 0));
    accepts(returns(c, 1, repeated(~0u), 0));
    uint32_t last = coded(c, over(repeated(0), some, noise(2)), &merged);
    accepts(stores(c, 5, last));
    accepts(brings_all(c, merged, last));
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, last));
    accepts(returns(c, 0, merged, last));
    complains(answers(c, noise(2), 1), "data_o bits 31..0 is");
    accepts(answers(c, over(repeated(0), some, noise(2)), 1));
    checker_free(c);
}

/* ---- codes at the core ---- */

static void lines_come_and_go_as_codes(void **state)
{
    (void)state;
    bytes code;
    checker *c = engine_of(SMALL " place=core");
    coded(c, repeated(7), &code);
    counts_are_raw(c, 5);
    accepts(asked(c, 1, 5, all, code, 0, 77));
    complains(stores(c, 5, 1), "whole write of line 0x5, user 0x4d: 2 bursts are written, expected 1");
    accepts(stores(c, 5, 0));
    accepts(brings(c, ~0u, code.word));
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, 0));
    accepts(returns(c, 0, code, 0));
    complains(answers_with(c, repeated(7), RAW, 1), "read of line 0x5, user 0x1: bursts_o is 3, expected 0");
    complains(answers_with(c, repeated(0), 0, 1), "read of line 0x5, user 0x1: data_o bits 31..0 is");
    complains(answers_with(c, over(noise(9), (mask){{~0u, 0, 0, 0}}, code), 0, 1), "read of line 0x5, user 0x1: data_o bits 287..256 is");
    accepts(answers_with(c, over(repeated(0), (mask){{~0u, 0, 0, 0}}, code), 0, 1));
    accepts(asked(c, 1, 6, all, repeated(7), RAW, 77)); /* a raw line though it has a code */
    accepts(stores(c, 6, RAW));
    accepts(brings_all(c, repeated(7), RAW));
    checker_free(c);
}

/* ---- bounds ---- */

static void what_is_asked_for_comes_in_time(void **state)
{
    (void)state;
    checker *c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    accepts(asks(c, 0, 5, RAW));
    cycles(c, 2 * BOUND);
    accepts(returns(c, 0, noise(1), RAW));
    for (int n = 0; n < BOUND; n++) {
        cycles(c, 1);
        accepts(c->spec->cycle(c->state, 1u << RESPONSE));
    }
    complains(c->spec->cycle(c->state, 0),
              "read of line 0x5, user 0x1: it is not answered within 5544 cycles in which it waited for nothing");
    c->spec->reset(c->state);
    writes(c, 5, all, noise(1));
    accepts(stores(c, 5, RAW));
    cycles(c, BOUND);
    complains(c->spec->cycle(c->state, 0), "whole write of line 0x5, user 0x4d: it is not written within 5544 cycles");
    c->spec->reset(c->state);
    accepts(flushes(c, 3));
    cycles(c, FLUSH_BOUND);
    complains(c->spec->cycle(c->state, 0), "flush of user 0x3: not told within 6056 cycles in which it waited for nothing");
    checker_free(c);
}

/* A return begins the silence anew, and so does a reset. */
static void a_dram_that_never_answers_is_told(void **state)
{
    (void)state;
    const char *told = "DRAM gave nothing for 65536 cycles, but owes what was asked for with id 3";
    checker *c = small();
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    accepts(asks(c, 3, 5, RAW));
    cycles(c, SILENCE);
    accepts(returns_one(c, 3, noise(1).word));
    cycles(c, SILENCE);
    complains(c->spec->cycle(c->state, 0), told);
    complains(c->spec->cycle(c->state, 1u << RESPONSE), told);
    c->spec->reset(c->state);
    cycles(c, SILENCE);
    counts_are_raw(c, 5);
    reads(c, 5, 1);
    accepts(asks(c, 3, 5, RAW));
    cycles(c, SILENCE);
    complains(c->spec->cycle(c->state, 0), told);
    checker_free(c);
}

/* ---- a plain engine under the environment's traffic ---- */

enum { MOST_ENTRIES = 16, MOST_BLOCKS = 8, QUEUE = 2, MOST_DATA = 16, MOST_ANSWERS = 4, BLOCK_WORDS = 16 };

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

typedef enum {
    NONE,
    /* answers */
    FLIPS_A_BIT,
    LOSES_AN_ANSWER,
    ANSWERS_TWICE,
    CHANGES_A_USER,
    ANSWERS_EARLY,
    SEES_A_LATER_WRITE,
    /* commands */
    READS_TOO_FEW,
    READS_TWICE,
    READS_THE_NEXT_LINE,
    GUESSES_RAW,
    WRITES_WITH_AN_ID,
    WRITES_TWICE,
    OVERTAKES,
    WRITES_ALL_BURSTS,
    WRITES_INTO_A_CODE,
    /* what is written */
    FLIPS_A_WRITTEN_BIT,
    CHANGES_A_MASK,
    SWAPS_BURSTS,
    LOSES_A_BURST,
    STORES_RAW,
    LOSES_A_WRITE,
    WRITES_THE_REGION,
    WRITES_AN_EMPTY_MASK,
    /* counts */
    LOSES_A_SET,
    SETS_ANOTHER,
    DROPS_DIRTY,
    FLIPS_A_COUNT,
    ASKS_TWICE_FOR_A_BLOCK,
    TAKES_A_WRONG_ID,
    /* flushes */
    FLUSHED_EARLY,
    FLUSH_LEAVES_ONE,
    FLUSH_KEEPS_ONE,
    FLUSHED_OF_ANOTHER,
    LOSES_A_FLUSH,
    ACCEPTS_IN_A_FLUSH,
    /* resets */
    KEEPS_BLOCKS,
    KEEPS_ANSWERS,
    /* counts of `state`, each: it misses one, or it has one more */
    MISSES_A_COUNT,
    ADDS_TO_A_COUNT = MISSES_A_COUNT + COUNTS,
    FAULTS = ADDS_TO_A_COUNT + COUNTS
} fault;

/* What is said of a command or its bursts that are not those of the line's next request. */
#define OF_ANOTHER                                                                                                                        \
    "needs it|is asked for twice|does not need|its line has 0 to|is raw|did not come since|no write of it is under way|leaves before it|" \
    "its mask has bytes in|before its line came|are written, expected|from burst|there is none after"
#define OTHER_BURSTS "mask_o is|whose line has bits|no encoder writes|data_o bits|its code has|of counts says"

/* What is said of each: a part of the message, or one of these where it comes at one time or another. */
static const char *const said[MISSES_A_COUNT] = {
    [FLIPS_A_BIT] = "data_o bits",
    [LOSES_AN_ANSWER] = "it is not answered within",
    [ANSWERS_TWICE] = "but no such read is under way",
    [CHANGES_A_USER] = "but no such read is under way|it is answered before its line came|data_o bits|bursts_o is",
    [ANSWERS_EARLY] = "it is answered before its line came",
    [SEES_A_LATER_WRITE] = "data_o bits",
    [READS_TOO_FEW] = "are asked for, but its line has 0 to",
    [READS_TWICE] = "is used again|" OF_ANOTHER,
    [READS_THE_NEXT_LINE] = OF_ANOTHER,
    [GUESSES_RAW] = "its line has 0 to|did not come since|state: hits is",
    [WRITES_WITH_AN_ID] = "command: a write has id",
    [WRITES_TWICE] = OF_ANOTHER "|" OTHER_BURSTS,
    [OVERTAKES] = OF_ANOTHER "|" OTHER_BURSTS,
    [WRITES_ALL_BURSTS] = "are written, but its mask has bytes in",
    [WRITES_INTO_A_CODE] = "it is written before its line came, which is compressed|from burst",
    [FLIPS_A_WRITTEN_BIT] = OTHER_BURSTS,
    [CHANGES_A_MASK] = "mask_o is",
    [SWAPS_BURSTS] = OTHER_BURSTS,
    [LOSES_A_BURST] = "is not written within|have not left|did not take effect|" OTHER_BURSTS,
    [STORES_RAW] = "it is written as",
    [LOSES_A_WRITE] = "is not written within|did not take effect|" OF_ANOTHER "|" OTHER_BURSTS,
    [WRITES_THE_REGION] =
        "are written in the region, which are no block|did not come since|of counts says|state: block_bursts_written|state: write_backs",
    [WRITES_AN_EMPTY_MASK] = OF_ANOTHER "|" OTHER_BURSTS,
    [LOSES_A_SET] = "the region has|of counts says|" OF_ANOTHER,
    [SETS_ANOTHER] = "the region has|of counts says|" OF_ANOTHER,
    [DROPS_DIRTY] = "the region has|of counts says|" OF_ANOTHER,
    [FLIPS_A_COUNT] = "of counts says",
    [ASKS_TWICE_FOR_A_BLOCK] = "of counts is asked for twice",
    [TAKES_A_WRONG_ID] = "asks for a block of counts; ids",
    [FLUSHED_EARLY] = "did not take effect before a flush|have not left|DRAM owes|the region has|that no command told",
    [FLUSH_LEAVES_ONE] = "flushed, but the region has",
    [FLUSH_KEEPS_ONE] = "did not come since",
    [FLUSHED_OF_ANOTHER] = "flushed: its user is not that of the flush",
    [LOSES_A_FLUSH] = "not told within",
    [ACCEPTS_IN_A_FLUSH] = "it is accepted while a flush is under way",
    [KEEPS_BLOCKS] = "did not come since",
    [KEEPS_ANSWERS] = "but no such read is under way|it is answered before its line came",
};

typedef enum { NEW, ASKED, CAME, SETS } phase;

/* A request. Its number is its id. */
typedef struct {
    bool used, write, whole, empty, region, fetched; /* fetched: of a partial write, which merges */
    phase phase;
    unsigned long long age;
    uint32_t line, user[2], mask[MASK_WORDS], data[LINE_WORDS], bursts; /* bursts - 1: of what is in data, or is asked for */
    uint32_t came, got[LINE_WORDS];
} entry;

/* A block of counts that is held, or asked for. */
typedef struct {
    bool held, asked, dirty, stays;
    uint32_t number, came, counts[BLOCK_WORDS];
} cached;

typedef struct {
    uint32_t write, id, address, bursts;
} command;

typedef struct {
    uint32_t mask, data[BURST_WORDS];
} burst;

typedef struct {
    uint32_t data[LINE_WORDS], bursts, user[2];
} answer;

/* In each cycle chance says what goes on. Requests of a line are done in their order, those of others in any. */
typedef struct {
    plain_unit u;
    burst_code code;
    const wf_stream *stream[STATE + 1];
    bool core;
    uint32_t line_words, bursts, region, ids, block_lines, block_bursts, blocks;
    int user_words;
    entry entries[MOST_ENTRIES];
    cached cache[MOST_BLOCKS];
    command commands[QUEUE];
    burst bursts_out[MOST_DATA];
    answer answers[MOST_ANSWERS];
    int command_count, data_count, answer_count;
    bool flush, closed, quiet; /* quiet: no request since a flush was told */
    uint32_t flush_user[2];
    bool waits[INPUTS];
    uint32_t in[INPUTS][MOST_FIELDS];
    uint32_t counts[COUNTS], more[COUNTS];
    unsigned long long ages, flushes, merges, straights, write_backs, refused, compressed, kept;
} plain;

static plain *plain_new(int line_bytes, const char *settings, uint64_t seed)
{
    plain *p = zalloc(sizeof *p);
    p->u = plain_unit_new("engine", line_bytes, settings, seed);
    const design *d = &p->u.c->d;
    for (int s = 0; s < p->u.c->module->streams.count; s++)
        p->stream[s] = stream_of(p->u.c, s);
    p->code = burst_code_of(d);
    p->core = unit_chooses(d, "place", "core");
    p->line_words = (uint32_t)line_bytes / 4;
    p->bursts = (uint32_t)line_bytes / WF_BURST_BYTES;
    uint32_t lines = (uint32_t)1 << unit_parameter(d, "address");
    p->region = p->code.codec ? lines - lines / 4 / (uint32_t)line_bytes : lines;
    p->ids = unit_parameter(d, "outstanding");
    p->block_lines = 4 * unit_parameter(d, "fetch");
    p->block_bursts = unit_parameter(d, "fetch") / WF_BURST_BYTES;
    p->blocks = unit_parameter(d, "blocks");
    p->user_words = (field_bits(p->stream[REQUEST], "user") + 31) / 32;
    return p;
}

static void plain_free(plain *p)
{
    plain_unit_free(&p->u);
}

static bool strikes(plain *p, fault what)
{
    return plain_strikes(&p->u, (int)what, 4);
}

/* Each time from then on. */
static bool always(plain *p, fault what)
{
    return plain_strikes(&p->u, (int)what, 1);
}

static bool sometimes(plain *p, uint32_t one_of)
{
    return plain_sometimes(&p->u, one_of);
}

static void count(plain *p, count_kind k, uint32_t n)
{
    if (n > 0 && strikes(p, (fault)(MISSES_A_COUNT + k)))
        return;
    p->counts[k] += n;
}

/* ---- what leaves ---- */

static const char *gives(plain *p, int stream, const uint32_t *fields)
{
    p->u.moved += stream != STATE;
    p->u.environment->saw(p->u.around, stream, fields);
    return p->u.c->spec->gave(p->u.c->state, stream, fields);
}

/* Is it not taken in this cycle? */
static bool holds(plain *p, int stream, uint32_t *held)
{
    bool yes = sometimes(p, 3);
    *held |= (uint32_t)yes << stream;
    return yes;
}

static const char *give_answer(plain *p, uint32_t *held)
{
    if (p->answer_count == 0 || holds(p, RESPONSE, held))
        return NULL;
    int i = (int)rng_below(&p->u.rng, (uint32_t)p->answer_count);
    answer a = p->answers[i];
    uint32_t fields[MOST_FIELDS] = {0};
    if (strikes(p, FLIPS_A_BIT))
        a.data[1] ^= (uint32_t)1 << rng_below(&p->u.rng, 32);
    if (strikes(p, CHANGES_A_USER))
        a.user[0] ^= 1;
    put_field(p->stream[RESPONSE], fields, "data", a.data, (int)p->line_words);
    put_word(p->stream[RESPONSE], fields, "bursts", a.bursts);
    put_field(p->stream[RESPONSE], fields, "user", a.user, p->user_words);
    if (!strikes(p, ANSWERS_TWICE))
        p->answers[i] = p->answers[--p->answer_count];
    return strikes(p, LOSES_AN_ANSWER) ? NULL : gives(p, RESPONSE, fields);
}

static const char *give_command(plain *p, uint32_t *held)
{
    if (p->command_count == 0 || holds(p, COMMAND, held))
        return NULL;
    command c = p->commands[0];
    uint32_t fields[MOST_FIELDS] = {0};
    if (c.write && strikes(p, WRITES_WITH_AN_ID))
        c.id = 1;
    put_word(p->stream[COMMAND], fields, "write", c.write);
    put_word(p->stream[COMMAND], fields, "id", c.id);
    put_word(p->stream[COMMAND], fields, "address", c.address);
    put_word(p->stream[COMMAND], fields, "bursts", c.bursts);
    bool again = (!c.write && c.id < p->ids && strikes(p, READS_TWICE)) ||
                 (c.write && c.address < p->region * p->bursts && strikes(p, WRITES_TWICE));
    if (!again)
        memmove(p->commands, p->commands + 1, sizeof *p->commands * (size_t)--p->command_count);
    return gives(p, COMMAND, fields);
}

static const char *give_data(plain *p, uint32_t *held)
{
    if (p->data_count == 0 || holds(p, DATA, held))
        return NULL;
    if (p->data_count > 1 && memcmp(p->bursts_out, p->bursts_out + 1, sizeof *p->bursts_out) != 0 && strikes(p, SWAPS_BURSTS)) {
        burst first = p->bursts_out[0];
        p->bursts_out[0] = p->bursts_out[1];
        p->bursts_out[1] = first;
    }
    burst b = p->bursts_out[0];
    uint32_t fields[MOST_FIELDS] = {0};
    if (b.mask == ~0u && strikes(p, FLIPS_A_WRITTEN_BIT))
        b.data[0] ^= 0x100;
    if (strikes(p, CHANGES_A_MASK))
        b.mask ^= (uint32_t)1 << rng_below(&p->u.rng, 32);
    put_word(p->stream[DATA], fields, "mask", b.mask);
    put_field(p->stream[DATA], fields, "data", b.data, BURST_WORDS);
    memmove(p->bursts_out, p->bursts_out + 1, sizeof *p->bursts_out * (size_t)--p->data_count);
    return strikes(p, LOSES_A_BURST) ? NULL : gives(p, DATA, fields);
}

static bool is_empty(const plain *p)
{
    bool empty = p->command_count == 0 && p->data_count == 0;
    for (const entry *e = p->entries; e < p->entries + MOST_ENTRIES; e++)
        empty = empty && !e->used;
    for (const cached *b = p->cache; b < p->cache + MOST_BLOCKS; b++)
        empty = empty && (!b->held || b->stays) && !b->asked;
    return empty;
}

static const char *give_flushed(plain *p, uint32_t *held)
{
    bool empty = is_empty(p);
    if (!p->closed || (!empty && !strikes(p, FLUSHED_EARLY)) || (empty && holds(p, FLUSHED, held)))
        return NULL;
    if (always(p, LOSES_A_FLUSH))
        return NULL;
    uint32_t user[2] = {p->flush_user[0] ^ (uint32_t)strikes(p, FLUSHED_OF_ANOTHER), p->flush_user[1]};
    p->flush = false;
    p->quiet = true;
    p->flushes++;
    for (cached *b = p->cache; b < p->cache + MOST_BLOCKS; b++)
        b->stays = false;
    return gives(p, FLUSHED, user);
}

static const char *give_counts(plain *p)
{
    uint32_t fields[MOST_FIELDS] = {0};
    if (p->stream[STATE] == NULL)
        return NULL;
    for (int k = 0; k < COUNTS; k++) {
        p->more[k] += strikes(p, (fault)(ADDS_TO_A_COUNT + k)) ? 100 : 0;
        put_word(p->stream[STATE], fields, count_names[k], p->counts[k] + p->more[k]);
    }
    return gives(p, STATE, fields);
}

/* ---- what comes ---- */

static const uint32_t *next_at(plain *p, int stream)
{
    if (!p->waits[stream] && !sometimes(p, 4))
        p->waits[stream] = p->u.environment->next(p->u.around, stream, p->in[stream], &p->u.rng);
    return p->waits[stream] ? p->in[stream] : NULL;
}

static const char *takes(plain *p, int stream)
{
    p->u.moved++;
    p->waits[stream] = false;
    p->u.environment->saw(p->u.around, stream, p->in[stream]);
    return p->u.c->spec->took(p->u.c->state, stream, p->in[stream]);
}

static bool all_of(const plain *p, const uint32_t *m, uint32_t word)
{
    for (uint32_t i = 0; i < p->line_words / 8; i++)
        if (m[i] != word)
            return false;
    return true;
}

static const char *take_request(plain *p)
{
    const uint32_t *in = next_at(p, REQUEST);
    entry *e = p->entries;
    while (e < p->entries + p->ids && e < p->entries + MOST_ENTRIES && e->used)
        e++;
    if (in == NULL || e == p->entries + p->ids || e == p->entries + MOST_ENTRIES || (p->closed && !strikes(p, ACCEPTS_IN_A_FLUSH)))
        return NULL;
    const wf_stream *w = p->stream[REQUEST];
    *e = (entry){.used = true, .age = p->ages++, .write = in[field_at(w, "write")], .line = in[field_at(w, "address")]};
    memcpy(e->user, in + field_at(w, "user"), sizeof *e->user * (size_t)p->user_words);
    memcpy(e->mask, in + field_at(w, "mask"), p->line_words / 2);
    memcpy(e->data, in + field_at(w, "data"), sizeof *e->data * p->line_words);
    e->bursts = p->core ? in[field_at(w, "bursts")] : 0;
    e->region = e->line >= p->region;
    e->whole = all_of(p, e->mask, ~0u);
    e->empty = all_of(p, e->mask, 0);
    p->quiet = false;
    count(p, !e->write ? READS : e->whole ? WHOLE_WRITES : PARTIAL_WRITES, 1);
    return takes(p, REQUEST);
}

static const char *take_flush(plain *p)
{
    const uint32_t *in = p->flush || p->closed ? NULL : next_at(p, FLUSH);
    if (in == NULL)
        return NULL;
    p->flush = true;
    memcpy(p->flush_user, in, sizeof *in * (size_t)p->user_words);
    return takes(p, FLUSH);
}

static void fill(plain *p, cached *b, const uint32_t *data)
{
    memcpy(b->counts + b->came++ * BURST_WORDS, data, sizeof *data * BURST_WORDS);
    if (b->came < p->block_bursts)
        return;
    b->asked = false;
    b->held = true;
    count(p, FILLS, 1);
}

static const char *take_return(plain *p)
{
    const uint32_t *in = next_at(p, RETURN);
    if (in == NULL)
        return NULL;
    uint32_t id = in[field_at(p->stream[RETURN], "id")];
    const uint32_t *data = in + field_at(p->stream[RETURN], "data");
    if (id >= p->ids) {
        fill(p, &p->cache[id - p->ids], data);
    } else {
        entry *e = &p->entries[id];
        memcpy(e->got + e->came * BURST_WORDS, data, sizeof *data * BURST_WORDS);
        if (e->came++ == e->bursts)
            e->phase = CAME;
    }
    return takes(p, RETURN);
}

/* ---- what is done ---- */

static void push_command(plain *p, command c)
{
    bool block = c.address >= p->region * p->bursts && !(c.id < p->ids && !c.write);
    p->commands[p->command_count++] = c;
    count(p, block ? (c.write ? BLOCK_WRITTEN : BLOCK_READ) : c.write ? LINE_WRITTEN : LINE_READ, c.bursts + 1);
}

static bool has_room(const plain *p)
{
    return p->command_count < QUEUE && p->data_count <= MOST_BURSTS;
}

/* Bursts from `first` to `last`, under a mask or whole. */
static void push_write(plain *p, uint32_t address, uint32_t first, uint32_t last, const uint32_t *masks, const uint32_t *data)
{
    push_command(p, (command){1, 0, address + first, last - first});
    for (uint32_t i = first; i <= last; i++) {
        burst *b = &p->bursts_out[p->data_count++];
        b->mask = masks ? masks[i] : ~0u;
        memcpy(b->data, data + i * BURST_WORDS, sizeof b->data);
    }
}

static uint32_t place_of(const plain *p, uint32_t block)
{
    return p->region * p->bursts + block * p->block_bursts;
}

/* Is a flush under way for which blocks alone have to leave? */
static bool is_drained(const plain *p)
{
    bool drained = p->flush;
    for (const entry *e = p->entries; e < p->entries + MOST_ENTRIES; e++)
        drained = drained && !e->used;
    return drained;
}

/* A block leaves, if it can. */
static void evict(plain *p, cached *b)
{
    if (!b->held || b->stays || !has_room(p))
        return;
    if (b->dirty && !always(p, DROPS_DIRTY) && !(is_drained(p) && always(p, FLUSH_LEAVES_ONE))) {
        if (strikes(p, FLIPS_A_COUNT))
            b->counts[0] ^= 3;
        push_write(p, place_of(p, b->number), 0, p->block_bursts - 1, NULL, b->counts);
        count(p, WRITE_BACKS, 1);
        p->write_backs++;
    }
    b->dirty = false;
    b->stays = is_drained(p) && always(p, FLUSH_KEEPS_ONE);
    b->held = b->stays;
}

static void ask_block(plain *p, uint32_t number)
{
    uint32_t k = rng_below(&p->u.rng, p->blocks);
    cached *b = &p->cache[k];
    bool twice = false;
    for (const cached *other = p->cache; other < p->cache + MOST_BLOCKS; other++)
        twice = twice || (other->asked && other->number == number);
    if (b->asked || !has_room(p) || (twice && !strikes(p, ASKS_TWICE_FOR_A_BLOCK)))
        return;
    evict(p, b);
    if (b->held || !has_room(p))
        return;
    *b = (cached){.asked = true, .number = number};
    uint32_t id = p->ids + k + (p->blocks < p->ids && strikes(p, TAKES_A_WRONG_ID) ? p->blocks : 0);
    push_command(p, (command){0, id, place_of(p, number), p->block_bursts - 1});
}

/* The count of the line, or NULL; then its block is asked for. */
static cached *look(plain *p, uint32_t line)
{
    uint32_t number = line / p->block_lines;
    for (cached *b = p->cache; b < p->cache + MOST_BLOCKS; b++)
        if (b->held && b->number == number) {
            count(p, HITS, 1);
            return b;
        }
    count(p, MISSES, 1);
    ask_block(p, number);
    return NULL;
}

static uint32_t count_at(const plain *p, const cached *b, uint32_t line)
{
    uint32_t n = line % p->block_lines, is = b->counts[n / 16] >> 2 * (n % 16) & 3;
    return is < p->bursts ? is : p->bursts - 1;
}

static void set_count(plain *p, cached *b, uint32_t line, uint32_t bursts)
{
    if (bursts != count_at(p, b, line) && always(p, LOSES_A_SET))
        return;
    uint32_t n = (line ^ (uint32_t)(bursts != count_at(p, b, line) && strikes(p, SETS_ANOTHER))) % p->block_lines;
    b->counts[n / 16] = (b->counts[n / 16] & ~((uint32_t)3 << 2 * (n % 16))) | bursts << 2 * (n % 16);
    b->dirty = true;
}

static void ask(plain *p, entry *e, uint32_t bursts)
{
    uint32_t id = (uint32_t)(e - p->entries), line = e->line;
    if (bursts > 0 && strikes(p, READS_TOO_FEW))
        bursts--;
    if (strikes(p, READS_THE_NEXT_LINE))
        line ^= 1;
    push_command(p, (command){0, id, line * p->bursts, bursts});
    e->bursts = bursts;
    e->phase = ASKED;
    p->compressed += bursts + 1 < p->bursts;
}

static void put_bytes(const plain *p, uint32_t *to, const uint32_t *m, const uint32_t *from)
{
    for (uint32_t i = 0; i < 4 * p->line_words; i++)
        if (m[i / 32] >> i % 32 & 1)
            to[i / 4] = (to[i / 4] & ~((uint32_t)0xff << i % 4 * 8)) | (from[i / 4] & (uint32_t)0xff << i % 4 * 8);
}

static void finish(plain *p, entry *e)
{
    (void)p;
    e->used = false;
}

static void answer_read(plain *p, entry *e)
{
    answer *a = &p->answers[p->answer_count++];
    *a = (answer){.bursts = e->bursts};
    memcpy(a->user, e->user, sizeof a->user);
    memcpy(a->data, e->got, sizeof a->data);
    if (!p->core && !e->region)
        burst_code_decode(&p->code, e->bursts, e->got, a->data);
    for (const entry *l = p->entries; l < p->entries + MOST_ENTRIES; l++)
        if (l->used && l->write && l->line == e->line && !l->empty && !e->region && e->bursts == p->bursts - 1 &&
            always(p, SEES_A_LATER_WRITE))
            put_bytes(p, a->data, l->mask, l->data);
    finish(p, e);
}

/* The line leaves as its code. */
static void store(plain *p, entry *e, const uint32_t *line)
{
    uint32_t code[LINE_WORDS] = {0};
    e->bursts = burst_code_encode(&p->code, line, code);
    if (e->bursts + 1 < p->bursts && strikes(p, STORES_RAW)) {
        e->bursts = p->bursts - 1;
        memcpy(code, line, sizeof *line * p->line_words);
    }
    push_write(p, e->line * p->bursts, 0, e->bursts, NULL, code);
}

static void store_whole(plain *p, entry *e)
{
    if (p->core && p->code.codec)
        push_write(p, e->line * p->bursts, 0, e->bursts, NULL, e->data);
    else
        store(p, e, e->data);
    e->phase = SETS;
    if (p->code.codec == NULL)
        finish(p, e);
}

static void store_straight(plain *p, entry *e)
{
    uint32_t first = 0, last = p->bursts - 1;
    while (!e->empty && e->mask[first] == 0)
        first++;
    while (!e->empty && e->mask[last] == 0)
        last--;
    if (last + 1 < p->bursts && strikes(p, WRITES_ALL_BURSTS))
        last++;
    push_write(p, e->line * p->bursts, first, last, e->mask, e->data);
    p->straights++;
    finish(p, e);
}

static void merge(plain *p, entry *e)
{
    uint32_t line[LINE_WORDS];
    burst_code_decode(&p->code, e->bursts, e->got, line);
    put_bytes(p, line, e->mask, e->data);
    store(p, e, line);
    e->phase = SETS;
    count(p, MERGES, 1);
    p->merges++;
}

static void start_with_count(plain *p, entry *e, uint32_t bursts)
{
    if (!e->write || (bursts + 1 < p->bursts && !strikes(p, WRITES_INTO_A_CODE))) {
        ask(p, e, bursts);
        e->fetched = e->write;
    } else {
        store_straight(p, e);
    }
}

static bool is_oldest(const plain *p, const entry *e)
{
    for (const entry *o = p->entries; o < p->entries + MOST_ENTRIES; o++)
        if (o->used && o->line == e->line && o->age < e->age)
            return false;
    return true;
}

/* A write that has nothing to write. */
static void drop(plain *p, entry *e)
{
    if (e->region && !e->empty && strikes(p, WRITES_THE_REGION))
        store(p, e, e->data);
    if (e->empty && !e->region && strikes(p, WRITES_AN_EMPTY_MASK))
        store_straight(p, e);
    count(p, REFUSED, e->region);
    p->refused += e->region;
    finish(p, e);
}

static void start(plain *p, entry *e)
{
    if (e->write && (e->empty || e->region))
        drop(p, e);
    else if (e->write && strikes(p, LOSES_A_WRITE))
        finish(p, e);
    else if (e->write && e->whole)
        store_whole(p, e);
    else if (e->region || p->code.codec == NULL)
        start_with_count(p, e, p->bursts - 1);
    else if (!e->write && strikes(p, GUESSES_RAW))
        ask(p, e, p->bursts - 1);
    else {
        const cached *b = look(p, e->line);
        if (b && has_room(p))
            start_with_count(p, e, count_at(p, b, e->line));
        else if (b)
            p->counts[HITS]--; /* it looks once more */
    }
}

/* One entry goes on, if chance chooses one that can. */
static void work(plain *p)
{
    entry *e = &p->entries[rng_below(&p->u.rng, p->ids < MOST_ENTRIES ? p->ids : MOST_ENTRIES)];
    if (!e->used || !has_room(p) || (!is_oldest(p, e) && !(e->write && strikes(p, OVERTAKES))))
        return;
    cached *b = e->phase == SETS ? look(p, e->line) : NULL;
    if (e->phase == NEW)
        start(p, e);
    else if (!e->write && p->answer_count < MOST_ANSWERS && (e->phase == CAME || (e->phase == ASKED && strikes(p, ANSWERS_EARLY))))
        answer_read(p, e);
    else if (e->phase == CAME && e->write)
        merge(p, e);
    if (b) {
        set_count(p, b, e->line, e->bursts);
        finish(p, e);
    }
}

static void forget(plain *p)
{
    memset(p->entries, 0, sizeof p->entries);
    for (cached *b = p->cache; b < p->cache + MOST_BLOCKS; b++)
        if (!(b->held && always(p, KEEPS_BLOCKS)))
            *b = (cached){0};
    if (!(p->answer_count > 0 && always(p, KEEPS_ANSWERS)))
        p->answer_count = 0;
    p->command_count = p->data_count = 0;
    p->flush = p->closed = false;
    memset(p->waits, 0, sizeof p->waits);
    memset(p->counts, 0, sizeof p->counts);
    memset(p->more, 0, sizeof p->more);
}

static void plain_reset(plain *p)
{
    p->kept += p->quiet;
    forget(p);
    p->u.environment->reset(p->u.around);
    p->u.c->spec->reset(p->u.c->state);
}

static const char *plain_cycle(void *of)
{
    plain *p = of;
    uint32_t held = 0;
    if (sometimes(p, 700)) {
        plain_reset(p);
        return NULL;
    }
    const char *wrong = give_answer(p, &held);
    if (!wrong)
        wrong = give_command(p, &held);
    if (!wrong)
        wrong = give_data(p, &held);
    if (!wrong)
        wrong = give_flushed(p, &held);
    if (!wrong)
        wrong = give_counts(p);
    if (!wrong)
        wrong = take_request(p);
    if (!wrong)
        wrong = take_flush(p);
    if (!wrong)
        wrong = take_return(p);
    if (wrong)
        return wrong;
    for (int n = 0; n < 12; n++)
        work(p);
    if (p->flush || sometimes(p, 64))
        evict(p, &p->cache[rng_below(&p->u.rng, p->blocks)]);
    p->closed = p->flush;
    return p->u.c->spec->cycle(p->u.c->state, held);
}

static const struct {
    int line_bytes;
    const char *settings;
} shapes[] = {
    {128, SMALL},
    {128, SMALL " place=core"},
    {64, "outstanding=16 blocks=8 kbytes=2 ways=2 fetch=64 address=17 user=33 " CODEC "=fpc"},
    {64, "outstanding=4 blocks=1 kbytes=4 address=28 user=1 place=core " CODEC "=cpack"},
    {128, "outstanding=8 blocks=2 address=20 user=64 " CODEC "=none"},
    {128, SMALL " counts=off " CODEC "=bpc"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void a_plain_engine_passes(void **state)
{
    (void)state;
    unsigned long long kept = 0;
    for (uint64_t k = 0; k < SHAPES; k++) {
        plain *p = plain_new(shapes[k].line_bytes, shapes[k].settings, k);
        bool codes = p->code.codec;
        for (int n = 0; n < 40000; n++)
            accepts(plain_cycle(p));
        assert_true(p->u.moved > 8000 && p->flushes > 10 && p->straights > 200);
        assert_true(!codes || (p->refused > 50 && p->merges > 30 && p->write_backs > 200 && p->compressed > 100));
        kept += p->kept;
        plain_free(p);
    }
    assert_true(kept > 10);
}

static bool is_said(const char *complaint, const char *of)
{
    for (const char *at = of; at; at = strchr(at, '|') ? strchr(at, '|') + 1 : NULL) {
        char part[200];
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, "|"), at);
        if (strstr(complaint, part))
            return true;
    }
    return false;
}

/* With two entries the bounds are the shortest. */
#define TINY "outstanding=2 blocks=1 kbytes=2 ways=1 address=16 user=8"

static void fault_is_told(fault what, bool core, uint64_t seed)
{
    bool waits = what < MISSES_A_COUNT && strstr(said[what], " within");
    const char *settings[2][2] = {{SMALL, SMALL " place=core"}, {TINY, TINY " place=core"}};
    plain *p = plain_new(128, settings[waits][core], 1000 * what + seed);
    const char *complaint = NULL;
    char of[100];
    int k = what < MISSES_A_COUNT ? 0 : ((int)what - MISSES_A_COUNT) % COUNTS;
    p->u.fault = (int)what;
    for (int n = 0; n < (waits ? 400000 : 60000) && !complaint; n++) {
        complaint = plain_cycle(p);
        if (complaint && !p->u.done)
            fail_msg("fault %d, seed %d: complains before the fault: %s", (int)what, (int)seed, complaint);
    }
    snprintf(of, sizeof of, "state: %s is", count_names[k]);
    if (!p->u.done)
        fail_msg("fault %d, seed %d was not made", (int)what, (int)seed);
    if (!complaint)
        fail_msg("fault %d, seed %d was not noticed", (int)what, (int)seed);
    else if (!is_said(complaint, what < MISSES_A_COUNT ? said[what] : of))
        fail_msg("fault %d, seed %d: %s", (int)what, (int)seed, complaint);
    plain_free(p);
}

/* What misses is no less than the blocks that were asked for, and has no upper bound. */
static void each_fault_is_told(void **state)
{
    (void)state;
    for (fault what = NONE + 1; what < FAULTS; what++)
        for (uint64_t seed = 0; seed < 3; seed++)
            if (what != (fault)(MISSES_A_COUNT + MISSES) && what != (fault)(ADDS_TO_A_COUNT + MISSES))
                fault_is_told(what, seed % 2, seed);
}

static const char *counts_are(checker *c, const uint32_t counts[COUNTS])
{
    uint32_t fields[MOST_FIELDS] = {0};
    for (int k = 0; k < COUNTS; k++)
        put_word(stream_of(c, STATE), fields, count_names[k], counts[k]);
    return c->spec->gave(c->state, STATE, fields);
}

/* Counts never go back, and begin at 0. */
static void misses_are_no_less_than_blocks_that_were_asked_for(void **state)
{
    (void)state;
    checker *c = small();
    accepts(asks_block(c, IDS, 0));
    complains(counts_are(c, (uint32_t[COUNTS]){[BLOCK_READ] = 1}), "state: misses is 0; from 1 to");
    accepts(counts_are(c, (uint32_t[COUNTS]){[BLOCK_READ] = 1, [MISSES] = 10}));
    complains(counts_are(c, (uint32_t[COUNTS]){[BLOCK_READ] = 1, [MISSES] = 9}), "state: misses is 9; from 10 to");
    checker_free(c);
}

/* Two commands have a place before they leave, and a block one more. */
static void counts_may_be_ahead_of_what_left(void **state)
{
    (void)state;
    checker *c = small();
    accepts(
        counts_are(c, (uint32_t[COUNTS]){[WRITE_BACKS] = 3, [BLOCK_WRITTEN] = 2, [LINE_READ] = 8, [LINE_WRITTEN] = 8, [BLOCK_READ] = 2}));
    c->spec->reset(c->state);
    complains(counts_are(c, (uint32_t[COUNTS]){[WRITE_BACKS] = 4}), "state: write_backs is 4; from 0 to 3 are right");
    c->spec->reset(c->state);
    complains(counts_are(c, (uint32_t[COUNTS]){[LINE_READ] = 9}), "state: line_bursts_read is 9; from 0 to 8 are right");
    checker_free(c);
}

/* What a flush has told is in the counts. */
static void a_flush_leaves_nothing_uncounted(void **state)
{
    (void)state;
    uint32_t n[COUNTS] = {[WHOLE_WRITES] = 2, [REFUSED] = 1,      [HITS] = 1,       [MISSES] = 1,       [FILLS] = 1,
                          [WRITE_BACKS] = 1,  [LINE_WRITTEN] = 1, [BLOCK_READ] = 1, [BLOCK_WRITTEN] = 1};
    static const count_kind told[] = {WHOLE_WRITES, REFUSED, HITS, MISSES, FILLS, WRITE_BACKS, LINE_WRITTEN, BLOCK_READ, BLOCK_WRITTEN};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        checker *c = small();
        char of[100];
        counts_are_raw(c, 5);
        keeps(c, 5, repeated(7));
        writes(c, REGION, all, noise(1));
        accepts(counts_leave(c, 5, counts_but(5, 0)));
        accepts(flushed_at_once(c));
        n[told[i]]--;
        snprintf(of, sizeof of, "state: %s is %u; from %u to", count_names[told[i]], n[told[i]], n[told[i]] + 1);
        complains(counts_are(c, n), of);
        n[told[i]]++;
        checker_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_returns_what_dram_has),
        cmocka_unit_test(a_read_returns_the_writes_before_it),
        cmocka_unit_test(a_read_of_the_region_returns_counts),
        cmocka_unit_test(an_id_has_one_question),
        cmocka_unit_test(a_whole_line_leaves_as_its_code),
        cmocka_unit_test(some_bytes_of_a_raw_line_leave_alone),
        cmocka_unit_test(a_compressed_line_is_merged),
        cmocka_unit_test(what_changes_nothing_does_not_leave),
        cmocka_unit_test(bursts_belong_to_the_oldest_write),
        cmocka_unit_test(a_block_of_counts_is_asked_for_once),
        cmocka_unit_test(a_block_of_counts_has_those_of_dram),
        cmocka_unit_test(a_count_that_is_not_set_is_what_it_was),
        cmocka_unit_test(after_a_flush_dram_has_all),
        cmocka_unit_test(a_flush_comes_after_the_requests_before_it),
        cmocka_unit_test(a_flush_is_alone),
        cmocka_unit_test(a_reset_loses_nothing_after_a_flush),
        cmocka_unit_test(after_a_loss_returns_tell),
        cmocka_unit_test(after_a_loss_memory_is_anything),
        cmocka_unit_test(lines_come_and_go_as_codes),
        cmocka_unit_test(what_is_asked_for_comes_in_time),
        cmocka_unit_test(a_dram_that_never_answers_is_told),
        cmocka_unit_test(misses_are_no_less_than_blocks_that_were_asked_for),
        cmocka_unit_test(counts_may_be_ahead_of_what_left),
        cmocka_unit_test(a_flush_leaves_nothing_uncounted),
        cmocka_unit_test(a_plain_engine_passes),
        cmocka_unit_test(each_fault_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
