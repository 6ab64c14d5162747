/* SPDX-License-Identifier: Apache-2.0
 *
 * Units at channels of DRAM: where pages are, what a trace asks of the channels, and bursts, counts and hits of runs that are worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/text.h"
#include "../../machine/channel_pairs.h"
#include "../../sim/burst_code.h"
#include "../../trace/trace_memory.h"
#include "endings.h"
#include "own_folder.h"

enum { LINE = 64, WORDS = LINE / 4, BASE = 0x1000 };

/* ---- a trace and its memory ---- */

/* Of the lines from BASE on: zeros; 1 2 3 ..; any words; and one that nobody tells. */
static void word_of_line(int line, uint32_t *words)
{
    for (int i = 0; i < WORDS; i++)
        words[i] = line == 0 ? 0 : line == 1 ? (uint32_t)i + 1 : (uint32_t)(i + 1) * 0x9e3779b9u;
}

static char *contents_of(const char *name, int lines)
{
    char *path = path_join(dir, name);
    trace_memory_writer *w = trace_memory_create(path, false, "hand", "");
    uint32_t words[3 * WORDS];
    for (int i = 0; i < lines; i++)
        word_of_line(i, words + i * WORDS);
    trace_memory_put(w,
                     &(trace_range){.launch = 0, .address = BASE, .bytes = (size_t)lines * LINE, .content = (const unsigned char *)words});
    trace_memory_finish(w);
    return path;
}

/* L2 is one set of two lines. The store misses, so its line is read as it was. The last load drives it out. */
static const char by_hand[] = "# warptrace-text 2\n# lanes 4\n"
                              "m 0 0 10 ld global 4 1 1000 0 0 0 : 0 0 0 0\n"
                              "m 0 0 14 st global 4 f 1040 1044 1048 104c : 9 9 9 9\n"
                              "m 0 0 18 ld global 4 1 1080 0 0 0 : 9e3779b9 0 0 0\n"
                              "m 0 0 1c ld global 4 1 10c0 0 0 0 : 7 0 0 0\n";

static char *hand_trace(void)
{
    contents_of("hand-t4.wfm", 3);
    return put_file("hand-t4.wtx", by_hand, strlen(by_hand));
}

static channel_list_options small_caches(void)
{
    return (channel_list_options){.caches = {{0, 1, false}, {2 * LINE, 2, true}}, .stack = 8192, .pages = {PAGES_FIRST, 4096, 1}};
}

static design unit_of(const char *words)
{
    design d;
    design_init_named(&d, "engine", "--unit");
    design_set_all(&d, "line=64 kbytes=2 ways=1 address=16", "test");
    design_set_all(&d, words, "test");
    design_check(&d);
    return d;
}

static machine six_channels(void)
{
    machine m;
    machine_read(&m, "caba");
    return m;
}

static void read_list(channel_list *l, const char *path, const channel_list_options *o)
{
    const machine m = six_channels();
    const mem_map map = map_of(&m);
    channel_list_read(l, path, o, &map, LINE, 16, 256);
}

/* ---- places ---- */

static void pages_lie_in_the_order_of_their_first_touch(void **state)
{
    (void)state;
    const machine m = six_channels();
    const mem_map map = map_of(&m);
    const page_options o = {PAGES_FIRST, 4096, 1};
    channel_places *p = places_open(&o, &map, 128, 1 << 16);
    channel_place at;
    /* Page 7 comes first: its lines 0, 1 are the first block of 256 bytes, 2 and 3 the next one, 12 and 13 the seventh. */
    assert_true(places_of(p, 7 * 32, &at));
    assert_int_equal(at.channel, 0);
    assert_int_equal(at.line, 0);
    assert_true(places_of(p, 7 * 32 + 3, &at));
    assert_int_equal(at.channel, 1);
    assert_int_equal(at.line, 1);
    assert_true(places_of(p, 7 * 32 + 13, &at));
    assert_int_equal(at.channel, 0);
    assert_int_equal(at.line, 3);
    /* The second page begins with block 16. */
    assert_true(places_of(p, 3 * 32, &at));
    assert_int_equal(at.channel, 16 % 6);
    assert_int_equal(at.line, 16 / 6 * 2);
    assert_int_equal(places_pages(p), 2);
    places_close(p);
}

static void a_hash_gives_each_page_a_frame_of_its_own(void **state)
{
    (void)state;
    const machine m = six_channels();
    const mem_map map = map_of(&m);
    page_options o = {PAGES_HASH, 256, 5};
    enum { PAGES = 6 * 8 }; /* 8 blocks a channel */
    bool taken[PAGES] = {0}, differs = false;
    channel_places *p = places_open(&o, &map, 128, 16), *again = places_open(&o, &map, 128, 16);
    channel_place at, same;
    for (uint64_t page = 0; page < PAGES; page++) {
        assert_true(places_of(p, 2 * page, &at));
        assert_true(places_of(again, 2 * page, &same));
        assert_int_equal(at.channel, same.channel);
        assert_int_equal(at.line, same.line);
        assert_true(at.line % 2 == 0 && at.line < 16);
        const uint64_t frame = at.line / 2 * 6 + (uint64_t)at.channel;
        assert_false(taken[frame]);
        taken[frame] = true;
        differs |= frame != page;
    }
    assert_true(differs);
    assert_false(places_of(p, 2 * PAGES, &at));
    places_close(p);
    places_close(again);
}

