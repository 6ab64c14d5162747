/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of bestof: lines that each member wins, worked by hand; the choice and the code against the members' own on
 * random lines, ties among them, with many parameters of the members; and any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../../base/text.h"
#include "../../sim/stimuli_lines.h"
#include "sampled.h"

static const wf_unit *unit;
static const wf_codec *codec;
static const char *const names[] = {"linebdi", "fpc", "cpack", "bpc"};
enum { MEMBERS, CHOOSE, SAVE, TAG };
enum { SIDE, IN_HEAD };                                       /* tag */
enum { BURSTS, BYTES };                                       /* choose */
enum { RAW, LINEBDI, FPC, CPACK, BPC, NUMBERS, COUNT = BPC }; /* classes, and places in a list of all */
enum { WITH_BPC = 8 };                                        /* of a set of members */

/* The list of a set of members, bit k for codec k, in the order of their names above. */
static int list_of(int set)
{
    int list = 0, places = 0;
    for (int k = 0; k < COUNT; k++)
        if (set >> k & 1)
            list |= (k + 1) << 4 * places++;
    return list;
}

static int backwards(int list)
{
    int back = 0;
    for (; list; list >>= 4)
        back = back << 4 | (list & 15);
    return back;
}

/* A design with these members in that order. */
static wf_config config(int bytes, int set)
{
    wf_config c = wf_default_config(unit, bytes);
    c.param[MEMBERS] = list_of(set);
    return c;
}

/* The number of a codec as a member of a list: its place and 1; 0: it is not in the list. */
static unsigned number_in(int list, unsigned class)
{
    unsigned number = 1;
    for (; list && (unsigned)(list & 15) != class; list >>= 4)
        number++;
    return list ? number : 0;
}

static wf_config by_bytes(int bytes, int members)
{
    wf_config c = config(bytes, members);
    c.param[CHOOSE] = BYTES;
    return c;
}

/* A design with these settings, "key=value" separated by spaces. `member`: the design of that member by itself, with its own settings
 * out of bestof's, and `save` and `tag`. */
static design design_of(const char *settings, int bytes, const char *member)
{
    design d;
    design_init(&d, member ? wf_find_unit(member) : unit, bytes);
    for (const char *s = settings; *s; s += strspn(s, " ")) {
        const char *end = s + strcspn(s, " "), *equals = s + strcspn(s, "="), *key = s;
        size_t n = member ? strlen(member) : 0;
        if (member && strncmp(s, member, n) == 0 && s[n] == '.')
            key += n + 1;
        if (!member || key != s || strncmp(s, "save=", 5) == 0 || strncmp(s, "tag=", 4) == 0) {
            char *name = format_new("%.*s", (int)(equals - key), key), *value = format_new("%.*s", (int)(end - equals - 1), equals + 1);
            design_set(&d, name, value, "test");
        }
        s = end;
    }
    design_check(&d);
    return d;
}

static wf_code encode(const wf_config *c, const uint32_t *line, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {.block = line, .raw_only = raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

/* The bits of a number: 1 up to one member, 2 up to three. */
static int number_bits(int list)
{
    return list >> 12 ? 3 : list >> 4 ? 2 : 1;
}

/* The class of a code, by the number in it. */
static unsigned which(const wf_config *c, const wf_code *code)
{
    int list = c->param[MEMBERS];
    uint32_t all = (1u << number_bits(list)) - 1;
    uint32_t number = c->param[TAG] == SIDE ? code->tag[0] & all : code->tag[0] & 1 ? code->payload[0] >> 4 & all : RAW;
    return number ? list >> 4 * (number - 1) & 15 : RAW;
}

/* ---- vectors worked by hand ---- */

static void zeros_go_to_linebdi_by_bytes_and_to_cpack_by_bursts(void **state)
{
    (void)state;
    /* 64 bytes of zeros: linebdi 1 byte, fpc 12 bits and 4 to fill a byte, cpack 16 codes of 4 bits; a burst each */
    static const struct {
        int choose, members;
        unsigned tag;
        int bits;
    } rows[] = {{BYTES, 7, 1 << 2 | LINEBDI, 8}, {BYTES, 6, 1 << 2 | 1, 16},  {BYTES, 4, 1 << 1 | 1, 64}, {BURSTS, 7, 1 << 2 | CPACK, 64},
                {BURSTS, 3, 1 << 2 | FPC, 16},   {BURSTS, 5, 1 << 2 | 2, 64}, {BURSTS, 1, 1 << 1 | 1, 8}};
    uint32_t line[16] = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, rows[i].members);
        c.param[CHOOSE] = rows[i].choose;
        wf_code code = encode(&c, line, false);
        assert_int_equal(code.tag[0], rows[i].tag);
        assert_int_equal(code.units[0], 1);
        assert_int_equal(codec->size(&c, &code), rows[i].bits);
    }
}

