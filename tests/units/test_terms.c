/* SPDX-License-Identifier: Apache-2.0
 *
 * The names in the critical path and the areas of halves use the design's own lanes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../synth/job.h"

static design design_of(const char *unit, int width, const char *key, const char *value)
{
    design d;
    design_init(&d, wf_find_unit(unit), width);
    if (key)
        design_set(&d, key, value, "test");
    design_check(&d);
    return d;
}

static void assert_term(const design *d, const char *pin, const char *term)
{
    text t = {0};
    rtl_term(d, pin, &t);
    assert_string_equal(t.data, term);
}

static void lanes_are_as_wide_as_the_words(void **state)
{
    (void)state;
    static const struct {
        const char *word, *term;
    } words[] = {
        {"8", "block_i lane 17 bit 3"}, {"16", "block_i lane 8 bit 11"}, {"32", "block_i lane 4 bit 11"}, {"64", "block_i lane 2 bit 11"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        design d = design_of("affine", 32, "word", words[i].word);
        assert_term(&d, "block_i[139]", words[i].term);
        assert_term(&d, "wen_o[17]", "wen_o word 17");
        assert_term(&d, "mask_i[5]", "mask_i lane 5");
        assert_term(&d, "payload_o[11]", "payload_o byte 1 bit 3");
        assert_term(&d, "units_o[2]", "units_o bank 2");
        assert_term(&d, "tag_o[2]", "tag_o bit 2");
        assert_term(&d, "valid_i", "valid_i");
        assert_term(&d, "data_o[37]", "data_o bit 37");
        d = design_of("expand", 32, "word", words[i].word);
        char *out = format_new("block_o%s", strchr(words[i].term, ' '));
        assert_term(&d, "block_o[139]", out);
    }
}

static void halves_are_of_lanes(void **state)
{
    (void)state;
    static const char *const words[] = {"4", "8", "16", "32", "64"};
    for (int i = 0; i < 5; i++) {
        design d = design_of("affine", 16, "word", words[i]);
        int word = 4 << i, low = 0;
        for (int bit = 0; bit < d.sizes.block_bits; bit++) {
            assert_int_equal(rtl_low_half(&d, bit), bit % word < word / 2);
            low += rtl_low_half(&d, bit);
        }
        assert_int_equal(2 * low, d.sizes.block_bits);
    }
    design line = design_of("fpc", 64, NULL, NULL);
    assert_true(rtl_low_half(&line, 15));
    assert_false(rtl_low_half(&line, 16));
    assert_true(rtl_low_half(&line, 32));
}

static void fields_are_made_of_what_the_unit_says(void **state)
{
    (void)state;
    design d = design_of("crossbar", 32, "slice", "2");
    assert_term(&d, "en_i[3]", "en_i port 3");
    assert_term(&d, "data_i[84]", "data_i port 1 byte 2 bit 4"); /* a slice of two lanes: ports of 64 bits */
    assert_term(&d, "from_i[5]", "from_i bit 5");
    d = design_of("crossbar", 8, "slice", "8");
    assert_term(&d, "data_o[276]", "data_o port 1 byte 2 bit 4");
    d = design_of("eligible", 16, "groups", "2");
    assert_term(&d, "lanes_o[3]", "lanes_o lane 3");
    assert_term(&d, "value_i[37]", "value_i group 1 bit 5");
    assert_term(&d, "known_o[1]", "known_o group 1");
    assert_term(&d, "tag_o[7]", "tag_o bit 7");
    d = design_of("compare", 16, "groups", "2");
    assert_term(&d, "block_i[37]", "block_i lane 1 bit 5");
    assert_term(&d, "enc_o[6]", "enc_o group 1 bit 2");
    d = design_of("metacache", 64, NULL, NULL);
    assert_term(&d, "data_i[37]", "data_i bit 37");
    assert_term(&d, "data_o[126]", "data_o bit 126"); /* of a unit without lanes */
    d = design_of("linebdi", 64, NULL, NULL);
    assert_term(&d, "block_i[37]", "block_i byte 4 bit 5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_are_as_wide_as_the_words),
        cmocka_unit_test(halves_are_of_lanes),
        cmocka_unit_test(fields_are_made_of_what_the_unit_says),
    };
    return cmocka_run_group_tests_name("terms", tests, NULL, NULL);
}
