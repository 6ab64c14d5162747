/* SPDX-License-Identifier: Apache-2.0
 *
 * The whole memory of a machine in time, by closed forms: loads one after the other from L1, L2 and DRAM, streams, stores, atomics, launches; and GPGPU-Sim's
 * measured latencies of SM2_GTX480, of which an SM takes 5 cycles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../machine/mem_codec.h"
#include "../../machine/mem_side.h"
#include "endings.h"

static machine gtx480, caba;

enum { PATIENCE = 100000 };

/* A cycle, and those before it in which nothing can happen. */
static void next_cycle(mem_side *s, bool skip)
{
    uint64_t next = mem_next(s);
    if (skip && next != UINT64_MAX && next > mem_now(s) + 1)
        mem_skip(s, next);
    mem_cycle(s);
}

static uint64_t wait_for(mem_side *s, int sm, int id)
{
    int got;
    for (int i = 0; i < PATIENCE; i++) {
        if (mem_take(s, sm, &got)) {
            assert_int_equal(got, id);
            return mem_now(s);
        }
        next_cycle(s, true);
    }
    fail_msg("nothing comes");
    return 0;
}

static void give(mem_side *s, int sm, mem_kind kind, uint64_t line, uint8_t sectors, int id)
{
    for (int i = 0; i < PATIENCE && !mem_ready(s, sm, kind); i++)
        mem_cycle(s);
    mem_access(s, sm, &(mem_transaction){.line = line, .sectors = sectors, .whole = kind == MEM_STORE ? sectors : 0, .kind = (uint8_t)kind},
               id);
}

/* The cycles until it is done. */
static uint64_t latency(mem_side *s, int sm, mem_kind kind, uint64_t line, uint8_t sectors)
{
    uint64_t begin = mem_now(s);
    give(s, sm, kind, line, sectors, 3);
    return wait_for(s, sm, 3) - begin;
}

/* Until nothing is under way. */
static void settle(mem_side *s)
{
    for (int id, i = 0; i < PATIENCE && !mem_idle(s); i++) {
        next_cycle(s, true);
        for (int sm = 0; sm < 2; sm++)
            while (mem_take(s, sm, &id))
                ;
    }
    assert_true(mem_idle(s));
}

static mem_counts counts_of(const mem_side *s)
{
    mem_counts c;
    mem_count(s, &c);
    return c;
}

/* ---- one after the other ---- */

static void loads_take_as_long_as_measured(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    mem_fill(s, 0, 65536);
    assert_true(mem_idle(s));
    for (uint64_t line = 0; line < 65536; line += 2048)
        assert_int_equal(latency(s, 0, MEM_LOAD, line, 1), 182 - 5);
    assert_int_equal(latency(s, 0, MEM_LOAD, 0, 1), 40 - 5);
    assert_int_equal(latency(s, 0, MEM_LOAD, 0, 15), 40 - 5);
    assert_int_equal(latency(s, 0, MEM_CODE, 128, 15), 1 + 7 + 121 + 3 + 1 + 6 + 1); /* out, net, L2, its other sectors, net, in */
    mem_counts c = counts_of(s);
    assert_int_equal(c.l1.misses, 32);
    assert_int_equal(c.l2.hits, 33 * 4);
    assert_int_equal(c.dram_reads, 0);
    assert_true(mem_idle(s));
    mem_close(s);
}

/* 128 lines at random in 1 MiB: 310.8 cycles each in the mean. The order of the lines is another one than GPGPU-Sim's. */
static void loads_from_dram_take_as_long_as_measured(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    rng r = {1};
    uint64_t sum = 0, loads = 0;
    for (int i = 0; i < 256; i++) {
        uint64_t cycles = latency(s, 0, MEM_LOAD, rng_below(&r, 8192) * 128, 1);
        if (cycles == 35)
            continue; /* the same line again */
        sum += cycles;
        loads++;
    }
    assert_in_range(sum * 10 / loads, 3058 - 30, 3058 + 30);
    mem_close(s);
}

