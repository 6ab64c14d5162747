/* SPDX-License-Identifier: Apache-2.0
 *
 * The blocks crossbar and eligible against vectors worked by hand; the crossbar on every small case; eligible behind the
 * codec bytewise, whose tags it reads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/random.h"
#include "../../cmodel/warpfold.h"

static wf_config config_of(const wf_unit *block, int lanes, int count, const int *values)
{
    wf_config c = wf_default_config(block, lanes);
    memcpy(c.param, values, (size_t)count * sizeof *values);
    return c;
}

static const char *error_of(const wf_unit *block, wf_config c)
{
    static char why[WF_WHY];
    return wf_config_error(block, &c, why) ? why : NULL;
}

static void assert_fields(const wf_unit *block, wf_config c, int inputs, const wf_field *expected)
{
    wf_streams s;
    const char *why = NULL;
    int n = 0;
    assert_int_equal(block->streams(&c, &s, &why), WF_OK);
    assert_int_equal(s.count, 2);
    assert_true(!s.stream[0].output && s.stream[1].output && !s.stream[0].ready && !s.stream[1].ready);
    assert_int_equal(s.stream[0].count, inputs);
    for (; expected[n].name; n++) {
        const wf_field *f = n < inputs ? &s.stream[0].field[n] : &s.stream[1].field[n - inputs];
        assert_string_equal(f->name, expected[n].name);
        assert_int_equal(f->bits, expected[n].bits);
    }
    assert_int_equal(inputs + s.stream[1].count, n);
}

/* ---- crossbar ---- */

enum { WRITE, READ };
enum { PLAIN, REORDER };

static wf_config crossbar_config(int lanes, int ports, int direction, int order)
{
    return config_of(wf_find_unit("crossbar"), lanes, 3, (const int[]){ports, direction, order});
}

static wf_config with_enables(wf_config c)
{
    c.param[4] = 1;
    return c;
}

/* One evaluation: 32 ports or fewer, `from` one number a port; `arrays`, 32 bits or fewer, if the crossbar has enables. */
static void cross_arrays(const wf_config *c, uint32_t en, const int *from, uint32_t arrays, const uint32_t *data, uint32_t *out)
{
    int ports = c->param[0], bits = 1, words = ports * c->lanes, enables = c->param[4];
    while (1 << bits < ports)
        bits++;
    int from_words = (ports * bits + 31) / 32;
    uint32_t *in = calloc((size_t)(1 + from_words + enables + words), sizeof *in);
    in[0] = en;
    for (int j = 0; j < ports; j++)
        for (int b = 0; b < bits; b++)
            in[1 + (j * bits + b) / 32] |= (uint32_t)(from[j] >> b & 1) << (j * bits + b) % 32;
    if (enables)
        in[1 + from_words] = arrays;
    memcpy(in + 1 + from_words + enables, data, (size_t)words * sizeof *data);
    memset(out, 0xa5, (size_t)words * sizeof *out);
    wf_find_unit("crossbar")->eval(c, in, out);
    free(in);
}

/* The same of a crossbar without enables. */
static void cross(const wf_config *c, uint32_t en, const int *from, const uint32_t *data, uint32_t *out)
{
    cross_arrays(c, en, from, 0, data, out);
}

static void crossbar_has_these_ports(void **state)
{
    (void)state;
    const wf_unit *x = wf_find_unit("crossbar");
    const wf_field two[] = {{"en", 2}, {"from", 2}, {"data", 256}, {"data", 256}, {NULL, 0}};
    const wf_field three[] = {{"en", 3}, {"from", 6}, {"data", 3072}, {"data", 3072}, {NULL, 0}};
    const wf_field sixteen[] = {{"en", 16}, {"from", 64}, {"data", 16384}, {"data", 16384}, {NULL, 0}};
    const wf_field most[] = {{"en", 32}, {"from", 160}, {"data", 131072}, {"data", 131072}, {NULL, 0}};
    assert_fields(x, crossbar_config(4, 2, WRITE, REORDER), 3, two);
    assert_fields(x, crossbar_config(32, 3, READ, PLAIN), 3, three);
    assert_fields(x, wf_default_config(x, 32), 3, sixteen);
    assert_fields(x, crossbar_config(128, 32, READ, REORDER), 3, most);
}

static void crossbar_refuses_what_it_is_not(void **state)
{
    (void)state;
    const wf_unit *x = wf_find_unit("crossbar");
    assert_string_equal(error_of(x, crossbar_config(32, 1, WRITE, PLAIN)), "ports must be 2 to 32");
    assert_string_equal(error_of(x, crossbar_config(32, 33, WRITE, PLAIN)), "ports must be 2 to 32");
    assert_string_equal(error_of(x, crossbar_config(12, 2, WRITE, PLAIN)), "lanes must be a power of two from 4 to 128");
    assert_string_equal(error_of(x, crossbar_config(32, 2, 2, PLAIN)), "direction must be write or read");
    assert_string_equal(error_of(x, crossbar_config(32, 2, READ, 2)), "order must be plain or reorder");
    wf_config c = crossbar_config(4, 2, WRITE, PLAIN);
    c.param[3] = 8;
    assert_string_equal(error_of(x, c), "slice must not have more lanes than the register");
    c.param[3] = 3;
    assert_string_equal(error_of(x, c), "slice must be 1, 2, 4 or 8");
}

