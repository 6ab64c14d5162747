/* SPDX-License-Identifier: Apache-2.0
 *
 * The system engine: the paragraphs of docs/engine.md, "Cycle by cycle", by hand, and random traffic against a flat memory, through a DRAM that answers late
 * and out of order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"
#include "machine.h"

/* The codecs of --compress. */
enum { NO_CODEC, LINEBDI, FPC, CPACK, BPC, BESTOF };
enum {
    LINE = 128,
    WORDS = LINE / 4,
    BURST = 32,
    MOST_READS = 64,
    MOST_BURSTS = 256,
    MOST_USERS = 64,
    MOST_LOG = 1 << 16,
    MOST_SEEN = 16,
    LINES = 1 << 16,
    NEVER = -1
};
extern const wf_unit wf_unit_engine;

typedef struct {
    int cycle; /* in which it came */
    uint32_t write, id, address, bursts;
} command;

/* A read that DRAM owes: bursts `next` to `count` - 1 of its data, once these are told. */
typedef struct {
    int due, next, count;
    uint32_t id, address;
    bool told;
    uint8_t data[4 * BURST];
} owed;

/* A read of the unit's that is not answered: the line that it must get. */
typedef struct {
    bool used;
    uint8_t want[LINE];
} asked;

/* The unit and its DRAM. `flat` has the newest bytes of each line. */
typedef struct {
    machine m;
    int line, bursts, address_bits; /* bytes, bursts a line */
    int cycle, delay;
    bool shuffles, stops;
    rng random;
    uint8_t *image, *flat;
    command written[MOST_BURSTS]; /* write commands whose bursts have not all come */
    int writes, moved;
    owed reads[MOST_READS];
    int read_count;
    command log[MOST_LOG];
    int commands;
    asked user[MOST_USERS];
    int answered, flushed;
    int given, given_at[MOST_SEEN], bursts_out, burst_at[MOST_SEEN], answered_at; /* cycles of returns and bursts, and of the last answer */
    const wf_codec *codec;
    wf_config codec_config;
    bool core;
} bench;

static int child_in_use(const wf_config *c)
{
    for (int k = 0; wf_unit_engine.children[k].name; k++)
        if (wf_unit_engine.children[k].unit->codec && wf_child_used(&wf_unit_engine.children[k], c))
            return k;
    return NEVER;
}

/* `settings`: names and values, up to NULL. */
static bench *bench_new(const char *settings, ...)
{
    bench *b = calloc(1, sizeof *b);
    wf_config c = wf_open_config(&wf_unit_engine, LINE);
    va_list args;
    *unit_param(&wf_unit_engine, &c, "address") = 16, *unit_param(&wf_unit_engine, &c, "user") = 8;
    *unit_param(&wf_unit_engine, &c, "kbytes") = 2, *unit_param(&wf_unit_engine, &c, "ways") = 2;
    va_start(args, settings);
    for (; settings; settings = va_arg(args, const char *)) {
        int value = va_arg(args, int);
        if (strcmp(settings, "line") == 0)
            c.line_bytes = value;
        else
            *unit_param(&wf_unit_engine, &c, settings) = value;
    }
    va_end(args);
    wf_derive(&wf_unit_engine, &c);
    b->m = machine_new(&wf_unit_engine, c);
    b->line = c.line_bytes, b->bursts = c.line_bytes / BURST, b->address_bits = *unit_param(&wf_unit_engine, &c, "address");
    b->delay = 12;
    b->image = calloc((size_t)LINES, (size_t)b->line), b->flat = calloc((size_t)LINES, (size_t)b->line);
    memset(b->image + (size_t)LINES * (size_t)b->line - LINES / 4, 0xff, LINES / 4);
    b->flushed = NEVER;
    b->core = *unit_param(&wf_unit_engine, &c, "place") > 0;
    int k = child_in_use(&c);
    if (k != NEVER) {
        b->codec = wf_unit_engine.children[k].unit->codec;
        b->codec_config = wf_child_config(&wf_unit_engine, &c, k);
    }
    return b;
}

static void bench_free(bench *b)
{
    machine_free(&b->m);
    free(b->image);
    free(b->flat);
    free(b);
}

/* ---- DRAM ---- */

