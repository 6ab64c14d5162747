/* SPDX-License-Identifier: Apache-2.0
 *
 * test_lines.c - the lines that a trace moves, files as lines, what line codecs make of them, and code files of lines:
 * worked by hand. A codec of this test's own stands in where figures are expected. Links the program's objects without
 * gen/main.o. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include <cmocka.h>

#include "../../base/file.h"
#include "../../base/random.h"
#include "../../base/text.h"
#include "../../memory/line_file.h"
#include "../../memory/line_traffic.h"
#include "../../stats/line_stats.h"
#include "endings.h"
#include "line_files.h"

/* ---- records ---- */

/* A record of 8 lanes, all active, lane i at base + i * step, data words 0. */
static trace_record record_of(trace_kind kind, trace_space space, int size, int words, uint64_t base, uint64_t step)
{
    trace_record r = {.kind = kind, .space = space, .size = size, .words = words, .lanes = 8, .mask = {0xff}};

    for (int i = 0; i < 8; i++)
        r.addr[i] = base + (uint64_t)i * step;
    return r;
}

static void expect_lines(line_traffic *t, const trace_record *r, int count, const uint64_t *lines)
{
    const line_access *a;

    assert_int_equal(line_traffic_of(t, r, &a), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(a[i].line, lines[i]);
        assert_int_equal(a[i].store, r->kind == TRACE_STORE);
        assert_int_equal(a[i].space, r->space);
    }
}

#define EXPECT_LINES(t, r, ...) expect_lines(t, r, (int)(sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)), (uint64_t[]){__VA_ARGS__})

/* ---- merging ---- */

static void lanes_in_a_line_are_one_access(void **state)
{
    (void)state;
    for (int bytes = 32; bytes <= 128; bytes *= 2) {
        line_traffic *t = line_traffic_open(bytes, PRIVATE_STACK_FLAT);
        trace_record r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 0x1000, 4);
        EXPECT_LINES(t, &r, 0x1000u / (unsigned)bytes);
        for (int i = 0; i < 8; i++)
            r.addr[i] = 0x1000 + 28 - 4 * (unsigned)i;
        EXPECT_LINES(t, &r, 0x1000u / (unsigned)bytes);
        line_traffic_close(t);
    }
}

static void lines_come_in_the_order_of_the_first_lane(void **state)
{
    (void)state;
    static const uint64_t addr[8] = {0x100, 0x40, 0x11c, 0x5c, 0x20, 0x0, 0x104, 0x44};
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_STORE, TRACE_STACK, 4, 1, 0, 0);

    memcpy(r.addr, addr, sizeof addr);
    EXPECT_LINES(t, &r, 8, 2, 1, 0);
    r.mask[0] = 0xfa; /* lanes 1, 3 to 7: line 8 is lane 6's now */
    EXPECT_LINES(t, &r, 2, 1, 0, 8);
    r.mask[0] = 0x20;
    EXPECT_LINES(t, &r, 0);
    line_traffic_close(t);
}

static void a_lane_across_two_lines_is_two_accesses(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(64, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_LOAD, TRACE_GENERIC, 8, 2, 0x7c, 0);

    EXPECT_LINES(t, &r, 1, 2);
    r.addr[0] = 0xbe;
    EXPECT_LINES(t, &r, 2, 3, 1);
    r.size = 2; /* 0xbe, 0xbf: the end of line 2 */
    EXPECT_LINES(t, &r, 2, 1);
    line_traffic_close(t);
}

static void registers_and_empty_masks_make_no_access(void **state)
{
    (void)state;
    const line_access *a;
    line_traffic *t = line_traffic_open(64, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 0, 4);

    r.mask[0] = 0;
    assert_int_equal(line_traffic_of(t, &r, &a), 0);
    r.mask[0] = 0xff;
    r.kind = TRACE_WRITE;
    assert_int_equal(line_traffic_of(t, &r, &a), 0);
    r.kind = TRACE_READ;
    assert_int_equal(line_traffic_of(t, &r, &a), 0);
    line_traffic_close(t);
}

static uint64_t line_of(line_traffic *t, trace_space space, uint64_t cta, uint32_t warp)
{
    const line_access *a;
    trace_record r = record_of(TRACE_LOAD, space, 4, 1, 0x40, 0);

    r.cta = cta;
    r.warp = warp;
    r.mask[0] = 1;
    assert_int_equal(line_traffic_of(t, &r, &a), 1);
    return a[0].line;
}

/* Which records share a memory: of two blocks (cta), of two warps of a block, of two spaces. */
static void spaces_have_the_memories_that_they_should(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(64, PRIVATE_STACK_FLAT);
    static const struct {
        trace_space space;
        bool ctas, warps, flat;
    } expected[] = {
        {TRACE_STACK, true, true, true},     {TRACE_GLOBAL, true, true, true},   {TRACE_GENERIC, true, true, true},
        {TRACE_ELSEWHERE, true, true, true}, {TRACE_SHARED, false, true, false}, {TRACE_LOCAL, false, false, false},
        {TRACE_CONSTANT, true, true, false},
    };

    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        trace_space s = expected[i].space;
        assert_int_equal(line_of(t, s, 1, 1) == line_of(t, s, 2, 1), expected[i].ctas);
        assert_int_equal(line_of(t, s, 1, 1) == line_of(t, s, 1, 2), expected[i].warps);
        assert_int_equal(line_of(t, s, 1, 1) == line_of(t, TRACE_GLOBAL, 1, 1), expected[i].flat);
    }
    assert_int_not_equal(line_of(t, TRACE_SHARED, 1, 1), line_of(t, TRACE_LOCAL, 1, 1));
    line_traffic_close(t);
}