/* Two registers of four lanes, in lane order and as byte planes. Byte p of lane i is ip, in the second one 8 more. */
static const uint32_t lane_order[8] = {0x03020100, 0x13121110, 0x23222120, 0x33323130, 0x8b8a8988, 0x9b9a9998, 0xabaaa9a8, 0xbbbab9b8};
static const uint32_t byte_planes[8] = {0x30201000, 0x31211101, 0x32221202, 0x33231303, 0xb8a89888, 0xb9a99989, 0xbaaa9a8a, 0xbbab9b8b};

static void bytes_go_to_their_planes_and_back(void **state)
{
    (void)state;
    uint32_t out[8];
    wf_config c = crossbar_config(4, 2, WRITE, REORDER);
    cross(&c, 3, (const int[]){0, 1}, lane_order, out);
    assert_memory_equal(out, byte_planes, sizeof out);
    c = crossbar_config(4, 2, READ, REORDER);
    cross(&c, 3, (const int[]){0, 1}, byte_planes, out);
    assert_memory_equal(out, lane_order, sizeof out);
    /* Crossed; and one register to both outputs. */
    cross(&c, 3, (const int[]){1, 0}, byte_planes, out);
    assert_memory_equal(out, lane_order + 4, 16);
    assert_memory_equal(out + 4, lane_order, 16);
    cross(&c, 3, (const int[]){1, 1}, byte_planes, out);
    assert_memory_equal(out, lane_order + 4, 16);
    assert_memory_equal(out + 4, lane_order + 4, 16);
    for (int direction = WRITE; direction <= READ; direction++) {
        c = crossbar_config(4, 2, direction, PLAIN);
        cross(&c, 3, (const int[]){1, 0}, lane_order, out);
        assert_memory_equal(out, lane_order + 4, 16);
        assert_memory_equal(out + 4, lane_order, 16);
    }
}

static void outputs_that_nobody_serves_are_0(void **state)
{
    (void)state;
    const uint32_t zero[12] = {0};
    uint32_t data[12], out[12];
    memset(data, 0xff, sizeof data);
    wf_config c = crossbar_config(4, 3, WRITE, REORDER);
    cross(&c, 7, (const int[]){3, 1, 3}, data, out); /* there is no input 3 */
    assert_memory_equal(out, zero, 16);
    assert_memory_equal(out + 4, data, 16);
    assert_memory_equal(out + 8, zero, 16);
    cross(&c, 5, (const int[]){2, 1, 0}, data, out);
    assert_memory_equal(out, data, 16);
    assert_memory_equal(out + 4, zero, 16);
    assert_memory_equal(out + 8, data, 16);
    cross(&c, 0, (const int[]){0, 0, 0}, data, out);
    assert_memory_equal(out, zero, sizeof out);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    static const int counts[] = {2, 3, 16, 31, 32};
    static uint32_t data[32 * 128], stored[32 * 128], out[32 * 128];
    rng r = {7};
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
        for (int lanes = 4; lanes <= 128; lanes *= 2) {
            int there[32], back[32];
            for (int j = 0; j < counts[n]; j++) { /* turned by one, and back */
                there[j] = (j + 1) % counts[n];
                back[j] = (j + counts[n] - 1) % counts[n];
            }
            for (int i = 0; i < counts[n] * lanes; i++)
                data[i] = rng_word(&r);
            wf_config to = crossbar_config(lanes, counts[n], WRITE, REORDER);
            wf_config from = crossbar_config(lanes, counts[n], READ, REORDER);
            cross(&to, ~0u, there, data, stored);
            cross(&from, ~0u, back, stored, out);
            assert_memory_equal(out, data, sizeof *out * (size_t)(counts[n] * lanes));
        }
}

/* The payload of bytewise is what the crossbar writes. */
static void the_banks_hold_what_the_codec_says(void **state)
{
    (void)state;
    const wf_unit *bytewise = wf_find_unit("bytewise");
    const wf_codec *codec = bytewise->codec;
    rng r = {8};
    for (int lanes = 4; lanes <= 128; lanes *= 2) {
        uint32_t data[2 * 128], out[2 * 128];
        const uint32_t mask[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};
        for (int i = 0; i < 2 * lanes; i++)
            data[i] = rng_word(&r);
        wf_config x = crossbar_config(lanes, 2, WRITE, REORDER), c = wf_default_config(bytewise, lanes);
        wf_code code;
        cross(&x, 3, (const int[]){1, 0}, data, out);
        codec->encode(&c, &(wf_input){.block = data, .mask = mask, .raw_only = true}, &code);
        assert_memory_equal(out + lanes, code.payload, 4 * (size_t)lanes);
    }
}

