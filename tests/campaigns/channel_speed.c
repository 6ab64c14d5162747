/* SPDX-License-Identifier: Apache-2.0
 *
 * channel_speed "NAME=VALUE ..." ... - how many lines a second the model of engine takes, and how many a cycle: a row for each set of parameters and kind of
 * requests.
 *
 * Requests are given as fast as they are taken. Answers, commands and data are always taken. DRAM has what was written, and gives a burst in each cycle. */
#include <stdio.h>
#include <string.h>

#include "../../base/random.h"
#include "loop.h"

enum { LINE_WORDS = 32, BURST_WORDS = 8, BURSTS = 4, FEW = 1 << 10, MANY = 1 << 19, WORDS = MANY * LINE_WORDS, CYCLES = 200000 };
enum { MOST_OWED = 256, MASK_WORDS = LINE_WORDS / 8 };

/* A line is one word again and again, which takes a burst, or any words. */
typedef struct {
    const char *title;
    uint32_t lines;
    bool compresses, reads, writes, whole;
} requests_of;

static const requests_of kinds[] = {
    {"reads, raw", FEW, false, true, false, true},
    {"reads, compressed", FEW, true, true, false, true},
    {"writes, raw", FEW, false, false, true, true},
    {"writes, compressed", FEW, true, false, true, true},
    {"both, raw", FEW, false, true, true, true},
    {"both, compressed", FEW, true, true, true, true},
    {"both in part, compressed", FEW, true, true, true, false},
    {"both, compressed, far", MANY, true, true, true, true},
};

typedef struct {
    loop l;
    uint32_t *valid, *write, *address, *mask, *data, *back, *back_id, *back_data;
    const uint32_t *ready, *command, *command_write, *command_id, *command_address, *command_bursts, *burst, *burst_data;
    uint32_t owed_id[MOST_OWED], owed_address[MOST_OWED]; /* bursts, a ring */
    uint32_t write_address[MOST_OWED], bursts[MOST_OWED]; /* of writes, another */
    unsigned owed, given, writes, written, moved;
} channel;

static uint32_t memory[WORDS]; /* of the lines that are named */
static uint32_t counts[WORDS / LINE_WORDS / 16 + BURST_WORDS];

static void open_bench(channel *b, const char *parameters)
{
    loop *l = &b->l;
    loop_open(l, "engine", parameters);
    b->valid = loop_valid(l, "request"), b->ready = loop_ready(l, "request");
    b->write = loop_field(l, "request", "write"), b->address = loop_field(l, "request", "address");
    b->mask = loop_field(l, "request", "mask"), b->data = loop_field(l, "request", "data");
    b->back = loop_valid(l, "return"), b->back_id = loop_field(l, "return", "id"), b->back_data = loop_field(l, "return", "data");
    b->command = loop_valid(l, "command"), b->command_write = loop_field(l, "command", "write");
    b->command_id = loop_field(l, "command", "id"), b->command_address = loop_field(l, "command", "address");
    b->command_bursts = loop_field(l, "command", "bursts");
    b->burst = loop_valid(l, "data"), b->burst_data = loop_field(l, "data", "data");
    *loop_ready(l, "response") = *loop_ready(l, "command") = *loop_ready(l, "data") = *loop_ready(l, "flushed") = 1;
}

/* A burst in memory: of a line, or of the counts behind all lines. */
static uint32_t *burst_at(uint32_t address)
{
    return address < MANY * BURSTS ? memory + address * BURST_WORDS
                                   : counts + address * BURST_WORDS % (sizeof counts / sizeof *counts - BURST_WORDS);
}

static void take_command(channel *b)
{
    for (uint32_t i = 0; i <= *b->command_bursts && !*b->command_write; i++) {
        b->owed_id[b->owed % MOST_OWED] = *b->command_id;
        b->owed_address[b->owed++ % MOST_OWED] = *b->command_address + i;
    }
    if (*b->command_write) {
        b->write_address[b->writes % MOST_OWED] = *b->command_address;
        b->bursts[b->writes++ % MOST_OWED] = *b->command_bursts + 1;
    }
}

static void take_burst(channel *b)
{
    unsigned at = b->written % MOST_OWED;
    memcpy(burst_at(b->write_address[at] + b->moved), b->burst_data, BURST_WORDS * sizeof *memory);
    if (++b->moved == b->bursts[at])
        b->moved = 0, b->written++;
}

/* One cycle. Was a request that was offered accepted? */
static bool cycle(channel *b)
{
    loop_look(&b->l);
    bool accepted = *b->valid & *b->ready & 1;
    *b->back = b->given != b->owed;
    if (b->given != b->owed) {
        *b->back_id = b->owed_id[b->given % MOST_OWED];
        memcpy(b->back_data, burst_at(b->owed_address[b->given++ % MOST_OWED]), BURST_WORDS * sizeof *memory);
    }
    if (*b->command & 1)
        take_command(b);
    if (*b->burst & 1)
        take_burst(b);
    loop_clock(&b->l);
    return accepted;
}

static void offer(channel *b, bool write, bool whole, uint32_t line, bool compresses, rng *r)
{
    *b->valid = 1, *b->write = write, *b->address = line;
    memset(b->mask, whole ? 0xff : 0x0f, MASK_WORDS * sizeof *b->mask);
    for (int i = 0; i < LINE_WORDS && write; i++)
        b->data[i] = compresses ? line : rng_word(r);
}

static void row(const char *parameters, const requests_of *t)
{
    static channel b;
    rng r = {1};
    memset(&b, 0, sizeof b);
    memset(counts, 0xff, sizeof counts);
    open_bench(&b, parameters);
    for (uint32_t line = 0; line < FEW; line++)
        for (offer(&b, true, true, line, t->compresses, &r); !cycle(&b);)
            ;
    unsigned accepted = 0;
    bool taken = true;
    double start = clock_processor_seconds();
    for (int i = 0; i < CYCLES; i++) {
        if (taken)
            offer(&b, !t->reads || (t->writes && rng_below(&r, 2)), t->whole, rng_below(&r, t->lines), t->compresses, &r);
        taken = cycle(&b);
        accepted += taken;
    }
    double seconds = clock_processor_seconds() - start;
    printf("%-24s %-26s %12.2f %12.2f %12.2f\n", *parameters ? parameters : "as it is", t->title, accepted / seconds / 1e6,
           (double)accepted / CYCLES, CYCLES / seconds / 1e6);
}

int main(int argc, char **argv)
{
    printf("%-24s %-26s %12s %12s %12s\n", "engine, 128 bytes", "requests", "M lines/s", "a cycle", "M cycles/s");
    for (int i = 1; i < argc; i++)
        for (size_t t = 0; t < sizeof kinds / sizeof *kinds; t++)
            row(argv[i], &kinds[t]);
    return 0;
}
