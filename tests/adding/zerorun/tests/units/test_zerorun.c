/* SPDX-License-Identifier: Apache-2.0
 *
 * The golden model of zerorun: lines worked by hand, and bits that contradict themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../cmodel/warpfold.h"

static const wf_unit *unit;
static const wf_codec *codec;
static const uint32_t line[16] = {1, 2, 0, 3};

static wf_code encode(const wf_config *c, bool raw_only)
{
    wf_code code;
    wf_input in = {.block = line, .raw_only = raw_only};
    memset(&code, 0xa5, sizeof code);
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    return code;
}

static void zero_words_at_the_end_are_left_out(void **state)
{
    (void)state;
    wf_config c = wf_default_config(unit, 64);
    wf_code code = encode(&c, false);
    uint32_t back[16];
    assert_int_equal(code.tag[0], 12);
    assert_int_equal(code.units[0], 1);
    assert_int_equal(codec->size(&c, &code), 4 * 32);
    assert_int_equal(codec->classify(&c, &code), 1);
    assert_int_equal(codec->decode(&c, &code, back), WF_OK);
    assert_memory_equal(back, line, sizeof line);
}

static void raw_is_the_line_itself(void **state)
{
    (void)state;
    wf_config c = wf_default_config(unit, 64);
    wf_code code = encode(&c, true);
    assert_int_equal(code.tag[0], 0);
    assert_int_equal(code.units[0], 3);
    assert_memory_equal(code.payload, line, sizeof line);
}

static void units_that_contradict_the_tag_are_refused(void **state)
{
    (void)state;
    wf_config c = wf_default_config(unit, 64);
    wf_code code = encode(&c, false);
    uint32_t back[16];
    code.units[0] = 3;
    assert_int_equal(codec->decode(&c, &code, back), WF_ERR_PAYLOAD);
    assert_int_equal(codec->fault(&c, &code), 16 * 32);
    assert_memory_equal(back, line, sizeof line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_words_at_the_end_are_left_out),
        cmocka_unit_test(raw_is_the_line_itself),
        cmocka_unit_test(units_that_contradict_the_tag_are_refused),
    };
    unit = wf_find_unit("zerorun");
    codec = unit->codec;
    return cmocka_run_group_tests_name("zerorun", tests, NULL, NULL);
}