/* Of register 0 only plane 3 and plane 0, of register 1 only plane 1. Then an array is half a plane, at 32 lanes. */
static void only_enabled_arrays_are_switched(void **state)
{
    (void)state;
    static const uint32_t planes[8] = {0x30201000, 0, 0, 0x33231303, 0, 0xb9a99989, 0, 0};
    static const uint32_t lanes[8] = {0x03000000, 0x13000010, 0x23000020, 0x33000030, 0x00008900, 0x00009900, 0x0000a900, 0x0000b900};
    static const wf_field two[] = {{"en", 2}, {"from", 2}, {"arrays", 8}, {"data", 256}, {"data", 256}, {NULL, 0}};
    static const wf_field most[] = {{"en", 3}, {"from", 6}, {"arrays", 3 * 32}, {"data", 12288}, {"data", 12288}, {NULL, 0}};
    uint32_t out[64], wide[64], expected[64] = {0};
    assert_fields(wf_find_unit("crossbar"), with_enables(crossbar_config(4, 2, READ, PLAIN)), 4, two);
    assert_fields(wf_find_unit("crossbar"), with_enables(crossbar_config(128, 3, WRITE, REORDER)), 4, most);
    wf_config c = with_enables(crossbar_config(4, 2, WRITE, REORDER));
    cross_arrays(&c, 3, (const int[]){0, 1}, 0x29, lane_order, out);
    assert_memory_equal(out, planes, sizeof planes);
    c = with_enables(crossbar_config(4, 2, READ, REORDER));
    cross_arrays(&c, 3, (const int[]){0, 1}, 0x29, byte_planes, out);
    assert_memory_equal(out, lanes, sizeof lanes);
    c = with_enables(crossbar_config(4, 2, READ, PLAIN));
    cross_arrays(&c, 3, (const int[]){1, 0}, 0x29, byte_planes, out);
    assert_memory_equal(out, planes + 4, 16);
    assert_memory_equal(out + 4, planes, 16);
    c = with_enables(crossbar_config(32, 2, READ, PLAIN));
    for (int i = 0; i < 64; i++)
        wide[i] = 0x01010101u * (uint32_t)(i + 1);
    memcpy(expected + 4, wide + 4, 16);        /* array 1 of register 0 */
    memcpy(expected + 32 + 28, wide + 60, 16); /* array 7 of register 1 */
    cross_arrays(&c, 3, (const int[]){0, 1}, 0x8002, wide, out);
    assert_memory_equal(out, expected, sizeof out);
}

/* Two ports, four lanes: every enable, every choice, every bit by itself. */
static void crossbar_on_every_small_case(void **state)
{
    (void)state;
    for (int setting = 0; setting < 4; setting++)
        for (uint32_t control = 0; control < 16; control++)
            for (int bit = 0; bit < 256; bit++) {
                wf_config c = crossbar_config(4, 2, setting & 1, setting >> 1);
                const int from[2] = {control >> 2 & 1, control >> 3 & 1};
                uint32_t data[8] = {0}, out[8], expected[8] = {0};
                data[bit / 32] = (uint32_t)1 << bit % 32;
                /* Four lanes of four bytes: to planes and back is the same transposition. */
                int byte = bit / 8 % 16, place = c.param[2] == REORDER ? byte % 4 * 4 + byte / 4 : byte;
                for (int j = 0; j < 2; j++)
                    if (control >> j & 1 && from[j] == bit / 128)
                        expected[4 * j + place / 4] |= (uint32_t)1 << (place % 4 * 8 + bit % 8);
                cross(&c, control & 3, from, data, out);
                assert_memory_equal(out, expected, sizeof out);
            }
}

static void displacement_is_what_a_ruler_says(void **state)
{
    (void)state;
    void (*wiring)(const wf_config *, wf_wiring *) = wf_find_unit("crossbar")->wiring;
    wf_wiring w;
    wf_config c = crossbar_config(4, 2, WRITE, REORDER);
    /* Byte p of lane i moves |3 i - 3 p| bytes: 3 * 20 over all, 64 bit pitches each; at most 9 bytes. */
    wiring(&c, &w);
    assert_true(w.one == 3840.0);
    assert_true(w.all == 7680.0);
    assert_int_equal(w.longest, 72);
    /* 32 lanes: |3 i - 31 p| bytes: 1488, 848, 848, 1488 in the four planes; at most 93. */
    c = crossbar_config(32, 16, READ, REORDER);
    wiring(&c, &w);
    assert_true(w.one == 299008.0);
    assert_true(w.all == 16 * 299008.0);
    assert_int_equal(w.longest, 744);
    c = crossbar_config(32, 16, READ, PLAIN);
    wiring(&c, &w);
    assert_true(w.one == 0.0 && w.all == 0.0);
    assert_int_equal(w.longest, 0);
}

/* ---- eligible ---- */

static const uint32_t full_mask[WF_MASK_WORDS] = {~0u, ~0u, ~0u, ~0u};

typedef struct {
    bool full, divergent;
    uint32_t group, lanes[WF_MASK_WORDS], known, tag[WF_TAG_WORDS];
} verdict;

static wf_config eligible_config(int lanes, int groups, int sources)
{
    return config_of(wf_find_unit("eligible"), lanes, 2, (const int[]){groups, sources});
}

static int words_of(int bits)
{
    return (bits + 31) / 32;
}

/* Ors a number into a bit vector. */
static void put(uint32_t *v, int at, int bits, uint32_t x)
{
    for (int i = 0; i < bits; i++)
        v[(at + i) / 32] |= (x >> i & 1) << (at + i) % 32;
}

static int tag_bits_of(int lanes, int groups)
{
    int width = lanes / groups;
    return 4 * groups + 1 + (groups > 1) + groups * (width > 32 ? width : 32);
}

