/* SPDX-License-Identifier: Apache-2.0
 *
 * both_forms.h - compares the two forms of a line codec with a tag of one bit: the fast form must do what the specification does. Include
 * it after cmocka.h. */
#ifndef WF_TESTS_BOTH_FORMS_H
#define WF_TESTS_BOTH_FORMS_H

#include <string.h>

#include "../../cmodel/line.h"

/* The code of a line, from the specification. Fields that neither form writes begin with different bits in the two. */
static inline wf_code encode_both(const wf_codec *codec, const wf_config *c, const uint32_t *block, bool raw_only)
{
    wf_code code, fast;
    wf_input in = {.block = block, .raw_only = raw_only};
    memset(&code, 0xa5, sizeof code);
    memset(&fast, 0x5a, sizeof fast);
    assert_int_equal(codec->encode(c, &in, &code), WF_OK);
    assert_int_equal(codec->fast->encode(c, &in, &fast), WF_OK);
    assert_int_equal(fast.tag[0], code.tag[0]);
    assert_memory_equal(fast.units, code.units, sizeof code.units);
    assert_memory_equal(fast.wen, code.wen, sizeof code.wen);
    for (int u = 0; 8 * u < line_words(c); u++)
        if (code.units[0] >> u & 1)
            assert_memory_equal(fast.payload + 8 * u, code.payload + 8 * u, WF_BURST_BYTES);
    assert_int_equal(codec->measure(c, &in), codec->size(c, &code));
    assert_int_equal(codec->fast->measure(c, &in), codec->size(c, &code));
    return code;
}

/* The line of any code. Neither form writes behind it. */
static inline wf_status decode_both(const wf_codec *codec, const wf_config *c, const wf_code *code, uint32_t *block)
{
    enum { GUARD = 0x6a09e667 };
    uint32_t fast[33], words = (uint32_t)line_words(c);
    uint32_t plain[33];
    memset(plain, 0x5a, sizeof plain);
    memset(fast, 0xa5, sizeof fast);
    plain[words] = fast[words] = GUARD;
    wf_status status = codec->decode(c, code, plain);
    assert_int_equal(codec->fast->decode(c, code, fast), status);
    assert_memory_equal(fast, plain, 4 * (words + 1));
    assert_int_equal(plain[words], GUARD);
    memcpy(block, plain, 4 * words);
    return status;
}

/* The code of a line, and the line back from it. */
static inline wf_code round_trip_both(const wf_codec *codec, const wf_config *c, const uint32_t *block)
{
    uint32_t back[32];
    wf_code code = encode_both(codec, c, block, false);
    assert_int_equal(decode_both(codec, c, &code, back), WF_OK);
    assert_memory_equal(back, block, 4 * (size_t)line_words(c));
    return code;
}

#endif