/* Expects that the whole line goes to this member, with a code of so many bits in one burst. */
static void check_burst(const uint32_t *line, unsigned member, int bits)
{
    wf_config c = config(128, 7);
    wf_code code = encode(&c, line, false);
    assert_int_equal(which(&c, &code), member);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), bits);
}

/* How many bursts a member needs for the line. */
static int bursts_of(const uint32_t *line, int members)
{
    wf_config c = config(128, members);
    wf_code code = encode(&c, line, false);
    wf_sizes s;
    codec->sizes(&c, &s, NULL);
    return wf_units_used(&s, &code);
}

static void a_burst_less_goes_before_a_faster_decoder(void **state)
{
    (void)state;
    uint32_t line[32];
    /* Nibbles: fpc 2 bytes of prefixes and 32 nibbles; linebdi 4 + 32 + 4 bytes, cpack 16 bytes of codes and 32 low bytes */
    for (uint32_t i = 0; i < 32; i++)
        line[i] = 1 + i % 7;
    check_burst(line, FPC, 16 + 128);
    assert_int_equal(bursts_of(line, 1), 2);
    assert_int_equal(bursts_of(line, 4), 2);
    /* Numbers of 8 bytes near each other: linebdi 8 + 16 + 2 bytes; cpack 16 + 32 and two entries; fpc none */
    for (uint32_t i = 0; i < 16; i++) {
        line[2 * i] = 0x9abcde00 + i;
        line[2 * i + 1] = 0x12345678;
    }
    check_burst(line, LINEBDI, 8 * 26);
    assert_int_equal(bursts_of(line, 2), 4);
    assert_int_equal(bursts_of(line, 4), 2);
    /* Two words: linebdi repeats them, 8 bytes; cpack 16 bytes and two entries. A burst each, so cpack */
    for (uint32_t i = 0; i < 16; i++)
        line[2 * i] = 0x9abcde00;
    check_burst(line, CPACK, 8 * 24);
    wf_config c = by_bytes(128, 7);
    wf_code code = encode(&c, line, false);
    assert_int_equal(code.tag[0], 2 << 2 | LINEBDI);
}

static void a_code_that_saves_no_burst_is_used(void **state)
{
    (void)state;
    /* 32 bytes, a burst whatever the code: a word, a halfword above zeros, .. as below, in eight segments 31.5 bytes and raw in the others;
     * the same with --save byte of bursts and of bytes */
    static const uint32_t line[8] = {0x12345678, 0x55550000, 0x9abcdef1, 0x77770000, 5, 0x3141ff27, 0x13570000, 0xdeadbeef};
    for (int choose = BURSTS; choose <= BYTES; choose++) {
        design d = design_of(choose == BYTES ? "choose=bytes fpc.segments=8" : "fpc.segments=8", 32, NULL);
        wf_code code = encode(&d.config, line, false);
        assert_int_equal(code.tag[0], 1 << 2 | FPC);
        assert_int_equal(code.units[0], 1);
    }
}

static void fpc_wins_on_small_words_far_from_each_other(void **state)
{
    (void)state;
    /* Halfwords above zero halfwords, no two of the line alike in their upper 24 bits or near each other: linebdi has no code
     * for them, cpack needs five entries; fpc in four segments 2 bytes of prefixes and 16 times 16 bits: 34. */
    uint32_t line[16];
    for (uint32_t i = 0; i < 16; i++)
        line[i] = ((0x1357 + 0x2222 * i) & 0xffff) << 16;
    wf_config c = config(64, 7);
    wf_code code = encode(&c, line, false);
    assert_int_equal(which(&c, &code), FPC);
    assert_int_equal(code.tag[0], 1 << 2 | FPC);
    assert_int_equal((codec->size(&c, &code) + 7) / 8, 34);
    assert_int_equal(code.units[0], 3);
    c = by_bytes(64, 7);
    code = encode(&c, line, false);
    assert_int_equal(which(&c, &code), FPC);
}

static void cpack_wins_on_few_values(void **state)
{
    (void)state;
    /* Four words that have nothing to do with each other, again and again: 16 codes and 4 entries, 24 bytes */
    static const uint32_t value[4] = {0x12345678, 0x9abcdef1, 0x3141ff27, 0xdeadbeef};
    uint32_t line[16];
    for (int i = 0; i < 16; i++)
        line[i] = value[i % 4];
    wf_config c = config(64, 7);
    wf_code code = encode(&c, line, false);
    assert_int_equal(code.tag[0], 1 << 2 | CPACK);
    assert_int_equal((codec->size(&c, &code) + 7) / 8, 24);
    assert_int_equal(code.units[0], 1);
    wf_config without = config(64, 3);
    code = encode(&without, line, false);
    assert_int_equal(which(&c, &code), RAW);
}