/* Word w of lane i of 8 lies at word 8 w + i. */
static void local_memory_is_interleaved(void **state)
{
    (void)state;
    const line_access *a;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_STORE, TRACE_LOCAL, 8, 2, 0x10, 0);

    for (unsigned i = 0; i < 16; i++)
        r.value[i] = 0x100 * i; /* word k of lane i: 2 i + k */
    assert_int_equal(line_traffic_of(t, &r, &a), 2);
    assert_true(a[0].whole && a[1].whole);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(a[0].content[i], 0x100 * (2 * i));
        assert_int_equal(a[1].content[i], 0x100 * (2 * i + 1));
    }
    line_traffic_close(t);
}

/* ---- content ---- */

/* The only access of a record. */
static const line_access *one_access(line_traffic *t, const trace_record *r)
{
    const line_access *a;

    assert_int_equal(line_traffic_of(t, r, &a), 1);
    return a;
}

static void stacks_are_interleaved(void **state)
{
    (void)state;
    const line_access *a;
    line_traffic *t = line_traffic_open(32, 8192);
    trace_record r = record_of(TRACE_STORE, TRACE_STACK, 4, 1, 0x10008, 8192);

    assert_int_equal(line_traffic_of(t, &r, &a), 1); /* word 2 of every lane: line 2 of the warp's stacks */
    uint64_t line = a[0].line;
    assert_true(a[0].whole);
    assert_int_equal(a[0].touched[0], UINT32_MAX);
    r.addr[0] += 12;
    assert_int_equal(line_traffic_of(t, &r, &a), 2); /* lane 0 at word 5 */
    assert_int_equal(a[0].line ^ line, 2 ^ 5);
    assert_int_equal(a[0].touched[0], 0xf);
    assert_int_equal(a[1].line, line);
    assert_int_equal(a[1].touched[0], 0xfffffff0);
    r.warp = 1;
    r.addr[0] -= 12;
    assert_int_equal(line_traffic_of(t, &r, &a), 1);
    assert_true(a[0].line != line);
    line_traffic_close(t);
    t = line_traffic_open(32, 4096); /* the address modulo the size counts */
    assert_int_equal(line_traffic_of(t, &r, &a), 1);
    line_traffic_close(t);
    t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    assert_int_equal(line_traffic_of(t, &r, &a), 8);
    line_traffic_close(t);
}

static void a_line_is_whole_once_all_bytes_were_seen(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(64, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_STORE, TRACE_GLOBAL, 4, 1, 0x200, 4);

    for (unsigned i = 0; i < 8; i++)
        r.value[i] = 0x11111111 * i;
    const line_access *a = one_access(t, &r);
    assert_false(a->whole);
    r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 0x220, 4);
    for (unsigned i = 0; i < 8; i++)
        r.value[i] = 0xabcd0000 + i;
    a = one_access(t, &r);
    assert_true(a->whole && a->data && !a->store);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(a->content[i], 0x11111111 * i);
        assert_int_equal(a->content[8 + i], 0xabcd0000 + i);
    }
    r.mask[0] = 0x3; /* two lanes on a byte of the middle */
    r.size = 1;
    r.addr[0] = r.addr[1] = 0x206;
    r.value[0] = 0xffffff01;
    r.value[1] = 0xffffff80;
    a = one_access(t, &r);
    assert_true(a->whole);
    assert_int_equal(a->content[1], 0x11011111); /* the lowest of a load */
    r.kind = TRACE_STORE;
    a = one_access(t, &r);
    assert_true(a->whole);
    assert_int_equal(a->content[1], 0x11801111); /* the highest of a store */
    line_traffic_close(t);
}

static void one_byte_short_is_partial(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_STORE, TRACE_GLOBAL, 4, 1, 0, 4);

    r.size = 3; /* byte 3 of each word is missing */
    for (unsigned i = 0; i < 8; i++)
        r.value[i] = 0x44332211;
    assert_false(one_access(t, &r)->whole);
    r = record_of(TRACE_LOAD, TRACE_GLOBAL, 1, 1, 3, 4);
    for (unsigned i = 0; i < 8; i++)
        r.value[i] = 0xffffff99; /* extended: one byte of it is in memory */
    r.mask[0] = 0x7f;
    assert_false(one_access(t, &r)->whole);
    r.mask[0] = 0x80;
    const line_access *a = one_access(t, &r);
    assert_true(a->whole);
    for (int i = 0; i < 8; i++)
        assert_int_equal(a->content[i], 0x99332211);
    line_traffic_close(t);
}