/* Reads have what is there once all writes of these bursts that came before them have. */
static void tell_reads(bench *b)
{
    for (int r = 0; r < b->read_count; r++) {
        owed *o = &b->reads[r];
        bool waits = o->told;
        for (int i = 0; i < b->writes; i++)
            waits |= b->written[i].cycle < o->due && b->written[i].address < o->address + (uint32_t)o->count &&
                     o->address < b->written[i].address + b->written[i].bursts;
        if (waits)
            continue;
        memcpy(o->data, b->image + (size_t)o->address * BURST, (size_t)o->count * BURST);
        o->told = true;
        o->due = b->cycle + b->delay + (b->shuffles ? (int)rng_below(&b->random, 40) : 0);
    }
}

static void take_command(bench *b)
{
    const machine *m = &b->m;
    command k = {b->cycle, *machine_field(m, "command", "write"), *machine_field(m, "command", "id"),
                 *machine_field(m, "command", "address"), *machine_field(m, "command", "bursts") + 1};
    if (b->commands < MOST_LOG)
        b->log[b->commands++] = k;
    assert_true(k.address + k.bursts <= (uint32_t)(LINES * b->bursts));
    if (k.write) {
        assert_true(b->writes < MOST_BURSTS);
        b->written[b->writes++] = k;
        return;
    }
    assert_true(b->read_count < MOST_READS);
    b->reads[b->read_count++] = (owed){.due = b->cycle, .count = (int)k.bursts, .id = k.id, .address = k.address};
}

static void take_data(bench *b)
{
    const machine *m = &b->m;
    const uint8_t *data = (const uint8_t *)machine_field(m, "data", "data");
    uint32_t mask = *machine_field(m, "data", "mask");
    assert_true(b->writes > 0);
    if (b->bursts_out < MOST_SEEN)
        b->burst_at[b->bursts_out++] = b->cycle;
    uint8_t *to = b->image + ((size_t)b->written[0].address + (size_t)b->moved) * BURST;
    for (int i = 0; i < BURST; i++)
        if (mask >> i & 1)
            to[i] = data[i];
    if (++b->moved < (int)b->written[0].bursts)
        return;
    b->moved = 0;
    memmove(b->written, b->written + 1, sizeof *b->written * (size_t)--b->writes);
}

static void give_burst(bench *b)
{
    int first = b->shuffles && b->read_count > 0 ? (int)rng_below(&b->random, (uint32_t)b->read_count) : 0, r = NEVER;
    for (int k = 0; k < b->read_count && r == NEVER; k++) {
        int at = (first + k) % b->read_count;
        if (b->reads[at].told && b->reads[at].due <= b->cycle)
            r = at;
    }
    bool gives = r != NEVER && !(b->stops && rng_below(&b->random, 200) < 100);
    *machine_valid(&b->m, "return") = gives;
    if (!gives)
        return;
    if (b->given < MOST_SEEN)
        b->given_at[b->given++] = b->cycle;
    owed *o = &b->reads[r];
    *machine_field(&b->m, "return", "id") = o->id;
    memcpy(machine_field(&b->m, "return", "data"), o->data + o->next * BURST, BURST);
    if (++o->next == o->count)
        memmove(o, o + 1, sizeof *o * (size_t)(--b->read_count - r));
}

/* ---- A cycle ---- */

static bool moves(const bench *b, const char *stream)
{
    return *machine_valid(&b->m, stream) && *machine_ready(&b->m, stream);
}

/* The line of a code with so many bursts - 1. */
static void decoded(const bench *b, const uint32_t *data, uint32_t bursts, uint8_t *line)
{
    wf_code code = {.tag = {(int)bursts < b->bursts - 1}, .units = {((uint32_t)2 << bursts) - 1}};
    uint32_t block[WORDS];
    memcpy(code.payload, data, (size_t)b->line);
    assert_int_equal(b->codec->decode(&b->codec_config, &code, block), WF_OK);
    memcpy(line, block, (size_t)b->line);
}