/* ---- the list ---- */

static void lines_are_as_dram_has_them(void **state)
{
    (void)state;
    const channel_list_options o = small_caches();
    channel_list l;
    uint32_t words[WORDS];
    read_list(&l, hand_trace(), &o);
    assert_int_equal(l.count, 4);
    assert_int_equal(l.placed_count, 3);
    assert_int_equal(l.left_count, 3);
    assert_true(l.reads == 3 && l.writes == 1 && l.parts == 0 && l.host == 0);
    assert_true(l.unknown_reads == 1 && l.unknown_writes == 0);
    for (int i = 0; i < 3; i++) {
        word_of_line(i, words);
        assert_int_equal(l.requests[i].kind, CHANNEL_READ);
        assert_int_equal(l.requests[i].channel, 0);
        assert_int_equal(l.requests[i].line, i);
        assert_memory_equal(channel_list_content(&l, l.requests[i].content), words, LINE);
    }
    word_of_line(1, words);
    for (int i = 0; i < 4; i++)
        words[i] = 9;
    assert_int_equal(l.requests[3].kind, CHANNEL_WRITE);
    assert_int_equal(l.requests[3].line, 1);
    assert_memory_equal(channel_list_content(&l, l.requests[3].content), words, LINE);
    channel_list_free(&l);
}

static void without_caches_parts_are_written(void **state)
{
    (void)state;
    channel_list_options o = small_caches();
    channel_list l;
    o.caches.l2.bytes = 0;
    read_list(&l, hand_trace(), &o);
    assert_true(l.reads == 2 && l.writes == 0 && l.parts == 1);
    assert_int_equal(l.requests[1].kind, CHANNEL_PART);
    assert_int_equal(l.masks[l.requests[1].mask][0], 0xffff);
    assert_int_equal(l.masks[l.requests[1].mask][1], 0);
    assert_int_equal(channel_list_content(&l, l.requests[1].content)[3], 9);
    assert_int_equal(channel_list_content(&l, l.requests[1].content)[4], 5);
    channel_list_free(&l);
}

/* Lane 1 loads what lane 0 has stored: memory had what lane 0 loads. */
static const char atomic[] = "# warptrace-text 3\n# lanes 4\n"
                             "i 0 0 10 atomic 3 x1 x2 ? ?\n"
                             "+m 0 0 10 ld global 4 3 1040 1040 0 0 : 1 5 0 0\n"
                             "+m 0 0 10 st global 4 3 1040 1040 0 0 : 5 7 0 0\n"
                             "+w 0 0 10 atomic x2 3 1 5 0 0\n";

static void lanes_of_an_atomic_see_each_other(void **state)
{
    (void)state;
    const channel_list_options o = small_caches();
    channel_list l;
    contents_of("atomic-t4.wfm", 3);
    read_list(&l, put_file("atomic-t4.wtx", atomic, strlen(atomic)), &o);
    assert_int_equal(l.count, 2);
    assert_int_equal(channel_list_content(&l, l.requests[0].content)[0], 1);
    assert_int_equal(l.requests[1].kind, CHANNEL_WRITE);
    assert_int_equal(channel_list_content(&l, l.requests[1].content)[0], 7);
    channel_list_free(&l);
}

/* ---- runs ---- */

static channel_run run_of(const channel_list *l, const char *words, int rate, bool ideal)
{
    const design d = unit_of(words);
    const machine m = six_channels();
    channel_codes codes;
    channel_run run;
    assert_true(channel_is_of_lines(&d));
    channel_codes_make(&codes, &d, l);
    channel_replay_run(&run, &d, &m, l, &codes, rate, ideal);
    channel_codes_free(&codes);
    return run;
}

/* Zeros and 1 2 3 .. take one burst, the others two. A block of counts is read for the three reads, and written at the end. */
static void bursts_are_those_of_the_codes(void **state)
{
    (void)state;
    const channel_list_options o = small_caches();
    channel_list l;
    read_list(&l, hand_trace(), &o);
    for (int core = 0; core < 2; core++) {
        channel_run run = run_of(&l, core ? "place=core" : "place=memory", 0, false);
        assert_true(run.bursts.bursts[0][0] == 1 + 1 + 2 && run.bursts.bursts[0][1] == 1);
        assert_true(run.bursts.bursts[1][0] == 1 && run.bursts.bursts[1][1] == 1 && run.flushed == 1);
        assert_true(run.bursts.blocks == 1 && run.n.looks == 4);
        assert_true(run.n.checked == 3 + 3 && run.n.wrong == 0);
        assert_true(run.busy == 6); /* of the machine's: a cycle a burst, and the flush is not in it */
        channel_run_free(&run);
    }
    channel_run plain = run_of(&l, "compress=none", 0, false), ideal = run_of(&l, "place=memory", 0, true);
    assert_true(plain.bursts.bursts[0][0] == 6 && plain.bursts.bursts[0][1] == 2 && plain.bursts.bursts[1][0] == 0);
    assert_true(ideal.bursts.bursts[0][0] == 4 && ideal.bursts.bursts[0][1] == 1 && ideal.bursts.bursts[1][0] == 0);
    assert_true(plain.n.checked == 6 && plain.n.wrong == 0 && ideal.n.checked == 6 && ideal.n.wrong == 0);
    assert_true(ideal.cycles < plain.cycles);
    channel_run_free(&plain);
    channel_run_free(&ideal);
    channel_list_free(&l);
}