static void raw_is_as_the_first_member_stores_it(void **state)
{
    (void)state;
    rng r = {3};
    uint32_t line[32], back[32];
    for (int i = 0; i < 32; i++)
        line[i] = rng_word(&r);
    for (int bytes = 32; bytes <= 128; bytes *= 2) {
        wf_config c = config(bytes, 7);
        wf_code code = encode(&c, line, false);
        assert_int_equal(code.tag[0], 0);
        assert_int_equal(code.units[0], (1 << bytes / 32) - 1);
        assert_int_equal(codec->decode(&c, &code, back), WF_OK);
        assert_memory_equal(back, line, (size_t)bytes);
        const wf_unit *linebdi = wf_find_unit("linebdi");
        wf_config own = wf_default_config(linebdi, bytes);
        wf_input in = {.block = line, .raw_only = true};
        wf_code first;
        assert_int_equal(linebdi->codec->encode(&own, &in, &first), WF_OK);
        assert_memory_equal(code.payload, first.payload, (size_t)bytes);
        /* fpc and cpack store the line itself */
        wf_config without = config(bytes, 6);
        code = encode(&without, line, false);
        assert_int_equal(code.tag[0], 0);
        assert_memory_equal(code.payload, line, (size_t)bytes);
        assert_int_equal(codec->decode(&without, &code, back), WF_OK);
        assert_memory_equal(back, line, (size_t)bytes);
        uint32_t zeros[32] = {0};
        code = encode(&c, zeros, true);
        assert_int_equal(code.tag[0], 0);
    }
}

static void select_bits_in_the_tag_save_a_byte(void **state)
{
    (void)state;
    /* 64 bytes, chunks of 8: 1, B, 3, B, B .. with B far from 0. 8-1: 8 bytes of base, 8 deltas; select bits 0 and 2 are in the
     * payload a byte more, in the tag bits 6 and 8: member 1 (2 bits), encoding 3 (4 bits), select bits. */
    uint32_t line[16];
    for (int i = 0; i < 8; i++) {
        line[2 * i] = i == 0 ? 1 : i == 2 ? 3 : 0x89abcdef;
        line[2 * i + 1] = i == 0 || i == 2 ? 0 : 0x12345678;
    }
    for (int in_tag = 0; in_tag < 2; in_tag++) {
        design d =
            design_of(in_tag ? "choose=bytes linebdi.select=tag linebdi.base=firstnz" : "choose=bytes linebdi.base=firstnz", 64, NULL);
        wf_code code = encode(&d.config, line, false);
        uint32_t back[16];
        assert_int_equal(d.sizes.tag_bits, in_tag ? 2 + 4 + 32 : 6);
        assert_int_equal(code.tag[0], 3 << 2 | LINEBDI | (in_tag ? 5 << 6 : 0));
        assert_int_equal(codec->size(&d.config, &code), 8 * (in_tag ? 16 : 17));
        assert_int_equal(codec->decode(&d.config, &code, back), WF_OK);
        assert_memory_equal(back, line, sizeof line);
    }
}

static void segments_decide_for_fpc(void **state)
{
    (void)state;
    /* 32 bytes: a word like nothing, a halfword above zeros and the same again behind it, ..: with eight segments 3 bytes of
     * prefixes and 4 + 2 + 4 + 2 + 1/2 + 4 + 2 + 4 bytes of data; with four every pair of words is whole: raw, as with the others. */
    static const uint32_t line[8] = {0x12345678, 0x55550000, 0x9abcdef1, 0x77770000, 5, 0x3141ff27, 0x13570000, 0xdeadbeef};
    design four = design_of("members=fpc", 32, NULL), eight = design_of("members=fpc fpc.segments=8", 32, NULL);
    wf_code code = encode(&four.config, line, false);
    assert_int_equal(code.tag[0], 0);
    code = encode(&eight.config, line, false);
    assert_int_equal(code.tag[0], 1 << 1 | 1);
    assert_int_equal(codec->size(&eight.config, &code), 24 + 4 * (8 + 4 + 8 + 4 + 1 + 8 + 4 + 8));
}