static void take_response(bench *b)
{
    const machine *m = &b->m;
    uint32_t user = *machine_field(m, "response", "user");
    const uint32_t *data = machine_field(m, "response", "data");
    uint8_t line[LINE];
    if (b->core)
        decoded(b, data, *machine_field(m, "response", "bursts"), line);
    else
        memcpy(line, data, (size_t)b->line);
    assert_true(user < MOST_USERS && b->user[user].used);
    b->user[user].used = false;
    assert_memory_equal(line, b->user[user].want, (size_t)b->line);
    b->answered++;
    b->answered_at = b->cycle;
}

static bool gives_room(bench *b)
{
    return !b->stops || rng_below(&b->random, 4) > 0;
}

static void cycle(bench *b)
{
    const machine *m = &b->m;
    give_burst(b);
    *machine_ready(m, "response") = gives_room(b);
    *machine_ready(m, "command") = gives_room(b) && b->read_count < MOST_READS && b->writes < MOST_BURSTS;
    *machine_ready(m, "data") = gives_room(b);
    *machine_ready(m, "flushed") = 1;
    if (moves(b, "response"))
        take_response(b);
    if (moves(b, "data") && b->writes > 0)
        take_data(b);
    else
        *machine_ready(m, "data") = 0;
    if (moves(b, "command"))
        take_command(b);
    tell_reads(b);
    if (moves(b, "flushed"))
        b->flushed = b->cycle;
    m->unit->stepped->clock(&m->c, m->state, m->in);
    m->unit->stepped->outputs(&m->c, m->state, m->out, m->care);
    *machine_valid(m, "request") = *machine_valid(m, "flush") = 0;
    b->cycle++;
}

/* ---- Requests ---- */

static int free_user(const bench *b)
{
    int u = 0;
    while (u < MOST_USERS && b->user[u].used)
        u++;
    return u;
}

/* A request is offered until it is taken. */
static void ask(bench *b, bool write, uint32_t line, const uint8_t *mask, const uint8_t *data)
{
    const machine *m = &b->m;
    uint8_t *flat = b->flat + (size_t)line * (size_t)b->line;
    int user = write ? 0 : free_user(b);
    for (; user == MOST_USERS; user = free_user(b))
        cycle(b);
    for (int wait = 0;; wait++) {
        assert_true(wait < 100000);
        *machine_valid(m, "request") = 1;
        *machine_field(m, "request", "write") = write;
        *machine_field(m, "request", "address") = line;
        *machine_field(m, "request", "user") = (uint32_t)user;
        uint32_t bits[WORDS / 8] = {0}, words[WORDS] = {0};
        bool whole = true;
        for (int i = 0; i < b->line; i++) {
            bits[i / 32] |= (uint32_t)(mask && mask[i]) << i % 32;
            whole &= mask && mask[i];
        }
        if (data)
            memcpy(words, data, (size_t)b->line);
        if (b->core) {
            wf_code code;
            b->codec->encode(&b->codec_config, &(wf_input){.block = words}, &code);
            *machine_field(m, "request", "bursts") = (uint32_t)__builtin_popcount(code.units[0]) - 1;
            if (write && whole)
                memcpy(words, code.payload, (size_t)b->line);
        }
        memcpy(machine_field(m, "request", "mask"), bits, (size_t)b->line / 8);
        memcpy(machine_field(m, "request", "data"), words, (size_t)b->line);
        bool taken = moves(b, "request");
        if (taken && write)
            for (int i = 0; i < b->line; i++)
                flat[i] = mask[i] ? data[i] : flat[i];
        if (taken && !write) {
            b->user[user].used = true;
            memcpy(b->user[user].want, flat, (size_t)b->line);
        }
        cycle(b);
        if (taken)
            return;
    }
}

static void flush(bench *b)
{
    bool taken = false;
    b->flushed = NEVER;
    for (int wait = 0; b->flushed == NEVER; wait++) {
        assert_true(wait < 300000);
        *machine_valid(&b->m, "flush") = !taken;
        taken |= moves(b, "flush");
        cycle(b);
    }
}

static void drain(bench *b)
{
    for (int wait = 0; wait < 20000; wait++)
        cycle(b);
    for (int u = 0; u < MOST_USERS; u++)
        assert_false(b->user[u].used);
}

