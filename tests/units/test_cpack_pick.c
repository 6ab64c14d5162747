/* SPDX-License-Identifier: Apache-2.0
 *
 * The block cpack_pick against vectors worked by hand, every code of a word with every set of entries, and the fast decoder of cpack. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "picked.h"

/* "Worked values" of docs/cpack.md: 32 bytes, codes 2 3 0 1 0 4 5 2, two entries, bytes. */
static void words_of_two_entries(void **state)
{
    (void)state;
    static const uint32_t want[8] = {0, 7, 0xabcdef00, 0xabcdef42, 0xabcdef00, 0x12345678, 0x123456ff, 0};
    wf_config apart = WITH(32, "picks=1"), entry = WITH(32, "picks=1", "zero=entry"), head = WITH(32, "picks=1", "tag=head"),
              byte = WITH(32, "picks=1", "value=byte");
    uint32_t payload[32];
    for (int i = 0; i < 8; i++) {
        bytes(payload, "32104025 00efcdab 78563412 00070042 0000ff00");
        assert_int_equal(one(&apart, 1, payload, i), want[i]);
        assert_int_equal(one(&apart, 0, payload, i), payload[i]);
        assert_int_equal(one(&byte, 1, payload, 4 * i), want[i] & 0xff);
        assert_int_equal(one(&byte, 1, payload, 4 * i + 2), want[i] >> 16 & 0xff);
        bytes(payload, "882616 00efcdab 78563412 00070042 0000ff00");
        assert_int_equal(one(&entry, 1, payload, i), want[i]);
        bytes(payload, "01 32104025 00efcdab 78563412 00070042 0000ff00");
        assert_int_equal(one(&head, 1, payload, i), want[i]);
    }
}

/* Every code of word 0 under every highest entry, which word 1 names: the bytes stand behind the entries. Entries are 10203040 + k, bytes e0 + n. */
static void every_code_and_number_of_entries(void **state)
{
    (void)state;
    for (int apart = 0; apart < 2; apart++) {
        wf_config c = apart ? WITH(32, "picks=1") : WITH(32, "picks=1", "zero=entry");
        int code_bits = apart ? 4 : 3, most = apart ? 4 : 3, entries_at = 8 * code_bits;
        for (uint32_t code = 0; code < (1u << code_bits); code++)
            for (int named = 0; named <= most; named++) {
                /* With zero apart codes 2 and above with bit 1 are zero, whatever their index; the index is bits 3..2. Else it is bits 2..1, 0 zero */
                int slot = apart ? code & 2 ? 0 : (int)(code >> 2) + 1 : (int)(code >> 1), n = slot > named ? slot : named;
                uint32_t payload[32] = {0}, zero = apart ? 2 : 0,
                         name = named == 0 ? zero
                                : apart    ? (uint32_t)(named - 1) << 2
                                           : (uint32_t)named << 1;
                for (int i = 2; i < 8; i++)
                    put(payload, code_bits * i, zero, code_bits);
                put(payload, 0, code, code_bits);
                put(payload, code_bits, name, code_bits);
                for (int k = 0; k < n; k++)
                    put(payload, entries_at + 32 * k, 0x10203040u + (uint32_t)k, 32);
                put(payload, entries_at + 32 * n, 0xe0u + (uint32_t)n, 8);
                uint32_t word = slot ? 0x10203040u + (uint32_t)slot - 1 : 0;
                assert_int_equal(one(&c, 1, payload, 0), code & 1 ? (word & 0xffffff00) | (0xe0u + (uint32_t)n) : word);
            }
    }
}

static void every_number_of_any_code(void **state)
{
    (void)state;
    rng r = {11};
    for (int line = 32; line <= 128; line *= 2)
        for (int kind = 0; kind < 8; kind++)
            for (int n = 0; n < 40; n++) {
                wf_config c = wf_default_config(unit, line);
                uint32_t payload[32], tag[3] = {n != 0, 0, 0};
                assert_int_equal(wf_set_param(unit, &c, "zero", kind & 1 ? "entry" : "apart", NULL), WF_OK);
                assert_int_equal(wf_set_param(unit, &c, "tag", kind & 2 ? "head" : "side", NULL), WF_OK);
                assert_int_equal(wf_set_param(unit, &c, "value", kind & 4 ? "byte" : "word", NULL), WF_OK);
                for (int i = 0; i < 32; i++)
                    payload[i] = rng_word(&r) & (n % 4 == 1 && i < 4 ? 0x33333333 : ~0u);
                every_number(wf_find_unit("cpack"), &c, tag, payload, &r);
                every_number_of_lines(wf_find_unit("cpack"), &c, 2, &r);
            }
}

int main(void)
{
    unit = wf_find_unit("cpack_pick");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_two_entries),
        cmocka_unit_test(every_code_and_number_of_entries),
        cmocka_unit_test(every_number_of_any_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
