/* SPDX-License-Identifier: Apache-2.0
 *
 * The block linebdi_pick against vectors worked by hand, against every base and low byte of a chunk, and against the fast decoder of linebdi: every
 * number under every tag, in every kind of configuration. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picked.h"

enum { B4D1 = 6, B2D1 = 8, TAGS = 16 };

/* ---- worked by hand ---- */

/* "Worked values" of docs/linebdi.md: words 3 2 1 0 -1 -2 -3 -4, base 3. */
static void words_of_either_store(void **state)
{
    (void)state;
    static const uint32_t want[8] = {3, 2, 1, 0, 0xffffffff, 0xfffffffe, 0xfffffffd, 0xfffffffc};
    uint32_t payload[32];
    wf_config residue = WITH(32, "zero-base=off", "picks=1"), delta = WITH(32, "zero-base=off", "picks=1", "store=delta");
    for (int i = 0; i < 8; i++) {
        bytes(payload, "03000000 02000000 01 ff fd 00 fe fc");
        assert_int_equal(one(&residue, B4D1, payload, i), want[i]);
        bytes(payload, "03000000 00 ff fe fd fc fb fa f9");
        assert_int_equal(one(&delta, B4D1, payload, i), want[i]);
    }
    /* A head moves all up by a byte */
    residue = WITH(32, "zero-base=off", "picks=1", "tag=head"), delta = WITH(32, "zero-base=off", "picks=1", "store=delta", "tag=head");
    for (int i = 0; i < 8; i++) {
        bytes(payload, "06 03000000 02000000 01 ff fd 00 fe fc");
        assert_int_equal(one(&residue, 1, payload, i), want[i]);
        bytes(payload, "06 03000000 00 ff fe fd fc fb fa f9");
        assert_int_equal(one(&delta, 1, payload, i), want[i]);
    }
}

/* CABA's Figure 6: eight chunks of 8 bytes, base 80001d000, the chunks 0, 2, 4, 6 from zero. */
static void words_and_bytes_of_figure_6(void **state)
{
    (void)state;
    wf_config c = WITH(64, "base=firstnz", "store=delta", "picks=1");
    uint32_t payload[32];
    bytes(payload, "55 00d0010008000000 00 00 10 08 20 10 30 18");
    assert_int_equal(one(&c, 3, payload, 0), 0);
    assert_int_equal(one(&c, 3, payload, 2), 0x0001d000);
    assert_int_equal(one(&c, 3, payload, 3), 8);
    assert_int_equal(one(&c, 3, payload, 4), 0x10);
    assert_int_equal(one(&c, 3, payload, 5), 0);
    assert_int_equal(one(&c, 3, payload, 14), 0x0001d018);
    c = WITH(64, "base=firstnz", "store=delta", "picks=1", "value=byte");
    assert_int_equal(one(&c, 3, payload, 8 * 3), 0x08);
    assert_int_equal(one(&c, 3, payload, 8 * 3 + 1), 0xd0);
    assert_int_equal(one(&c, 3, payload, 8 * 3 + 2), 0x01);
    assert_int_equal(one(&c, 3, payload, 8 * 3 + 4), 0x08);
}

/* Residues with firstnz: the base is chunk 1, the lower half of chunk 0 is apart; 4-2 (docs/linebdi.md, Format). */
static void a_first_chunk_apart(void **state)
{
    (void)state;
    static const uint32_t want[8] = {0x105, 0x40000101, 0x40000202, 0x40000303, 0x40000404, 0x40000505, 0x40000606, 0x40000707};
    wf_config c = WITH(32, "base=firstnz", "select=tag", "picks=1");
    uint32_t payload[32];
    bytes(payload, "01010040 01010105 020406 030507 020406 000000 404040 000000 030507 404040");
    for (int i = 0; i < 8; i++)
        assert_int_equal(one(&c, 0x17, payload, i), want[i]);
}

/* Zeros, repeat, raw, and tags that are none: raw. */
static void codes_without_deltas(void **state)
{
    (void)state;
    wf_config c = WITH(32, "store=delta", "picks=1");
    uint32_t payload[32];
    for (int i = 0; i < 32; i++)
        payload[i] = 0x01010101u * (uint32_t)(i + 1);
    for (int i = 0; i < 8; i++) {
        assert_int_equal(one(&c, 0, payload, i), payload[i]);
        assert_int_equal(one(&c, 1, payload, i), 0);
        assert_int_equal(one(&c, 2, payload, i), payload[i % 2]);
        assert_int_equal(one(&c, 9, payload, i), payload[i]);
    }
    c = WITH(32, "store=delta", "picks=1", "encodings=zeros,8-1");
    assert_int_equal(one(&c, 2, payload, 5), payload[5]);
    /* At 128 bytes with save=burst 8-4 would be 74 bytes, and is in use; at 64 bytes 41, and is not */
    c = WITH(64, "store=delta", "picks=1", "save=burst");
    assert_int_equal(one(&c, 5, payload, 9), payload[9]);
}

/* ---- every base and low byte ---- */

/* The only number of the window base - 80 .. base + 7f with this low byte. */
static uint32_t in_window(uint32_t base, uint32_t low)
{
    for (uint32_t x = base - 0x80; x != base + 0x80; x++)
        if ((x & 0xff) == low)
            return x & 0xffff;
    return 0;
}