/* What DRAM alone gives back of a line. */
static void line_in_dram(const bench *b, uint32_t line, uint8_t *to)
{
    const uint8_t *counts = b->image + (size_t)LINES * (size_t)b->line - LINES / 4, *at = b->image + (size_t)line * (size_t)b->line;
    uint32_t bursts = b->codec ? counts[line / 4] >> 2 * (line % 4) & 3 : 3, words[WORDS] = {0};
    if ((int)bursts >= b->bursts - 1) {
        memcpy(to, at, (size_t)b->line);
        return;
    }
    memcpy(words, at, (bursts + 1) * BURST);
    decoded(b, words, bursts, to);
}

/* ---- Random traffic ---- */

static void random_line(rng *random, uint8_t *data)
{
    uint32_t words[WORDS], base = rng_word(random), kind = rng_below(random, 5);
    for (int i = 0; i < WORDS; i++)
        words[i] = kind == 0   ? 0
                   : kind == 1 ? base
                   : kind == 2 ? base + rng_below(random, 100)
                   : kind == 3 ? rng_below(random, 5000)
                               : rng_word(random);
    memcpy(data, words, sizeof words);
}

static void random_traffic(bench *b, int requests)
{
    uint8_t mask[LINE], data[LINE];
    uint32_t near = 0;
    for (int n = 0; n < requests; n++) {
        uint32_t where = rng_below(&b->random, 4), line;
        if (n % 64 == 0)
            near = rng_below(&b->random, LINES - LINES / 4 / 64 - 4096);
        line = where == 0   ? near
               : where == 1 ? near + rng_below(&b->random, 8)
               : where == 2 ? near + 512 * rng_below(&b->random, 8)
                            : rng_below(&b->random, LINES - 1024);
        uint32_t kind = rng_below(&b->random, 6);
        for (int i = 0; i < LINE; i++)
            mask[i] = kind < 3 || (kind == 3 && i == (int)(near % 64)) || (kind == 4 && rng_below(&b->random, 2));
        random_line(&b->random, data);
        ask(b, rng_below(&b->random, 2), line, mask, data);
        if (rng_below(&b->random, 400) == 0)
            flush(b);
        if (rng_below(&b->random, 4) == 0)
            cycle(b);
    }
    drain(b);
    flush(b);
    for (uint32_t line = 0; line < LINES - LINES / 4 / (uint32_t)b->line; line++) {
        uint8_t got[LINE];
        line_in_dram(b, line, got);
        assert_memory_equal(got, b->flat + (size_t)line * (size_t)b->line, (size_t)b->line);
    }
}

static void traffic(int seed, bench *b)
{
    b->random = (rng){(uint64_t)seed * 0x9e3779b97f4a7c15u + 1};
    b->shuffles = true, b->stops = seed % 2;
    random_traffic(b, 3000);
    bench_free(b);
}

static void random_requests(void **state)
{
    (void)state;
    traffic(1, bench_new("compress", LINEBDI, NULL));
    traffic(2, bench_new("compress", LINEBDI, "outstanding", 2, "blocks", 1, NULL));
    traffic(3, bench_new("compress", NO_CODEC, NULL));
    traffic(4, bench_new("compress", LINEBDI, "line", 64, "fetch", 64, "ways", 1, "blocks", 8, NULL));
    traffic(5, bench_new("compress", FPC, "enc-latency", 5, "outstanding", 64, NULL));
    traffic(6, bench_new("compress", CPACK, "dec-latency", 3, NULL));
    traffic(7, bench_new("compress", BPC, "outstanding", 8, NULL));
    traffic(8, bench_new("compress", BESTOF, NULL));
    traffic(9, bench_new("compress", LINEBDI, "place", 1, NULL));
    traffic(10, bench_new("compress", BPC, "place", 1, "line", 64, NULL));
}

/* ---- By hand ---- */

/* The next command in the log is this one; DRAM's bursts before it were told. */
static void expect(const bench *b, int at, bool write, uint32_t address, uint32_t bursts)
{
    assert_true(at < b->commands);
    assert_int_equal(b->log[at].write, write);
    assert_int_equal(b->log[at].address, address);
    assert_int_equal(b->log[at].bursts, bursts);
}

static void let(bench *b, int cycles)
{
    for (int i = 0; i < cycles; i++)
        cycle(b);
}