static verdict judge_any(const wf_config *c, bool load, const uint32_t *mask, uint32_t used, uint32_t tags[][WF_TAG_WORDS],
                         const uint32_t *values)
{
    int lanes = c->lanes, groups = c->param[0], sources = c->param[1], tag_bits = tag_bits_of(lanes, groups);
    int mask_words = words_of(lanes), tags_words = words_of(sources * tag_bits), tag_words = words_of(tag_bits);
    uint32_t *in = calloc((size_t)(mask_words + 2 + tags_words + groups), sizeof *in);
    uint32_t *out = malloc((size_t)(4 + mask_words + tag_words) * sizeof *out);
    uint32_t *at = in;
    memset(out, 0xa5, (size_t)(4 + mask_words + tag_words) * sizeof *out);
    for (int i = 0; i < lanes; i++)
        at[i / 32] |= (mask[i / 32] >> i % 32 & 1) << i % 32;
    at += mask_words;
    *at++ = used;
    *at++ = load;
    for (int s = 0; s < sources; s++)
        for (int i = 0; i < tag_bits; i++)
            put(at, s * tag_bits + i, 1, tags[s][i / 32] >> i % 32 & 1);
    at += tags_words;
    memcpy(at, values, (size_t)groups * sizeof *values);
    wf_find_unit("eligible")->eval(c, in, out);

    verdict v = {.full = out[0] & 1, .group = out[1], .divergent = out[2] & 1, .known = out[3 + mask_words]};
    memcpy(v.lanes, out + 3, (size_t)mask_words * sizeof *out);
    memcpy(v.tag, out + 4 + mask_words, (size_t)tag_words * sizeof *out);
    free(in);
    free(out);
    return v;
}

static verdict judge(const wf_config *c, const uint32_t *mask, uint32_t used, uint32_t tags[][WF_TAG_WORDS], const uint32_t *values)
{
    return judge_any(c, false, mask, used, tags, values);
}

/* The tag that bytewise gives a write of this block under this mask. */
static void tag_of_write(int lanes, int groups, const uint32_t *block, const uint32_t *mask, uint32_t *tag)
{
    const wf_unit *bytewise = wf_find_unit("bytewise");
    const wf_codec *codec = bytewise->codec;
    wf_config c = wf_default_config(bytewise, lanes);
    c.param[0] = groups;
    wf_code code;
    codec->encode(&c, &(wf_input){.block = block, .mask = mask}, &code);
    memcpy(tag, code.tag, sizeof code.tag);
}

/* A tag of 8 lanes: enc of group g in nibble g, the BVRs one after another. */
static void make_tag(int groups, uint32_t enc, bool d, bool fs, const uint32_t *bvr, uint32_t *tag)
{
    memset(tag, 0, WF_TAG_WORDS * sizeof *tag);
    put(tag, 0, 4 * groups, enc);
    put(tag, 4 * groups, 1, d);
    if (groups > 1)
        put(tag, 4 * groups + 1, 1, fs);
    for (int g = 0; g < groups; g++)
        put(tag, 4 * groups + 1 + (groups > 1) + 32 * g, 32, bvr[g]);
}

static void assert_tag(const verdict *v, int groups, uint32_t enc, bool d, bool fs, const uint32_t *bvr)
{
    uint32_t tag[WF_TAG_WORDS];
    make_tag(groups, enc, d, fs, bvr, tag);
    assert_memory_equal(v->tag, tag, 4 * (size_t)words_of(tag_bits_of(8, groups)));
}

static void eligible_has_these_ports(void **state)
{
    (void)state;
    const wf_unit *e = wf_find_unit("eligible");
    /* 32 lanes in one group: 4 + 1 + 32 bits of tag. 128 lanes in two: 8 + 2 + 2 * 64. */
    const wf_field one[] = {{"mask", 32}, {"used", 3},      {"load", 1},   {"tag", 111}, {"value", 32}, {"full", 1},
                            {"group", 1}, {"divergent", 1}, {"lanes", 32}, {"known", 1}, {"tag", 37},   {NULL, 0}};
    const wf_field two[] = {{"mask", 128}, {"used", 2},      {"load", 1},    {"tag", 276}, {"value", 64}, {"full", 1},
                            {"group", 2},  {"divergent", 1}, {"lanes", 128}, {"known", 2}, {"tag", 138},  {NULL, 0}};
    assert_fields(e, eligible_config(32, 1, 3), 5, one);
    assert_fields(e, eligible_config(128, 2, 2), 5, two);
    assert_string_equal(error_of(e, eligible_config(32, 3, 3)), "groups must be 1, 2, 4 or 8");
    assert_string_equal(error_of(e, eligible_config(4, 8, 3)), "groups must divide the lanes: 8 groups need at least 8 lanes");
    assert_string_equal(error_of(e, eligible_config(2, 1, 3)), "lanes must be a power of two from 4 to 128");
    assert_string_equal(error_of(e, eligible_config(32, 1, 4)), "sources must be 1, 2 or 3");
    assert_string_equal(error_of(e, eligible_config(32, 1, 0)), "sources must be 1, 2 or 3");
}

/* Figure 7(b), its masks lane 0 first: r2 = r2 * 2 under 10001111, r1 = abs(r2) under 01110000. The figure's active lanes
 * hold -2, 0, 1 there; that r2 becomes 8 in the others is an example. */