static void bpc_wins_on_planes_that_repeat(void **state)
{
    (void)state;
    /* Words that rise by 00ab2001, bits 23, 21, 19, 17, 16, 13 and 0: the others have no code for them. A base of 33 bits; planes 32 to 24 a run
     * of zeros, 7 bits; 23 to 17, 15, 13, 12 and 0 are all ones, 5 bits each; 16 and 14 have no change, 3 bits each; 11 to 1 are a run */
    enum { BITS = 33 + 7 + 11 * 5 + 2 * 3 + 7 };
    uint32_t line[16], back[16];
    for (uint32_t i = 0; i < 16; i++)
        line[i] = 0x13572468 + 0x00ab2001 * i;
    for (int choose = BURSTS; choose <= BYTES; choose++)
        for (int head = 0; head < 2; head++) {
            wf_config with = config(64, 15), without = config(64, 7);
            with.param[CHOOSE] = without.param[CHOOSE] = choose;
            with.param[TAG] = without.param[TAG] = head;
            wf_code code = encode(&without, line, false);
            assert_int_equal(which(&without, &code), RAW);
            code = encode(&with, line, false);
            assert_int_equal(which(&with, &code), BPC);
            wf_sizes s;
            assert_int_equal(codec->sizes(&with, &s, NULL), WF_OK);
            assert_int_equal(s.tag_bits, head ? 1 : 3 + 4);
            assert_int_equal(code.tag[0], head ? 1 : 1 << 3 | BPC);
            assert_int_equal(codec->size(&with, &code), BITS + 8 * head);
            if (head)
                assert_int_equal(code.payload[0] & 0xff, 0x41);
            assert_int_equal(codec->decode(&with, &code, back), WF_OK);
            assert_memory_equal(back, line, sizeof line);
        }
}

static void bpc_loses_every_tie_by_bursts(void **state)
{
    (void)state;
    /* Zeros: linebdi 1 byte, fpc 12 bits and 4 to fill a byte, cpack 8 bytes; bpc 3 bits for the base and 7 for a run, 2 bytes. A burst each */
    static const struct {
        int choose, members;
        unsigned member;
    } rows[] = {{BURSTS, 1 | WITH_BPC, LINEBDI}, {BURSTS, 2 | WITH_BPC, FPC}, {BURSTS, 4 | WITH_BPC, CPACK}, {BURSTS, WITH_BPC, BPC},
                {BYTES, 1 | WITH_BPC, LINEBDI},  {BYTES, 2 | WITH_BPC, FPC},  {BYTES, 4 | WITH_BPC, BPC},    {BYTES, 15, LINEBDI}};
    uint32_t line[16] = {0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, rows[i].members);
        c.param[CHOOSE] = rows[i].choose;
        wf_code code = encode(&c, line, false);
        assert_int_equal(which(&c, &code), rows[i].member);
        assert_int_equal(code.units[0], 1);
    }
}

static void the_slowest_member_tells_how_often(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int bytes, enc, dec;
    } rows[] = {{"", 64, 1, 1},
                {"fpc.form=word", 64, 1, 8},
                {"fpc.form=word fpc.rate=4", 64, 1, 4},
                {"fpc.form=word fpc.rate=8", 32, 1, 1},
                {"cpack.form=fifo", 64, 8, 8},
                {"cpack.form=fifo cpack.rate=4 fpc.form=word fpc.rate=1", 64, 4, 16},
                {"cpack.form=fifo cpack.rate=8", 32, 1, 1},
                {"members=linebdi,bpc", 64, 1, 11},
                {"members=linebdi,bpc bpc.rate=1", 64, 1, 33},
                {"members=linebdi,bpc bpc.form=pipeline", 64, 1, 1},
                {"members=linebdi,fpc,cpack,bpc cpack.form=fifo cpack.rate=1", 128, 32, 32},
                /* of a codec that is no member nothing counts */
                {"members=linebdi fpc.form=word cpack.form=fifo", 64, 1, 1},
                {"bpc.rate=1", 64, 1, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        design d = design_of(rows[i].settings, rows[i].bytes, NULL);
        assert_int_equal(d.sizes.interval_enc, rows[i].enc);
        assert_int_equal(d.sizes.interval_dec, rows[i].dec);
    }
}

static void a_form_decides_which_code_a_member_has(void **state)
{
    (void)state;
    /* Five unrelated words, again and again: cpack in parallel has four entries and is raw; with its 16 entries 5 words of 34 bits and 11 matches of
     * 6 bits, 236 bits in all */
    static const uint32_t value[5] = {0x12345678, 0x9abcdef1, 0x3141ff27, 0xdeadbeef, 0x77665544};
    uint32_t line[16];
    for (int i = 0; i < 16; i++)
        line[i] = value[i % 5];
    design parallel = design_of("", 64, NULL), fifo = design_of("cpack.form=fifo", 64, NULL);
    wf_code code = encode(&parallel.config, line, false);
    assert_int_equal(code.tag[0], RAW);
    code = encode(&fifo.config, line, false);
    assert_int_equal(code.tag[0], 1 << 2 | CPACK);
    assert_int_equal(codec->size(&fifo.config, &code), 5 * 34 + 11 * 6);
    /* Nibbles far from each other in zeros: fpc by words has a code for each, by segments none */
    for (int i = 0; i < 16; i++)
        line[i] = i % 4 ? 0 : 0x31415926u * (unsigned)(i + 1);
    design segment = design_of("members=fpc", 64, NULL), word = design_of("members=fpc fpc.form=word", 64, NULL);
    code = encode(&segment.config, line, false);
    assert_int_equal(code.tag[0], RAW);
    code = encode(&word.config, line, false);
    assert_int_equal(code.tag[0], 1 << 1 | 1);
    assert_int_equal(codec->size(&word.config, &code), 4 * (35 + 6));
}