static const uint8_t none[LINE];
static uint8_t all[LINE]; /* main sets it */

/* Bursts: the region's first one; that of the counts of lines 256 to 383. */
enum { REGION = 4 * LINES - LINES / 128, BLOCK_OF_300 = REGION + 2 };

/* A line of zeros takes a burst; its block of counts is fetched, and when the line is read again its count is known. The region begins at burst
 * 4 x 2^16 - 2^9. */
static void a_line_of_zeros(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, NULL);
    uint8_t zeros[LINE] = {0};
    memset(b->flat + 300 * LINE, 0x55, LINE);
    ask(b, true, 300, all, zeros);
    let(b, 60);
    expect(b, 0, true, 1200, 1);
    expect(b, 1, false, BLOCK_OF_300, 1);
    assert_int_equal(b->commands, 2);
    ask(b, false, 300, NULL, NULL);
    let(b, 40);
    expect(b, 2, false, 1200, 1);
    assert_int_equal(b->commands, 3);
    assert_int_equal(b->answered, 1);
    flush(b);
    expect(b, 3, true, BLOCK_OF_300, 1);
    assert_int_equal(b->commands, 4);
    assert_int_equal(b->image[LINES * LINE - LINES / 4 + 75] & 3, 0); /* line 300 is the lowest of byte 75 */
    bench_free(b);
}

/* A partial write of a raw line goes straight out, the bursts that it has bytes of. Of a compressed line it is fetched, and written again. */
static void partial_writes(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, NULL);
    uint8_t mask[LINE] = {0}, data[LINE], zeros[LINE] = {0};
    memset(data, 7, LINE);
    mask[40] = mask[70] = 1;
    ask(b, true, 8, mask, data);
    let(b, 60);
    expect(b, 1, true, 33, 2); /* bytes 40 and 70 are in bursts 1 and 2 */
    assert_int_equal(b->commands, 2);
    ask(b, true, 9, all, zeros);
    ask(b, true, 9, mask, data);
    let(b, 80);
    expect(b, 2, true, 36, 1);
    expect(b, 3, false, 36, 1);
    assert_true(b->log[4].write && b->log[4].address == 36 && b->commands == 5);
    ask(b, false, 8, NULL, NULL);
    ask(b, false, 9, NULL, NULL);
    let(b, 60);
    assert_int_equal(b->answered, 2);
    bench_free(b);
}

/* Without a codec all lines are raw, and there is no region. */
static void the_baseline(void **state)
{
    (void)state;
    bench *b = bench_new("compress", NO_CODEC, NULL);
    uint8_t zeros[LINE] = {0};
    ask(b, false, 5, NULL, NULL);
    ask(b, true, LINES - 1, all, zeros);
    ask(b, false, LINES - 1, NULL, NULL);
    let(b, 60);
    expect(b, 0, false, 20, 4);
    assert_int_equal(b->log[0].cycle, 5);
    expect(b, 1, true, 4 * (LINES - 1), 4);
    expect(b, 2, false, 4 * (LINES - 1), 4);
    assert_int_equal(b->commands, 3);
    flush(b);
    assert_int_equal(b->commands, 3);
    bench_free(b);
}

/* Writes of the region are dropped, reads of it give its bytes; a write with an empty mask does nothing; a return that nobody asked for neither. */
static void what_is_wrong(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, NULL);
    uint8_t zeros[LINE] = {0};
    memset(b->flat + (LINES - 1) * LINE, 0xff, LINE);
    *machine_valid(&b->m, "return") = 1;
    b->m.unit->stepped->clock(&b->m.c, b->m.state, b->m.in);
    b->m.unit->stepped->outputs(&b->m.c, b->m.state, b->m.out, b->m.care);
    ask(b, true, LINES - 1, none, zeros);
    ask(b, true, 5, none, zeros);
    let(b, 40);
    assert_int_equal(b->commands, 0);
    ask(b, false, LINES - 1, NULL, NULL);
    let(b, 40);
    expect(b, 0, false, 4 * (LINES - 1), 4);
    assert_int_equal(b->answered, 1);
    memcpy(b->flat + (LINES - 1) * LINE, zeros, LINE);
    ask(b, true, LINES - 1, all, zeros);
    let(b, 40);
    assert_int_equal(b->commands, 1);
    assert_int_equal(*machine_field(&b->m, "state", "refused"), 2);
    bench_free(b);
}

