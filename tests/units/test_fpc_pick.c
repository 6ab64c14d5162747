/* SPDX-License-Identifier: Apache-2.0
 *
 * The block fpc_pick against vectors worked by hand, every pattern with every data of 16 bits, and the fast decoder of fpc. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picked.h"

/* "Worked values" of docs/fpc.md: 64 bytes, 4 segments. */
static void words_of_four_segments(void **state)
{
    (void)state;
    static const uint32_t want[16] = {0,          0,          0, 0,       1,          2,          3, 0xfffffffc,
                                      0x00120000, 0x7fff0000, 0, 0x10000, 0x41414141, 0x42424242, 0, 0x43434343};
    wf_config c = WITH(64, "picks=1"), head = WITH(64, "picks=1", "tag=head"), byte = WITH(64, "picks=1", "value=byte");
    uint32_t payload[32];
    for (int i = 0; i < 16; i++) {
        bytes(payload, "080d 21c3 1200 ff7f 0000 0100 41420043");
        assert_int_equal(one(&c, 1, payload, i), want[i]);
        assert_int_equal(one(&byte, 1, payload, 4 * i + 3), want[i] >> 24);
        bytes(payload, "01 080d 21c3 1200 ff7f 0000 0100 41420043");
        assert_int_equal(one(&head, 1, payload, i), want[i]);
        assert_int_equal(one(&head, 0, payload, i), payload[i]);
    }
}

/* Two segments, words of bytes and of nibbles: the example in the Verilog. */
static void words_of_two_segments(void **state)
{
    (void)state;
    wf_config c = WITH(32, "picks=1", "segments=2");
    uint32_t payload[32];
    bytes(payload, "0a 41424344 f1 c3");
    assert_int_equal(one(&c, 1, payload, 1), 0x42);
    assert_int_equal(one(&c, 1, payload, 4), 1);
    assert_int_equal(one(&c, 1, payload, 5), 0xffffffff);
    assert_int_equal(one(&c, 1, payload, 6), 3);
    assert_int_equal(one(&c, 1, payload, 7), 0xfffffffc);
    /* Without the pattern byte prefix 010 is that of whole words, so the second segment is behind 16 bytes of the payload, 5a */
    c = WITH(32, "picks=1", "segments=2", "patterns=zero,nibble");
    assert_int_equal(one(&c, 1, payload, 0), 0x44434241);
    assert_int_equal(one(&c, 1, payload, 1), 0x5a5ac3f1);
    assert_int_equal(one(&c, 1, payload, 4), 0xfffffffa);
    assert_int_equal(one(&c, 1, payload, 5), 5);
}

/* Bits behind the payload are 0: at 32 bytes two segments of whole words end a byte behind it. */
static void words_behind_the_payload(void **state)
{
    (void)state;
    wf_config c = WITH(32, "picks=1", "segments=2");
    uint32_t payload[32];
    bytes(payload, "3f");
    assert_int_equal(one(&c, 1, payload, 0), 0x5a5a5a5a);
    assert_int_equal(one(&c, 1, payload, 7), 0x005a5a5a);
}

/* Eight segments of a word: the first has the pattern. */
static void every_pattern_and_data(void **state)
{
    (void)state;
    wf_config c = WITH(32, "picks=1", "segments=8");
    uint32_t payload[32] = {0};
    for (uint32_t data = 0; data < 0x10000; data++) {
        int low = (int)(data & 0xff), high = (int)(data >> 8), nibble = (int)(data & 0xf);
        uint32_t byte = (uint32_t)(low < 0x80 ? low : low - 0x100), other = (uint32_t)(high < 0x80 ? high : high - 0x100);
        const uint32_t want[8] = {0,
                                  (uint32_t)(nibble < 8 ? nibble : nibble - 16),
                                  byte,
                                  data < 0x8000 ? data : data - 0x10000,
                                  data << 16,
                                  other << 16 | (byte & 0xffff),
                                  (uint32_t)low * 0x1010101u,
                                  data};
        put(payload, 24, data, 32);
        for (uint32_t p = 0; p < 8; p++) {
            put(payload, 0, p, 3);
            assert_int_equal(one(&c, 1, payload, 0), want[p]);
        }
    }
}

static void every_number_of_any_code(void **state)
{
    (void)state;
    static const char *const segments[] = {"2", "4", "8", "16"}, *const patterns[] = {"zero,nibble,byte,half,upper,two-bytes,repeated",
                                                                                      "byte,half"};
    rng r = {9};
    for (int line = 32; line <= 128; line *= 2)
        for (int s = 0; s < (line == 32 ? 3 : 4); s++)
            for (int kind = 0; kind < 8; kind++)
                for (int n = 0; n < 8; n++) {
                    wf_config c = wf_default_config(unit, line);
                    uint32_t payload[32], tag[3] = {n != 0, 0, 0};
                    assert_int_equal(wf_set_param(unit, &c, "segments", segments[s], NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "patterns", patterns[kind & 1], NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "tag", kind & 2 ? "head" : "side", NULL), WF_OK);
                    assert_int_equal(wf_set_param(unit, &c, "value", kind & 4 ? "byte" : "word", NULL), WF_OK);
                    for (int i = 0; i < 32; i++)
                        payload[i] = rng_word(&r);
                    every_number(wf_find_unit("fpc"), &c, tag, payload, &r);
                    every_number_of_lines(wf_find_unit("fpc"), &c, 4, &r);
                }
}

static void a_segment_has_a_word(void **state)
{
    (void)state;
    char why[WF_WHY];
    wf_config c = WITH(32, "segments=16");
    assert_true(wf_config_error(unit, &c, why));
    assert_string_equal(why, "segments must be at most the line's words: a line of 32 bytes has 8");
    c = WITH(64, "segments=16");
    assert_false(wf_config_error(unit, &c, why));
}

int main(void)
{
    unit = wf_find_unit("fpc_pick");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_four_segments), cmocka_unit_test(words_of_two_segments),    cmocka_unit_test(words_behind_the_payload),
        cmocka_unit_test(every_pattern_and_data), cmocka_unit_test(every_number_of_any_code), cmocka_unit_test(a_segment_has_a_word),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