/* ---- many at a time ---- */

typedef struct {
    uint64_t cycles;
    mem_counts c;
} streamed;

/* All SMs load lines one behind the other. */
static streamed stream(const machine *m, const mem_callbacks *callbacks, int lines, bool skip)
{
    mem_side *s = mem_open(m, callbacks);
    int next = 0, done = 0, id;
    while (done < lines) {
        for (int sm = 0; sm < m->sms; sm++) {
            while (mem_take(s, sm, &id))
                done++;
            if (next < lines && mem_ready(s, sm, MEM_LOAD))
                give(s, sm, MEM_LOAD, (uint64_t)next++ * 128, 15, 1);
        }
        if (next < lines)
            mem_cycle(s);
        else
            next_cycle(s, skip);
        assert_true(mem_now(s) < PATIENCE);
    }
    streamed r = {mem_now(s), counts_of(s)};
    mem_close(s);
    return r;
}

/* A command has room for 64 bytes and moves a sector of 32: half of the bandwidth. Where it has room for 32 and holds the bus for one cycle, all of it. */
static void a_stream_fills_the_channels(void **state)
{
    (void)state;
    streamed r = stream(&gtx480, NULL, 6000, false);
    assert_int_equal(r.c.dram_reads, 6000 * 4);
    assert_true(r.c.dram_busy > r.c.dram_cycles * 9 / 10);
    assert_true(r.c.dram_row_hits > r.c.dram_reads * 95 / 100);
    machine m = gtx480;
    m.dram_bytes = 32;
    m.dram_bus = m.ccd = m.ccdl = 1;
    streamed full = stream(&m, NULL, 6000, false);
    assert_true(full.cycles < r.cycles * 6 / 10);
    m = gtx480;
    m.dram_mhz /= 2;
    streamed half = stream(&m, NULL, 6000, false);
    assert_in_range(half.cycles * 100 / r.cycles, 190, 205);
}

static void the_same_input_takes_the_same_cycles(void **state)
{
    (void)state;
    streamed a = stream(&gtx480, NULL, 1500, false), b = stream(&gtx480, NULL, 1500, false), c = stream(&gtx480, NULL, 1500, true);
    assert_true(a.cycles == b.cycles && a.cycles == c.cycles);
    assert_memory_equal(&a.c, &b.c, sizeof a.c);
    assert_memory_equal(&a.c, &c.c, sizeof a.c); /* cycles that are passed over count */
}

/* Loads from DRAM with long waits between them. */
static void cycles_that_are_passed_over_count(void **state)
{
    (void)state;
    uint64_t cycles[2];
    mem_counts c[2];
    for (int skip = 0; skip < 2; skip++) {
        mem_side *s = mem_open(&gtx480, NULL);
        for (uint64_t i = 0, done = 0; i < 20; done = i) {
            int id;
            give(s, 0, MEM_LOAD, i * 12345 * 128, 1, 1);
            while (done == i) {
                next_cycle(s, skip);
                i += mem_take(s, 0, &id);
            }
        }
        cycles[skip] = mem_now(s);
        c[skip] = counts_of(s);
        mem_close(s);
    }
    assert_true(cycles[0] == cycles[1]);
    assert_memory_equal(&c[0], &c[1], sizeof c[0]);
}

/* ---- sharing ---- */

static void loads_of_one_line_share_a_miss(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    mem_fill(s, 0, 4096);
    for (int k = 0; k < 3; k++) {
        mem_cycle(s);
        give(s, 0, MEM_LOAD, 256, 1, k);
    }
    uint64_t first = wait_for(s, 0, 0), second = wait_for(s, 0, 1), third = wait_for(s, 0, 2);
    assert_true(first == 1 + 177 && second == first + 1 && third == first + 2);
    mem_counts c = counts_of(s);
    assert_true(c.l1.misses == 1 && c.l1.pending == 2 && c.l2.accesses == 4);
    assert_true(c.done == 1 && c.latency == 177 - 36 - 2);
    mem_close(s);
}