static void figure_7b(void **state)
{
    (void)state;
    const uint32_t path[WF_MASK_WORDS] = {0xf1}, other[WF_MASK_WORDS] = {0x0e}, subset[WF_MASK_WORDS] = {0xe1};
    const uint32_t r2[8] = {8, (uint32_t)-2, 0, 1, 8, 8, 8, 8}, value[1] = {16};
    uint32_t tags[3][WF_TAG_WORDS] = {{0}};
    wf_config c = eligible_config(8, 1, 3);
    tag_of_write(8, 1, r2, path, tags[0]);
    assert_int_equal(tags[0][0], 0xf1 << 5 | 1 << 4 | 0xf); /* enc 1111, D, the mask */

    verdict v = judge(&c, other, 1, tags, value); /* the other path: not eligible */
    assert_false(v.full || v.divergent || v.group || v.known);
    assert_int_equal(v.lanes[0], 0x0e);
    assert_tag(&v, 1, 0, false, false, (const uint32_t[]){0});

    v = judge(&c, path, 1, tags, value); /* the path that wrote it */
    assert_true(v.divergent && !v.full && v.group == 0 && v.known == 1);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 1, 0xf, true, false, path);

    v = judge(&c, subset, 1, tags, value); /* fewer lanes of it: the masks differ */
    assert_false(v.divergent || v.known);
    assert_int_equal(v.lanes[0], 0xe1);
    v = judge(&c, full_mask, 1, tags, value); /* joined again */
    assert_false(v.full || v.group || v.divergent);
    assert_int_equal(v.lanes[0], 0xff);

    /* By half registers: the same answers. */
    c = eligible_config(8, 2, 3);
    tag_of_write(8, 2, r2, path, tags[0]);
    v = judge(&c, other, 1, tags, (const uint32_t[]){16, 16});
    assert_false(v.full || v.divergent || v.group || v.known);
    v = judge(&c, path, 1, tags, (const uint32_t[]){16, 16});
    assert_true(v.divergent && v.known == 3);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 2, 0xff, true, true, (const uint32_t[]){0x1, 0xf});
}

/* The table of docs/eligible.md for one source and one group: every mask of a class, every enc. */
static void every_row_of_the_table(void **state)
{
    (void)state;
    wf_config c = eligible_config(8, 1, 1);
    for (uint32_t mask = 0; mask < 256; mask++)
        for (uint32_t enc = 0; enc < 16; enc++)
            for (int how = 0; how < 5; how++) { /* 4: the source is not in use */
                bool d = how & 1, same = how >> 1 & 1, used = how < 4, scalar = enc == 15;
                const uint32_t m[WF_MASK_WORDS] = {mask}, bvr[1] = {same ? mask : mask ^ 0x40}, value[1] = {0xc04039c0};
                uint32_t tag[1][WF_TAG_WORDS];
                make_tag(1, enc, d, false, bvr, tag[0]);
                verdict v = judge(&c, m, used, tag, value);
                if (mask == 0xff && (!used || (!d && scalar))) {
                    assert_true(v.full && v.group == 1 && !v.divergent && v.known == 1);
                    assert_int_equal(v.lanes[0], 1);
                    assert_tag(&v, 1, 15, false, false, value);
                } else if (mask != 0 && mask != 0xff && (!used || (scalar && (!d || same)))) {
                    assert_true(!v.full && v.group == 0 && v.divergent && v.known == 1);
                    assert_int_equal(v.lanes[0], mask & (0 - mask));
                    assert_tag(&v, 1, 15, true, false, m);
                } else {
                    assert_true(!v.full && v.group == 0 && !v.divergent && v.known == 0);
                    assert_int_equal(v.lanes[0], mask);
                    assert_tag(&v, 1, 0, false, false, (const uint32_t[]){0});
                }
            }
}

/* Of a load the address is judged as any result is; its own result is unknown (section 5.2). r1 = [r0], r0 one value in 8
 * lanes: one lane computes the address, and each lane may load another value. */
static void loads_run_on_one_lane_and_leave_the_tag_open(void **state)
{
    (void)state;
    wf_config c = eligible_config(8, 1, 1), halves = eligible_config(8, 2, 1);
    const uint32_t path[WF_MASK_WORDS] = {0xf1}, r0[8] = {64, 64, 64, 64, 64, 64, 64, 64}, none[2] = {0, 0}, address[2] = {64, 64};
    uint32_t tag[1][WF_TAG_WORDS];

    tag_of_write(8, 1, r0, full_mask, tag[0]);
    verdict v = judge_any(&c, true, full_mask, 1, tag, address);
    assert_true(v.full && v.group == 1 && !v.divergent && v.known == 0);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 1, 0, false, false, none);

    tag_of_write(8, 1, r0, path, tag[0]); /* the same on a path */
    v = judge_any(&c, true, path, 1, tag, address);
    assert_true(v.divergent && !v.full && v.group == 0 && v.known == 0);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 1, 0, false, false, none);

    make_tag(2, 0xf8, false, false, address, tag[0]); /* the second half alone */
    v = judge_any(&halves, true, full_mask, 1, tag, address);
    assert_true(!v.full && !v.divergent && v.group == 2 && v.known == 0);
    assert_int_equal(v.lanes[0], 0x1f);
    assert_tag(&v, 2, 0, false, false, none);

    make_tag(2, 0xff, false, true, address, tag[0]); /* both, one value: FS is held back too */
    v = judge_any(&halves, true, full_mask, 1, tag, address);
    assert_true(v.full && v.group == 3 && v.known == 0);
    assert_tag(&v, 2, 0, false, false, none);

    v = judge_any(&c, true, full_mask, 0, tag, address); /* [constant] */
    assert_true(v.full && v.known == 0);
}