/* Knows all of line 0 of 32 bytes: words 1 to 8. */
static void know_line(line_traffic *t)
{
    trace_record r = record_of(TRACE_STORE, TRACE_GLOBAL, 4, 1, 0, 4);

    for (unsigned i = 0; i < 8; i++)
        r.value[i] = i + 1;
    assert_true(one_access(t, &r)->whole);
}

static void accesses_without_data_are_never_whole(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 0, 0, 4);

    know_line(t);
    const line_access *a = one_access(t, &r);
    assert_false(a->whole);
    assert_false(a->data);
    r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 0, 0);
    r.value[0] = r.value[1] = r.value[7] = 1;
    r.mask[0] = 1;
    assert_true(one_access(t, &r)->whole); /* a load without data changes nothing */
    line_traffic_close(t);
}

static void unknown_stores_make_bytes_unknown(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    trace_record store = record_of(TRACE_STORE, TRACE_GLOBAL, 4, 0, 4, 0);
    trace_record load = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 0, 0);

    store.mask[0] = load.mask[0] = 1;
    load.value[0] = 1;
    know_line(t);
    assert_false(one_access(t, &store)->whole);
    assert_false(one_access(t, &load)->whole);
    load.addr[0] = 4;
    load.value[0] = 77;
    assert_int_equal(one_access(t, &load)->content[1], 77);
    store.size = 8; /* two words stored, one of them shown */
    store.words = 1;
    store.value[0] = 78;
    assert_false(one_access(t, &store)->whole);
    load.addr[0] = 8;
    load.value[0] = 79;
    const line_access *a = one_access(t, &load);
    assert_true(a->whole);
    assert_int_equal(a->content[1], 78);
    assert_int_equal(a->content[2], 79);
    line_traffic_close(t);
}

static void wide_data_fill_lines_word_by_word(void **state)
{
    (void)state;
    const line_access *a;
    line_traffic *t = line_traffic_open(128, PRIVATE_STACK_FLAT);
    trace_record r = record_of(TRACE_STORE, TRACE_GLOBAL, 32, 8, 0x1000, 32);

    for (unsigned i = 0; i < 64; i++)
        r.value[i] = 0xc0de0000 + i;
    assert_int_equal(line_traffic_of(t, &r, &a), 2);
    assert_int_equal(a[0].line, 0x20);
    assert_int_equal(a[1].line, 0x21);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(a[0].content[i], 0xc0de0000 + i);
        assert_int_equal(a[1].content[i], 0xc0de0020 + i);
    }
    line_traffic_close(t);
}

/* All 8 lanes on one line of 32 bytes. */
static const line_access *store_line(line_traffic *t, uint64_t line, uint32_t value)
{
    trace_record r = record_of(TRACE_STORE, TRACE_GLOBAL, 4, 1, 32 * line, 4);

    for (int i = 0; i < 8; i++)
        r.value[i] = value;
    return one_access(t, &r);
}

/* Loads its first word. */
static bool line_known(line_traffic *t, uint64_t line, uint32_t value)
{
    trace_record r = record_of(TRACE_LOAD, TRACE_GLOBAL, 4, 1, 32 * line, 4);

    r.mask[0] = 1;
    r.value[0] = value;
    const line_access *a = one_access(t, &r);
    for (int i = 0; i < 8 && a->whole; i++)
        assert_int_equal(a->content[i], value);
    return a->whole;
}

/* A line that the image does not have is 0 until its set has forgotten one: then it may be that one. */
static void the_rest_is_zero_until_a_set_forgets(void **state)
{
    (void)state;
    const uint32_t none[32] = {0};
    uint32_t content[32];
    known_lines *k = known_lines_open(128, true);
    known_line_set(known_lines_take(k, 5), 3, 7);
    assert_true(known_lines_content(k, 5, content) && content[0] == 7u << 24);
    assert_true(known_lines_content(k, 6, content));
    assert_memory_equal(content, none, sizeof none);
    known_line_forget(known_lines_take(k, 7), 127);
    assert_false(known_lines_content(k, 7, content));
    for (uint64_t i = 1; i < LINE_IMAGE_WAYS; i++)
        known_lines_take(k, 5 + i * LINE_IMAGE_SETS);
    assert_true(known_lines_forgotten(k) == 0 && known_lines_content(k, 5 + 9 * LINE_IMAGE_SETS, content));
    known_lines_take(k, 5 + 8 * LINE_IMAGE_SETS);
    assert_int_equal(known_lines_forgotten(k), 1);
    assert_false(known_lines_content(k, 5, content));
    assert_false(known_lines_content(k, 5 + 8 * LINE_IMAGE_SETS, content));
    assert_true(known_lines_content(k, 6, content));
    known_lines_close(k);
}