static void l1_takes_no_more_than_its_queues_hold(void **state)
{
    (void)state;
    machine m = gtx480;
    m.l1_latency = 8;
    m.l1_mshrs = 4;
    mem_side *s = mem_open(&m, NULL);
    int given = 0;
    for (uint64_t i = 0; i < 100; i++) {
        mem_cycle(s);
        if (mem_ready(s, 0, MEM_LOAD)) {
            give(s, 0, MEM_LOAD, i * 3072, 1, given); /* of one part of L2: they come in order */
            given++;
        }
    }
    assert_int_equal(given, 8 + 4); /* in the pipeline, and with an entry */
    assert_true(counts_of(s).l1.fails > 50);
    for (int k = 0; k < given; k++)
        wait_for(s, 0, k);
    assert_true(mem_idle(s));
    mem_close(s);
}

static void what_an_sm_does_not_take_is_kept(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    latency(s, 0, MEM_LOAD, 0, 1);
    int given = 0, taken = 0, id;
    for (int i = 0; i < 1000; i++) {
        mem_cycle(s);
        if (mem_ready(s, 0, MEM_LOAD))
            give(s, 0, MEM_LOAD, 0, 1, given++);
    }
    assert_in_range(given, 200, 400);
    for (int i = 0; i < 1000; i++, mem_cycle(s))
        while (mem_take(s, 0, &id))
            assert_int_equal(id, taken++);
    assert_int_equal(taken, given);
    mem_close(s);
}

/* ---- stores ---- */

static void a_store_goes_through_l1_and_stays_in_l2(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    mem_fill(s, 0, 4096);
    assert_int_equal(latency(s, 0, MEM_LOAD, 256, 15), 177);
    assert_int_equal(latency(s, 0, MEM_LOAD, 256, 15), 35);
    assert_int_equal(latency(s, 0, MEM_STORE, 256, 1), 35 + 1 + 7 + 121 + 1 + 6 + 1); /* done as its answer comes */
    assert_int_equal(latency(s, 0, MEM_LOAD, 256, 15), 177);                          /* it left L1 */
    assert_int_equal(latency(s, 0, MEM_STORE, 8192, 15) > 0, 1);
    assert_int_equal(latency(s, 1, MEM_LOAD, 8192, 15), 177); /* L2 has it, whole */
    mem_counts c = counts_of(s);
    assert_true(c.dram_reads == 0 && c.dram_writes == 0);
    give(s, 0, MEM_STORE, 512, 1, -1); /* nobody asks */
    settle(s);
    mem_close(s);
}

static void l2_writes_back_what_makes_room(void **state)
{
    (void)state;
    machine m = gtx480;
    m.l2_sets = m.l2_ways = 1;
    mem_side *s = mem_open(&m, NULL);
    const uint64_t apart = 6 * 2 * 256; /* the next block of the same part */
    latency(s, 0, MEM_STORE, 0, 3);
    latency(s, 0, MEM_LOAD, apart, 15);
    settle(s);
    mem_counts c = counts_of(s);
    assert_int_equal(c.dram_reads, 4);
    assert_int_equal(c.dram_writes, 1); /* two sectors, in one command of 64 bytes */
    latency(s, 0, MEM_LOAD, 2 * apart, 15);
    settle(s);
    assert_int_equal(counts_of(s).dram_writes, 1); /* a clean line */
    mem_close(s);
}

static void atomics_are_done_in_l2(void **state)
{
    (void)state;
    machine m = gtx480;
    m.l2_sets = m.l2_ways = 1;
    mem_side *s = mem_open(&m, NULL);
    latency(s, 0, MEM_LOAD, 0, 1);
    uint64_t cycles = latency(s, 0, MEM_ATOMIC, 0, 1);
    assert_int_equal(cycles, 177 - 36 - 3); /* no L1, one sector */
    assert_int_equal(counts_of(s).l1.accesses, 1);
    latency(s, 0, MEM_LOAD, 6 * 2 * 256, 1);
    settle(s);
    assert_int_equal(counts_of(s).dram_writes, 1);
    mem_close(s);
}

