/* SPDX-License-Identifier: Apache-2.0
 *
 * test_dram.c - what reaches DRAM behind the caches, in small sequences worked by hand. tests/cli/cli_memory.sh holds whole traces
 * against an independent count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/keys.h"
#include "../../memory/metadata_run.h"
#include "../../stats/line_stats.h"

/* ---- DRAM ---- */

typedef struct {
    design design;
    line_traffic *traffic;
    dram_lines *lines;
} dram;

/* Its lines keep a pointer to its design. */
static void begin(dram *d)
{
    d->traffic = line_traffic_open(64, PRIVATE_STACK_FLAT);
    design_init(&d->design, wf_find_unit("fpc"), 64); /* a line of zeros is one burst of two */
    design_check(&d->design);
    d->lines = dram_lines_new(&d->design, 1, d->traffic);
}

static void end(dram *d)
{
    dram_lines_free(d->lines);
    line_traffic_close(d->traffic);
}

/* An access of some of 16 lanes: lane i is at word i of the line, with i + 1 times the value. */
static const line_access *access_to(dram *d, trace_kind kind, uint64_t line, uint32_t value, uint32_t lanes)
{
    static trace_record r;
    const line_access *a;

    r = (trace_record){.kind = kind, .space = TRACE_GLOBAL, .size = 4, .words = 1, .lanes = 16, .mask = {lanes}};
    for (int i = 0; i < 16; i++) {
        r.addr[i] = line * 64 + 4 * (uint64_t)i;
        r.value[i] = value * (uint32_t)(i + 1);
    }
    assert_int_equal(line_traffic_of(d->traffic, &r, &a), 1);
    return a;
}

static void a_read_counts_once_the_line_is_known(void **state)
{
    (void)state;
    dram d;

    begin(&d);
    const dram_counts *c = dram_lines_counts(d.lines);

    access_to(&d, TRACE_LOAD, 5, 0, 0xff);
    dram_lines_fetch(d.lines, 5);
    dram_lines_see(d.lines, 5);
    dram_lines_fetch(d.lines, 5);
    assert_int_equal(c->fetches, 2);
    assert_int_equal(c->known_fetches, 0);
    access_to(&d, TRACE_LOAD, 5, 0, 0xff00);
    dram_lines_see(d.lines, 5);
    assert_int_equal(c->known_fetches, 2);
    assert_int_equal(c->raw_fetch_bursts, 4);
    assert_int_equal(dram_lines_sums(d.lines, 0)->fetch_bursts, 2);
    assert_int_equal(c->known_meta_bursts, 1); /* the first missed */
    access_to(&d, TRACE_STORE, 5, 0x9e3779b9, 0xffff);
    dram_lines_fetch(d.lines, 5); /* what DRAM has is still zeros */
    assert_int_equal(dram_lines_sums(d.lines, 0)->fetch_bursts, 3);
    dram_lines_write(d.lines, 5);
    assert_int_equal(dram_lines_sums(d.lines, 0)->write_bursts, 2);
    dram_lines_fetch(d.lines, 5);
    assert_int_equal(dram_lines_sums(d.lines, 0)->fetch_bursts, 5);
    end(&d);
}

static void reads_before_an_unknown_write_never_count(void **state)
{
    (void)state;
    dram d;

    begin(&d);
    const dram_counts *c = dram_lines_counts(d.lines);

    access_to(&d, TRACE_STORE, 5, 0, 0xff);
    dram_lines_fetch(d.lines, 5);
    dram_lines_write(d.lines, 5);
    assert_int_equal(c->known_writes, 0);
    access_to(&d, TRACE_LOAD, 5, 0, 0xff00);
    dram_lines_see(d.lines, 5);
    assert_int_equal(c->known_fetches, 0);
    dram_lines_fetch(d.lines, 5); /* of what was written, which is zeros, as is known now */
    assert_int_equal(c->known_fetches, 1);
    assert_int_equal(dram_lines_sums(d.lines, 0)->fetch_bursts, 1);
    end(&d);
}