/* ---- the encoding in the head ---- */

static void a_head_names_the_member(void **state)
{
    (void)state;
    /* 64 bytes of zeros. By bytes: linebdi's head 1 and a byte of zeros; by bursts cpack's head 1 and codes 2 */
    static const struct {
        int choose;
        uint32_t first, mask;
        int bits;
    } rows[] = {{BYTES, 0x0011, 0xffff, 16}, {BURSTS, 0x22222231, 0xffffffff, 72}};
    uint32_t line[16] = {0}, back[16];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, 7);
        c.param[CHOOSE] = rows[i].choose;
        c.param[TAG] = IN_HEAD;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, NULL), WF_OK);
        assert_int_equal(s.tag_bits, 1);
        assert_int_equal(s.head_bits, 8);
        wf_code code = encode(&c, line, false);
        assert_int_equal(code.tag[0], 1);
        assert_int_equal(code.payload[0] & rows[i].mask, rows[i].first);
        assert_int_equal(code.units[0], 1);
        assert_int_equal(codec->size(&c, &code), rows[i].bits);
        assert_int_equal(codec->decode(&c, &code, back), WF_OK);
        assert_memory_equal(back, line, sizeof line);
    }
}

static void a_head_saves_a_burst_or_the_line_is_raw(void **state)
{
    (void)state;
    /* Four unrelated words, each with its own upper bytes, in 128 bytes: cpack 16 bytes of codes and 16 of entries, 32 in all; with a head two bursts */
    static const uint32_t words[] = {0x12345678, 0x9abcdef1, 0x13579bdf, 0x2468ace1};
    uint32_t line[32];
    for (uint32_t i = 0; i < 32; i++)
        line[i] = words[i * i % 13 % 4];
    for (int head = 0; head < 2; head++) {
        wf_config c = config(128, 4);
        c.param[TAG] = head;
        wf_code code = encode(&c, line, false);
        assert_int_equal(which(&c, &code), CPACK);
        assert_int_equal(code.units[0], head ? 3 : 1);
    }
    /* 64 bytes, halfwords without anything in common above a zero halfword: fpc 34 bytes, two bursts of two */
    for (uint32_t i = 0; i < 16; i++)
        line[i] = (0x9e37u * (i + 1) ^ 0x5a5a) << 16;
    for (int head = 0; head < 2; head++) {
        wf_config c = config(64, 7);
        c.param[TAG] = head;
        wf_code code = encode(&c, line, false);
        assert_int_equal(which(&c, &code), head ? RAW : FPC);
    }
}

/* ---- the choice ---- */

/* The member with the best of the members' own codes, and what it costs: by bursts those that its units tell, by bytes its size. Of equals
 * the first in the order counts. */
static unsigned best_of_members(const design *own, const stimulus *s, const wf_config *c, wf_code *code, int *least, unsigned *ties)
{
    static const unsigned by_bursts[COUNT] = {CPACK, FPC, LINEBDI, BPC};
    unsigned best = RAW;
    *least = c->line_bytes;
    for (int i = 0; i < COUNT; i++) {
        unsigned class = c->param[CHOOSE] == BURSTS ? by_bursts[i] : (unsigned)(c->param[MEMBERS] >> 4 * i & 15), k = class - 1;
        if (class == 0 || number_in(c->param[MEMBERS], class) == 0 || s->raw_only)
            continue;
        wf_input in = {.block = s->block};
        wf_code one;
        memset(&one, 0xa5, sizeof one);
        own[k].codec->encode(&own[k].config, &in, &one);
        if (!wf_tag_compressed(&own[k].sizes, one.tag))
            continue;
        int size = c->param[CHOOSE] == BURSTS ? wf_units_used(&own[k].sizes, &one) : (own[k].codec->size(&own[k].config, &one) + 7) / 8;
        *ties += size == *least && best != RAW;
        if (size < *least) {
            *least = size;
            best = class;
            *code = one;
        }
    }
    return best;
}

/* ---- the fast form does what the specification does ---- */

static bool tag_bit(const wf_code *code, int i)
{
    return code->tag[i / 32] >> i % 32 & 1;
}