/* ---- switches ---- */

static void a_launch_empties_l1_alone(void **state)
{
    (void)state;
    mem_side *s = mem_open(&gtx480, NULL);
    mem_fill(s, 0, 4096);
    latency(s, 0, MEM_LOAD, 0, 1);
    mem_launch(s);
    assert_int_equal(latency(s, 0, MEM_LOAD, 0, 1), 177);
    mem_close(s);
}

static void without_l1_only_sectors_move(void **state)
{
    (void)state;
    machine m = gtx480;
    m.l1 = 0;
    mem_side *s = mem_open(&m, NULL);
    mem_fill(s, 0, 4096);
    assert_int_equal(latency(s, 0, MEM_LOAD, 0, 1), 177 - 36 - 3);
    assert_int_equal(latency(s, 0, MEM_LOAD, 0, 1), 177 - 36 - 3);
    mem_counts c = counts_of(s);
    assert_true(c.l1.accesses == 0 && c.l2.accesses == 2);
    mem_close(s);
}

static void without_l2_all_goes_to_dram(void **state)
{
    (void)state;
    machine m = gtx480;
    m.l2 = 0;
    mem_side *s = mem_open(&m, NULL);
    mem_fill(s, 0, 4096); /* there is nothing to fill */
    latency(s, 0, MEM_LOAD, 0, 15);
    latency(s, 0, MEM_STORE, 256, 1);
    settle(s);
    mem_counts c = counts_of(s);
    assert_true(c.l2.accesses == 0 && c.dram_reads == 2 && c.dram_writes == 1);
    mem_close(s);
}

/* ---- compression ---- */

static int bursts_of_line(void *own, uint64_t line)
{
    (void)line;
    return *(int *)own;
}

static void compressed_lines_take_their_bursts(void **state)
{
    (void)state;
    machine m = caba;
    int bursts = 1;
    mem_callbacks callbacks = {.own = &bursts, .bursts = bursts_of_line};
    streamed plain = stream(&m, &callbacks, 4000, false);
    assert_int_equal(plain.c.dram_reads, 4000 * 4);
    m.compress = MACHINE_AT_MEMORY;
    streamed at_memory = stream(&m, &callbacks, 4000, false);
    assert_int_equal(at_memory.c.metadata_hits + at_memory.c.metadata_misses, 4000);
    assert_int_equal(at_memory.c.dram_reads, 4000 + at_memory.c.metadata_misses);
    assert_in_range(at_memory.c.metadata_misses, 6, 96); /* 128 lines a burst of counts, a cache for each channel */
    assert_true(at_memory.cycles < plain.cycles);
    assert_true(at_memory.c.net_flits[1] == plain.c.net_flits[1]);
    m.compress = MACHINE_AT_L2;
    streamed at_l2 = stream(&m, &callbacks, 4000, false);
    assert_int_equal(plain.c.net_flits[1], 4000 * 4);
    assert_int_equal(at_l2.c.net_flits[1], 4000);
    bursts = 4;
    m.metadata = 0;
    streamed raw = stream(&m, &callbacks, 4000, false);
    assert_int_equal(raw.c.dram_reads, 4000 * 4);
}

/* DRAM is what all of them wait for: 6 channels of 924 MHz move a burst a cycle, behind a core of 1,400. So many lines are asked for that its latency is hidden. */
static void a_stream_takes_the_bursts_of_its_lines(void **state)
{
    (void)state;
    machine m = caba;
    mem_callbacks callbacks = {.bursts = bursts_of_line};
    machine_set_compression(&m, "ideal");
    m.l1 = 0; /* it would hold fewer */
    for (int bursts = 1; bursts <= 4; bursts++) {
        callbacks.own = &bursts;
        streamed few = stream(&m, &callbacks, 3000, false), many = stream(&m, &callbacks, 9000, false);
        int expected = 6000 * bursts / 6 * 1400 / 924;
        assert_int_equal(many.c.dram_reads, 9000 * bursts);
        assert_int_equal(many.c.lines[0].bursts, 9000 * bursts);
        assert_int_equal(many.c.dram_busy, 9000 * bursts);
        assert_in_range(many.cycles - few.cycles, expected * 99 / 100, expected * 104 / 100);
    }
}