/* Reads of raw lines keep DRAM's bus busy: four bursts in four cycles. Compressed ones come as fast as their bursts allow. */
static void the_rate(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, NULL);
    uint8_t zeros[LINE] = {0};
    for (uint32_t line = 0; line < 400; line++)
        if (line >= 200)
            ask(b, true, line, all, zeros);
    let(b, 400);
    for (int kind = 0; kind < 2; kind++) {
        ask(b, false, (uint32_t)(200 * kind), NULL, NULL);
        let(b, 100);
        int from = b->cycle, answered = b->answered;
        for (uint32_t line = 1; line < 100; line++)
            ask(b, false, (uint32_t)(200 * kind) + line, NULL, NULL);
        while (b->answered < answered + 99)
            cycle(b);
        assert_true(b->cycle - from < (kind ? 99 : 4 * 99) + 60);
    }
    bench_free(b);
}

/* ---- The examples of the page, cycle by cycle ---- */

/* From this cycle on. */
static void run_to(bench *b, int cycles)
{
    assert_true(b->cycle <= cycles);
    let(b, cycles - b->cycle);
    b->commands = b->given = b->bursts_out = 0;
}

static bench *page_new(void)
{
    bench *b = bench_new("compress", LINEBDI, NULL);
    b->delay = 10;
    return b;
}

static void leaves(const bench *b, int at, int when, bool write, uint32_t id, uint32_t address, uint32_t bursts)
{
    expect(b, at, write, address, bursts);
    assert_int_equal(b->log[at].cycle, when);
    assert_int_equal(b->log[at].id, id);
}

/* `count` of them, one in each cycle from this one on. */
static void are_at(const int *cycles, int count, int from)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(cycles[i], from + i);
}

/* Line 300 is raw, and so is 301. The first read misses in the counts, the second one hits. */
static void example_of_reads(void **state)
{
    (void)state;
    bench *b = page_new();
    ask(b, false, 300, NULL, NULL);
    let(b, 99);
    leaves(b, 0, 8, false, 32, BLOCK_OF_300, 1);
    are_at(b->given_at, 1, 18);
    leaves(b, 1, 27, false, 0, 1200, 4);
    are_at(b->given_at + 1, 4, 37);
    assert_int_equal(b->answered_at, 46);
    run_to(b, 100);
    ask(b, false, 301, NULL, NULL);
    let(b, 99);
    leaves(b, 0, 108, false, 1, 1204, 4);
    are_at(b->given_at, 4, 118);
    assert_int_equal(b->answered_at, 127);
    bench_free(b);
}

/* A line of zeros is written, then bytes 40 and 70 of it; then it is flushed. Its code has one burst, then two. */
static void example_of_writes(void **state)
{
    (void)state;
    bench *b = page_new();
    const uint8_t zeros[LINE] = {0};
    uint8_t mask[LINE] = {0}, data[LINE];
    for (int i = 0; i < LINE; i++)
        data[i] = (uint8_t)(37 * i);
    mask[40] = mask[70] = 1;
    ask(b, false, 301, NULL, NULL);
    run_to(b, 100);
    ask(b, true, 300, all, zeros);
    ask(b, true, 300, mask, data);
    let(b, 98);
    leaves(b, 0, 112, true, 0, 1200, 1);
    are_at(b->burst_at, 1, 113);
    leaves(b, 1, 124, false, 2, 1200, 1);
    are_at(b->given_at, 1, 134);
    leaves(b, 2, 149, true, 0, 1200, 2);
    are_at(b->burst_at + 1, 2, 150);
    run_to(b, 200);
    ask(b, true, 301, mask, data);
    let(b, 99);
    leaves(b, 0, 210, true, 0, 1205, 2);
    are_at(b->burst_at, 2, 211);
    run_to(b, 300);
    flush(b);
    leaves(b, 0, 315, true, 0, BLOCK_OF_300, 1);
    are_at(b->burst_at, 1, 316);
    assert_int_equal(b->flushed, 432);
    assert_int_equal(b->image[LINES * LINE - LINES / 4 + 75], 0xfd);
    bench_free(b);
}