static void the_image_forgets_the_oldest_of_a_set(void **state)
{
    (void)state;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    const unsigned n = LINE_IMAGE_WAYS;

    for (unsigned i = 0; i < n; i++)
        assert_true(store_line(t, 5 + (uint64_t)i * LINE_IMAGE_SETS, i)->whole);
    assert_true(store_line(t, 6, 99)->whole); /* another set */
    assert_int_equal(line_traffic_forgotten(t), 0);
    for (unsigned i = 0; i < n; i++)
        assert_true(line_known(t, 5 + (uint64_t)i * LINE_IMAGE_SETS, i));
    assert_true(store_line(t, 5 + (uint64_t)n * LINE_IMAGE_SETS, n)->whole);
    assert_int_equal(line_traffic_forgotten(t), 1);
    for (unsigned i = 1; i <= n; i++) /* all but the first */
        assert_true(line_known(t, 5 + (uint64_t)i * LINE_IMAGE_SETS, i));
    assert_true(line_known(t, 6, 99));
    assert_false(line_known(t, 5, 0)); /* which takes the second one's place now */
    assert_int_equal(line_traffic_forgotten(t), 2);
    assert_false(line_known(t, 5 + LINE_IMAGE_SETS, 1));
    line_traffic_close(t);
}

/* 128 lanes with 32 bytes each, on lines of one set, in local memory: the most lines of an access, and each line
 * forgotten while the access goes on. */
static void the_widest_access_fits(void **state)
{
    (void)state;
    const line_access *a;
    line_traffic *t = line_traffic_open(32, PRIVATE_STACK_FLAT);
    static trace_record r;

    r = (trace_record){.kind = TRACE_STORE, .space = TRACE_LOCAL, .size = 32, .words = 8, .lanes = 128};
    memset(r.mask, 0xff, sizeof r.mask);
    for (unsigned i = 0; i < 128; i++)
        r.addr[i] = 1 + (uint64_t)i * LINE_IMAGE_SETS * 32 + 40 * i;
    int count = line_traffic_of(t, &r, &a);
    assert_int_equal(count, 128 * 9);
    for (int i = 0; i < count; i++)
        assert_false(a[i].whole);
    for (unsigned i = 0; i < 128; i++)
        r.addr[i] = UINT64_MAX - 3; /* past the end of memory */
    assert_true(line_traffic_of(t, &r, &a) > 0);
    line_traffic_close(t);
}

/* ---- a codec whose figures are plain ---- */

enum { RAW, ZERO, HALF };

/* Zero: 1 byte. Upper half 0: the lower one's bits but 3, so half a line, in half of the bursts. Else raw. */
static wf_status stub_sizes(const wf_config *c, wf_sizes *s, const char **why)
{
    (void)why;
    *s = (wf_sizes){.block_bits = 8 * c->line_bytes,
                    .tag_bits = 2,
                    .code_bits = 2,
                    .payload_bits = 8 * c->line_bytes,
                    .units = c->line_bytes / 32,
                    .wen_bits = c->line_bytes / 32,
                    .interval_enc = 1,
                    .interval_dec = 1};
    for (int u = 0; u < s->units; u++)
        s->unit_bits[u] = 256;
    return WF_OK;
}

static bool is_zero(const uint32_t *words, int count)
{
    for (int i = 0; i < count; i++)
        if (words[i] != 0)
            return false;
    return true;
}

static wf_status stub_encode(const wf_config *c, const wf_input *in, wf_code *code)
{
    int units = c->line_bytes / 32;

    *code = (wf_code){0};
    memcpy(code->payload, in->block, 4 * (size_t)c->line_bytes / 4);
    code->tag[0] = is_zero(in->block, c->line_bytes / 4)                               ? ZERO
                   : is_zero(in->block + c->line_bytes / 4 / 2, c->line_bytes / 4 / 2) ? HALF
                                                                                       : RAW;
    code->units[0] = code->tag[0] == ZERO ? 1 : (1u << (code->tag[0] == HALF ? (units + 1) / 2 : units)) - 1;
    code->wen[0] = code->units[0];
    return WF_OK;
}

static int stub_size(const wf_config *c, const wf_code *code)
{
    return code->tag[0] == ZERO ? 8 : code->tag[0] == HALF ? 16 * c->line_bytes / 4 - 3 : 8 * c->line_bytes;
}

static int stub_class(const wf_config *c, const wf_code *code)
{
    (void)c;
    return (int)code->tag[0];
}

static void stub_patterns(const wf_config *c, const wf_code *code, unsigned count[WF_MAX_PATTERNS])
{
    memset(count, 0, WF_MAX_PATTERNS * sizeof *count);
    count[code->tag[0] == HALF] = (unsigned)c->line_bytes / 4;
    count[2] = WF_NO_PATTERN;
}

static const wf_param no_params[] = {{.name = NULL}};
static const char *const stub_classes[] = {"raw", "zero", "half", NULL};
static const char *const stub_pattern_names[] = {"a", "b", "none", NULL};
static const wf_codec stub_codec = {
    .unit_name = "burst",
    .sizes = stub_sizes,
    .encode = stub_encode,
    .size = stub_size,
    .classify = stub_class,
    .class_names = stub_classes,
    .patterns = stub_patterns,
    .pattern_names = stub_pattern_names,
};
static const wf_unit stub = {.name = "stub", .title = "", .source = "", .line = true, .params = no_params, .codec = &stub_codec};

static design stub_design(int bytes)
{
    design d;

    design_init(&d, &stub, bytes);
    design_check(&d);
    return d;
}