static void ideal_is_never_slower(void **state)
{
    (void)state;
    machine memory = caba, l2 = caba, ideal = caba;
    mem_callbacks callbacks = {.bursts = bursts_of_line};
    machine_set_compression(&memory, "memory");
    machine_set_compression(&l2, "l2");
    machine_set_compression(&ideal, "ideal");
    assert_true(ideal.encode_cycles == 0 && ideal.decode_cycles == 0 && !ideal.metadata && ideal.compress == MACHINE_AT_L2);
    for (int bursts = 1; bursts <= 4; bursts++) {
        callbacks.own = &bursts;
        streamed r = stream(&ideal, &callbacks, 4000, false), in_memory = stream(&memory, &callbacks, 4000, false),
                 in_l2 = stream(&l2, &callbacks, 4000, false);
        assert_true(r.cycles < in_memory.cycles && r.cycles < in_l2.cycles && in_l2.cycles <= in_memory.cycles);
        assert_true(r.c.dram_busy < in_memory.c.dram_busy);
        assert_int_equal(in_l2.c.dram_busy - r.c.dram_busy, in_l2.c.metadata_misses);
    }
}

/* ---- where a codec is ---- */

static int bursts = 1;

static mem_side *compressing(machine *m, const char *how, int decode, int encode, bool metadata)
{
    static machine own;
    own = *m;
    machine_set_compression(&own, how);
    own.decode_cycles = decode;
    own.encode_cycles = encode;
    own.metadata = metadata;
    return mem_open(&own, &(mem_callbacks){.own = &bursts, .bursts = bursts_of_line});
}

/* Of a load that misses L2, one that hits it, and a store. */
static void latencies_of(const char *how, int decode, int encode, int took[3])
{
    mem_side *s = compressing(&caba, how, decode, encode, false);
    took[0] = (int)latency(s, 0, MEM_LOAD, 0, 15);
    took[1] = (int)latency(s, 1, MEM_LOAD, 0, 15);
    took[2] = (int)latency(s, 1, MEM_STORE, 256, 15);
    mem_close(s);
}

static void codecs_take_their_cycles(void **state)
{
    (void)state;
    for (bursts = 1; bursts <= 4; bursts += 3) {
        int none[3], memory[3], l2[3], decode = bursts == 4 ? 0 : 60; /* raw lines are not decoded */
        latencies_of("memory", 0, 0, none);
        latencies_of("memory", 60, 90, memory);
        assert_in_range(memory[0] - none[0], decode - (decode > 0),
                        decode + 2 * (decode > 0)); /* as a cycle of DRAM begins a little earlier or later */
        assert_true(memory[1] == none[1] && memory[2] == none[2]);
        latencies_of("l2", 0, 0, none);
        latencies_of("l2", 60, 90, l2);
        assert_int_equal(l2[0] - none[0], decode);
        assert_int_equal(l2[1] - none[1], decode);
        assert_int_equal(l2[2] - none[2], 90);
    }
    bursts = 1;
}

/* Lines of one row, so that the codec's interval alone holds them up. */
static void a_codec_takes_a_line_an_interval(void **state)
{
    (void)state;
    for (int at_l2 = 0; at_l2 < 2; at_l2++) {
        machine m = caba;
        machine_set_compression(&m, at_l2 ? "l2" : "memory");
        m.metadata = 0;
        m.decode_interval = 200;
        mem_side *s = mem_open(&m, &(mem_callbacks){.own = &bursts, .bursts = bursts_of_line});
        for (int k = 0; k < 8; k++)
            give(s, 0, MEM_LOAD, (uint64_t)k * 6 * 2 * 256, 15, k);
        uint64_t first = wait_for(s, 0, 0), last = first;
        for (int k = 1; k < 8; k++)
            last = wait_for(s, 0, k);
        assert_in_range(last - first, 7 * 200 - 2, 7 * 200 + 2);
        mem_close(s);
    }
}