/* A register that the codec holds as base and stride is no scalar. Its tag begins as one without strides. */
static void an_affine_register_is_no_scalar(void **state)
{
    (void)state;
    const wf_unit *bytewise = wf_find_unit("bytewise");
    wf_config e = eligible_config(8, 1, 1), c = wf_default_config(bytewise, 8);
    for (int strides = 0; strides < 3; strides++)
        for (uint32_t stride = 0; stride < 2; stride++)
            for (uint32_t mask = 0x0f; mask <= 0xff; mask += 0xf0) {
                uint32_t block[8], tag[1][WF_TAG_WORDS];
                for (uint32_t i = 0; i < 8; i++)
                    block[i] = 0xc04039c0 + i * stride;
                c.param[1] = strides;
                wf_code code;
                bytewise->codec->encode(&c, &(wf_input){.block = block, .mask = full_mask}, &code);
                memcpy(tag[0], code.tag, sizeof tag[0]);
                tag[0][1] &= 0x1f; /* its lowest 37 bits */
                verdict v = judge(&e, (const uint32_t[WF_MASK_WORDS]){mask}, 1, tag, block);
                assert_int_equal(v.full, stride == 0 && mask == 0xff);
                assert_int_equal(v.divergent, stride == 0 && mask == 0x0f);
                assert_int_equal(v.group, stride == 0 && mask == 0xff);
            }
}

/* Three sources allow what each allows. */
static void sources_in_use_must_all_agree(void **state)
{
    (void)state;
    const uint32_t masks[3] = {0xff, 0x3c, 0};
    for (int groups = 1; groups <= 4; groups *= 2) {
        wf_config one = eligible_config(8, groups, 1), three = eligible_config(8, groups, 3);
        uint32_t kinds[8][WF_TAG_WORDS], all = (1u << 4 * groups) - 1;
        uint32_t values[8] = {5, 5, 5, 5, 5, 5, 5, 5}, stored[8], half[8];
        for (int g = 0; g < groups; g++) {
            stored[g] = 0x3c >> g * (8 / groups) & ((1u << 8 / groups) - 1);
            half[g] = g == 0 ? 1 : 0;
        }
        make_tag(groups, all, false, true, values, kinds[0]);        /* one value */
        make_tag(groups, all, false, false, half, kinds[1]);         /* a value a group */
        make_tag(groups, all & ~1u, false, false, values, kinds[2]); /* group 0 is not scalar */
        make_tag(groups, all >> 4, false, false, values, kinds[3]);  /* nor the last one */
        make_tag(groups, all, true, true, stored, kinds[4]);         /* divergent, mask 3c */
        make_tag(groups, all, true, true, half, kinds[5]);           /* divergent, another mask */
        make_tag(groups, 0, false, false, values, kinds[6]);         /* raw */
        make_tag(groups, 0, true, false, stored, kinds[7]);          /* divergent, not scalar */
        for (int m = 0; m < 3; m++)
            for (int n = 0; n < 8 * 8 * 8 * 8; n++) {
                uint32_t mask[WF_MASK_WORDS] = {masks[m]}, used = n >> 9 & 7, tags[3][WF_TAG_WORDS], none[1][WF_TAG_WORDS];
                memset(none, 0, sizeof none);
                verdict expected = judge(&one, mask, 0, none, values);
                for (int s = 0; s < 3; s++) {
                    memcpy(tags[s], kinds[n >> 3 * s & 7], sizeof tags[s]);
                    verdict v = judge(&one, mask, used >> s & 1, tags + s, values);
                    expected.full &= v.full;
                    expected.divergent &= v.divergent;
                    expected.group &= v.group;
                }
                verdict v = judge(&three, mask, used, tags, values);
                assert_int_equal(v.full, expected.full);
                assert_int_equal(v.divergent, expected.divergent);
                assert_int_equal(v.group, expected.group);
            }
    }
}