static void assert_same_decode(const wf_config *c, const wf_code *code)
{
    uint32_t plain[WF_MAX_WORDS], fast[WF_MAX_WORDS];
    memset(plain, 0x5a, sizeof plain);
    memset(fast, 0x5a, sizeof fast);
    assert_int_equal(codec->fast->decode(c, code, fast), codec->decode(c, code, plain));
    assert_memory_equal(fast, plain, sizeof plain);
}

static void assert_same_encode(const wf_config *c, const wf_input *in)
{
    wf_code plain, fast;
    wf_sizes s;
    codec->sizes(c, &s, NULL);
    memset(&plain, 0, sizeof plain);
    memset(&fast, 0x5a, sizeof fast);
    assert_int_equal(codec->fast->encode(c, in, &fast), codec->encode(c, in, &plain));
    assert_int_equal(codec->fast->measure(c, in), codec->measure(c, in));
    for (int i = 0; i < s.tag_bits; i++)
        assert_int_equal(tag_bit(&fast, i), tag_bit(&plain, i));
    assert_memory_equal(fast.units, plain.units, sizeof plain.units);
    assert_memory_equal(fast.wen, plain.wen, sizeof plain.wen);
    for (int u = 0; u < s.units; u++)
        if (plain.units[0] >> u & 1)
            assert_memory_equal(fast.payload + 8 * u, plain.payload + 8 * u, WF_BURST_BYTES);
    assert_same_decode(c, &plain);
}

/* Settings of the members, and the smallest line that allows all of them, in bytes. */
static const struct {
    const char *settings;
    int bytes;
} told[] = {
    {"", 32},
    {"linebdi.zero-base=off", 32},
    {"linebdi.store=delta", 32},
    {"linebdi.select=tag", 32},
    {"linebdi.base=firstnz linebdi.store=delta", 32},
    {"linebdi.encodings=repeat,8-2", 32},
    {"fpc.segments=2 cpack.zero=entry", 32},
    {"fpc.segments=8", 32},
    {"fpc.segments=16 linebdi.select=tag linebdi.base=firstnz linebdi.store=delta", 64},
    {"save=burst", 64},
    {"tag=head", 32},
    {"tag=head linebdi.base=firstnz fpc.segments=8 cpack.zero=entry", 32},
    {"save=burst linebdi.zero-base=off cpack.zero=entry fpc.segments=8", 64},
    {"fpc.form=word cpack.form=fifo", 32},
    {"tag=head cpack.form=fifo cpack.start=zero", 32},
    {"save=burst cpack.form=fifo cpack.start=zero", 64},
    {"fpc.form=word fpc.patterns=zero,byte,half linebdi.select=tag linebdi.base=firstnz", 32},
};
enum { TOLD = sizeof told / sizeof *told };

static void the_choice_is_the_members_best(void **state)
{
    (void)state;
    unsigned ties = 0, won[NUMBERS] = {0};
    for (int t = 0; t < TOLD; t++)
        for (int bytes = told[t].bytes; bytes <= 128; bytes *= 2) {
            design own[COUNT], d = design_of(told[t].settings, bytes, NULL);
            unsigned chosen[NUMBERS] = {0};
            for (int k = 0; k < COUNT; k++)
                own[k] = design_of(told[t].settings, bytes, names[k]);
            for (int n_config = 2; n_config < 2 << COUNT; n_config++) {
                int members = n_config / 2;
                wf_config *c = &d.config;
                int list = t % 2 ? backwards(list_of(members)) : list_of(members);
                c->param[MEMBERS] = list;
                c->param[CHOOSE] = n_config % 2 ? BYTES : BURSTS;
                rng r = {(uint64_t)(bytes + members + 1000 * t)};
                design_check(&d);
                for (int n = 0; n < 100; n++) {
                    stimulus s;
                    wf_code part;
                    int least;
                    line_stimulus(&d, &r, &s);
                    unsigned best = best_of_members(own, &s, c, &part, &least, &ties);
                    wf_code code = encode(c, s.block, s.raw_only);
                    uint32_t back[32];
                    wf_input in = {.block = s.block, .raw_only = s.raw_only};
                    assert_same_encode(c, &in);
                    assert_int_equal(which(c, &code), best);
                    if (c->param[CHOOSE] == BYTES)
                        assert_int_equal((codec->size(c, &code) + 7) / 8, least);
                    else if (best != RAW)
                        assert_int_equal(wf_units_used(&d.sizes, &code), least);
                    assert_int_equal(codec->measure(c, &in), codec->size(c, &code));
                    assert_int_equal(codec->classify(c, &code), best);
                    assert_int_equal(codec->decode(c, &code, back), WF_OK);
                    assert_memory_equal(back, s.block, (size_t)bytes);
                    assert_int_equal(codec->fault(c, &code), -1);
                    bool head = c->param[TAG] == IN_HEAD;
                    for (int i = 0; best != RAW && !head && i < own[best - 1].sizes.tag_bits; i++)
                        assert_int_equal(tag_bit(&code, i + number_bits(list)), part.tag[i / 32] >> i % 32 & 1);
                    if (head)
                        assert_int_equal(code.tag[0], best != RAW);
                    if (best != RAW) {
                        part.payload[0] |= head ? number_in(list, best) << 4 : 0;
                        assert_int_equal(code.units[0], part.units[0]);
                        assert_memory_equal(code.payload, part.payload, (size_t)wf_unit_bits_used(&own[best - 1].sizes, &part) / 8);
                    }
                    chosen[best]++;
                }
            }
            for (int k = 0; k < NUMBERS; k++) {
                assert_true(chosen[k] > 50);
                won[k] += chosen[k];
            }
        }
    assert_true(ties > 100);
    for (int k = 0; k < NUMBERS; k++)
        assert_true(won[k] > 1000);
}