/* A line whose counts are not in their cache waits for a burst of them: from a closed row, 25 cycles of DRAM and those that the controller adds. */
static void a_miss_of_the_metadata_cache_is_a_burst(void **state)
{
    (void)state;
    int without[2], with[2];
    for (int metadata = 0; metadata < 2; metadata++) {
        mem_side *s = compressing(&caba, "memory", 0, 0, metadata);
        int *took = metadata ? with : without;
        took[0] = (int)latency(s, 0, MEM_LOAD, 6 * 256, 15); /* bank 1; the counts are in bank 0 */
        assert_int_equal(counts_of(s).dram_reads, 1 + metadata);
        took[1] = (int)latency(s, 0, MEM_LOAD, 3 * 6 * 256, 15); /* in the same row, its counts in the same burst */
        assert_int_equal(counts_of(s).dram_reads, 2 + metadata);
        assert_int_equal(counts_of(s).lines[0].bursts, 2);
        mem_close(s);
    }
    assert_in_range(with[0] - without[0], 25 * 1400 / 924, 29 * 1400 / 924);
    assert_in_range(with[1] - without[1] + 2, 0, 4);
}

/* L2 of one line a part writes a line back when another one comes. */
static uint64_t writing_back(const char *how, int encode, mem_counts *c)
{
    machine m = caba;
    m.l2_sets = m.l2_ways = 1;
    mem_side *s = compressing(&m, how, 0, encode, false);
    latency(s, 0, MEM_STORE, 0, 15);
    latency(s, 0, MEM_STORE, 6 * 2 * 256, 15);
    settle(s);
    uint64_t end = mem_now(s);
    *c = counts_of(s);
    mem_close(s);
    return end;
}

static void what_is_written_back_is_encoded(void **state)
{
    (void)state;
    mem_counts c;
    bursts = 2;
    assert_in_range(writing_back("memory", 90, &c) - writing_back("memory", 0, &c), 88, 92);
    assert_int_equal(writing_back("l2", 90, &c) - writing_back("l2", 0, &c),
                     2 * 90); /* two stores, one behind the other, and nothing at DRAM */
    bursts = 1;
    assert_int_equal(c.dram_writes, 2);
    assert_true(c.lines[1].compressed == 1 && c.lines[1].bursts == 2 && c.lines[0].compressed == 0);
}

static int bursts_by_line(void *own, uint64_t line)
{
    (void)own;
    return (int)(line / 4096);
}

static void lines_are_counted_by_their_kind(void **state)
{
    (void)state;
    machine m = caba;
    machine_set_compression(&m, "ideal");
    mem_side *s = mem_open(&m, &(mem_callbacks){.bursts = bursts_by_line});
    for (uint64_t k = 0; k <= 4; k++)
        latency(s, 0, MEM_LOAD, k * 4096, 15);
    latency(s, 0, MEM_CODE, 128, 15);
    mem_counts c = counts_of(s);
    const mem_line_counts *n = &c.lines[0];
    assert_true(n->unknown == 1 && n->compressed == 3 && n->raw == 1 && n->others == 1);
    assert_int_equal(n->bursts, 4 + 1 + 2 + 3 + 4);
    assert_int_equal(c.dram_reads, n->bursts + 4);
    mem_close(s);
}

/* A whole line that is stored goes to L2 as its code, a part of one as it is. */
static void codes_are_stored_in_l2(void **state)
{
    (void)state;
    uint64_t flits[2];
    for (int whole = 0; whole < 2; whole++) {
        mem_side *s = compressing(&caba, "l2", 0, 0, false);
        latency(s, 0, MEM_STORE, 0, whole ? 15 : 7);
        flits[whole] = counts_of(s).net_flits[0];
        mem_close(s);
    }
    assert_true(flits[0] == 3 && flits[1] == 1); /* 8 and 96 bytes, 8 and 32 */
}