static void expect_near(double value, double expected)
{
    if (!(fabs(value - expected) < 1e-12))
        fail_msg("%.15g, expected %.15g", value, expected);
}

/* Of 128 bytes: 2 zero, 1 half, 1 raw. Bytes: 2 * 1 + 64 + 128 = 194 of 512; bursts: 2 * 1 + 2 + 4 = 8 of 16; tags: 1
 * byte. */
static void ratios_are_sums_over_sums(void **state)
{
    (void)state;
    design d = stub_design(128);
    line_sums s = {0};
    uint32_t line[32] = {0};

    assert_true(isnan(line_ratio_bytes(&s)));
    assert_true(isnan(line_mean_bursts(&s)));
    line_sums_line(&s, &d, line);
    line_sums_line(&s, &d, line);
    line[3] = 5;
    line_sums_line(&s, &d, line);
    line[31] = 1;
    line_sums_line(&s, &d, line);
    expect_near(s.lines, 4);
    expect_near(s.compressed, 3);
    expect_near(line_ratio_bytes(&s), 512.0 / 194);
    expect_near(line_ratio_bytes_tag(&s), 512.0 / 195);
    expect_near(line_ratio_bursts(&s), 2);
    expect_near(line_ratio_bursts_tag(&s), 512.0 / 257);
    expect_near(line_mean_bursts(&s), 2);
    expect_near(s.bursts[1], 2);
    expect_near(s.bursts[2], 1);
    expect_near(s.bursts[3], 0);
    expect_near(s.bursts[4], 1);
    expect_near(s.classes[RAW], 1);
    expect_near(s.classes[ZERO], 2);
    expect_near(s.classes[HALF], 1);
    expect_near(s.patterns[0], 96);
    expect_near(s.patterns[1], 32);
    expect_near(s.patterns[2], 0);
}

/* ---- traces and files ---- */

static void add_access(text *t, const char *what, unsigned base, const char *values)
{
    text_printf(t, "m 0 0 0 %s 4 ff", what);
    for (unsigned i = 0; i < 8; i++)
        text_printf(t, " %x", base + 4 * i);
    text_printf(t, " :%s\n", values);
}

/* Of 64-byte lines: what is whole are the store and load at 0x0 (zero), the last store at 0x1020 (half, in bytes and
 * bursts) and the shared one. */
static char *hand_trace(void)
{
    text t = {0};

    text_puts(&t, "# warptrace-text 1\n# lanes 8\n");
    text_puts(&t, "w 0 0 0 alu x5 ff 1 2 3 4 5 6 7 8\n");
    add_access(&t, "st global", 0x0, " 0 0 0 0 0 0 0 0");     /* partial */
    add_access(&t, "st global", 0x20, " 0 0 0 0 0 0 0 0");    /* zero */
    add_access(&t, "ld global", 0x0, " 0 0 0 0 0 0 0 0");     /* zero */
    add_access(&t, "ld generic", 0x1000, " 1 1 1 1 1 1 1 1"); /* partial */
    add_access(&t, "st generic", 0x1020, " 0 0 0 0 0 0 0 0"); /* half */
    add_access(&t, "ld generic", 0x1000, "");                 /* without data */
    add_access(&t, "ld global", 0x2010, " 1 1 1 1 1 1 1 1");  /* partial */
    add_access(&t, "ld global", 0x2030, " 1 1 1 1 1 1 1 1");  /* two lines, both partial */
    add_access(&t, "st shared", 0x0, " 1 1 1 1 1 1 1 1");     /* partial, and in no sum */
    add_access(&t, "st shared", 0x20, " 1 1 1 1 1 1 1 1");    /* raw, and in no sum */
    return put_file("h.wtx", t.data, t.len);
}

static void figures_of_a_trace(void **state)
{
    (void)state;
    char *path = hand_trace();
    design d[2] = {stub_design(64), stub_design(64)};
    line_groups *g = zalloc(2 * sizeof *g);
    line_counts c;

    const line_options o = line_options_default();
    line_count_trace(d, 2, &o, path, &c, g);
    expect_near(line_accesses(&c, -1, -1), 9);
    expect_near(line_whole(&c, -1, -1), 3);
    expect_near(line_accesses(&c, 0, -1), 6);
    expect_near(line_whole(&c, 0, -1), 1);
    expect_near(line_accesses(&c, 1, -1), 3);
    expect_near(line_whole(&c, 1, -1), 2);
    expect_near(line_accesses(&c, -1, TRACE_GLOBAL), 6);
    expect_near(line_accesses(&c, -1, TRACE_GENERIC), 3);
    expect_near(line_accesses(&c, 0, TRACE_GENERIC), 2);
    expect_near(line_accesses(&c, -1, TRACE_SHARED), 2);
    expect_near(line_whole(&c, -1, TRACE_SHARED), 1);
    expect_near(c.nodata, 1);
    expect_near(c.lookups, 9); /* lines 0, 0, 0, 64, 64, 64 of a block of 128, then 128, 128, 129 of the next */
    expect_near(c.hits, 7);
    for (int i = 0; i < 2; i++) {
        line_sums all = line_groups_sum(&g[i], -1, -1), stack = line_groups_sum(&g[i], -1, TRACE_GENERIC);
        line_sums loads = line_groups_sum(&g[i], 0, -1), shared = line_groups_sum(&g[i], -1, TRACE_SHARED);
        expect_near(all.lines, 3);
        expect_near(line_ratio_bytes(&all), 192.0 / (1 + 1 + 32));
        expect_near(line_ratio_bursts(&all), 2);
        expect_near(stack.lines, 1);
        expect_near(line_ratio_bytes(&stack), 2);
        expect_near(loads.lines, 1);
        expect_near(line_ratio_bytes(&loads), 64);
        expect_near(shared.classes[RAW], 1);
    }
}