/* A part of a code is read, merged and written: 1 + 1 bursts; of a raw line only the burst with the bytes. */
static void a_part_of_a_code_is_merged(void **state)
{
    (void)state;
    channel_list_options o = small_caches();
    channel_list l;
    o.caches.l2.bytes = 0;
    read_list(&l, hand_trace(), &o);
    channel_run own = run_of(&l, "place=memory", 0, false), ideal = run_of(&l, "place=memory", 0, true);
    channel_run plain = run_of(&l, "compress=none", 0, false);
    assert_true(own.bursts.bursts[0][0] == 1 + 1 + 2 && own.bursts.bursts[0][1] == 1 && own.n.wrong == 0);
    assert_true(ideal.bursts.bursts[0][0] == 1 + 1 + 2 && ideal.bursts.bursts[0][1] == 1 && ideal.n.wrong == 0);
    assert_true(plain.bursts.bursts[0][0] == 4 && plain.bursts.bursts[0][1] == 1 && plain.n.wrong == 0);
    channel_run_free(&own);
    channel_run_free(&ideal);
    channel_run_free(&plain);
    channel_list_free(&l);
}

/* 4 requests, one in 100 cycles: the last one comes in cycle 400. */
static void requests_come_at_their_rate(void **state)
{
    (void)state;
    const channel_list_options o = small_caches();
    channel_list l;
    read_list(&l, hand_trace(), &o);
    channel_run slow = run_of(&l, "place=memory", 10, false), fast = run_of(&l, "place=memory", 0, false);
    assert_true(slow.cycles > 390 && slow.cycles < 500);
    assert_true(fast.cycles < 200);
    assert_true(slow.bursts.blocks == 1);
    channel_run_free(&slow);
    channel_run_free(&fast);
    channel_list_free(&l);
}

static void a_wrong_line_is_found(void **state)
{
    (void)state;
    const channel_list_options o = small_caches();
    channel_list l;
    read_list(&l, hand_trace(), &o);
    l.requests[1].content = l.requests[0].content;
    for (int ideal = 0; ideal < 2; ideal++) {
        channel_run run = run_of(&l, "place=memory", 0, ideal);
        assert_true(run.n.checked == 6 && run.n.wrong == 1);
        channel_run_free(&run);
    }
    l.left[0].content = l.requests[2].content;
    channel_run run = run_of(&l, "place=memory", 0, false);
    assert_true(run.n.wrong == 2);
    channel_run_free(&run);
    channel_list_free(&l);
}

/* ---- bad input ---- */

static void read_by_hand(const char *path)
{
    const channel_list_options o = small_caches();
    channel_list l;
    read_list(&l, path, &o);
}

static void a_list_that_cannot_be_is_refused(void **state)
{
    (void)state;
    expect_refused(read_by_hand, put_file("alone-t4.wtx", by_hand, strlen(by_hand)), "what lines hold must be known");
    const char registers[] = "# warptrace-text 1\n# lanes 4\nw 0 0 18 alu f3 f 7 7 7 7\n";
    contents_of("registers-t4.wfm", 1);
    expect_refused(read_by_hand, put_file("registers-t4.wtx", registers, strlen(registers)), "no line that is known reaches DRAM");
    contents_of("other-t4.wfm", 2);
    const char other[] = "# warptrace-text 1\n# lanes 4\nm 0 0 10 ld global 4 1 1000 0 0 0 : 5 0 0 0\n";
    expect_refused(read_by_hand, put_file("other-t4.wtx", other, strlen(other)), "contents of memory of this trace are expected");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_lie_in_the_order_of_their_first_touch),
        cmocka_unit_test(a_hash_gives_each_page_a_frame_of_its_own),
        cmocka_unit_test(lines_are_as_dram_has_them),
        cmocka_unit_test(without_caches_parts_are_written),
        cmocka_unit_test(lanes_of_an_atomic_see_each_other),
        cmocka_unit_test(bursts_are_those_of_the_codes),
        cmocka_unit_test(a_part_of_a_code_is_merged),
        cmocka_unit_test(requests_come_at_their_rate),
        cmocka_unit_test(a_wrong_line_is_found),
        cmocka_unit_test(a_list_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, own_folder_make, own_folder_remove);
}