static void half_warps(void **state)
{
    (void)state;
    wf_config c = eligible_config(8, 2, 2);
    const uint32_t base[2] = {0x1200, 0x77}, value[2] = {3, 4}, alike[2] = {4, 4};
    uint32_t tags[2][WF_TAG_WORDS];

    /* enc 1100 and 1111: the second half only, and only where the other source has it, too. */
    make_tag(2, 0xfc, false, false, base, tags[0]);
    make_tag(2, 0xff, false, false, base, tags[1]);
    verdict v = judge(&c, full_mask, 3, tags, value);
    assert_true(!v.full && !v.divergent && v.group == 2 && v.known == 2);
    assert_int_equal(v.lanes[0], 0x1f);
    assert_tag(&v, 2, 0xf0, false, false, (const uint32_t[]){0, 4});

    /* Both halves, two values: not full, though the results may be alike. */
    v = judge(&c, full_mask, 2, tags, value);
    assert_true(!v.full && v.group == 3 && v.known == 3);
    assert_int_equal(v.lanes[0], 0x11);
    assert_tag(&v, 2, 0xff, false, false, value);
    v = judge(&c, full_mask, 2, tags, alike);
    assert_false(v.full);
    assert_tag(&v, 2, 0xff, false, true, alike);

    /* FS: one lane for the warp, whose value goes to both halves. */
    make_tag(2, 0xff, false, true, (const uint32_t[]){9, 9}, tags[0]);
    v = judge(&c, full_mask, 1, tags, value);
    assert_true(v.full && v.group == 3 && v.known == 3);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 2, 0xff, false, true, (const uint32_t[]){3, 3});

    /* Half warps are for instructions that are not divergent: half the lanes off, values of halves. */
    v = judge(&c, (const uint32_t[WF_MASK_WORDS]){0xf0}, 2, tags, value);
    assert_true(!v.full && !v.divergent && v.group == 0);
    assert_int_equal(v.lanes[0], 0xf0);
    /* A register of one value serves a divergent instruction under any mask. */
    v = judge(&c, (const uint32_t[WF_MASK_WORDS]){0xb0}, 1, tags, value);
    assert_true(v.divergent);
    assert_int_equal(v.lanes[0], 0x10);
    assert_tag(&v, 2, 0xff, true, true, (const uint32_t[]){0, 0xb});
}

static void an_instruction_without_registers(void **state)
{
    (void)state;
    uint32_t garbage[3][WF_TAG_WORDS] = {{~0u, ~0u, ~0u, ~0u}, {0}, {0x55555555, 0xaaaaaaaa}};
    wf_config c = eligible_config(8, 1, 3);
    verdict v = judge(&c, full_mask, 0, garbage, (const uint32_t[]){0xdeadbeef});
    assert_true(v.full);
    assert_tag(&v, 1, 15, false, false, (const uint32_t[]){0xdeadbeef});
    v = judge(&c, (const uint32_t[WF_MASK_WORDS]){0xa8}, 0, garbage, (const uint32_t[]){1});
    assert_true(v.divergent);
    assert_int_equal(v.lanes[0], 0x08);
    v = judge(&c, (const uint32_t[WF_MASK_WORDS]){0}, 0, garbage, (const uint32_t[]){1});
    assert_true(!v.divergent && !v.full && v.group == 0 && v.known == 0 && v.lanes[0] == 0);
}

static void tags_that_contradict_themselves(void **state)
{
    (void)state;
    const uint32_t value[2] = {6, 7}, all[2] = {0xf, 0xf}, none[2] = {0, 0}, some[2] = {0x3, 0};
    const uint32_t partial[WF_MASK_WORDS] = {0x03}, empty[WF_MASK_WORDS] = {0};
    uint32_t tag[1][WF_TAG_WORDS];
    wf_config c = eligible_config(8, 2, 1);

    make_tag(2, 0xef, false, true, value, tag[0]); /* FS, but a group is not scalar: FS counts */
    verdict v = judge(&c, full_mask, 1, tag, value);
    assert_true(v.full && v.group == 1 && v.known == 3);
    assert_int_equal(v.lanes[0], 0x01);
    assert_tag(&v, 2, 0xff, false, true, (const uint32_t[]){6, 6});
    v = judge(&c, partial, 1, tag, value);
    assert_true(v.divergent);
    make_tag(2, 0xff, false, false, (const uint32_t[]){6, 6}, tag[0]); /* one value, but no FS */
    v = judge(&c, full_mask, 1, tag, value);
    assert_true(!v.full && v.group == 3);
    assert_int_equal(v.lanes[0], 0x11);

    make_tag(2, 0xef, true, true, some, tag[0]); /* D and FS, but a group is not scalar */
    v = judge(&c, partial, 1, tag, value);
    assert_false(v.divergent);
    make_tag(2, 0xff, true, false, some, tag[0]); /* D and scalar groups, but no FS */
    v = judge(&c, partial, 1, tag, value);
    assert_false(v.divergent);
    make_tag(2, 0xff, true, true, all, tag[0]); /* D with a full mask */
    v = judge(&c, full_mask, 1, tag, value);
    assert_false(v.full || v.divergent || v.group);
    make_tag(2, 0xff, true, true, none, tag[0]); /* D with an empty mask */
    v = judge(&c, empty, 1, tag, value);
    assert_false(v.full || v.divergent || v.group || v.lanes[0]);
    make_tag(2, 0x44, false, false, value, tag[0]); /* enc 0100 */
    v = judge(&c, full_mask, 1, tag, value);
    assert_false(v.full || v.divergent || v.group);
    make_tag(2, 0xff, true, true, (const uint32_t[]){0xf3, 0x80000000}, tag[0]); /* bits above the mask are not looked at */
    v = judge(&c, partial, 1, tag, value);
    assert_true(v.divergent);
}