static void a_partial_write_merges_only_into_a_compressed_line(void **state)
{
    (void)state;
    dram d;

    begin(&d);
    const dram_counts *c = dram_lines_counts(d.lines);
    const dram_sums *s = dram_lines_sums(d.lines, 0);

    access_to(&d, TRACE_LOAD, 5, 0, 0xffff);
    dram_lines_fetch(d.lines, 5);
    dram_lines_see(d.lines, 5);
    dram_lines_write_part(d.lines, 5, access_to(&d, TRACE_STORE, 5, 1, 0x100)->touched); /* small numbers: compressed still */
    assert_int_equal(c->known_partials, 1);
    assert_int_equal(c->raw_write_bursts, 1);
    assert_true(s->merges == 1 && s->merge_bursts == 1 && s->write_bursts == 1);
    dram_lines_write_part(d.lines, 5, access_to(&d, TRACE_STORE, 5, 0x9e3779b9, 0xffff - 1)->touched); /* raw now: 2 bursts */
    assert_int_equal(c->raw_write_bursts, 3);
    assert_true(s->merges == 2 && s->merge_bursts == 2 && s->write_bursts == 3);
    dram_lines_write_part(d.lines, 5, access_to(&d, TRACE_STORE, 5, 0, 0xfffe)->touched);
    assert_true(s->merges == 2 && s->write_bursts == 5); /* zeros, but it stays raw */
    dram_lines_fetch(d.lines, 5);
    assert_int_equal(s->fetch_bursts, 1 + 2);
    end(&d);
}

static void a_partial_write_to_an_unknown_line_loses_it(void **state)
{
    (void)state;
    dram d;

    begin(&d);
    const dram_counts *c = dram_lines_counts(d.lines);

    dram_lines_write_part(d.lines, 5, access_to(&d, TRACE_STORE, 5, 0, 1)->touched);
    access_to(&d, TRACE_LOAD, 5, 0, 0xffff);
    dram_lines_fetch(d.lines, 5);
    dram_lines_see(d.lines, 5); /* zeros, but nobody knows whether they are stored raw */
    assert_int_equal(c->partials, 1);
    assert_int_equal(c->known_partials + c->known_fetches, 0);
    dram_lines_write(d.lines, 5);
    dram_lines_fetch(d.lines, 5);
    assert_int_equal(c->known_writes, 1);
    assert_int_equal(c->known_fetches, 1);
    /* A set has 8 lines: with eight others the line is forgotten. It may have been lost, so it is not known again. */
    for (uint64_t i = 1; i <= 8; i++)
        dram_lines_fetch(d.lines, 5 + i * LINE_IMAGE_SETS);
    dram_lines_fetch(d.lines, 5);
    dram_lines_see(d.lines, 5);
    assert_int_equal(c->known_fetches, 1);
    end(&d);
}

static void dirty_metadata_leave_at_the_end(void **state)
{
    (void)state;
    metadata_run *run = metadata_run_of_traces(128);

    for (uint64_t block = 0; block < 300; block++) /* 256 fit; every second one is dirty */
        metadata_run_access(run, 128 * block, block % 2, 1);
    assert_int_equal(metadata_run_counts(run).write_backs, 22);
    assert_int_equal(metadata_run_flush(run), 128);
    assert_int_equal(metadata_run_flush(run), 0);
    metadata_run_free(run);
}

/* ---- names ---- */

static void words_of_keys_are_known(void **state)
{
    (void)state;
    static const char *const words[] = {"l1",  "l2",       "dram",   "metacache", "ratio", "loads",  "fpc",      "beside",
                                        "bin", "accesses", "bursts", "count",     "share", "vector", "l2__hits", "vectors"},
                             *const others[] = {"sort_t16", "l", "l3", "dra",   "dramx",  "ratios",
                                                "hits",     "t", "",   "stage", "access", "l2_2"};

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (!key_is_word(words[i]))
            fail_msg("%s is no word", words[i]);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (key_is_word(others[i]))
            fail_msg("%s is a word", others[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_read_counts_once_the_line_is_known),
        cmocka_unit_test(reads_before_an_unknown_write_never_count),
        cmocka_unit_test(a_partial_write_merges_only_into_a_compressed_line),
        cmocka_unit_test(a_partial_write_to_an_unknown_line_loses_it),
        cmocka_unit_test(dirty_metadata_leave_at_the_end),
        cmocka_unit_test(words_of_keys_are_known),
    };
    return cmocka_run_group_tests_name("dram", tests, NULL, NULL);
}