static void keys_of_a_trace(void **state)
{
    (void)state;
    char *path = hand_trace();
    design d = stub_design(64);
    metrics m = {0};

    const char *paths[] = {path, path};
    const line_options options = line_options_default();
    line_stats(&d, &options, paths, 2, &m);
    expect_near(metrics_get(&m, "trace__count"), 2);
    expect_near(metrics_get(&m, "trace__h__line"), 64);
    expect_near(metrics_get(&m, "trace__h__accesses"), 9);
    expect_near(metrics_get(&m, "trace__h_2__accesses"), 9);
    expect_near(metrics_get(&m, "trace__accesses"), 18);
    expect_near(metrics_get(&m, "trace__whole"), 6);
    expect_near(metrics_get(&m, "trace__partial"), 12);
    expect_near(metrics_get(&m, "trace__nodata"), 2);
    expect_near(metrics_get(&m, "trace__ratio"), 2);
    expect_near(metrics_get(&m, "trace__ratio_bytes"), 192.0 / 34);
    expect_near(metrics_get(&m, "trace__bursts__1"), 6);
    expect_near(metrics_get(&m, "trace__metacache__lookups"), 18);
    expect_near(metrics_get(&m, "trace__metacache__hit_rate"), 7.0 / 9);
    expect_near(metrics_get(&m, "trace__class__half"), 2);
    expect_near(metrics_get(&m, "trace__pattern__b"), 32);
    assert_true(isnan(metrics_get(&m, "trace__pattern__none")));
    expect_near(metrics_get(&m, "trace__h__loads__ratio_bytes"), 64);
    expect_near(metrics_get(&m, "trace__h__accesses__generic"), 3);
    expect_near(metrics_get(&m, "trace__h__generic__ratio_bytes"), 2);
    assert_true(isnan(metrics_get(&m, "trace__h__accesses__local")));
}

/* Three lines of 32 bytes and 7 bytes more, then a buffer's end in the middle of a line. */
static void files_are_cut_into_lines(void **state)
{
    (void)state;
    static unsigned char bytes[(1 << 20) + 64 + 7];
    design d = stub_design(32);
    line_file_counts c;
    line_sums s;

    memset(bytes, 0, sizeof bytes);
    bytes[31] = 1; /* raw, as its upper half is not 0 */
    bytes[32] = 1; /* half */
    char *path = put_file("f.bin", bytes, 103);
    line_count_file(&d, 1, path, NULL, &c, &s);
    expect_near(c.lines, 3);
    expect_near(c.rest, 7);
    expect_near(s.classes[RAW], 1);
    expect_near(s.classes[HALF], 1);
    expect_near(s.classes[ZERO], 1);
    expect_near(line_ratio_bytes(&s), 96.0 / (32 + 16 + 1));
    d = stub_design(128);
    memset(bytes, 0, sizeof bytes);
    bytes[1 << 20] = 1; /* the first byte of the second buffer */
    path = put_file("f.bin", bytes, sizeof bytes);
    line_count_file(&d, 1, path, NULL, &c, &s);
    expect_near(c.lines, 8192);
    expect_near(c.rest, 71);
    expect_near(s.classes[ZERO], 8192);
    d = stub_design(64);
    line_count_file(&d, 1, path, NULL, &c, &s);
    expect_near(c.lines, 16385);
    expect_near(c.rest, 7);
    expect_near(s.classes[ZERO], 16384);
    expect_near(s.classes[HALF], 1);
}

/* ---- bad input: the exit code and what was said ---- */

static void count_lines(const char *path)
{
    design d = stub_design(64);
    line_file_counts c;
    line_sums s;

    line_count_file(&d, 1, path, NULL, &c, &s);
}

static void bad_files_are_refused(void **state)
{
    (void)state;
    char *empty = put_file("empty", "", 0), *small = put_file("small", "abc", 3), *none = path_join(dir, "none");

    expect_refused(count_lines, empty, "is empty; a file of at least one line of 64 bytes is expected");
    expect_refused(count_lines, small, "3 bytes; at least one line of 64 is expected");
    expect_refused(count_lines, none, "cannot open the file");
    expect_refused(count_lines, dir, "is a folder");
}

/* ---- code files, of every line codec that there is ---- */

static design codec_design(const wf_unit *codec, int bytes)
{
    design d;

    design_init(&d, codec, bytes);
    design_check(&d);
    return d;
}