/* ---- any bits ---- */

static void tags_that_name_no_code(void **state)
{
    (void)state;
    uint32_t line[16], back[16];
    for (uint32_t i = 0; i < 16; i++)
        line[i] = 0x01020304 * i;
    /* not a member; a member that says raw; raw with a member's tag; bits above the member's tag */
    static const struct {
        int members;
        uint32_t tag;
        bool line_itself;
    } rows[] = {{5, 1 << 2 | 3, true}, {7, LINEBDI, true},     {7, FPC, false},  {7, 1 << 2, true},  {7, 3 << 2 | FPC, false},
                {15, 5, true},         {15, 1 << 3 | 7, true}, {15, BPC, false}, {15, 1 << 3, true}, {15, 3 << 3 | BPC, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, rows[i].members);
        wf_code code = encode(&c, line, true);
        code.tag[0] = rows[i].tag;
        assert_int_equal(codec->decode(&c, &code, back), WF_ERR_TAG);
        assert_same_decode(&c, &code);
        assert_int_equal(memcmp(back, line, sizeof line) == 0, rows[i].line_itself);
        assert_int_equal(codec->fault(&c, &code), 512);
    }
    wf_config c = config(64, 7);
    wf_code code = encode(&c, line, true);
    code.units[0] = 1;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
}

static void heads_that_name_no_code(void **state)
{
    (void)state;
    uint32_t line[16], back[16];
    for (uint32_t i = 0; i < 16; i++)
        line[i] = 0x01020304 * i;
    /* no member; not a member of the set; a head that the member does not have; bits above the member */
    static const struct {
        int members;
        uint32_t head;
        int fault;
    } rows[] = {{7, 0x01, 4},  {5, 0x31, 4},  {7, 0x10, 0},  {7, 0x19, 0},  {7, 0x22, 0},  {7, 0x30, 0}, {7, 0xa1, 0},
                {15, 0x51, 4}, {15, 0x71, 4}, {11, 0x01, 4}, {15, 0x40, 0}, {15, 0x42, 0}, {15, 0xc1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, rows[i].members);
        c.param[TAG] = IN_HEAD;
        wf_code code = encode(&c, line, true);
        code.tag[0] = 1;
        code.payload[0] = (code.payload[0] & ~(uint32_t)0xff) | rows[i].head;
        assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
        assert_same_decode(&c, &code);
        assert_int_equal(codec->fault(&c, &code), rows[i].fault);
    }
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {11};
    unsigned bad = 0, good = 0;
    for (int t = 0; t < TOLD; t++)
        for (int bytes = told[t].bytes; bytes <= 128; bytes *= 2) {
            design d = design_of(told[t].settings, bytes, NULL);
            wf_config *c = &d.config;
            for (int n = 0; n < 3000 / one_in(3); n++) {
                c->param[MEMBERS] = n % 2 ? list_of(1 + n % 15) : backwards(list_of(1 + n % 15));
                wf_sizes s;
                wf_code code;
                uint32_t back[32];
                codec->sizes(c, &s, NULL);
                for (size_t i = 0; i < sizeof code / 4; i++)
                    ((uint32_t *)&code)[i] = rng_word(&r);
                for (int i = s.tag_bits; i < 32 * WF_TAG_WORDS; i++)
                    code.tag[i / 32] &= ~((uint32_t)1 << i % 32);
                code.units[0] &= (1u << s.units) - 1;
                wf_status status = codec->decode(c, &code, back);
                assert_same_decode(c, &code);
                int fault = codec->fault(c, &code), size = codec->size(c, &code);
                assert_int_equal(status == WF_OK, fault == -1);
                assert_in_range(fault + 1, 0, s.payload_bits + 1);
                assert_true(status != WF_OK || size <= s.payload_bits);
                assert_in_range(codec->classify(c, &code), 0, COUNT);
                *(status == WF_OK ? &good : &bad) += 1;
            }
        }
    assert_true(bad > 1000 && good > 100);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    /* With the parameters of a member that follow: linebdi's base and zero_base, fpc's segments */
    static const struct {
        int bytes, members, save, base, zero_base, segments, choose;
        const char *says;
    } rows[] = {{16, 7, 0, 0, 1, 4, 0, "32, 64 or 128"},
                {256, 7, 0, 0, 1, 4, 0, "32, 64 or 128"},
                {32, 7, 1, 0, 1, 4, 0, "nothing to save"},
                {64, 7, 0, 1, 0, 4, 0, "needs zero-base=on"},
                {32, 7, 0, 0, 1, 16, 0, "segments must be at most"},
                {64, 7, 0, 0, 1, 3, 0, "fpc.segments must be 2, 4, 8 or 16"},
                {64, 7, 0, 0, 1, 4, 2, "choose must be bursts or bytes"},
                {64, 7, 0, 0, 1, 4, 0, "tag must be side or head"}};
    enum { BASE = 1, ZERO_BASE = 2, SEGMENTS = 1 };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(rows[i].bytes, rows[i].members);
        int *linebdi = c.param + wf_child_params(unit, 0), *fpc = c.param + wf_child_params(unit, 1);
        c.param[SAVE] = rows[i].save;
        c.param[CHOOSE] = rows[i].choose;
        c.param[TAG] = strncmp(rows[i].says, "tag", 3) == 0 ? 2 : SIDE;
        linebdi[BASE] = rows[i].base;
        linebdi[ZERO_BASE] = rows[i].zero_base;
        fpc[SEGMENTS] = rows[i].segments;
        char why[WF_WHY];
        assert_true(wf_config_error(unit, &c, why));
        assert_non_null(strstr(why, rows[i].says));
    }
}