/* Line 0 is zeros, line 128 counts in steps of more than a byte, the others are not known. */
static bool content_of(void *own, uint64_t line, uint32_t words[])
{
    (void)own;
    for (uint32_t i = 0; i < 32; i++)
        words[i] = line == 0 ? 0 : 0x9e3779b9 * (i + 1);
    return line <= 128;
}

static void contents_have_codes(void **state)
{
    (void)state;
    design d;
    design_init(&d, wf_find_unit("linebdi"), 128);
    design_check(&d);
    mem_codec codec = {.design = &d, .content = content_of};
    mem_callbacks c = codec_callbacks(&codec);
    assert_int_equal(c.bursts(c.own, 0), 1);
    assert_int_equal(c.bursts(c.own, 128), 4);
    assert_int_equal(c.bursts(c.own, 256), 0);
}

static void read_codec(const char *name)
{
    design d;
    codec_design(&d, name);
}

static void codecs_are_named(void **state)
{
    (void)state;
    design d;
    codec_design(&d, NULL);
    assert_string_equal(d.unit->name, "linebdi");
    assert_string_equal(design_param(&d, "tag"), "head");
    codec_design(&d, "fpc");
    assert_int_equal(d.config.line_bytes, 128);
    expect_refused(read_codec, "warpbdi", "needs a codec of cache lines");
    expect_refused(read_codec, "/nonexistent", "/nonexistent");
}

/* A number in the machine's file wins over the codec's ranks and intervals. */
static void machines_take_the_cycles_of_their_codec(void **state)
{
    (void)state;
    design d;
    codec_design(&d, "linebdi");
    machine m = caba;
    codec_settle(&m, &d);
    assert_true(m.encode_cycles == 5 && m.decode_cycles == 1 && m.encode_interval == 0 && m.decode_interval == 0);
    m.encode_cycles = m.decode_cycles = MACHINE_CODEC;
    codec_settle(&m, &d);
    assert_true(m.encode_cycles == 2 && m.decode_cycles == 1 && m.encode_interval == 1 && m.decode_interval == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_take_as_long_as_measured),
        cmocka_unit_test(loads_from_dram_take_as_long_as_measured),
        cmocka_unit_test(a_stream_fills_the_channels),
        cmocka_unit_test(the_same_input_takes_the_same_cycles),
        cmocka_unit_test(cycles_that_are_passed_over_count),
        cmocka_unit_test(loads_of_one_line_share_a_miss),
        cmocka_unit_test(l1_takes_no_more_than_its_queues_hold),
        cmocka_unit_test(what_an_sm_does_not_take_is_kept),
        cmocka_unit_test(a_store_goes_through_l1_and_stays_in_l2),
        cmocka_unit_test(l2_writes_back_what_makes_room),
        cmocka_unit_test(atomics_are_done_in_l2),
        cmocka_unit_test(a_launch_empties_l1_alone),
        cmocka_unit_test(without_l1_only_sectors_move),
        cmocka_unit_test(without_l2_all_goes_to_dram),
        cmocka_unit_test(compressed_lines_take_their_bursts),
        cmocka_unit_test(a_stream_takes_the_bursts_of_its_lines),
        cmocka_unit_test(ideal_is_never_slower),
        cmocka_unit_test(codecs_take_their_cycles),
        cmocka_unit_test(a_codec_takes_a_line_an_interval),
        cmocka_unit_test(a_miss_of_the_metadata_cache_is_a_burst),
        cmocka_unit_test(what_is_written_back_is_encoded),
        cmocka_unit_test(lines_are_counted_by_their_kind),
        cmocka_unit_test(codes_are_stored_in_l2),
        cmocka_unit_test(contents_have_codes),
        cmocka_unit_test(codecs_are_named),
        cmocka_unit_test(machines_take_the_cycles_of_their_codec),
    };
    machine_read(&gtx480, "gtx480");
    machine_read(&caba, "caba");
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
