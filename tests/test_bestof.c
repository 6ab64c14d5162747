/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of bestof: lines that each member wins, worked by hand; the choice against the members' own codes on
 * random lines, ties among them; and any bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../cmodel/warpfold.h"
#include "../sim/line_stimuli.h"

static const wf_unit *unit;
static const wf_codec *codec;
static const char *const rooms[] = {"linebdi", "fpc", "cpack"};
enum { MEMBERS, SAVE };
enum { RAW, LINEBDI, FPC, CPACK };

static wf_config config(int bytes, int members)
{
    wf_config c = wf_default_config(unit, bytes);
    c.param[MEMBERS] = members;
    return c;
}

static wf_code encode(const wf_config *c, const uint32_t *line, bool raw_only)
{
    wf_code code;
    memset(&code, 0xa5, sizeof code);
    wf_input in = {line, NULL, raw_only};
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

static unsigned which(const wf_code *code)
{
    return code->tag[0] & 3;
}

/* ---- vectors worked by hand ---- */

static void zeros_go_to_linebdi(void **state)
{
    (void)state;
    /* 64 bytes of zeros: linebdi 1 byte, fpc 12 bits, cpack 16 codes of 4 bits */
    uint32_t line[16] = {0};
    wf_config c = config(64, 7);
    wf_code code = encode(&c, line, false);
    assert_int_equal(code.tag[0], 1 << 2 | LINEBDI);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), 8);
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
    assert_int_equal(which(&code), FPC);
    assert_int_equal(code.tag[0], 1 << 2 | FPC);
    assert_int_equal((codec->size(&c, &code) + 7) / 8, 34);
    assert_int_equal(code.units[0], 3);
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
    assert_int_equal(which(&code), RAW);
}

static void raw_is_the_line_itself(void **state)
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
        assert_memory_equal(code.payload, line, (size_t)bytes);
        assert_int_equal(codec->decode(&c, &code, back), WF_OK);
        assert_memory_equal(back, line, (size_t)bytes);
        uint32_t zeros[32] = {0};
        code = encode(&c, zeros, true);
        assert_int_equal(code.tag[0], 0);
    }
}

/* ---- the choice ---- */

static void the_choice_is_the_members_smallest(void **state)
{
    (void)state;
    unsigned ties = 0, won[4] = {0};
    for (int bytes = 32; bytes <= 128; bytes *= 2)
        for (int members = 1; members < 8; members++) {
            wf_config c = config(bytes, members);
            design d = {.config = c};
            rng r = {(uint64_t)(bytes + members)};
            for (int n = 0; n < 4000; n++) {
                stimulus s;
                line_stimulus(&d, &r, &s);
                int least = bytes;
                unsigned best = RAW;
                for (unsigned k = 0; k < 3; k++) {
                    if (!(members >> k & 1) || s.raw_only)
                        continue;
                    const wf_unit *member = wf_find_unit(rooms[k]);
                    const wf_codec *room = member->codec;
                    wf_config own = wf_default_config(member, c.line_bytes);
                    wf_input in = {s.block, NULL, false};
                    wf_code code;
                    room->encode(&own, &in, &code);
                    int size = (room->size(&own, &code) + 7) / 8;
                    ties += size == least && best != RAW;
                    if (size < least) {
                        least = size;
                        best = k + 1;
                    }
                }
                wf_code code = encode(&c, s.block, s.raw_only);
                uint32_t back[32];
                wf_input in = {s.block, NULL, s.raw_only};
                assert_int_equal(which(&code), best);
                assert_int_equal((codec->size(&c, &code) + 7) / 8, least);
                assert_int_equal(codec->measure(&c, &in), codec->size(&c, &code));
                assert_int_equal(codec->classify(&c, &code), best);
                assert_int_equal(codec->decode(&c, &code, back), WF_OK);
                assert_memory_equal(back, s.block, (size_t)bytes);
                assert_int_equal(codec->fault(&c, &code), -1);
                won[best]++;
            }
        }
    assert_true(ties > 100);
    for (int k = 0; k < 4; k++)
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
    } rows[] = {{5, 1 << 2 | FPC, true}, {7, LINEBDI, true}, {7, FPC, true}, {7, 1 << 2, true}, {7, 3 << 2 | FPC, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = config(64, rows[i].members);
        wf_code code = encode(&c, line, true);
        code.tag[0] = rows[i].tag;
        assert_int_equal(codec->decode(&c, &code, back), WF_ERR_TAG);
        assert_int_equal(memcmp(back, line, sizeof line) == 0, rows[i].line_itself);
        assert_int_equal(codec->fault(&c, &code), 512);
    }
    wf_config c = config(64, 7);
    wf_code code = encode(&c, line, true);
    code.units[0] = 1;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
}

static void decode_takes_any_bits(void **state)
{
    (void)state;
    rng r = {11};
    unsigned bad = 0, good = 0;
    for (int n = 0; n < 60000; n++) {
        wf_config c = config(32 << n % 3, 1 + n % 7);
        wf_sizes s;
        wf_code code;
        uint32_t back[32];
        codec->sizes(&c, &s, NULL);
        for (size_t i = 0; i < sizeof code / 4; i++)
            ((uint32_t *)&code)[i] = rng_word(&r);
        code.tag[0] &= (1u << s.tag_bits) - 1;
        code.units[0] &= (1u << s.units) - 1;
        wf_status status = codec->decode(&c, &code, back);
        int fault = codec->fault(&c, &code), size = codec->size(&c, &code);
        assert_int_equal(status == WF_OK, fault == -1);
        assert_in_range(fault + 1, 0, s.payload_bits + 1);
        assert_true(status != WF_OK || size <= s.payload_bits);
        assert_in_range(codec->classify(&c, &code), 0, 3);
        *(status == WF_OK ? &good : &bad) += 1;
    }
    assert_true(bad > 1000 && good > 100);
}

static void bad_configurations_are_named(void **state)
{
    (void)state;
    static const struct {
        int lanes, members, save;
        const char *says;
    } rows[] = {{4, 7, 0, "32, 64 or 128"}, {64, 7, 0, "32, 64 or 128"}, {16, 0, 0, "one or more"}, {16, 8, 0, "one or more"},
                {8, 7, 1, "nothing to save"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        wf_config c = {.line_bytes = 4 * rows[i].lanes, .param = {rows[i].members, rows[i].save}};
        const char *why = NULL;
        wf_sizes s;
        assert_int_equal(codec->sizes(&c, &s, &why), WF_ERR_CONFIG);
        assert_non_null(strstr(why, rows[i].says));
    }
}

int main(void)
{
    unit = wf_find_unit("bestof");
    codec = unit->codec;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeros_go_to_linebdi),
        cmocka_unit_test(fpc_wins_on_small_words_far_from_each_other),
        cmocka_unit_test(cpack_wins_on_few_values),
        cmocka_unit_test(raw_is_the_line_itself),
        cmocka_unit_test(the_choice_is_the_members_smallest),
        cmocka_unit_test(tags_that_name_no_code),
        cmocka_unit_test(decode_takes_any_bits),
        cmocka_unit_test(bad_configurations_are_named),
    };
    return cmocka_run_group_tests_name("bestof", tests, NULL, NULL);
}