/* Code 2-1 in 32 bytes without a zero base: the word of chunks 2 and 3, whose low bytes are at byte 4 and byte 6 of the first eight (residues), or
 * whose deltas are the third and the fourth. */
static void every_base_and_low_byte(void **state)
{
    (void)state;
    wf_config residue = WITH(32, "zero-base=off", "picks=1"), delta = WITH(32, "zero-base=off", "picks=1", "store=delta");
    uint32_t payload[32] = {0};
    for (uint32_t base = 0x0ff; base < 0x300; base++)
        for (uint32_t low = 0; low < 0x100; low++) {
            uint32_t other = low * 7 % 0x100, plus = (uint32_t)(int8_t)low, plus_other = (uint32_t)(int8_t)other;
            put(payload, 0, base, 16);
            put(payload, 8 * 4, low, 8);
            put(payload, 8 * 6, other, 8);
            assert_int_equal(one(&residue, B2D1, payload, 1), in_window(base, low) | in_window(base, other) << 16);
            put(payload, 8 * (2 + 2), low, 8);
            put(payload, 8 * (2 + 3), other, 8);
            assert_int_equal(one(&delta, B2D1, payload, 1), ((base + plus) & 0xffff) | (base + plus_other) << 16);
        }
}

/* ---- the decoder, then the selection ---- */

static void every_number_under_every_tag(void **state)
{
    (void)state;
    static const char *const forms[][4] = {{NULL},
                                           {"zero-base=off"},
                                           {"select=tag"},
                                           {"base=firstnz"},
                                           {"base=firstnz", "select=tag"},
                                           {"tag=head"},
                                           {"tag=head", "base=firstnz"},
                                           {"tag=head", "zero-base=off"},
                                           {"encodings=repeat,8-2,4-2,2-1"}};
    rng r = {7};
    for (int line = 32; line <= 128; line *= 2)
        for (size_t form = 0; form < sizeof forms / sizeof *forms; form++)
            for (int kind = 0; kind < 8; kind++)
                for (uint32_t tag = 0; tag < TAGS; tag++) {
                    wf_config c = with(line, forms[form]);
                    char picks[8] = {(char)('1' + kind % 4 * 2), 0};
                    uint32_t payload[32], tags[3] = {rng_word(&r), rng_word(&r), rng_word(&r)};
                    assert_int_equal(wf_set_param(unit, &c, "store", kind & 1 ? "delta" : "residue", NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "value", kind & 2 ? "byte" : "word", NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "save", kind & 4 && line > 32 ? "burst" : "byte", NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "picks", picks, NULL), WF_OK);
                    for (int i = 0; i < 32; i++)
                        payload[i] = rng_word(&r);
                    if (value_of(&c, "tag"))
                        put(payload, 0, tag, 4), put(tags, 0, tag != 0, 32);
                    else
                        put(tags, 0, tag, 4);
                    if (!value_of(&c, "select"))
                        put(tags, 4, 0, 28), tags[1] = tags[2] = 0;
                    else
                        put(tags, 4 + line / 2, 0, 96 - 4 - line / 2);
                    every_number(wf_find_unit("linebdi"), &c, tags, payload, &r);
                    if (tag == 0)
                        every_number_of_lines(wf_find_unit("linebdi"), &c, 4, &r);
                }
}

/* ---- configurations ---- */

static void ports_follow_from_the_parameters(void **state)
{
    (void)state;
    static const struct {
        int line;
        const char *settings[4];
        int tag, payload, at, value;
    } rows[] = {{128, {NULL}, 4, 1024, 20, 128},
                {128, {"picks=32", "select=tag"}, 68, 1024, 160, 1024},
                {64, {"picks=1", "value=byte", "tag=head"}, 1, 512, 6, 8},
                {32, {"picks=3"}, 4, 256, 9, 96}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = with(rows[i].line, rows[i].settings);
        wf_streams s;
        assert_false(wf_config_error(unit, &c, NULL));
        assert_int_equal(wf_streams_of(unit, &c, &s, NULL), WF_OK);
        const wf_field *f = s.stream[0].field;
        assert_true(f[0].bits == rows[i].tag && f[1].bits == rows[i].payload && f[2].bits == rows[i].at);
        assert_int_equal(s.stream[1].field[0].bits, rows[i].value);
    }
}

static void the_rules_of_the_codec_hold(void **state)
{
    (void)state;
    char why[WF_WHY];
    wf_config c = WITH(64, "zero-base=off", "select=tag");
    assert_true(wf_config_error(unit, &c, why));
    assert_string_equal(why, "select=tag is for the bits that choose the zero base: it needs zero-base=on");
    c = WITH(32, "save=burst");
    assert_true(wf_config_error(unit, &c, why));
    assert_string_equal(why, "a line of 32 bytes is one burst: nothing to save");
    c = wf_default_config(unit, 64);
    assert_int_equal(wf_set_param(unit, &c, "picks", "33", why), WF_ERR_CONFIG);
}

int main(void)
{
    unit = wf_find_unit("linebdi_pick");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_either_store),
        cmocka_unit_test(words_and_bytes_of_figure_6),
        cmocka_unit_test(a_first_chunk_apart),
        cmocka_unit_test(codes_without_deltas),
        cmocka_unit_test(every_base_and_low_byte),
        cmocka_unit_test(every_number_under_every_tag),
        cmocka_unit_test(ports_follow_from_the_parameters),
        cmocka_unit_test(the_rules_of_the_codec_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