static void a_list_has_different_line_codecs_and_no_gap(void **state)
{
    (void)state;
    static const int lists[] = {0, 0x11, 0x121, 0xf, 0x101, 0x3210, 0x1234 << 16};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        wf_config c = config(64, 7);
        char why[WF_WHY];
        c.param[MEMBERS] = lists[i];
        assert_true(wf_params_error(unit, &c, why));
        assert_non_null(strstr(why, "members must name at least one of linebdi, fpc, cpack, bpc"));
    }
}

/* The registry's line codecs are those of the list: one that is registered as another unit could be no member. */
static void every_line_codec_can_be_a_member(void **state)
{
    (void)state;
    for (size_t i = 0, k = 0; i < wf_unit_count(); i++) {
        const wf_unit *of = wf_unit_at(i);
        if (!of->line || of->codec == NULL || of == unit)
            continue;
        assert_ptr_equal(unit->children[k].unit, of);
        char *settings = format_new("members=%s", of->name);
        design d = design_of(settings, 64, NULL);
        assert_int_equal(d.config.param[MEMBERS], ++k);
    }
}

int main(void)
{
    unit = wf_find_unit("bestof");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeros_go_to_linebdi_by_bytes_and_to_cpack_by_bursts),
        cmocka_unit_test(a_burst_less_goes_before_a_faster_decoder),
        cmocka_unit_test(a_code_that_saves_no_burst_is_used),
        cmocka_unit_test(fpc_wins_on_small_words_far_from_each_other),
        cmocka_unit_test(cpack_wins_on_few_values),
        cmocka_unit_test(raw_is_as_the_first_member_stores_it),
        cmocka_unit_test(select_bits_in_the_tag_save_a_byte),
        cmocka_unit_test(segments_decide_for_fpc),
        cmocka_unit_test(bpc_wins_on_planes_that_repeat),
        cmocka_unit_test(bpc_loses_every_tie_by_bursts),
        cmocka_unit_test(the_slowest_member_tells_how_often),
        cmocka_unit_test(a_form_decides_which_code_a_member_has),
        cmocka_unit_test(a_head_names_the_member),
        cmocka_unit_test(a_head_saves_a_burst_or_the_line_is_raw),
        cmocka_unit_test(the_choice_is_the_members_best),
        cmocka_unit_test(tags_that_name_no_code),
        cmocka_unit_test(heads_that_name_no_code),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(bad_configurations_are_named),
        cmocka_unit_test(a_list_has_different_line_codecs_and_no_gap),
        cmocka_unit_test(every_line_codec_can_be_a_member),
    };
    return cmocka_run_group_tests_name("bestof", tests, NULL, NULL);
}