/* A mask wider than a word lies in a wider BVR. */
static void wide_warps(void **state)
{
    (void)state;
    for (int lanes = 64; lanes <= 128; lanes *= 2)
        for (int groups = 1; groups <= 8; groups *= 2)
            for (int at = 0; at < lanes; at += 7) {
                uint32_t block[128], mask[WF_MASK_WORDS] = {0}, other[WF_MASK_WORDS], tags[3][WF_TAG_WORDS];
                const uint32_t values[8] = {11, 11, 11, 11, 11, 11, 11, 11};
                wf_config c = eligible_config(lanes, groups, 3);
                for (int i = 0; i < lanes; i++) {
                    block[i] = i < at ? (uint32_t)i : 0xabcd;
                    mask[i / 32] |= (uint32_t)(i >= at) << i % 32;
                }
                tag_of_write(lanes, groups, block, mask, tags[0]);
                tag_of_write(lanes, groups, block, mask, tags[1]);
                verdict v = judge(&c, mask, 3, tags, values);
                assert_int_equal(v.full, at == 0);
                assert_int_equal(v.divergent, at != 0);
                for (int i = 0; i < lanes; i++)
                    assert_int_equal(v.lanes[i / 32] >> i % 32 & 1, i == at);
                if (at) { /* the destination is what a write of one value would have stored */
                    tag_of_write(lanes, groups, block, mask, tags[2]);
                    assert_memory_equal(v.tag, tags[2], 4 * (size_t)words_of(tag_bits_of(lanes, groups)));
                }
                for (int i = 0; at && i < lanes; i += 31) {
                    memcpy(other, mask, sizeof other);
                    other[i / 32] ^= (uint32_t)1 << i % 32;
                    v = judge(&c, other, 1, tags, values);
                    assert_false(v.full || v.divergent);
                }
            }
}

/* Registers of a warp, written through the codec and read by the next instruction: what eligible says of r3 = r1 + r2 must
 * hold of the values, and the tag that it gives must be the one that the encoder makes of the result. */
static void chains_through_the_codec(void **state)
{
    (void)state;
    rng r = {9};
    int met[4] = {0};
    for (int n = 0; n < 20000; n++) {
        int lanes = 8 << rng_below(&r, 3), groups = 1 << rng_below(&r, 4), width = lanes / groups;
        const uint32_t masks[2][WF_MASK_WORDS] = {{rng_word(&r)}, {rng_word(&r)}};
        const uint32_t *mask = rng_below(&r, 2) ? full_mask : masks[0];
        uint32_t block[3][32], tags[2][WF_TAG_WORDS], tag[WF_TAG_WORDS], values[8];
        wf_config c = eligible_config(lanes, groups, 2);
        for (int s = 0; s < 2; s++) {
            uint32_t how = rng_below(&r, 4);
            const uint32_t *written = how == 0 ? masks[1] : how == 1 ? full_mask : mask;
            int grain = rng_below(&r, 2) ? lanes : width;
            for (int i = 0; i < lanes; i++) {
                bool on = written[i / 32] >> i % 32 & 1;
                block[s][i] = !on || rng_below(&r, 64) == 0 ? rng_word(&r) : (uint32_t)(i / grain) * 77;
            }
            tag_of_write(lanes, groups, block[s], written, tags[s]);
        }
        for (int i = 0; i < lanes; i++)
            block[2][i] = block[0][i] + block[1][i];
        for (int g = 0; g < groups; g++)
            values[g] = block[2][g * width];
        verdict v = judge(&c, mask, 3, tags, values);

        /* One lane stands for those of its group, or for all. */
        uint32_t rebuilt[32], stands = 0;
        for (int i = 0; i < lanes; i++) {
            if (v.lanes[0] >> i & 1)
                stands = block[2][i];
            rebuilt[i] = stands;
        }
        for (int i = 0; i < lanes; i++)
            if (mask[0] >> i & 1)
                assert_int_equal(rebuilt[i], block[2][i]);
        tag_of_write(lanes, groups, block[2], mask, tag);
        if (v.full || v.divergent || v.known == (1u << groups) - 1)
            assert_memory_equal(v.tag, tag, 4 * (size_t)words_of(tag_bits_of(lanes, groups)));
        for (int g = 0; g < groups; g++)
            if (v.known >> g & 1)
                assert_int_equal(tag[0] >> 4 * g & 0xf, 0xf);
        met[v.full ? 0 : v.divergent ? 1 : v.group ? 2 : 3]++;
    }
    for (int k = 0; k < 4; k++)
        assert_true(met[k] > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crossbar_has_these_ports),
        cmocka_unit_test(crossbar_refuses_what_it_is_not),
        cmocka_unit_test(bytes_go_to_their_planes_and_back),
        cmocka_unit_test(outputs_that_nobody_serves_are_0),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(the_banks_hold_what_the_codec_says),
        cmocka_unit_test(only_enabled_arrays_are_switched),
        cmocka_unit_test(crossbar_on_every_small_case),
        cmocka_unit_test(displacement_is_what_a_ruler_says),
        cmocka_unit_test(eligible_has_these_ports),
        cmocka_unit_test(figure_7b),
        cmocka_unit_test(every_row_of_the_table),
        cmocka_unit_test(loads_run_on_one_lane_and_leave_the_tag_open),
        cmocka_unit_test(an_affine_register_is_no_scalar),
        cmocka_unit_test(sources_in_use_must_all_agree),
        cmocka_unit_test(half_warps),
        cmocka_unit_test(an_instruction_without_registers),
        cmocka_unit_test(tags_that_contradict_themselves),
        cmocka_unit_test(wide_warps),
        cmocka_unit_test(chains_through_the_codec),
    };
    return cmocka_run_group_tests_name("blocks", tests, NULL, NULL);
}