/* ---- Bounds ---- */

/* Requests that come later do not overtake one for ever: a write that goes straight out behind a stream of whole ones, which go before it; and a read whose
 * count is looked up behind a stream of counts that are set. */
static void nobody_waits_for_ever(void **state)
{
    (void)state;
    enum { N = 8, BOUND = 9 * N * (24 + 2 * 4 + 5 + 2 + 1 + 1 + 2 * (N + 8 + 2)) };
    for (int reads = 0; reads < 2; reads++) {
        bench *b = bench_new("compress", LINEBDI, "outstanding", N, NULL);
        uint8_t mask[LINE] = {1}, data[LINE] = {0};
        ask(b, false, 0, NULL, NULL);
        let(b, 100);
        run_to(b, b->cycle);
        int from = b->cycle, k = 0, at = 0, when = NEVER;
        for (; when == NEVER && b->cycle < from + 2 * BOUND; k++) {
            b->random = (rng){(uint64_t)k + 1};
            for (int i = 0; i < LINE && !reads; i++)
                data[i] = (uint8_t)rng_word(&b->random);
            if (k == 40)
                ask(b, !reads, 120, mask, data), from = b->cycle;
            else
                ask(b, true, (uint32_t)(1 + k % 100), all, data);
            for (; at < b->commands && when == NEVER; at++)
                if (b->log[at].address / 4 == 120)
                    when = b->log[at].cycle;
        }
        assert_true(when != NEVER && when - from < BOUND);
        bench_free(b);
    }
}

/* DRAM owes a block of counts and a line for long: what needs neither goes on, and the unit waits when its entries are in use. */
static void a_dram_that_never_answers_holds_what_needs_it(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, "outstanding", 4, "blocks", 1, NULL);
    const uint8_t zeros[LINE] = {0};
    b->delay = 20000;
    ask(b, false, 300, NULL, NULL);
    ask(b, true, 500, all, zeros);
    ask(b, true, 500, all, zeros);
    ask(b, true, 700, none, zeros);
    let(b, 10000);
    expect(b, 0, false, BLOCK_OF_300, 1);
    expect(b, 1, true, 2000, 1);
    assert_int_equal(b->commands, 2);
    assert_int_equal(*machine_ready(&b->m, "request"), 1);
    ask(b, false, 301, NULL, NULL);
    let(b, 8000);
    assert_int_equal(*machine_ready(&b->m, "request"), 0);
    *machine_valid(&b->m, "flush") = 1;
    assert_true(moves(b, "flush"));
    cycle(b);
    b->delay = 12;
    while (b->flushed == NEVER)
        cycle(b);
    assert_int_equal(b->answered, 2);
    bench_free(b);
}

/* ---- Resets ---- */

/* After a flush that was told DRAM has all, so a reset loses nothing. */
static void a_reset_after_a_flush_loses_nothing(void **state)
{
    (void)state;
    bench *b = bench_new("compress", LINEBDI, NULL);
    uint8_t data[LINE];
    b->random = (rng){3};
    for (uint32_t line = 0; line < 1000; line++) {
        random_line(&b->random, data);
        ask(b, true, 7 * line, all, data);
    }
    flush(b);
    b->m.unit->stepped->reset(&b->m.c, b->m.state);
    b->m.unit->stepped->outputs(&b->m.c, b->m.state, b->m.out, b->m.care);
    for (uint32_t line = 0; line < 1000; line++)
        ask(b, false, 7 * line, NULL, NULL);
    drain(b);
    assert_int_equal(b->answered, 1000);
    bench_free(b);
}

int main(void)
{
    memset(all, 1, sizeof all);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_zeros),
        cmocka_unit_test(partial_writes),
        cmocka_unit_test(the_baseline),
        cmocka_unit_test(what_is_wrong),
        cmocka_unit_test(the_rate),
        cmocka_unit_test(example_of_reads),
        cmocka_unit_test(example_of_writes),
        cmocka_unit_test(nobody_waits_for_ever),
        cmocka_unit_test(a_dram_that_never_answers_holds_what_needs_it),
        cmocka_unit_test(a_reset_after_a_flush_loses_nothing),
        cmocka_unit_test(random_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