static void round_trip(const wf_unit *codec, int bytes, size_t lines, size_t rest)
{
    line_file_figures f, g;
    design d = codec_design(codec, bytes), again;
    char *in = mixed_file("r.bin", lines, rest), *codes = path_join(dir, "r.wfc"), *back = path_join(dir, "r.back");

    line_file_encode(&d, in, codes, &f);
    input *code_file = input_open(codes);
    assert_true(line_file_is(code_file));
    remove(back);
    line_file_decode(&again, code_file, back, codec->name, &g);
    expect_same_files(in, back);
    assert_int_equal(f.lines, (lines * 64 + rest) / (size_t)bytes);
    assert_int_equal(f.rest, (lines * 64 + rest) % (size_t)bytes);
    assert_int_equal(f.lines, g.lines);
    assert_int_equal(f.rest, g.rest);
    assert_int_equal(g.bytes, lines * 64 + rest);
    assert_int_equal(again.config.line_bytes, bytes);
    assert_true(again.unit == codec);
}

static void encode_then_decode_is_the_file(void **state)
{
    (void)state;
    int codecs = 0;

    for (size_t i = 0; i < wf_unit_count(); i++)
        for (int bytes = 32; bytes <= 128 && is_line_codec(wf_unit_at(i)); bytes *= 2, codecs++) {
            round_trip(wf_unit_at(i), bytes, 400, 0);
            round_trip(wf_unit_at(i), bytes, 401, 1);
            round_trip(wf_unit_at(i), bytes, 3, 31);
            round_trip(wf_unit_at(i), bytes, 0, 5);
            round_trip(wf_unit_at(i), bytes, 0, 0);
        }
    assert_true(codecs > 0);
}

static void decode_it(const char *path)
{
    line_file_figures f;
    design d;

    line_file_decode(&d, input_open(path), "/dev/null", NULL, &f);
}

/* The plain frame of a code file. */
static size_t unpacked(const char *path, unsigned char *head, unsigned char *plain, size_t size)
{
    size_t len;
    char *bytes = file_read(path, &len);
    ZSTD_DCtx *unzip = ZSTD_createDCtx();
    size_t n = ZSTD_decompressDCtx(unzip, plain, size, bytes + 12, len - 12);

    assert_false(ZSTD_isError(n));
    ZSTD_freeDCtx(unzip);
    memcpy(head, bytes, 12);
    return n;
}

/* A code file with that frame, its checksum right. */
static char *packed(const char *name, const unsigned char *head, const unsigned char *plain, size_t n)
{
    size_t room = ZSTD_compressBound(n) + 12;
    unsigned char *bytes = zalloc(room);

    memcpy(bytes, head, 12);
    size_t m = ZSTD_compress(bytes + 12, room - 12, plain, n, 1);
    assert_false(ZSTD_isError(m));
    return put_file(name, bytes, 12 + m);
}

/* One byte changed behind the checksum's back, so that the decoder itself sees it: it ends in one line, and behind the
 * head that line tells which line of the file it is. */
static void changed_codes_are_refused(void **state)
{
    (void)state;
    static unsigned char head[12], plain[1 << 16];
    line_file_figures f;
    int codecs = 0;

    for (size_t i = 0; i < wf_unit_count(); i++) {
        if (!is_line_codec(wf_unit_at(i)))
            continue;
        design d = codec_design(wf_unit_at(i), 64);
        char *in = mixed_file("c.bin", 5, 9), *codes = path_join(dir, "c.wfc");
        line_file_encode(&d, in, codes, &f);
        size_t n = unpacked(codes, head, plain, sizeof plain), refused = 0, named = 0;
        for (size_t k = 0; k < n; k += 3) {
            unsigned char change = (unsigned char)(1 + 37 * k % 255);
            plain[k] ^= change;
            char *path = packed("changed.wfc", head, plain, n);
            outcome o = outcome_of(decode_it, path);
            plain[k] ^= change;
            if ((o.code != 0 && o.code != 2) || o.lines != (o.code == 2))
                fail_msg("%s: byte %zu ^ %d: exit %d, %s", wf_unit_at(i)->name, k, change, o.code, o.said);
            refused += o.code == 2;
            named += strstr(o.said, "changed.wfc: line ") != NULL && strstr(o.said, "corrupt") != NULL;
        }
        assert_true(refused > 20);
        assert_true(named > 10);
        codecs++;
    }
    assert_true(codecs > 0);
}

/* Where lines begin in the frame: before them stand the design's texts, which end with the last parameter's value. */
static size_t first_line(const design *d, const unsigned char *plain)
{
    size_t at = 1; /* words of a line */
    int texts = 1;

    at += 1 + plain[at]; /* codec */
    assert_int_equal(memcmp(plain + 2, d->unit->name, strlen(d->unit->name)), 0);
    texts = 2 * plain[at++];
    while (texts-- > 0)
        at += 1 + plain[at];
    return at;
}

/* Line 1 is zero, line 2 random, so raw: a tag and enables that no code has, then the end. */
static void what_is_wrong_is_named(void **state)
{
    (void)state;
    static unsigned char head[12], plain[1 << 12];
    line_file_figures f;
    uint32_t words[32] = {0};
    rng r = {5};
    int codecs = 0;

    for (int i = 16; i < 32; i++)
        words[i] = (uint32_t)rng_next(&r);
    for (size_t i = 0; i < wf_unit_count(); i++) {
        if (!is_line_codec(wf_unit_at(i)))
            continue;
        design d = codec_design(wf_unit_at(i), 64);
        char *in = put_file("w.bin", words, sizeof words), *codes = path_join(dir, "w.wfc"), *path;
        line_file_encode(&d, in, codes, &f);
        size_t n = unpacked(codes, head, plain, sizeof plain), tag = (size_t)(d.sizes.tag_bits + 7) / 8;
        size_t one = first_line(&d, plain), units = one + 1 + tag, end = n - 2;
        size_t two = end - (1 + tag + 1 + 64);
        assert_int_equal(plain[one], 0);
        assert_int_equal(plain[two], 0);
        assert_int_equal(plain[end], 0x80);
        assert_int_equal(plain[end + 1], 2);
        assert_int_equal(plain[units], 1); /* only the burst in use is stored */
        assert_int_equal(two, units + 1 + 32);
        plain[units] = 5;
        path = packed("w2.wfc", head, plain, n);
        expect_refused(decode_it, path, "w2.wfc: line 1: corrupt: a burst enable has bits above 1");
        plain[units] = 1;
        plain[two] = 7;
        packed("w2.wfc", head, plain, n);
        expect_refused(decode_it, path, "w2.wfc: line 2: corrupt: 7 begins neither a line nor the end");
        plain[two] = 0;
        plain[two + 1 + tag] = 1; /* raw needs both bursts */
        memmove(plain + two + 2 + tag + 32, plain + two + 2 + tag + 64, 2);
        packed("w2.wfc", head, plain, n - 32);
        expect_refused(decode_it, path, "w2.wfc: line 2: corrupt: a code of ");
        line_file_encode(&d, in, codes, &f);
        n = unpacked(codes, head, plain, sizeof plain);
        plain[end + 1] = 3;
        packed("w2.wfc", head, plain, n);
        expect_refused(decode_it, path, "w2.wfc: corrupt: 2 lines, the end mark says 3");
        plain[end + 1] = 2;
        plain[one + 2 + tag + 31] ^= 0x80; /* a pad bit of the zero line's burst */
        packed("w2.wfc", head, plain, n);
        expect_refused(decode_it, path, "w2.wfc: line 1: corrupt: a code");
        expect_refused(decode_it, path, "bit 255 of the payload");
        packed("w2.wfc", head, plain, two + 9);
        expect_refused(decode_it, path, "w2.wfc: line 1: corrupt");
        plain[one + 2 + tag + 31] ^= 0x80;
        packed("w2.wfc", head, plain, two + 9);
        expect_refused(decode_it, path, "w2.wfc: line 2: truncated");
        head[8] = 9;
        packed("w2.wfc", head, plain, n);
        codecs++;
    }
    assert_true(codecs > 0);
}

static void is_it(const char *path)
{
    line_file_is(input_open(path));
}

static void other_versions_are_named(void **state)
{
    (void)state;
    static const unsigned char head[12] = {0x89, 'W', 'F', 'C', '\r', '\n', 0x1a, '\n', 5, 0, 16, 0};
    char *path = put_file("v.wfc", head, sizeof head), *text_file = put_file("v.txt", "hello, world", 12);

    expect_refused(is_it, path, "code file of version 5; accepted are versions 1 (registers), 2 (lines), 3 and 4");
    input *other = input_open(text_file);
    assert_false(line_file_is(other));
    input_close(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_in_a_line_are_one_access),
        cmocka_unit_test(lines_come_in_the_order_of_the_first_lane),
        cmocka_unit_test(a_lane_across_two_lines_is_two_accesses),
        cmocka_unit_test(registers_and_empty_masks_make_no_access),
        cmocka_unit_test(spaces_have_the_memories_that_they_should),
        cmocka_unit_test(local_memory_is_interleaved),
        cmocka_unit_test(stacks_are_interleaved),
        cmocka_unit_test(a_line_is_whole_once_all_bytes_were_seen),
        cmocka_unit_test(one_byte_short_is_partial),
        cmocka_unit_test(accesses_without_data_are_never_whole),
        cmocka_unit_test(unknown_stores_make_bytes_unknown),
        cmocka_unit_test(wide_data_fill_lines_word_by_word),
        cmocka_unit_test(the_image_forgets_the_oldest_of_a_set),
        cmocka_unit_test(the_rest_is_zero_until_a_set_forgets),
        cmocka_unit_test(the_widest_access_fits),
        cmocka_unit_test(ratios_are_sums_over_sums),
        cmocka_unit_test(figures_of_a_trace),
        cmocka_unit_test(keys_of_a_trace),
        cmocka_unit_test(files_are_cut_into_lines),
        cmocka_unit_test(bad_files_are_refused),
        cmocka_unit_test(encode_then_decode_is_the_file),
        cmocka_unit_test(changed_codes_are_refused),
        cmocka_unit_test(what_is_wrong_is_named),
        cmocka_unit_test(other_versions_are_named),
    };
    return cmocka_run_group_tests_name("lines", tests, own_folder_make, own_folder_remove);
}
